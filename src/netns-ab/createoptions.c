// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command line of the subcommand "create".
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>

#include "create.h"
#include "createoptions.h"
#include "dice.h"
#include "hostend.h"
#include "mode.h"
#include "msg.h"

#define DEFAULT_NAMESPACES	"400"
#define DEFAULT_THREADS		"1,4,16"
#define DEFAULT_RUNS		"5"
#define DEFAULT_MODES		"keep,drop"
#define DEFAULT_TIME_LIMIT	"600"
#define DEFAULT_ALIVE		"64"
#define DEFAULT_PATTERN		"back"
#define DEFAULT_DEVICES		"1"
#define DEFAULT_WITH		"tap,addr4,addr6,route4,route6"

#define TIME_LIMIT_MAX		86400
#define CHURN_MAX		86400

enum {
	OPT_PRECISION = UCHAR_MAX + 1,
	OPT_TIME_LIMIT,
	OPT_SEED,
	OPT_DEVICES,
	OPT_WITH,
	OPT_CHURN,
	OPT_ALIVE,
	OPT_PROBE,
	OPT_HELD,
	OPT_JSON,
};

static const char usage[] =
	"Usage: netns-ab create [OPTION]...\n"
	"Measure how fast this host creates network namespaces, mode against mode.\n"
	"\n"
	"  -n, --namespaces N   namespaces of a run (default " DEFAULT_NAMESPACES ")\n"
	"  -t, --threads LIST   how many threads share the work (default " DEFAULT_THREADS ")\n"
	"  -r, --runs R         runs of each mode and thread count (default " DEFAULT_RUNS ")\n"
	"      --precision PCT  go on until every interval is within PCT percent\n"
	"      --time-limit S   but for no longer than S seconds (default " DEFAULT_TIME_LIMIT ")\n"
	"      --seed N         repeat the order of an earlier measurement\n"
	"  -m, --modes LIST     modes to compare (default " DEFAULT_MODES "): of the barrier, and\n"
	"                       rcu_expedited, first_fqs, direct\n"
	"  -p, --pattern WORD   how links get into a namespace: back (default), in, direct, phys\n"
	"      --devices N      such links of each namespace (default " DEFAULT_DEVICES ")\n"
	"      --with LIST      what else it gets, or none (default " DEFAULT_WITH ")\n"
	"      --churn SECONDS  delete the oldest as others are made, for so long, in place of -n\n"
	"      --alive N        namespaces at any time of a churn (default " DEFAULT_ALIVE ")\n"
	"      --probe          time an unrelated request meanwhile, which takes RTNL too\n"
	"      --held           time the kernel's moves, for which RTNL is held\n"
	"      --json FILE      write every run to FILE as well\n"
	"  -h, --help           show this text\n"
	"  -V, --version        show the version\n"
	"\n"
	"Needs root and the module netns_move. The knobs are put back afterwards.\n"
	"Exit status: 0 all measured, 1 something failed, 2 bad usage.\n";

static const struct option long_options[] = {
	{ "namespaces", required_argument, NULL, 'n' },
	{ "threads", required_argument, NULL, 't' },
	{ "runs", required_argument, NULL, 'r' },
	{ "precision", required_argument, NULL, OPT_PRECISION },
	{ "time-limit", required_argument, NULL, OPT_TIME_LIMIT },
	{ "seed", required_argument, NULL, OPT_SEED },
	{ "modes", required_argument, NULL, 'm' },
	{ "pattern", required_argument, NULL, 'p' },
	{ "devices", required_argument, NULL, OPT_DEVICES },
	{ "with", required_argument, NULL, OPT_WITH },
	{ "churn", required_argument, NULL, OPT_CHURN },
	{ "alive", required_argument, NULL, OPT_ALIVE },
	{ "probe", no_argument, NULL, OPT_PROBE },
	{ "held", no_argument, NULL, OPT_HELD },
	{ "json", required_argument, NULL, OPT_JSON },
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
	case OPT_PRECISION:
		return args_number("--precision", text, 100, &o->precision);
	case OPT_TIME_LIMIT:
		return args_number("--time-limit", text, TIME_LIMIT_MAX, &o->time_limit);
	case OPT_SEED:
		return args_number("--seed", text, DICE_SEED_MAX, &o->seed);
	case 'm':
		return args_words("--modes", text, &o->modes);
	case 'p':
		return recipe_parse_pattern(&o->recipe, text);
	case OPT_DEVICES:
		return args_number("--devices", text, RECIPE_DEVICES_MAX, &o->recipe.devices);
	case OPT_WITH:
		return recipe_parse_with(&o->recipe, text);
	case OPT_CHURN:
		return args_number("--churn", text, CHURN_MAX, &o->churn);
	case OPT_ALIVE:
		return args_number("--alive", text, HOSTEND_INDEX_MAX, &o->alive);
	case OPT_PROBE:
		o->probe = true;
		return 0;
	case OPT_HELD:
		o->held = true;
		return 0;
	default:
		o->json = text;
		return 0;
	}
}

static const struct args_command command = {
	.name = "create",
	.usage = usage,
	.short_options = ":n:t:r:m:p:hV",
	.long_options = long_options,
	.value = parse_value,
};

static void set_defaults(struct create_options *o)
{
	parse_value('t', DEFAULT_THREADS, o);
	parse_value('r', DEFAULT_RUNS, o);
	parse_value('m', DEFAULT_MODES, o);
	parse_value('p', DEFAULT_PATTERN, o);
	parse_value(OPT_DEVICES, DEFAULT_DEVICES, o);
	parse_value(OPT_WITH, DEFAULT_WITH, o);
	o->seed = dice_new_seed();
}

/**
 * createoptions_most_namespaces() - how many namespaces there are at a time
 * @o: the options
 *
 * Return: the number.
 */
unsigned int createoptions_most_namespaces(const struct create_options *o)
{
	return o->churn ? o->alive : o->namespaces;
}

static int check_time(struct create_options *o)
{
	if (o->time_limit && !o->precision) {
		msg_error("--time-limit: it is for --precision only");
		return -EINVAL;
	}
	if (o->precision && !o->time_limit)
		return parse_value(OPT_TIME_LIMIT, DEFAULT_TIME_LIMIT, o);
	return 0;
}

/* --namespaces and --alive exclude each other, and have their defaults where neither is given. */
static int check_phase(struct create_options *o)
{
	if (o->churn && o->namespaces) {
		msg_error("--namespaces: a churn has --alive in place of it");
		return -EINVAL;
	}
	if (!o->churn && o->alive) {
		msg_error("--alive: this is for a --churn only");
		return -EINVAL;
	}
	if (o->churn && !o->alive)
		return parse_value(OPT_ALIVE, DEFAULT_ALIVE, o);
	if (!o->churn && !o->namespaces)
		return parse_value('n', DEFAULT_NAMESPACES, o);
	return 0;
}

static int check_numbers(const struct create_options *o)
{
	unsigned int most = createoptions_most_namespaces(o);
	unsigned int threads = args_most(&o->threads);

	if (threads > most) {
		msg_error("--threads: %u are more than there are namespaces to make (%u)",
			  threads, most);
		return -EINVAL;
	}
	/* In a churn others are being deleted, up to the same number. */
	if (o->recipe.devices > HOSTEND_INDEX_MAX / most / (o->churn ? 2 : 1)) {
		msg_error("--devices: %u for each of %u namespaces are more than there are names",
			  o->recipe.devices, most);
		return -EINVAL;
	}
	return 0;
}

/* The limit of moving nothing is known for pairs only. */
static int check_modes(const struct create_options *o)
{
	unsigned int i;

	for (i = 0; i < o->modes.n; i++) {
		if (o->recipe.pattern != RECIPE_PHYS || !mode_is_direct(o->modes.v[i]))
			continue;
		msg_error("--modes: there is no direct with --pattern phys");
		return -EINVAL;
	}
	return 0;
}

static int check_options(struct create_options *o)
{
	int ret = check_time(o);

	if (!ret)
		ret = check_phase(o);
	if (!ret)
		ret = check_numbers(o);
	return ret ? ret : check_modes(o);
}

/**
 * createoptions_parse() - read the command line of "create"
 * @o: all zero; filled in
 * @argc: number of arguments, with the subcommand's name
 * @argv: the arguments
 *
 * Return: as args_parse().
 */
int createoptions_parse(struct create_options *o, int argc, char **argv)
{
	int ret;

	set_defaults(o);
	ret = args_parse(&command, argc, argv, o);
	return ret ? ret : check_options(o);
}
