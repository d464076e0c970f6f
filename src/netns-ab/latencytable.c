// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of latencies: a row for each kind, number of threads and mode, and a column for each
 * result.
 */
#include <stdio.h>

#include "create.h"
#include "grid.h"
#include "latencytable.h"
#include "summary.h"
#include "util.h"
#include "view.h"

enum { THREADS, MODE, KIND, FIRST };

static const unsigned int percentiles[] = { 50, 90, 99, LATENCY_MAX };

static struct latency merged(const struct view *v, unsigned int i, unsigned int threads,
			     unsigned int mode, enum latency_kind kind)
{
	const struct create_result *r = v->results[i];
	int number = args_find_word(&r->options.modes, v->modes.v[mode]);

	return number < 0 ? (struct latency) {} : summary_latency(r, threads, number, kind);
}

static void put_head(struct grid *g, const struct view *v)
{
	unsigned int i;

	printf("\n%s\n%s", "latency in ms: p50, p90, p99 (median of the runs), maximum of all",
	       g->markdown ? "\n" : "");
	grid_add_column(g, 9);
	grid_add_column(g, 15);
	grid_add_column(g, 10);
	grid_set(g, THREADS, "threads");
	grid_set(g, MODE, "mode");
	grid_set(g, KIND, "of");
	for (i = 0; i < v->n; i++) {
		grid_add_column(g, 32);
		grid_set(g, FIRST + i, "%s", v->n > 1 ? v->names[i] : "p50 p90 p99 max");
	}
	grid_put_head(g);
}

/* Three digits will do. Return: what snprintf() does. */
static int put_ms(char *text, size_t size, const char *before, double us)
{
	double ms = us / 1000;

	return snprintf(text, size, "%s%.*f", before, ms < 9.995 ? 2 : ms < 99.95 ? 1 : 0, ms);
}

static void set_cell(struct grid *g, unsigned int column, const struct latency *l)
{
	char text[GRID_CELL_MAX] = "-";
	unsigned int i;
	int length = 0;

	if (l->count)
		for (i = 0; i < ARRAY_SIZE(percentiles); i++)
			length += put_ms(text + length, sizeof(text) - length, i ? " " : "",
					 l->us[percentiles[i]]);
	grid_set(g, column, "%s", text);
}

static void put_row(struct grid *g, const struct view *v, unsigned int threads, unsigned int mode,
		    enum latency_kind kind)
{
	bool measured = false;
	unsigned int i;

	grid_set(g, THREADS, g->markdown ? "%u" : "%7u", threads);
	grid_set(g, MODE, "%s", v->modes.v[mode]);
	grid_set(g, KIND, "%s", latency_name(kind));
	for (i = 0; i < v->n; i++) {
		struct latency l = merged(v, i, threads, mode, kind);

		set_cell(g, FIRST + i, &l);
		measured |= l.count;
	}
	if (measured)
		grid_put(g);
}

static bool any_latency(const struct view *v)
{
	unsigned int i, j, kind;

	for (i = 0; i < v->n; i++)
		for (j = 0; j < v->results[i]->count; j++)
			for (kind = 0; kind < LATENCY_KINDS; kind++)
				if (v->results[i]->samples[j].latency[kind].count)
					return true;
	return false;
}

/**
 * latencytable_print() - print the table, where any latency was measured
 * @v: the results
 * @markdown: in Markdown, not as text
 */
void latencytable_print(const struct view *v, bool markdown)
{
	struct grid g = { .markdown = markdown };
	unsigned int kind, threads, mode;

	if (!any_latency(v))
		return;
	put_head(&g, v);
	for (kind = 0; kind < LATENCY_KINDS; kind++)
		for (threads = 0; threads < v->threads.n; threads++)
			for (mode = 0; mode < v->modes.n; mode++)
				put_row(&g, v, v->threads.v[threads], mode, kind);
	fflush(stdout);
}
