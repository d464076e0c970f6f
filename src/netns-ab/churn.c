// SPDX-License-Identifier: GPL-2.0-only
/*
 * Churn: a steady number of namespaces is alive, and each thread deletes its oldest one before it
 * makes another.
 *
 * The kernel deletes in its own time, in batches, so a cycle counts when the namespace's links have
 * gone; what else there is to do of its batch is done before the next batch begins, and so before
 * the next links go. The clock starts when as many cycles are complete as namespaces are alive.
 *
 * Where the threads are faster than the kernel deletes, they wait: there are never more namespaces
 * being deleted than alive. Else there would be no end to their number.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <unistd.h>

#include "churn.h"
#include "departure.h"
#include "msg.h"

#define POLL_MS	200

/**
 * churn_namespaces() - how many namespaces there are at most, alive or being deleted
 * @w: the run
 *
 * Return: the number.
 */
unsigned int churn_namespaces(const struct workload *w)
{
	return 2 * w->namespaces;
}

/* Return: false where the thread is to stop. */
static bool take_room(struct crew *c)
{
	bool stopped;

	pthread_mutex_lock(&c->lock);
	while (!c->room && !crew_stopped(c))
		pthread_cond_wait(&c->change, &c->lock);
	stopped = crew_stopped(c);
	if (!stopped)
		c->room--;
	pthread_mutex_unlock(&c->lock);
	return !stopped;
}

static void give_room(struct crew *c, unsigned int namespaces)
{
	pthread_mutex_lock(&c->lock);
	c->room += namespaces;
	pthread_cond_broadcast(&c->change);
	pthread_mutex_unlock(&c->lock);
}

/**
 * churn_work() - what each thread does
 * @me: the thread
 */
void churn_work(struct worker *me)
{
	unsigned int i;

	for (i = 0; take_room(me->crew); i = (i + 1) % me->share) {
		if (me->fds[i] >= 0)
			close(me->fds[i]);
		me->fds[i] = -1;
		if (crew_make(me, &me->fds[i]))
			break;
	}
}

/* Waits until the time has come, or so many namespaces have gone. Return: 0 or a negative errno. */
static int wait_for(struct crew *c, struct departure *d, double time, unsigned int namespaces)
{
	unsigned int before;
	double left = POLL_MS;
	int ret = 0;

	while (!ret && !crew_stopped(c) && departure_namespaces(d) < namespaces && left > 0) {
		before = departure_namespaces(d);
		ret = departure_wait(d, left < POLL_MS ? (int)left + 1 : POLL_MS);
		give_room(c, departure_namespaces(d) - before);
		left = (time - latency_now()) / 1000;
	}
	return ret;
}

static int count(struct crew *c, struct departure *d, struct workload_figures *f)
{
	unsigned int before;
	int ret;

	ret = wait_for(c, d, HUGE_VAL, c->w->namespaces);
	if (ret)
		return ret;
	before = departure_namespaces(d);
	c->from = latency_now();
	atomic_store(&c->timed, true);
	ret = wait_for(c, d, c->from + c->w->churn * 1e6, UINT_MAX);
	atomic_store(&c->timed, false);
	c->to = latency_now();
	f->namespaces = departure_namespaces(d) - before;
	if (ret || crew_stopped(c) || f->namespaces)
		return ret;
	msg_error("--churn: %u s are too short: no namespace was deleted", c->w->churn);
	return -ETIME;
}

/**
 * churn() - have the threads delete and make namespaces for the time of the run
 * @c: the crew, started
 * @f: the cycles that were completed
 * @err: the error of the start; then nothing but the end of the threads is waited for
 *
 * Return: 0, @err, or another negative errno after an error line.
 */
int churn(struct crew *c, struct workload_figures *f, int err)
{
	struct departure d;
	int ret = err ? err : departure_open(&d, &c->w->recipe);
	bool watching = !ret;

	c->room = churn_namespaces(c->w);
	if (ret)
		crew_stop(c);
	crew_let_go(c);
	if (watching)
		ret = count(c, &d, f);
	crew_stop(c);
	err = crew_join(c);
	if (watching)
		departure_close(&d);
	return ret ? ret : err;
}
