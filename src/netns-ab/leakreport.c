// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "leak" tells: the table on stdout, a row for each sender, family, route and kind of numbers
 * and a column for each mode, and the figures in JSON.
 */
#include <stdio.h>

#include "json.h"
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

static void put_options(FILE *out, const struct leak_options *o)
{
	fprintf(out, "  \"trials\": %u,\n  \"datagrams\": %u,\n  \"sweep\": %u,\n", o->trials,
		o->datagrams, o->sweep);
	fprintf(out, "  \"bare_target\": %s,\n", o->bare_target ? "true" : "false");
	json_words(out, "modes", &o->modes);
}

static void put_counts(FILE *out, const struct leak_result *r, const struct leak_cell *c)
{
	unsigned int i;

	fprintf(out, ", \"leaked\": %u, \"datagrams\": %llu, \"each\": [", leaked_trials(r, c),
		leaked_datagrams(r, c));
	for (i = 0; i < r->options.trials; i++)
		fprintf(out, "%s%u", i ? ", " : "", c->counts[i]);
	fputs("]", out);
}

static void put_result(FILE *out, const struct leak_result *r, unsigned int row, unsigned int mode)
{
	const struct leak_cell *c = leak_cell(r, row, mode);
	const struct leak_row *l = &r->rows[row];

	fputs("    { ", out);
	json_member(out, "sender", sender_names[l->sender]);
	fprintf(out, ", \"family\": %d, ", version(l));
	json_member(out, "route", route_names[l->route]);
	fputs(", ", out);
	json_member(out, "numbers", number_names[l->numbers]);
	fputs(", ", out);
	json_member(out, "mode", r->options.modes.v[mode]);
	if (c->possible)
		put_counts(out, r, c);
	else
		fputs(", \"leaked\": null", out);
	fputs(" }", out);
}

/**
 * leakreport_json() - write options and figures
 * @out: the file, where an object is open
 * @data: the struct leak_result
 */
void leakreport_json(FILE *out, const void *data)
{
	const struct leak_result *r = data;
	unsigned int modes = r->options.modes.n;
	unsigned int i;

	put_options(out, &r->options);
	fputs("  \"results\": [\n", out);
	for (i = 0; i < r->row_count * modes; i++) {
		put_result(out, r, i / modes, i % modes);
		fputs(i + 1 < r->row_count * modes ? ",\n" : "\n", out);
	}
	fputs("  ]\n", out);
}
