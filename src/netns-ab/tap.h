/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_TAP_H
#define NETNS_AB_TAP_H

#include "args.h"
#include "flow.h"
#include "hostinfo.h"

#define TAP_RUNS_MAX	1000

/**
 * struct tap_options - what the user asked for
 * @seconds: how long a run is
 * @runs: how many runs of each mode and reader
 * @readers: 1 << FLOW_*, put together
 * @modes: modes of the barrier
 * @json: name of the file for every run's figures, or NULL
 */
struct tap_options {
	unsigned int seconds;
	unsigned int runs;
	unsigned int readers;
	struct args_words modes;
	const char *json;
};

/**
 * struct tap_sample - one run
 * @reader: how packets were read
 * @mode: number of the mode in the options' list
 * @round: number of the round, from 0
 * @flow: what it gave
 */
struct tap_sample {
	enum flow_reader reader;
	unsigned int mode;
	unsigned int round;
	struct flow_result flow;
};

/**
 * struct tap_result - all that was measured
 * @options: what was asked for
 * @host: where it was measured
 * @way: what the packets went through
 * @samples: the runs, in the order in which they were made
 * @count: how many runs there are so far
 */
struct tap_result {
	struct tap_options options;
	struct hostinfo host;
	struct tapbridge way;
	struct tap_sample *samples;
	unsigned int count;
};

int tap_main(int argc, char **argv);

#endif
