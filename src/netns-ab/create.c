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
#include "hostend.h"
#include "knob.h"
#include "msg.h"
#include "plan.h"
#include "report.h"
#include "session.h"
#include "workload.h"

#define DEFAULT_NAMESPACES	"400"
#define DEFAULT_THREADS		"1,4,16"
#define DEFAULT_RUNS		"5"
#define DEFAULT_MODES		"keep,drop"

/* A warm-up makes this part of the namespaces of a run. */
#define WARM_UP_PART		8

static const char usage[] =
	"Usage: netns-ab create [OPTION]...\n"
	"Measure how fast this host creates network namespaces, mode against mode.\n"
	"\n"
	"  -n, --namespaces N   namespaces of a run (default " DEFAULT_NAMESPACES ")\n"
	"  -t, --threads LIST   how many threads share the work (default " DEFAULT_THREADS ")\n"
	"  -r, --runs R         runs of each mode and thread count (default " DEFAULT_RUNS ")\n"
	"      --seed N         repeat the order of an earlier measurement\n"
	"  -m, --modes LIST     modes of the barrier to compare (default " DEFAULT_MODES ")\n"
	"      --json FILE      write every run to FILE as well\n"
	"  -h, --help           show this text\n"
	"  -V, --version        show the version\n"
	"\n"
	"Needs root and the module netns_move. The knobs are put back afterwards.\n"
	"Exit status: 0 all measured, 1 something failed, 2 bad usage.\n";

enum { OPT_SEED = UCHAR_MAX + 1 };

static const struct option long_options[] = {
	{ "namespaces", required_argument, NULL, 'n' },
	{ "threads", required_argument, NULL, 't' },
	{ "runs", required_argument, NULL, 'r' },
	{ "seed", required_argument, NULL, OPT_SEED },
	{ "modes", required_argument, NULL, 'm' },
	{ "json", required_argument, NULL, 'j' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{}
};

static int parse_value(int opt, const char *text, void *data)
{
	struct create_options *o = data;

	switch (opt) {
	case 'n':
		return args_number("--namespaces", text, HOSTEND_INDEX_MAX, &o->namespaces);
	case 't':
		return args_numbers("--threads", text, HOSTEND_THREAD_MAX, &o->threads);
	case 'r':
		return args_number("--runs", text, CREATE_RUNS_MAX, &o->runs);
	case OPT_SEED:
		return args_number("--seed", text, DICE_SEED_MAX, &o->seed);
	case 'm':
		return args_words("--modes", text, &o->modes);
	default:
		o->json = text;
		return 0;
	}
}

static const struct args_command command = {
	.name = "create",
	.usage = usage,
	.short_options = ":n:t:r:m:hV",
	.long_options = long_options,
	.value = parse_value,
};

static void set_defaults(struct create_options *o)
{
	parse_value('n', DEFAULT_NAMESPACES, o);
	parse_value('t', DEFAULT_THREADS, o);
	parse_value('r', DEFAULT_RUNS, o);
	parse_value('m', DEFAULT_MODES, o);
	o->seed = dice_new_seed();
}

static unsigned int most_threads(const struct create_options *o)
{
	unsigned int i, most = 0;

	for (i = 0; i < o->threads.n; i++)
		if (o->threads.v[i] > most)
			most = o->threads.v[i];
	return most;
}

static int check_options(const struct create_options *o)
{
	if (most_threads(o) <= o->namespaces)
		return 0;
	msg_error("--threads: %u are more than there are namespaces to make (%u)", most_threads(o),
		  o->namespaces);
	return -EINVAL;
}

/* Return: as args_parse(). */
static int parse(int argc, char **argv, struct create_options *o)
{
	int ret;

	set_defaults(o);
	ret = args_parse(&command, argc, argv, o);
	return ret ? ret : check_options(o);
}

static void show_progress(const struct create_result *r, unsigned int threads, const char *what)
{
	const struct create_options *o = &r->options;

	msg_progress("run %u of %u: threads %u, %s", r->count + 1,
		     o->threads.n * o->modes.n * o->runs, threads, what);
}

/* One small run that is not counted, so that modules, caches and slabs are there. */
static int warm_up(struct create_result *r, struct workload w)
{
	w.mode = "warming up";
	w.namespaces /= WARM_UP_PART;
	if (w.namespaces < w.threads)
		w.namespaces = w.threads;
	show_progress(r, w.threads, w.mode);
	return workload_run(&w, &(double){ 0 });
}

static int measure_one(struct create_result *r, struct workload *w, unsigned int round,
		       unsigned int mode)
{
	struct create_sample *s = &r->samples[r->count];
	const char *name = r->options.modes.v[mode];
	int ret;

	show_progress(r, w->threads, name);
	w->run++;
	w->mode = name;
	ret = knob_set_mode(name);
	if (!ret)
		ret = workload_run(w, &s->seconds);
	if (ret)
		return ret;

	s->threads = w->threads;
	s->mode = mode;
	s->round = round;
	s->rate = w->namespaces / s->seconds;
	r->count++;
	return 0;
}

static int measure_threads(struct create_result *r, struct workload *w)
{
	const struct create_options *o = &r->options;
	unsigned int order[ARGS_LIST_MAX], round, place;
	struct plan plan;
	int ret;

	ret = knob_set_mode(o->modes.v[0]);
	if (!ret)
		ret = warm_up(r, *w);

	plan_begin(&plan, o->seed, o->modes.n);
	for (round = 0; !ret && round < o->runs; round++) {
		plan_round(&plan, order);
		for (place = 0; !ret && place < o->modes.n; place++)
			ret = measure_one(r, w, round, order[place]);
	}
	return ret;
}

static int measure_all(struct create_result *r)
{
	struct workload w = { .namespaces = r->options.namespaces };
	unsigned int i;
	int ret = 0;

	w.home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (w.home < 0) {
		ret = -errno;
		msg_error("cannot open /proc/self/ns/net: %s", strerror(-ret));
		return ret;
	}
	report_head(r);
	for (i = 0; !ret && i < r->options.threads.n; i++) {
		w.threads = r->options.threads.v[i];
		ret = measure_threads(r, &w);
		msg_progress_end();
		if (!ret)
			report_row(r, w.threads);
	}
	close(w.home);
	return ret;
}

static int measure(void *data)
{
	struct create_result *r = data;
	int ret;

	ret = workload_allow(r->options.namespaces, most_threads(&r->options));
	if (!ret)
		ret = hostend_none();
	if (!ret)
		ret = measure_all(r);
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
		.command = command.name,
		.modes = &o->modes,
		.host = &r.host,
		.measure = measure,
		.figures = report_figures,
		.data = &r,
	};
	int ret;

	ret = parse(argc, argv, &r.options);
	if (ret < 0)
		return MSG_EXIT_USAGE;
	if (ret)
		return msg_flush() ? MSG_EXIT_FAILURE : 0;

	r.samples = calloc(o->threads.n * o->modes.n * o->runs, sizeof(*r.samples));
	if (!r.samples) {
		msg_error("out of memory");
		return MSG_EXIT_FAILURE;
	}
	s.json = o->json;
	ret = session_run(&s);
	free(r.samples);
	return ret;
}
