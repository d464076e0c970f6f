/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_WORKLOAD_H
#define NETNS_AB_WORKLOAD_H

/**
 * struct workload - one run
 * @home: file descriptor of the initial namespace
 * @mode: what the run is for, to be told when it fails
 * @run: number of the run, which goes into the names of the host ends
 * @threads: how many threads share the work, at most @namespaces
 * @namespaces: how many namespaces are made
 */
struct workload {
	int home;
	const char *mode;
	unsigned int run;
	unsigned int threads;
	unsigned int namespaces;
};

int workload_allow(unsigned int namespaces, unsigned int threads);
int workload_run(const struct workload *w, double *seconds);

#endif
