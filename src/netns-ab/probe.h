/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_PROBE_H
#define NETNS_AB_PROBE_H

#include <pthread.h>
#include <stdatomic.h>

#include "latency.h"

struct mnl_socket;

/**
 * struct probe - a thread that asks for something that needs RTNL, at a steady pace
 * @thread: the thread
 * @timed: whether it is noted how long it takes
 * @stop: whether it is to stop
 * @log: how long it took
 * @step: what failed
 * @err: errno of that, positive; 0 when nothing failed
 */
struct probe {
	pthread_t thread;
	const atomic_bool *timed;
	atomic_bool stop;
	struct latency_log log;
	const char *step;
	int err;
};

int probe_start(struct probe *p, const atomic_bool *timed);
int probe_stop(struct probe *p, struct latency *l);

#endif
