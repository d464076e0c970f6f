// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of rates: a row for each number of threads and mode, and for each result two columns,
 * the rate and what it is beside that of the base mode.
 */
#include <math.h>
#include <stdio.h>

#include "create.h"
#include "ratetable.h"
#include "summary.h"
#include "view.h"

enum { THREADS, MODE, FIRST };

#define RATE(i)		(FIRST + 2 * (i))
#define RATIO(i)	(FIRST + 2 * (i) + 1)

static const char *base_name(const struct create_result *r)
{
	return r->options.modes.v[summary_base(&r->options.modes)];
}

/* Text has the names of the results in a line above, Markdown has one line of heads only. */
static void put_names(struct grid *g, const struct view *v)
{
	unsigned int i;

	if (g->markdown || v->n == 1)
		return;
	for (i = 0; i < v->n; i++)
		grid_set(g, RATE(i), "%s", v->names[i]);
	grid_put(g);
}

/**
 * ratetable_head() - print the head of the table
 * @g: filled in, but for @g->markdown
 * @v: the results; their samples may still be to come
 */
void ratetable_head(struct grid *g, const struct view *v)
{
	unsigned int i;

	grid_add_column(g, 9);
	grid_add_column(g, 15);
	for (i = 0; i < v->n; i++) {
		grid_add_column(g, 30);
		grid_add_column(g, 32);
	}
	put_names(g, v);
	grid_set(g, THREADS, "threads");
	grid_set(g, MODE, "mode");
	for (i = 0; i < v->n; i++) {
		grid_set(g, RATE(i), "%s%s%s (min-max)", g->markdown && v->n > 1 ? v->names[i] : "",
			 g->markdown && v->n > 1 ? ": " : "", summary_unit(v->results[i]));
		grid_set(g, RATIO(i), "ratio to %s [95 %%]", base_name(v->results[i]));
	}
	grid_put_head(g);
	fflush(stdout);
}

static void set_ratio(struct grid *g, unsigned int column, const struct summary *s, bool base)
{
	if (!s->compared)
		grid_set(g, column, base ? "1" : "-");
	else if (isinf(s->ratio_interval.low))
		grid_set(g, column, "%.2f", s->ratio);
	else
		grid_set(g, column, "%.2f [%.2f-%.2f]%s", s->ratio, s->ratio_interval.low,
			 s->ratio_interval.high, summary_is_noise(s) ? " within noise" : "");
}

/* Return: whether there is any run. */
static bool set_result(struct grid *g, unsigned int i, const struct create_result *r,
		       unsigned int threads, const char *name)
{
	int mode = args_find_word(&r->options.modes, name);
	struct summary s = {};

	if (mode >= 0)
		s = summary_of(r, threads, mode);
	if (!s.runs) {
		grid_set(g, RATE(i), "-");
		grid_set(g, RATIO(i), "-");
		return false;
	}
	grid_set(g, RATE(i), "%.1f (%.1f-%.1f) n=%u", s.rate.median, s.rate.min, s.rate.max,
		 s.runs);
	set_ratio(g, RATIO(i), &s, mode == (int)summary_base(&r->options.modes));
	return true;
}

/**
 * ratetable_rows() - print the rows of one number of threads
 * @g: the grid that ratetable_head() filled in
 * @v: the results, complete for this number
 * @threads: number of threads
 */
void ratetable_rows(struct grid *g, const struct view *v, unsigned int threads)
{
	unsigned int mode, i;

	for (mode = 0; mode < v->modes.n; mode++) {
		bool any = false;

		grid_set(g, THREADS, g->markdown ? "%u" : "%7u", threads);
		grid_set(g, MODE, "%s", v->modes.v[mode]);
		for (i = 0; i < v->n; i++)
			any |= set_result(g, i, v->results[i], threads, v->modes.v[mode]);
		if (any)
			grid_put(g);
	}
	fflush(stdout);
}
