// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of latencies: a row for each number of threads and mode. Of one result it has a column
 * for each kind, of several a table for each kind with a column for each result.
 */
#include <stdio.h>

#include "create.h"
#include "grid.h"
#include "latencytable.h"
#include "summary.h"
#include "util.h"
#include "view.h"

enum { THREADS, MODE, FIRST };

/**
 * struct column - what the cells below a head are of
 * @head: the head
 * @result: the figures
 * @kind: of the latency
 */
struct column {
	const char *head;
	const struct create_result *result;
	enum latency_kind kind;
};

static const unsigned int percentiles[] = { 50, 90, 99, LATENCY_MAX };

static void put_head(struct grid *g, const struct column *columns, unsigned int n)
{
	unsigned int i;

	grid_add_column(g, 9);
	grid_add_column(g, 15);
	grid_set(g, THREADS, "threads");
	grid_set(g, MODE, "mode");
	for (i = 0; i < n; i++) {
		grid_add_column(g, 24);
		grid_set(g, FIRST + i, "%s", columns[i].head);
	}
	grid_put_head(g);
}

/* Three digits will do. Return: what snprintf() does. */
static int put_ms(char *text, size_t size, const char *before, double us)
{
	double ms = us / 1000;

	return snprintf(text, size, "%s%.*f", before, ms < 9.995 ? 2 : ms < 99.95 ? 1 : 0, ms);
}

/* Return: whether there is anything in the cell. */
static bool set_cell(struct grid *g, unsigned int number, const struct column *c,
		     unsigned int threads, const char *name)
{
	int mode = args_find_word(&c->result->options.modes, name);
	char text[GRID_CELL_MAX] = "-";
	struct latency l = {};
	unsigned int i;
	int length = 0;

	if (mode >= 0)
		l = summary_latency(c->result, threads, mode, c->kind);
	for (i = 0; l.count && i < ARRAY_SIZE(percentiles); i++)
		length += put_ms(text + length, sizeof(text) - length, i ? " " : "",
				 l.us[percentiles[i]]);
	grid_set(g, FIRST + number, "%s", text);
	return l.count;
}

static void put_row(struct grid *g, const struct column *columns, unsigned int n,
		    unsigned int threads, const char *mode)
{
	bool any = false;
	unsigned int i;

	grid_set(g, THREADS, g->markdown ? "%u" : "%7u", threads);
	grid_set(g, MODE, "%s", mode);
	for (i = 0; i < n; i++)
		any |= set_cell(g, i, &columns[i], threads, mode);
	if (any)
		grid_put(g);
}

static void put_table(const struct view *v, const struct column *columns, unsigned int n,
		      bool markdown)
{
	struct grid g = { .markdown = markdown };
	unsigned int threads, mode;

	put_head(&g, columns, n);
	for (threads = 0; threads < v->threads.n; threads++)
		for (mode = 0; mode < v->modes.n; mode++)
			put_row(&g, columns, n, v->threads.v[threads], v->modes.v[mode]);
}

/* Of one kind or, where that is LATENCY_KINDS, of any. */
static void put_title(enum latency_kind kind, bool markdown)
{
	printf("\nlatency");
	if (kind < LATENCY_KINDS)
		printf(" (%s)", latency_name(kind));
	puts(" in ms: p50 p90 p99 (median of the runs), maximum of all");
	if (markdown)
		putchar('\n');
}

static void print_one(const struct view *v, bool markdown)
{
	struct column columns[LATENCY_KINDS];
	enum latency_kind kind;
	unsigned int n = 0;

	for (kind = 0; kind < LATENCY_KINDS; kind++)
		if (view_has_latency(v, kind))
			columns[n++] = (struct column) { latency_name(kind), v->results[0], kind };
	if (!n)
		return;
	put_title(LATENCY_KINDS, markdown);
	put_table(v, columns, n, markdown);
}

static void print_kind(const struct view *v, enum latency_kind kind, bool markdown)
{
	struct column columns[VIEW_RESULTS_MAX];
	unsigned int i;

	for (i = 0; i < v->n; i++)
		columns[i] = (struct column) { v->names[i], v->results[i], kind };
	put_title(kind, markdown);
	put_table(v, columns, v->n, markdown);
}

/**
 * latencytable_print() - print what latencies were measured, where any were
 * @v: the results
 * @markdown: in Markdown, not as text
 */
void latencytable_print(const struct view *v, bool markdown)
{
	enum latency_kind kind;

	if (v->n == 1)
		print_one(v, markdown);
	for (kind = 0; v->n > 1 && kind < LATENCY_KINDS; kind++)
		if (view_has_latency(v, kind))
			print_kind(v, kind, markdown);
	fflush(stdout);
}
