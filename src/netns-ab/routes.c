// SPDX-License-Identifier: GPL-2.0-only
/*
 * The subcommand "routes": what the hooks of netns_genid cost route changes, families off and on.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <linux/rtnetlink.h>

#include "grid.h"
#include "knob.h"
#include "msg.h"
#include "plan.h"
#include "routes.h"
#include "routesreport.h"
#include "session.h"

#define DEFAULT_ROUTES		"10000"
#define DEFAULT_THREADS		"1,4,16"
#define DEFAULT_RUNS		"9"
#define DEFAULT_FAMILIES	"both"

/* The families off, and on. */
#define STATES			2

/* Of the order in which these take turns. */
#define SEED			1

static const char usage[] =
	"Usage: netns-ab routes [OPTION]...\n"
	"Measure how fast this host adds and deletes routes in several network namespaces at once,\n"
	"and what each costs, with the knobs ipv4 and ipv6 off and on.\n"
	"\n"
	"  -n, --routes N       routes added and deleted in each namespace (default "
	DEFAULT_ROUTES ")\n"
	"  -t, --threads LIST   how many namespaces, each with a thread (default "
	DEFAULT_THREADS ")\n"
	"  -r, --runs R         runs with the families off and with them on (default "
	DEFAULT_RUNS ")\n"
	"  -f, --family WORD    4, 6 or both (default " DEFAULT_FAMILIES ")\n"
	"      --json FILE      write every run to FILE as well\n"
	"  -h, --help           show this text\n"
	"  -V, --version        show the version\n"
	"\n"
	"Needs root and the module netns_move. The knobs are put back afterwards.\n"
	"Exit status: 0 all measured, 1 something failed, 2 bad usage.\n";

enum { OPT_JSON = UCHAR_MAX + 1 };

static const struct option long_options[] = {
	{ "routes", required_argument, NULL, 'n' },
	{ "threads", required_argument, NULL, 't' },
	{ "runs", required_argument, NULL, 'r' },
	{ "family", required_argument, NULL, 'f' },
	{ "json", required_argument, NULL, OPT_JSON },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{}
};

static const struct args_choice families[] = {
	{ "4", ROUTES_4 },
	{ "6", ROUTES_6 },
	{ "both", ROUTES_4 | ROUTES_6 },
	{}
};

/* The barrier is not what is measured. */
static const struct args_words modes = { 1, { "keep" } };

static int parse_value(int opt, const char *text, void *data)
{
	struct routes_options *o = data;

	switch (opt) {
	case 'n':
		return args_number("--routes", text, ROUTEWORK_ROUTES_MAX, &o->routes);
	case 't':
		return args_numbers("--threads", text, ROUTEWORK_NAMESPACES_MAX, &o->threads);
	case 'r':
		return args_number("--runs", text, ROUTES_RUNS_MAX, &o->runs);
	case 'f':
		return args_choices("--family", text, families, &o->families);
	default:
		o->json = text;
		return 0;
	}
}

static const struct args_command command = {
	.name = "routes",
	.usage = usage,
	.short_options = ":n:t:r:f:hV",
	.long_options = long_options,
	.value = parse_value,
};

/* Return: as args_parse(). */
static int parse(int argc, char **argv, struct routes_options *o)
{
	parse_value('n', DEFAULT_ROUTES, o);
	parse_value('t', DEFAULT_THREADS, o);
	parse_value('r', DEFAULT_RUNS, o);
	parse_value('f', DEFAULT_FAMILIES, o);
	return args_parse(&command, argc, argv, o);
}

static int run(struct routes_result *r, struct routes_sample *s)
{
	struct routework_pass p = {
		.family = s->family,
		.type = RTM_NEWROUTE,
		.namespaces = s->threads,
		.routes = r->options.routes,
	};
	int ret;

	ret = knob_set_all(modes.v[0], s->on);
	if (ret > 0) {
		msg_error("something else keeps the families %s", s->on ? "off" : "on");
		ret = -EBUSY;
	}
	if (!ret)
		ret = routework_run(&r->ns, &p, &s->time[ROUTES_ADD]);
	p.type = RTM_DELROUTE;
	if (!ret)
		ret = routework_run(&r->ns, &p, &s->time[ROUTES_DELETE]);
	return ret;
}

static int measure_one(struct routes_result *r, struct routes_sample s)
{
	int ret;

	msg_progress("run %u: namespaces %u, IPv%d, families %s", r->count + 1, s.threads,
		     s.family == AF_INET ? 4 : 6, s.on ? "on" : "off");
	ret = run(r, &s);
	if (!ret)
		r->samples[r->count++] = s;
	return ret;
}

/* One run that is not counted comes first, so that slabs and caches are there. */
static int measure_family(struct routes_result *r, struct grid *g, unsigned int threads, int family)
{
	struct routes_sample s = { .threads = threads, .family = family };
	unsigned int place, order[STATES];
	struct plan plan;
	int ret;

	ret = run(r, &s);
	plan_begin(&plan, SEED, STATES);
	for (s.round = 0; !ret && s.round < r->options.runs; s.round++) {
		plan_round(&plan, order);
		for (place = 0; !ret && place < STATES; place++) {
			s.on = order[place];
			ret = measure_one(r, s);
		}
	}
	msg_progress_end();
	if (!ret)
		routesreport_rows(g, r, threads, family);
	return ret;
}

static int measure_rows(struct routes_result *r)
{
	const struct routes_options *o = &r->options;
	struct grid g = {};
	unsigned int i;
	int ret = 0;

	routesreport_head(&g, r);
	for (i = 0; !ret && i < o->threads.n; i++) {
		if (o->families & ROUTES_4)
			ret = measure_family(r, &g, o->threads.v[i], AF_INET);
		if (!ret && o->families & ROUTES_6)
			ret = measure_family(r, &g, o->threads.v[i], AF_INET6);
	}
	return ret;
}

static int measure(void *data)
{
	struct routes_result *r = data;
	int ret;

	ret = routework_open(&r->ns, args_most(&r->options.threads));
	if (!ret)
		ret = measure_rows(r);
	routework_close(&r->ns);
	return ret;
}

/* Room for the runs of both families. Return: 0 or -ENOMEM after an error line. */
static int alloc_samples(struct routes_result *r)
{
	const struct routes_options *o = &r->options;

	r->samples = calloc(2 * STATES * o->threads.n * o->runs, sizeof(*r->samples));
	if (r->samples)
		return 0;
	msg_error("out of memory");
	return -ENOMEM;
}

/**
 * routes_main() - the subcommand "routes"
 * @argc: number of arguments, with the subcommand's name
 * @argv: the arguments
 *
 * Return: the exit status: 0, 1 for a failure, 2 for bad usage, the two after an error line.
 */
int routes_main(int argc, char **argv)
{
	struct routes_result r = {};
	struct session s = {
		.command = command.name,
		.modes = &modes,
		.set_mode = knob_set_mode,
		.host = &r.host,
		.measure = measure,
		.figures = routesreport_figures,
		.data = &r,
	};
	int ret;

	ret = parse(argc, argv, &r.options);
	if (ret < 0)
		return MSG_EXIT_USAGE;
	if (ret)
		return msg_flush() ? MSG_EXIT_FAILURE : 0;

	if (alloc_samples(&r))
		return MSG_EXIT_FAILURE;
	s.json = r.options.json;
	ret = session_run(&s);
	free(r.samples);
	return ret;
}
