/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_GATE_H
#define NETNS_AB_GATE_H

#include <pthread.h>
#include <stdbool.h>

/**
 * struct gate - a start line for threads
 * @lock: covers the rest
 * @change: signalled at each change
 * @ready: how many threads have come
 * @open: whether they may go
 */
struct gate {
	pthread_mutex_t lock;
	pthread_cond_t change;
	unsigned int ready;
	bool open;
};

#define GATE_INIT	{ PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, false }

void gate_pass(struct gate *g);
void gate_open(struct gate *g, unsigned int wait_for);

#endif
