// SPDX-License-Identifier: GPL-2.0-only
/*
 * One run: threads that make namespaces together, against the clock, and the deletion of all of it.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/resource.h>

#include "hostend.h"
#include "msg.h"
#include "netns.h"
#include "sig.h"
#include "workload.h"

/* Open files beside the namespaces: per thread a socket and a tun, and some for all. */
#define FILES_PER_THREAD	2
#define FILES_BESIDE		32

/*
 * The start line. Threads report in @ready and wait for @open; @lock covers both.
 */
struct gate {
	pthread_mutex_t lock;
	pthread_cond_t change;
	unsigned int ready;
	bool open;
};

struct crew {
	const struct workload *w;
	struct gate gate;
	atomic_bool stop;	/* set by the first thread that fails */
	struct worker *workers;
	unsigned int started;
	int *fds;		/* of the namespaces, -1 where there is none */
};

struct worker {
	struct crew *crew;
	pthread_t thread;
	unsigned int number;
	int *fds;		/* this worker's part of the crew's */
	unsigned int count;
	double start;
	double end;
	struct netns_error error;
};

/**
 * workload_allow() - raise the limit of open files to what a run needs
 * @namespaces: the most that any run makes
 * @threads: the most that any run starts
 *
 * Return: 0, or a negative errno after an error line.
 */
int workload_allow(unsigned int namespaces, unsigned int threads)
{
	rlim_t need = namespaces + FILES_PER_THREAD * threads + FILES_BESIDE;
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim))
		return -errno;
	if (lim.rlim_cur >= need)
		return 0;

	lim.rlim_cur = need;
	if (lim.rlim_max < need)
		lim.rlim_max = need;
	if (!setrlimit(RLIMIT_NOFILE, &lim))
		return 0;

	msg_error("--namespaces: %u need %lu open files, and the limit cannot be raised: %s",
		  namespaces, (unsigned long)need, strerror(errno));
	return -EMFILE;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void gate_pass(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	g->ready++;
	pthread_cond_broadcast(&g->change);
	while (!g->open)
		pthread_cond_wait(&g->change, &g->lock);
	pthread_mutex_unlock(&g->lock);
}

static void gate_open(struct gate *g, unsigned int wait_for)
{
	pthread_mutex_lock(&g->lock);
	while (g->ready < wait_for)
		pthread_cond_wait(&g->change, &g->lock);
	g->open = true;
	pthread_cond_broadcast(&g->change);
	pthread_mutex_unlock(&g->lock);
}

static bool should_stop(struct crew *c)
{
	return atomic_load(&c->stop) || sig_caught();
}

static void *work(void *data)
{
	struct worker *me = data;
	struct crew *c = me->crew;
	char name[IFNAMSIZ];
	unsigned int i;

	gate_pass(&c->gate);
	me->start = now();
	for (i = 0; i < me->count && !should_stop(c); i++) {
		hostend_name(name, c->w->run, me->number, i);
		if (netns_make(c->w->home, name, &me->fds[i], &me->error))
			atomic_store(&c->stop, true);
	}
	me->end = now();
	return NULL;
}

/* Splits the work: the first threads make one more where it does not divide evenly. */
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
		me->count = w->namespaces / w->threads + (i < w->namespaces % w->threads);
		next += me->count;
	}
}

static int start_threads(struct crew *c)
{
	sigset_t old;
	int ret = 0;

	sig_block(&old);
	for (c->started = 0; c->started < c->w->threads; c->started++) {
		struct worker *me = &c->workers[c->started];

		ret = pthread_create(&me->thread, NULL, work, me);
		if (ret)
			break;
	}
	sig_unblock(&old);
	if (ret) {
		atomic_store(&c->stop, true);
		msg_error("cannot start thread %u: %s", c->started + 1, strerror(ret));
	}
	return -ret;
}

static int tell_error(const struct worker *me)
{
	const struct netns_error *e = &me->error;
	const struct workload *w = me->crew->w;

	msg_error("run %u (%s, threads %u) failed: %s: %s%s%s", w->run, w->mode, w->threads,
		  e->step, strerror(e->err), *e->text ? ": " : "", e->text);
	return -e->err;
}

/* Waits for the threads. Return: 0, or the first error, which it prints. */
static int join_threads(struct crew *c)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < c->started; i++) {
		pthread_join(c->workers[i].thread, NULL);
		if (c->workers[i].error.err && !ret)
			ret = tell_error(&c->workers[i]);
	}
	return ret;
}

/* From the first thread that went through the gate to the last that was done. */
static double elapsed(const struct crew *c)
{
	double from = c->workers[0].start;
	double to = c->workers[0].end;
	unsigned int i;

	for (i = 1; i < c->w->threads; i++) {
		if (c->workers[i].start < from)
			from = c->workers[i].start;
		if (c->workers[i].end > to)
			to = c->workers[i].end;
	}
	return to - from;
}

static int work_together(struct crew *c, double *seconds)
{
	int ret, err;

	share_out(c);
	ret = start_threads(c);
	gate_open(&c->gate, c->started);
	err = join_threads(c);
	if (!ret)
		ret = err;
	if (!ret && sig_caught())
		ret = -EINTR;
	if (!ret)
		*seconds = elapsed(c);
	return ret;
}

static int delete_all(struct crew *c)
{
	unsigned int i;

	for (i = 0; i < c->w->namespaces; i++)
		if (c->fds[i] >= 0)
			close(c->fds[i]);
	return hostend_wait_gone();
}

/* Makes and deletes the namespaces of one run. */
static int make_and_delete(const struct workload *w, double *seconds)
{
	struct crew c = {
		.w = w,
		.gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, false },
	};
	int ret = -ENOMEM, err;
	unsigned int i;

	c.workers = calloc(w->threads, sizeof(*c.workers));
	c.fds = calloc(w->namespaces, sizeof(*c.fds));
	if (!c.workers || !c.fds) {
		msg_error("out of memory");
		goto out;
	}
	for (i = 0; i < w->namespaces; i++)
		c.fds[i] = -1;

	ret = work_together(&c, seconds);
	err = delete_all(&c);
	if (!ret)
		ret = err;
out:
	free(c.fds);
	free(c.workers);
	return ret;
}

/**
 * workload_run() - make namespaces, take the time, and delete them
 * @w: what to make
 * @seconds: the time from the start line until the last thread was done
 *
 * When it returns, whatever it returns, what it made is gone. The kernel deletes namespaces in
 * batches, in one work item that it never runs twice at once; a host end goes away somewhere in the
 * middle of its batch. So one more namespace is made and deleted: once that is gone, the batches
 * before it are done with, and cannot disturb the next run.
 *
 * Return: 0, -EINTR after a signal, or after an error line another negative errno.
 */
int workload_run(const struct workload *w, double *seconds)
{
	struct workload last = *w;
	double ignored;
	int ret;

	last.threads = 1;
	last.namespaces = 1;

	ret = make_and_delete(w, seconds);
	if (ret)
		return ret;
	return make_and_delete(&last, &ignored);
}
