// SPDX-License-Identifier: GPL-2.0-only
/*
 * The subcommand "leak": datagrams that leave through a link which has been moved to another
 * network namespace, mode against mode.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "history.h"
#include "knob.h"
#include "leak.h"
#include "leakreport.h"
#include "msg.h"
#include "session.h"
#include "sig.h"

#define DEFAULT_SENDERS		"recheck"
#define DEFAULT_FAMILIES	"both"
#define DEFAULT_ROUTES		"nexthop"
#define DEFAULT_NUMBERS		"native,unique"
#define DEFAULT_TRIALS		"63"
#define DEFAULT_DATAGRAMS	"200000"
#define DEFAULT_MODES		"keep"

#define DATAGRAMS_MAX		100000000

/* As in the reference: the target's number is raised 0 to 20 times before the move. */
#define OFFSETS			21

static const char usage[] =
	"Usage: netns-ab leak [OPTION]...\n"
	"Count what leaves through a link after its move to another network namespace, sent by a\n"
	"socket of the namespace that it was moved from.\n"
	"\n"
	"  -s, --sender LIST    recheck: a UDP socket that checks its route at each datagram\n"
	"                       cork: a UDP socket that completes a datagram begun before the move\n"
	"                       asleep: a UDP socket asleep in sendmsg() during the move\n"
	"                       packet: a packet socket that waits for room in its send\n"
	"                       buffer during the move\n"
	"                       (default " DEFAULT_SENDERS ")\n"
	"      --cork           the same as --sender cork\n"
	"  -f, --family WORD    4, 6 or both (default " DEFAULT_FAMILIES ")\n"
	"  -r, --route LIST     plain: a route with its own next hop\n"
	"                       nexthop: a route through a nexthop object\n"
	"                       group: a route through a nexthop group with one member\n"
	"                       (default " DEFAULT_ROUTES ")\n"
	"      --numbers LIST   route generation numbers of the namespaces\n"
	"                       native: the kernel's, with ipv4 and ipv6 off\n"
	"                       unique: with ipv4 and ipv6 on\n"
	"                       late: ipv4 and ipv6 are switched on just before the move\n"
	"                       (default " DEFAULT_NUMBERS ")\n"
	"  -n, --trials N       trials of each kind and mode (default " DEFAULT_TRIALS ")\n"
	"  -d, --datagrams N    the most that a socket sends after the move (default "
	DEFAULT_DATAGRAMS ")\n"
	"      --sweep N        have N sockets share a route, and try a number with each\n"
	"      --bare-target    disable IPv6 on links in the namespace that the link is moved to\n"
	"      --before LIST    what is done to the link right before the move, in this order\n"
	"                       bridge: it is enslaved to a bridge and released\n"
	"                       down: it is set down\n"
	"                       address: an address is added to it and removed\n"
	"                       back: it is moved to the other namespace and back\n"
	"  -m, --modes LIST     modes of the barrier to compare (default " DEFAULT_MODES ")\n"
	"      --json FILE      write the figures of every trial to FILE as well\n"
	"  -h, --help           show this text\n"
	"  -V, --version        show the version\n"
	"\n"
	"Needs root and the module netns_move. The knobs are put back afterwards.\n"
	"Exit status: 0 all measured (leaks or not), 1 something failed, 2 bad usage.\n";

enum { OPT_CORK = UCHAR_MAX + 1, OPT_BARE, OPT_BEFORE, OPT_NUMBERS, OPT_SWEEP, OPT_JSON };

static const struct option long_options[] = {
	{ "sender", required_argument, NULL, 's' },
	{ "cork", no_argument, NULL, OPT_CORK },
	{ "family", required_argument, NULL, 'f' },
	{ "route", required_argument, NULL, 'r' },
	{ "numbers", required_argument, NULL, OPT_NUMBERS },
	{ "trials", required_argument, NULL, 'n' },
	{ "datagrams", required_argument, NULL, 'd' },
	{ "sweep", required_argument, NULL, OPT_SWEEP },
	{ "bare-target", no_argument, NULL, OPT_BARE },
	{ "before", required_argument, NULL, OPT_BEFORE },
	{ "modes", required_argument, NULL, 'm' },
	{ "json", required_argument, NULL, OPT_JSON },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{}
};

static const struct args_choice senders[] = {
	{ "recheck", 1 << TRIAL_RECHECK },
	{ "cork", 1 << TRIAL_CORK },
	{ "asleep", 1 << TRIAL_ASLEEP },
	{ "packet", 1 << TRIAL_PACKET },
	{}
};

enum { FAMILY_4 = 1, FAMILY_6 = 2 };

static const struct args_choice families[] = {
	{ "4", FAMILY_4 },
	{ "6", FAMILY_6 },
	{ "both", FAMILY_4 | FAMILY_6 },
	{}
};

static const struct args_choice routes[] = {
	{ "plain", 1 << STAGE_PLAIN },
	{ "nexthop", 1 << STAGE_NEXTHOP },
	{ "group", 1 << STAGE_GROUP },
	{}
};

static const struct args_choice numbers[] = {
	{ "native", 1 << LEAK_NATIVE },
	{ "unique", 1 << LEAK_UNIQUE },
	{ "late", 1 << LEAK_LATE },
	{}
};

static int parse_before(const char *text, unsigned int *steps)
{
	struct args_choice choices[HISTORY_STEPS + 1] = {};
	unsigned int i;

	for (i = 0; i < HISTORY_STEPS; i++)
		choices[i] = (struct args_choice){ history_name(i), 1 << i };
	return args_choices("--before", text, choices, steps);
}

static int parse_value(int opt, const char *text, void *data)
{
	struct leak_options *o = data;

	switch (opt) {
	case 's':
		return args_choices("--sender", text, senders, &o->senders);
	case OPT_CORK:
		o->senders = 1 << TRIAL_CORK;
		return 0;
	case 'f':
		return args_choices("--family", text, families, &o->families);
	case 'r':
		return args_choices("--route", text, routes, &o->routes);
	case OPT_NUMBERS:
		return args_choices("--numbers", text, numbers, &o->numbers);
	case 'n':
		return args_number("--trials", text, LEAK_TRIALS_MAX, &o->trials);
	case 'd':
		return args_number("--datagrams", text, DATAGRAMS_MAX, &o->datagrams);
	case OPT_SWEEP:
		return args_number("--sweep", text, TRIAL_SOCKETS_MAX, &o->sweep);
	case OPT_BARE:
		o->bare_target = true;
		return 0;
	case OPT_BEFORE:
		return parse_before(text, &o->before);
	case 'm':
		return args_words("--modes", text, &o->modes);
	default:
		o->json = text;
		return 0;
	}
}

static const struct args_command command = {
	.name = "leak",
	.usage = usage,
	.short_options = ":s:f:r:n:d:m:hV",
	.long_options = long_options,
	.value = parse_value,
};

static void set_defaults(struct leak_options *o)
{
	parse_value('s', DEFAULT_SENDERS, o);
	parse_value('f', DEFAULT_FAMILIES, o);
	parse_value('r', DEFAULT_ROUTES, o);
	parse_value(OPT_NUMBERS, DEFAULT_NUMBERS, o);
	parse_value('n', DEFAULT_TRIALS, o);
	parse_value('d', DEFAULT_DATAGRAMS, o);
	parse_value('m', DEFAULT_MODES, o);
	o->sweep = 1;
}

static int check_options(const struct leak_options *o)
{
	if (o->sweep == 1 || o->senders & 1 << TRIAL_RECHECK)
		return 0;
	msg_error("--sweep: it is for --sender recheck only");
	return -EINVAL;
}

/* Return: as args_parse(). */
static int parse(int argc, char **argv, struct leak_options *o)
{
	int ret;

	set_defaults(o);
	ret = args_parse(&command, argc, argv, o);
	return ret ? ret : check_options(o);
}

/* Row number @i of all that there could be: the numbers change first and the sender last. */
static struct leak_row row_of(unsigned int i)
{
	return (struct leak_row) {
		.numbers = i % LEAK_NUMBERS,
		.route = i / LEAK_NUMBERS % LEAK_ROUTES,
		.family = i / LEAK_NUMBERS / LEAK_ROUTES % LEAK_FAMILIES ? AF_INET6 : AF_INET,
		.sender = i / LEAK_NUMBERS / LEAK_ROUTES / LEAK_FAMILIES,
	};
}

static bool wanted(const struct leak_options *o, const struct leak_row *l)
{
	return o->senders & 1 << l->sender && o->routes & 1 << l->route &&
	       o->numbers & 1 << l->numbers &&
	       o->families & (l->family == AF_INET ? FAMILY_4 : FAMILY_6);
}

static void list_rows(struct leak_result *r)
{
	unsigned int i;

	for (i = 0; i < LEAK_ROWS_MAX; i++) {
		struct leak_row row = row_of(i);

		if (wanted(&r->options, &row))
			r->rows[r->row_count++] = row;
	}
}

/**
 * leak_cell() - find the trials of a row in a mode
 * @r: the result
 * @row: number of the row
 * @mode: number of the mode in the options' list
 *
 * Return: the cell.
 */
struct leak_cell *leak_cell(const struct leak_result *r, unsigned int row, unsigned int mode)
{
	return &r->cells[row * r->options.modes.n + mode];
}

static struct trial trial_of(const struct leak_result *r, unsigned int row, unsigned int mode)
{
	const struct leak_options *o = &r->options;
	const struct leak_row *l = &r->rows[row];

	return (struct trial) {
		.sender = l->sender,
		.family = l->family,
		.route = l->route,
		.bare_target = o->bare_target,
		.before = o->before,
		.home = r->home,
		.sockets = o->sweep,
		.datagrams = o->datagrams,
		.late_mode = l->numbers == LEAK_LATE ? o->modes.v[mode] : NULL,
	};
}

static int run_trial(struct trial *t, unsigned int number, unsigned int *datagrams)
{
	int ret = 0;

	if (t->sender == TRIAL_RECHECK && t->sockets == 1)
		t->raise = number % OFFSETS;
	if (t->late_mode)
		ret = knob_set_all("keep", false);
	if (!ret)
		ret = trial_run(t, datagrams);
	if (!ret && sig_caught())
		ret = -EINTR;
	return ret;
}

static int set_knobs(const struct leak_result *r, unsigned int row, unsigned int mode)
{
	if (r->rows[row].numbers == LEAK_LATE)
		return 0;
	return knob_set_all(r->options.modes.v[mode], r->rows[row].numbers == LEAK_UNIQUE);
}

static int measure_cell(struct leak_result *r, unsigned int row, unsigned int mode)
{
	struct leak_cell *c = leak_cell(r, row, mode);
	struct trial t = trial_of(r, row, mode);
	unsigned int i;
	int ret;

	ret = set_knobs(r, row, mode);
	c->possible = !ret;
	if (ret)
		return ret > 0 ? 0 : ret;
	for (i = 0; !ret && i < r->options.trials; i++) {
		msg_progress("row %u of %u, %s, trial %u of %u", row + 1, r->row_count,
			     r->options.modes.v[mode], i + 1, r->options.trials);
		ret = run_trial(&t, i, &c->counts[i]);
	}
	return ret;
}

static int measure_rows(struct leak_result *r)
{
	unsigned int row, mode;
	int ret = 0;

	leakreport_head(r);
	for (row = 0; !ret && row < r->row_count; row++) {
		for (mode = 0; !ret && mode < r->options.modes.n; mode++)
			ret = measure_cell(r, row, mode);
		msg_progress_end();
		if (!ret)
			leakreport_row(r, row);
	}
	return ret;
}

static int measure(void *data)
{
	struct leak_result *r = data;
	int ret;

	r->home = stage_home();
	if (r->home < 0)
		return r->home;
	ret = measure_rows(r);
	close(r->home);
	return ret;
}

/* Return: the memory behind all counts, to be freed with the cells, or NULL. */
static unsigned int *alloc_cells(struct leak_result *r)
{
	unsigned int n = r->row_count * r->options.modes.n;
	unsigned int *counts = calloc(n, r->options.trials * sizeof(*counts));
	unsigned int i;

	r->cells = calloc(n, sizeof(*r->cells));
	if (!counts || !r->cells) {
		free(counts);
		return NULL;
	}
	for (i = 0; i < n; i++)
		r->cells[i].counts = counts + i * r->options.trials;
	return counts;
}

static int run(struct leak_result *r)
{
	struct session s = {
		.command = command.name,
		.json = r->options.json,
		.modes = &r->options.modes,
		.set_mode = knob_set_mode,
		.host = &r->host,
		.measure = measure,
		.figures = leakreport_figures,
		.data = r,
	};
	unsigned int *counts;
	int ret = MSG_EXIT_FAILURE;

	list_rows(r);
	counts = alloc_cells(r);
	if (counts)
		ret = session_run(&s);
	else
		msg_error("out of memory");
	free(counts);
	free(r->cells);
	return ret;
}

/**
 * leak_main() - the subcommand "leak"
 * @argc: number of arguments, with the subcommand's name
 * @argv: the arguments
 *
 * Return: the exit status: 0, 1 for a failure, 2 for bad usage, the two after an error line.
 */
int leak_main(int argc, char **argv)
{
	struct leak_result r = {};
	int ret;

	ret = parse(argc, argv, &r.options);
	if (ret < 0)
		return MSG_EXIT_USAGE;
	if (ret)
		return msg_flush() ? MSG_EXIT_FAILURE : 0;
	return run(&r);
}
