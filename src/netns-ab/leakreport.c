// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "leak" tells: the table on stdout, a row for each sender, family, route and kind of numbers
 * and a column for each mode, and the figures in JSON.
 */
#include <stdio.h>

#include "figures.h"
#include "history.h"
#include "knob.h"
#include "leak.h"
#include "leakreport.h"

#define CELL_WIDTH	18

static const char * const sender_names[] = {
	[TRIAL_RECHECK] = "recheck",
	[TRIAL_CORK] = "cork",
	[TRIAL_ASLEEP] = "asleep",
	[TRIAL_PACKET] = "packet",
};

static const char * const route_names[] = {
	[STAGE_PLAIN] = "plain",
	[STAGE_NEXTHOP] = "nexthop",
	[STAGE_GROUP] = "group",
};

static const char * const number_names[] = {
	[LEAK_NATIVE] = "native",
	[LEAK_UNIQUE] = "unique",
	[LEAK_LATE] = "late",
};

static int version(const struct leak_row *row)
{
	return row->family == AF_INET ? 4 : 6;
}

static unsigned int leaked_trials(const struct leak_result *r, const struct leak_cell *c)
{
	unsigned int i, n = 0;

	for (i = 0; i < r->options.trials; i++)
		n += c->counts[i] > 0;
	return n;
}

static unsigned long long leaked_datagrams(const struct leak_result *r, const struct leak_cell *c)
{
	unsigned long long n = 0;
	unsigned int i;

	for (i = 0; i < r->options.trials; i++)
		n += c->counts[i];
	return n;
}

/* Prints one cell; the last of a row is not padded. */
static void put_cell(const struct leak_result *r, unsigned int mode, const char *text)
{
	if (mode + 1 < r->options.modes.n)
		printf("%-*s", CELL_WIDTH, text);
	else
		printf("%s\n", text);
}

static void put_trials(const struct leak_options *o)
{
	printf("%u trials each, ", o->trials);
	if (o->sweep > 1)
		printf("%u sockets a trial, ", o->sweep);
	printf("up to %u datagrams a socket%s\n", o->datagrams,
	       o->bare_target ? ", IPv6 disabled in the target" : "");
}

static void put_before(unsigned int steps)
{
	const char *before = "the link before its move: ";
	unsigned int i;

	for (i = 0; i < HISTORY_STEPS; i++) {
		if (!(steps & 1 << i))
			continue;
		printf("%s%s", before, history_name(i));
		before = ", ";
	}
	if (steps)
		printf("\n");
}

/**
 * leakreport_head() - print what is measured and on what, and the head of the table
 * @r: options and host
 */
void leakreport_head(const struct leak_result *r)
{
	const struct args_words *modes = &r->options.modes;
	unsigned int i;

	hostinfo_print(&r->host);
	put_trials(&r->options);
	put_before(r->options.before);
	knob_print();
	printf("\ntrials that leaked (datagrams that leaked); -: the mode needs unique numbers\n");
	printf("%-8s %-6s %-8s %-8s", "sender", "family", "route", "numbers");
	for (i = 0; i < modes->n; i++)
		put_cell(r, i, modes->v[i]);
	fflush(stdout);
}

/**
 * leakreport_row() - print a row
 * @r: the figures, complete for this row
 * @row: its number
 */
void leakreport_row(const struct leak_result *r, unsigned int row)
{
	const struct leak_row *l = &r->rows[row];
	unsigned int mode;
	char text[64];

	printf("%-8s IPv%-3d %-8s %-8s", sender_names[l->sender], version(l), route_names[l->route],
	       number_names[l->numbers]);
	for (mode = 0; mode < r->options.modes.n; mode++) {
		const struct leak_cell *c = leak_cell(r, row, mode);

		snprintf(text, sizeof(text), "%u (%llu)", leaked_trials(r, c),
			 leaked_datagrams(r, c));
		put_cell(r, mode, c->possible ? text : "-");
	}
	fflush(stdout);
}

static json_t *steps(unsigned int before)
{
	json_t *names = json_array();
	unsigned int i;

	for (i = 0; i < HISTORY_STEPS; i++)
		if (before & 1 << i)
			figures_append(&names, json_string(history_name(i)));
	return names;
}

static json_t *options(const struct leak_options *o)
{
	return json_pack("{s:i, s:i, s:i, s:b, s:o, s:o}", "trials", o->trials, "datagrams",
			 o->datagrams, "sweep", o->sweep, "bare_target", o->bare_target, "before",
			 steps(o->before), "modes", figures_words(&o->modes));
}

static json_t *counts(const struct leak_result *r, const struct leak_cell *c)
{
	json_t *each = json_array();
	unsigned int i;

	for (i = 0; i < r->options.trials; i++)
		figures_append(&each, json_integer(c->counts[i]));
	return json_pack("{s:i, s:I, s:o}", "leaked", leaked_trials(r, c), "datagrams",
			 (json_int_t)leaked_datagrams(r, c), "each", each);
}

static json_t *result(const struct leak_result *r, unsigned int row, unsigned int mode)
{
	const struct leak_cell *c = leak_cell(r, row, mode);
	const struct leak_row *l = &r->rows[row];
	json_t *members, *all;

	all = json_pack("{s:s, s:i, s:s, s:s, s:s}", "sender", sender_names[l->sender], "family",
			version(l), "route", route_names[l->route], "numbers",
			number_names[l->numbers], "mode", r->options.modes.v[mode]);
	members = c->possible ? counts(r, c) : json_pack("{s:n}", "leaked");
	if (!members || json_object_update(all, members)) {
		json_decref(all);
		all = NULL;
	}
	json_decref(members);
	return all;
}

static json_t *results(const struct leak_result *r)
{
	unsigned int modes = r->options.modes.n;
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < r->row_count * modes; i++)
		figures_append(&list, result(r, i / modes, i % modes));
	return list;
}

/**
 * leakreport_figures() - options and figures as JSON
 * @data: the struct leak_result
 *
 * Return: a new object, or NULL.
 */
json_t *leakreport_figures(const void *data)
{
	const struct leak_result *r = data;

	return json_pack("{s:o, s:o}", "options", options(&r->options), "results", results(r));
}
