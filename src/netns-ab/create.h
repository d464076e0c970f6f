/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CREATE_H
#define NETNS_AB_CREATE_H

#include <stdbool.h>

#include "args.h"
#include "hostinfo.h"
#include "latency.h"
#include "recipe.h"
#include "stats.h"

#define CREATE_RUNS_MAX	STATS_MAX

/**
 * struct create_options - what the user asked for
 * @recipe: what goes into each namespace
 * @namespaces: how many a run makes; 0 where @churn is not
 * @churn: for how many seconds a run deletes namespaces as it makes others; 0: it only makes them
 * @alive: how many namespaces there are at any time of a churn
 * @probe: time an unrelated request during the load
 * @held: time the kernel's move itself
 * @runs: how many runs of each mode at each number of threads
 * @precision: go on until the intervals are as narrow as this many percent to either side; 0: no
 *	more runs than @runs
 * @time_limit: go on for no longer than so many seconds
 * @seed: of the order of the runs and of the intervals
 * @threads: numbers of threads
 * @modes: modes of the barrier
 * @json: name of the file for every run's figures, or NULL
 */
struct create_options {
	struct recipe recipe;
	unsigned int namespaces;
	unsigned int churn;
	unsigned int alive;
	bool probe;
	bool held;
	unsigned int runs;
	unsigned int precision;
	unsigned int time_limit;
	unsigned int seed;
	struct args_numbers threads;
	struct args_words modes;
	const char *json;
};

/**
 * struct create_sample - one run
 * @threads: how many threads shared the work
 * @mode: number of the mode in the options' list
 * @round: number of the round, from 0
 * @namespaces: how many were made, or made and deleted where it is a churn
 * @seconds: how long it took
 * @rate: @namespaces per second
 * @latency: distributions
 */
struct create_sample {
	unsigned int threads;
	unsigned int mode;
	unsigned int round;
	unsigned int namespaces;
	double seconds;
	double rate;
	struct latency latency[LATENCY_KINDS];
};

/**
 * struct create_result - all that was measured
 * @options: what was asked for
 * @host: where it was measured
 * @samples: the runs, in the order in which they were made
 * @count: how many runs there are so far
 */
struct create_result {
	struct create_options options;
	struct hostinfo host;
	struct create_sample *samples;
	unsigned int count;
};

int create_main(int argc, char **argv);

#endif
