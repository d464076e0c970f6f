// SPDX-License-Identifier: GPL-2.0-only
/*
 * A start line: threads that work against the clock together begin together.
 */
#include "gate.h"

/**
 * gate_pass() - come to the start line and wait until it opens
 * @g: the gate
 */
void gate_pass(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	g->ready++;
	pthread_cond_broadcast(&g->change);
	while (!g->open)
		pthread_cond_wait(&g->change, &g->lock);
	pthread_mutex_unlock(&g->lock);
}

/**
 * gate_open() - let the threads go
 * @g: the gate
 * @wait_for: how many threads have to be there first
 */
void gate_open(struct gate *g, unsigned int wait_for)
{
	pthread_mutex_lock(&g->lock);
	while (g->ready < wait_for)
		pthread_cond_wait(&g->change, &g->lock);
	g->open = true;
	pthread_cond_broadcast(&g->change);
	pthread_mutex_unlock(&g->lock);
}
