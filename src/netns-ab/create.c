// SPDX-License-Identifier: GPL-2.0-only
/*
 * The subcommand "create": namespaces per second, mode against mode.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "create.h"
#include "createfile.h"
#include "createoptions.h"
#include "createreport.h"
#include "held.h"
#include "hostend.h"
#include "latency.h"
#include "latencytable.h"
#include "mode.h"
#include "msg.h"
#include "plan.h"
#include "port.h"
#include "ratetable.h"
#include "session.h"
#include "summary.h"
#include "view.h"
#include "workload.h"

/* A warm-up makes this part of the namespaces of a run, or takes this part of its time. */
#define WARM_UP_PART		8

static void show_progress(const struct create_result *r, unsigned int threads, const char *what)
{
	msg_progress("run %u: threads %u, %s", r->count + 1, threads, what);
}

/* One small run that is not counted, so that modules, caches and slabs are there. */
static int warm_up(struct create_result *r, struct workload w)
{
	struct workload_figures ignored;

	w.mode = "warming up";
	w.recipe = r->options.recipe;
	w.probe = false;
	w.held = false;
	if (w.churn)
		w.churn = (w.churn + WARM_UP_PART - 1) / WARM_UP_PART;
	else
		w.namespaces /= WARM_UP_PART;
	if (w.namespaces < w.threads)
		w.namespaces = w.threads;
	show_progress(r, w.threads, w.mode);
	return workload_run(&w, &ignored);
}

static void put_figures(struct create_sample *s, const struct workload_figures *f)
{
	s->namespaces = f->namespaces;
	s->seconds = f->seconds;
	s->rate = f->namespaces / f->seconds;
	memcpy(s->latency, f->latency, sizeof(s->latency));
}

static int measure_one(struct create_result *r, struct workload *w, unsigned int round,
		       unsigned int mode)
{
	struct create_sample *s = &r->samples[r->count];
	const char *name = r->options.modes.v[mode];
	struct workload_figures f;
	int ret;

	show_progress(r, w->threads, name);
	w->run++;
	w->mode = name;
	w->recipe = r->options.recipe;
	if (mode_is_direct(name))
		w->recipe.pattern = RECIPE_DIRECT;
	ret = mode_set(name);
	if (!ret)
		ret = workload_run(w, &f);
	if (ret)
		return ret;

	s->threads = w->threads;
	s->mode = mode;
	s->round = round;
	put_figures(s, &f);
	r->count++;
	return 0;
}

static int measure_round(struct create_result *r, struct workload *w, struct plan *p,
			 unsigned int round)
{
	unsigned int order[ARGS_LIST_MAX], place, modes = r->options.modes.n;
	struct create_sample *samples;
	int ret = 0;

	samples = reallocarray(r->samples, r->count + modes, sizeof(*samples));
	if (!samples) {
		msg_error("out of memory");
		return -ENOMEM;
	}
	r->samples = samples;
	memset(samples + r->count, 0, modes * sizeof(*samples));

	plan_round(p, order);
	for (place = 0; !ret && place < modes; place++)
		ret = measure_one(r, w, round, order[place]);
	return ret;
}

/* Are the intervals as narrow as was asked for? */
static bool precise(const struct create_result *r, unsigned int threads)
{
	const struct create_options *o = &r->options;
	bool alone = o->modes.n == 1;
	unsigned int mode;

	for (mode = 0; mode < o->modes.n; mode++) {
		struct summary s = summary_of(r, threads, mode);

		if ((alone || s.compared) && summary_doubt(&s) > o->precision / 100.)
			return false;
	}
	return true;
}

/*
 * Whether there is more to measure after so many rounds. One looks whether the intervals are
 * narrow only where the modes are in balance, and not after every round: the oftener one looks,
 * the likelier they are narrow by chance.
 */
static bool goes_on(const struct create_result *r, unsigned int threads, unsigned int rounds,
		    double end)
{
	const struct create_options *o = &r->options;

	if (rounds < o->runs)
		return true;
	if (!o->precision || rounds == CREATE_RUNS_MAX || latency_now() >= end)
		return false;
	return rounds % o->modes.n || !precise(r, threads);
}

/* @end: when time is up, on the clock of latency_now(). */
static int measure_threads(struct create_result *r, struct workload *w, double end)
{
	const struct create_options *o = &r->options;
	unsigned int round;
	struct plan plan;
	int ret;

	ret = mode_set(o->modes.v[0]);
	if (!ret)
		ret = warm_up(r, *w);

	plan_begin(&plan, o->seed, o->modes.n);
	for (round = 0; !ret && goes_on(r, w->threads, round, end); round++)
		ret = measure_round(r, w, &plan, round);
	return ret;
}

static void show_rows(struct grid *g, const struct view *v, unsigned int threads)
{
	const struct create_result *r = v->results[0];

	ratetable_rows(g, v, threads);
	if (r->options.precision && !precise(r, threads))
		printf("         the time was up before each interval was within %u %%\n",
		       r->options.precision);
	fflush(stdout);
}

/* Return: until when one of so many may go on, which share the time until @end. */
static double share(double end, unsigned int parts)
{
	double now = latency_now();

	return now + (end - now) / parts;
}

/* Each number of threads gets an equal share of the time that is left. */
static int measure_rows(struct create_result *r, struct workload *w)
{
	const struct args_numbers *threads = &r->options.threads;
	double end = latency_now() + r->options.time_limit * 1e6;
	struct view view = {};
	struct grid grid = {};
	unsigned int i;
	int ret;

	ret = view_add(&view, NULL, r);
	createreport_head(r);
	ratetable_head(&grid, &view);
	for (i = 0; !ret && i < threads->n; i++) {
		w->threads = threads->v[i];
		ret = measure_threads(r, w, share(end, threads->n - i));
		msg_progress_end();
		if (!ret)
			show_rows(&grid, &view, w->threads);
	}
	if (!ret)
		latencytable_print(&view, false);
	return ret;
}

static int with_held(struct create_result *r, struct workload *w)
{
	int ret;

	if (!w->held)
		return measure_rows(r, w);
	ret = held_open();
	if (!ret)
		ret = measure_rows(r, w);
	held_close();
	return ret;
}

static int with_ports(struct create_result *r, struct workload *w)
{
	int ret, err;

	ret = port_open(workload_ports(w));
	if (!ret)
		ret = with_held(r, w);
	err = port_close();
	return ret ? ret : err;
}

static int with_home(struct create_result *r)
{
	const struct create_options *o = &r->options;
	struct workload w = {
		.home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC),
		.recipe = o->recipe,
		.namespaces = createoptions_most_namespaces(o),
		.churn = o->churn,
		.probe = o->probe,
		.held = o->held,
	};
	int ret;

	if (w.home < 0) {
		ret = -errno;
		msg_error("cannot open /proc/self/ns/net: %s", strerror(-ret));
		return ret;
	}
	ret = with_ports(r, &w);
	close(w.home);
	return ret;
}

static int measure(void *data)
{
	struct create_result *r = data;
	const struct create_options *o = &r->options;
	int ret;

	ret = workload_allow(createoptions_most_namespaces(o), args_most(&o->threads));
	if (!ret)
		ret = hostend_none();
	if (!ret)
		ret = with_home(r);
	return ret;
}

/**
 * create_main() - the subcommand "create"
 * @argc: number of arguments, with the subcommand's name
 * @argv: the arguments
 *
 * Return: the exit status: 0, 1 for a failure, 2 for bad usage, the two after an error line.
 */
int create_main(int argc, char **argv)
{
	struct create_result r = {};
	const struct create_options *o = &r.options;
	struct session s = {
		.command = "create",
		.modes = &o->modes,
		.set_mode = mode_set,
		.host = &r.host,
		.measure = measure,
		.figures = createfile_figures,
		.data = &r,
	};
	int ret;

	ret = createoptions_parse(&r.options, argc, argv);
	if (ret < 0)
		return MSG_EXIT_USAGE;
	if (ret)
		return msg_flush() ? MSG_EXIT_FAILURE : 0;

	s.json = o->json;
	ret = session_run(&s);
	free(r.samples);
	return ret;
}
