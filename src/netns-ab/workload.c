// SPDX-License-Identifier: GPL-2.0-only
/*
 * One run: threads that make namespaces together, against the clock, and the deletion of all of it.
 */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "churn.h"
#include "crew.h"
#include "held.h"
#include "hostend.h"
#include "msg.h"
#include "port.h"
#include "probe.h"
#include "workload.h"

/* Open files beside the namespaces: per thread two sockets and a tun, and some for all. */
#define FILES_PER_THREAD	4
#define FILES_BESIDE		64

/**
 * workload_ports() - how many ports a run needs
 * @w: the run
 *
 * Return: the number, 0 where the pattern is another.
 */
unsigned int workload_ports(const struct workload *w)
{
	unsigned int namespaces = w->churn ? churn_namespaces(w) : w->namespaces;

	return w->recipe.pattern == RECIPE_PHYS ? namespaces * w->recipe.devices : 0;
}

/**
 * workload_allow() - raise the limit of open files to what a run needs
 * @namespaces: the most that there are in any run
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

	msg_error("%u namespaces need %lu open files, and the limit cannot be raised: %s",
		  namespaces, (unsigned long)need, strerror(errno));
	return -EMFILE;
}

static void make_share(struct worker *me)
{
	unsigned int i;

	for (i = 0; i < me->share && !crew_stopped(me->crew); i++)
		if (crew_make(me, &me->fds[i]))
			break;
}

/* From the first thread that went over the start line to the last that was done. */
static void find_times(struct crew *c)
{
	unsigned int i;

	c->from = c->workers[0].start;
	c->to = c->workers[0].end;
	for (i = 1; i < c->w->threads; i++) {
		if (c->workers[i].start < c->from)
			c->from = c->workers[i].start;
		if (c->workers[i].end > c->to)
			c->to = c->workers[i].end;
	}
}

/* Lets the threads go and waits for them, whatever @err is. Return: @err, or the first error. */
static int creation(struct crew *c, struct workload_figures *f, int err)
{
	int ret;

	atomic_store(&c->timed, true);
	crew_let_go(c);
	ret = crew_join(c);
	atomic_store(&c->timed, false);
	if (err || ret)
		return err ? err : ret;
	find_times(c);
	f->namespaces = c->w->namespaces;
	return 0;
}

/* All moves and creations of the threads. */
static int own_latencies(const struct crew *c, struct workload_figures *f)
{
	struct latency_log move = {}, made = {};
	unsigned int i;
	int ret;

	for (i = 0; i < c->started; i++) {
		latency_append(&move, &c->workers[i].maker.move);
		latency_append(&made, &c->workers[i].maker.creation);
	}
	ret = latency_of(&f->latency[LATENCY_MOVE], &move);
	if (!ret)
		ret = latency_of(&f->latency[LATENCY_CREATION], &made);
	latency_free(&move);
	latency_free(&made);
	return ret;
}

static int work_together(struct crew *c, struct workload_figures *f)
{
	int ret = crew_start(c);

	ret = c->w->churn ? churn(c, f, ret) : creation(c, f, ret);
	f->seconds = (c->to - c->from) / 1e6;
	return ret ? ret : own_latencies(c, f);
}

static int with_probe(struct crew *c, struct workload_figures *f)
{
	struct probe p;
	int ret, err;

	if (!c->w->probe)
		return work_together(c, f);
	ret = probe_start(&p, &c->timed);
	if (ret)
		return ret;
	ret = work_together(c, f);
	err = probe_stop(&p, &f->latency[LATENCY_RTNL]);
	return ret ? ret : err;
}

static int with_held(struct crew *c, struct workload_figures *f)
{
	int ret, err;

	if (!c->w->held)
		return with_probe(c, f);
	ret = held_start();
	if (ret)
		return ret;
	ret = with_probe(c, f);
	err = held_stop(c->from, c->to, &f->latency[LATENCY_HELD]);
	return ret ? ret : err;
}

/* Waits until all is as before. @ret: the error so far. Return: that, or the first one. */
static int settle(int ret)
{
	int err = ret ? hostend_delete_strays() : 0;

	if (!err)
		err = hostend_wait_gone();
	if (!err)
		err = port_wait_home();
	return ret ? ret : err;
}

/* Makes and deletes the namespaces of one run. */
static int make_and_delete(const struct workload *w, struct workload_figures *f)
{
	struct crew c;
	int ret;

	ret = crew_open(&c, w, w->churn ? churn_work : make_share);
	if (!ret)
		ret = with_held(&c, f);
	crew_close(&c);
	return settle(ret);
}

/**
 * workload_run() - make namespaces, take the time, and delete them
 * @w: what to make
 * @f: what was measured: the time from the start line until the last thread was done
 *
 * When it returns, whatever it returns, what it made is gone. The kernel deletes namespaces in
 * batches, in one work item that it never runs twice at once; a host end goes away somewhere in the
 * middle of its batch. So one more namespace is made and deleted: once that is gone, the batches
 * before it are done with, and cannot disturb the next run.
 *
 * Return: 0, -EINTR after a signal, or after an error line another negative errno.
 */
int workload_run(const struct workload *w, struct workload_figures *f)
{
	struct workload_figures ignored;
	struct workload last = *w;
	int ret;

	last.threads = 1;
	last.namespaces = 1;
	last.churn = 0;
	last.probe = false;
	last.held = false;

	memset(f, 0, sizeof(*f));
	ret = make_and_delete(w, f);
	if (ret)
		return ret;
	return make_and_delete(&last, &ignored);
}
