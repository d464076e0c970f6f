// SPDX-License-Identifier: GPL-2.0-only
/*
 * The threads of a run: they get ready, start together, make namespaces, and stop where one fails.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crew.h"
#include "hostend.h"
#include "msg.h"
#include "port.h"
#include "sig.h"

/* Splits the work: the first threads get one more where it does not divide evenly. */
static void share_out(struct crew *c)
{
	const struct workload *w = c->w;
	int *next = c->fds;
	unsigned int i;

	for (i = 0; i < w->threads; i++) {
		struct worker *me = &c->workers[i];

		me->crew = c;
		me->number = i;
		me->fds = next;
		me->share = w->namespaces / w->threads + (i < w->namespaces % w->threads);
		next += me->share;
	}
}

/**
 * crew_open() - get a crew together
 * @c: filled in
 * @w: what is to be done; it stays the caller's
 * @work: what each thread does; it sees to it that it stops where crew_stopped()
 *
 * Return: 0, or -ENOMEM after an error line. The caller calls crew_close() in either case.
 */
int crew_open(struct crew *c, const struct workload *w, void (*work)(struct worker *me))
{
	unsigned int i;

	*c = (struct crew) {
		.w = w,
		.work = work,
		.gate = GATE_INIT,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.change = PTHREAD_COND_INITIALIZER,
		.workers = calloc(w->threads, sizeof(*c->workers)),
		.fds = calloc(w->namespaces, sizeof(*c->fds)),
	};
	if (!c->workers || !c->fds) {
		msg_error("out of memory");
		return -ENOMEM;
	}
	for (i = 0; i < w->namespaces; i++)
		c->fds[i] = -1;
	share_out(c);
	return 0;
}

static void *run(void *data)
{
	struct worker *me = data;
	struct crew *c = me->crew;

	if (netns_maker_open(&me->maker, &c->w->recipe, c->w->home))
		crew_stop(c);
	gate_pass(&c->gate);
	me->start = latency_now();
	if (!crew_stopped(c))
		c->work(me);
	me->end = latency_now();
	return NULL;
}

/**
 * crew_start() - start the threads; they wait until crew_let_go()
 * @c: the crew
 *
 * Return: 0, or a negative errno after an error line. The caller goes on with crew_let_go() and
 * crew_join() in either case.
 */
int crew_start(struct crew *c)
{
	sigset_t old;
	int ret = 0;

	sig_block(&old);
	for (; c->started < c->w->threads; c->started++) {
		struct worker *me = &c->workers[c->started];

		ret = pthread_create(&me->thread, NULL, run, me);
		if (ret)
			break;
	}
	sig_unblock(&old);
	if (ret) {
		crew_stop(c);
		msg_error("cannot start thread %u: %s", c->started + 1, strerror(ret));
	}
	return -ret;
}

/**
 * crew_let_go() - wait until all threads are ready, and have them start
 * @c: the crew
 */
void crew_let_go(struct crew *c)
{
	gate_open(&c->gate, c->started);
}

/**
 * crew_stopped() - whether a thread is to stop
 * @c: the crew
 *
 * Return: true or false.
 */
bool crew_stopped(struct crew *c)
{
	return atomic_load(&c->stop) || sig_caught();
}

/**
 * crew_stop() - have all threads stop when they are done with the namespace they are at
 * @c: the crew
 */
void crew_stop(struct crew *c)
{
	atomic_store(&c->stop, true);
	pthread_mutex_lock(&c->lock);
	pthread_cond_broadcast(&c->change);
	pthread_mutex_unlock(&c->lock);
}

/* Return: false where there are not enough ports. */
static bool name_links(struct worker *me, struct netns_links *links)
{
	const struct workload *w = me->crew->w;
	unsigned int i;

	for (i = 0; i < w->recipe.devices; i++) {
		if (w->recipe.pattern == RECIPE_PHYS) {
			if (!port_take(links->names[i]))
				return false;
			continue;
		}
		hostend_name(links->names[i], w->run, me->number, me->serial++);
	}
	return true;
}

/**
 * crew_make() - make one namespace
 * @me: the calling thread
 * @fd: where a descriptor of it goes; it stays where there is none
 *
 * Return: 0, or a negative errno, and then all threads stop.
 */
int crew_make(struct worker *me, int *fd)
{
	struct crew *c = me->crew;
	struct netns_links links;
	int ret;

	me->maker.timed = atomic_load(&c->timed);
	if (name_links(me, &links))
		ret = netns_make(&me->maker, &links, fd);
	else
		ret = netns_fail(&me->maker, "taking a device", ENODEV);
	if (ret)
		crew_stop(c);
	return ret;
}

static int tell_error(const struct worker *me)
{
	const struct netns_error *e = &me->maker.error;
	const struct workload *w = me->crew->w;

	msg_error("run %u (%s, threads %u) failed: %s: %s%s%s", w->run, w->mode, w->threads,
		  e->step, strerror(e->err), *e->text ? ": " : "", e->text);
	return -e->err;
}

/**
 * crew_join() - wait until the threads are done
 * @c: the crew
 *
 * Return: 0, the first thread's error after an error line, or -EINTR after a signal.
 */
int crew_join(struct crew *c)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < c->started; i++) {
		pthread_join(c->workers[i].thread, NULL);
		if (c->workers[i].maker.error.err && !ret)
			ret = tell_error(&c->workers[i]);
	}
	if (!ret && sig_caught())
		ret = -EINTR;
	return ret;
}

/**
 * crew_close() - close the namespaces, and forget the crew
 * @c: the crew; its threads were joined
 */
void crew_close(struct crew *c)
{
	unsigned int i;

	for (i = 0; c->fds && i < c->w->namespaces; i++)
		if (c->fds[i] >= 0)
			close(c->fds[i]);
	for (i = 0; i < c->started; i++)
		netns_maker_close(&c->workers[i].maker);
	free(c->fds);
	free(c->workers);
}
