// SPDX-License-Identifier: GPL-2.0-only
/*
 * The subcommand "tap": packets per second through two tap devices and a bridge, mode against mode.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "knob.h"
#include "msg.h"
#include "plan.h"
#include "session.h"
#include "tap.h"
#include "tapreport.h"

#define DEFAULT_SECONDS		"2"
#define DEFAULT_RUNS		"9"
#define DEFAULT_READERS		"poll,read"
#define DEFAULT_MODES		"keep,auto,drop"

#define SECONDS_MAX		3600

/* Of the order in which the modes take turns. */
#define SEED			1

static const char usage[] =
	"Usage: netns-ab tap [OPTION]...\n"
	"Measure how many small packets a second go through a tap device, a bridge and another tap\n"
	"device, and the CPU time that takes, mode against mode. Every packet is accounted for.\n"
	"\n"
	"  -s, --seconds S      how long a run is (default " DEFAULT_SECONDS ")\n"
	"  -r, --runs R         runs of each mode and reader (default " DEFAULT_RUNS ")\n"
	"      --readers LIST   poll: waits for each packet, then reads it\n"
	"                       read: reads, and waits only where there is no packet\n"
	"                       (default " DEFAULT_READERS ")\n"
	"  -m, --modes LIST     modes of the barrier to compare (default " DEFAULT_MODES ")\n"
	"      --json FILE      write every run to FILE as well\n"
	"  -h, --help           show this text\n"
	"  -V, --version        show the version\n"
	"\n"
	"Needs root and the module netns_move. The knobs are put back afterwards.\n"
	"Exit status: 0 all measured, 1 something failed or packets are missing, 2 bad usage.\n";

enum { OPT_JSON = UCHAR_MAX + 1, OPT_READERS };

static const struct option long_options[] = {
	{ "seconds", required_argument, NULL, 's' },
	{ "runs", required_argument, NULL, 'r' },
	{ "readers", required_argument, NULL, OPT_READERS },
	{ "modes", required_argument, NULL, 'm' },
	{ "json", required_argument, NULL, OPT_JSON },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{}
};

static const struct args_choice readers[] = {
	{ "poll", 1 << FLOW_POLL },
	{ "read", 1 << FLOW_READ },
	{}
};

static int parse_value(int opt, const char *text, void *data)
{
	struct tap_options *o = data;

	switch (opt) {
	case 's':
		return args_number("--seconds", text, SECONDS_MAX, &o->seconds);
	case 'r':
		return args_number("--runs", text, TAP_RUNS_MAX, &o->runs);
	case OPT_READERS:
		return args_choices("--readers", text, readers, &o->readers);
	case 'm':
		return args_words("--modes", text, &o->modes);
	default:
		o->json = text;
		return 0;
	}
}

static const struct args_command command = {
	.name = "tap",
	.usage = usage,
	.short_options = ":s:r:m:hV",
	.long_options = long_options,
	.value = parse_value,
};

/* Return: as args_parse(). */
static int parse(int argc, char **argv, struct tap_options *o)
{
	parse_value('s', DEFAULT_SECONDS, o);
	parse_value('r', DEFAULT_RUNS, o);
	parse_value(OPT_READERS, DEFAULT_READERS, o);
	parse_value('m', DEFAULT_MODES, o);
	return args_parse(&command, argc, argv, o);
}

static int measure_one(struct tap_result *r, struct tap_sample s)
{
	const struct tap_options *o = &r->options;
	struct flow f = {
		.way = &r->way,
		.reader = s.reader,
		.id = r->count,
		.seconds = o->seconds,
	};
	int ret;

	if (!(o->readers & 1 << s.reader))
		return 0;
	msg_progress("run %u: %s, reader %s", r->count + 1, o->modes.v[s.mode],
		     readers[s.reader].name);
	ret = flow_run(&f, &s.flow);
	if (!ret)
		r->samples[r->count++] = s;
	return ret;
}

/* The readers take turns as well: they are compared, too. */
static int measure_mode(struct tap_result *r, unsigned int round, unsigned int mode)
{
	unsigned int i;
	int ret;

	ret = knob_set_mode(r->options.modes.v[mode]);
	for (i = 0; !ret && i < FLOW_READERS; i++)
		ret = measure_one(r, (struct tap_sample) {
			.reader = (i + round) % FLOW_READERS,
			.mode = mode,
			.round = round,
		});
	return ret;
}

static int measure_round(struct tap_result *r, struct plan *p, unsigned int round)
{
	unsigned int place, order[ARGS_LIST_MAX];
	int ret = 0;

	plan_round(p, order);
	for (place = 0; !ret && place < r->options.modes.n; place++)
		ret = measure_mode(r, round, order[place]);
	return ret;
}

static int measure_all(struct tap_result *r)
{
	struct plan plan;
	unsigned int round;
	int ret = 0;

	tapreport_head(r);
	plan_begin(&plan, SEED, r->options.modes.n);
	for (round = 0; !ret && round < r->options.runs; round++)
		ret = measure_round(r, &plan, round);
	msg_progress_end();
	if (!ret)
		tapreport_table(r);
	return ret;
}

static int measure(void *data)
{
	struct tap_result *r = data;
	int ret, err;

	ret = tapbridge_open(&r->way);
	if (!ret)
		ret = measure_all(r);
	err = tapbridge_close(&r->way);
	return ret ? ret : err;
}

/**
 * tap_main() - the subcommand "tap"
 * @argc: number of arguments, with the subcommand's name
 * @argv: the arguments
 *
 * Return: the exit status: 0, 1 for a failure, 2 for bad usage, the two after an error line.
 */
int tap_main(int argc, char **argv)
{
	struct tap_result r = {};
	const struct tap_options *o = &r.options;
	struct session s = {
		.command = command.name,
		.modes = &o->modes,
		.set_mode = knob_set_mode,
		.host = &r.host,
		.measure = measure,
		.figures = tapreport_figures,
		.data = &r,
	};
	int ret;

	ret = parse(argc, argv, &r.options);
	if (ret < 0)
		return MSG_EXIT_USAGE;
	if (ret)
		return msg_flush() ? MSG_EXIT_FAILURE : 0;

	r.samples = calloc(FLOW_READERS * o->modes.n * o->runs, sizeof(*r.samples));
	if (!r.samples) {
		msg_error("out of memory");
		return MSG_EXIT_FAILURE;
	}
	s.json = o->json;
	ret = session_run(&s);
	free(r.samples);
	return ret;
}
