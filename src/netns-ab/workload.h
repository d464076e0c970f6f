/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_WORKLOAD_H
#define NETNS_AB_WORKLOAD_H

#include <stdbool.h>

#include "latency.h"
#include "recipe.h"

/**
 * struct workload - one run
 * @home: file descriptor of the initial namespace
 * @recipe: what goes into each namespace
 * @mode: what the run is for, to be told when it fails
 * @run: number of the run, which goes into the names of the host ends
 * @threads: how many threads share the work, at most @namespaces
 * @namespaces: how many are made; of a churn, how many are alive at any time
 * @churn: for how many seconds namespaces are deleted as others are made; 0: they are only made
 * @probe: time an unrelated request meanwhile
 * @held: time the kernel's moves
 */
struct workload {
	int home;
	struct recipe recipe;
	const char *mode;
	unsigned int run;
	unsigned int threads;
	unsigned int namespaces;
	unsigned int churn;
	bool probe;
	bool held;
};

/**
 * struct workload_figures - what a run gives
 * @namespaces: how many were made; of a churn, how many were deleted, to the end of it
 * @seconds: in what time
 * @latency: how long things took
 */
struct workload_figures {
	unsigned int namespaces;
	double seconds;
	struct latency latency[LATENCY_KINDS];
};

unsigned int workload_ports(const struct workload *w);
int workload_allow(unsigned int namespaces, unsigned int threads);
int workload_run(const struct workload *w, struct workload_figures *f);

#endif
