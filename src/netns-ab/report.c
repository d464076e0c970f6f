// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "create" tells: the table on stdout, a row for each number of threads and a column for each
 * mode, and the figures in JSON.
 */
#include <stdio.h>
#include <string.h>

#include "create.h"
#include "figures.h"
#include "knob.h"
#include "report.h"
#include "stats.h"

#define CELL_WIDTH	32

/* The mode that the others are compared with: keep, or the first where keep is not measured. */
static unsigned int base_mode(const struct args_words *modes)
{
	unsigned int i;

	for (i = 0; i < modes->n; i++)
		if (!strcmp(modes->v[i], "keep"))
			return i;
	return 0;
}

static struct stats rates(const struct create_result *r, unsigned int threads, unsigned int mode)
{
	double v[CREATE_RUNS_MAX];
	unsigned int i, n = 0;

	for (i = 0; i < r->count; i++)
		if (r->samples[i].threads == threads && r->samples[i].mode == mode)
			v[n++] = r->samples[i].rate;
	return stats_of(v, n);
}

/* Prints one cell; the last of a row is not padded. */
static void put_cell(const struct args_words *modes, unsigned int mode, const char *text)
{
	if (mode + 1 < modes->n)
		printf("%-*s", CELL_WIDTH, text);
	else
		printf("%s\n", text);
}

/**
 * report_head() - print what is measured and on what, and the head of the table
 * @r: options and host
 */
void report_head(const struct create_result *r)
{
	const struct args_words *modes = &r->options.modes;
	unsigned int i;

	hostinfo_print(&r->host);
	printf("%u namespaces a run, %u runs of each mode, seed %u\n", r->options.namespaces,
	       r->options.runs, r->options.seed);
	knob_print();
	printf("\nnamespaces/s: median (min-max), and the ratio of the median to that of %s\n",
	       modes->v[base_mode(modes)]);
	printf("threads  ");
	for (i = 0; i < modes->n; i++)
		put_cell(modes, i, modes->v[i]);
	fflush(stdout);
}

/**
 * report_row() - print the row of one number of threads
 * @r: the runs, complete for this number
 * @threads: number of threads
 */
void report_row(const struct create_result *r, unsigned int threads)
{
	const struct args_words *modes = &r->options.modes;
	double base = rates(r, threads, base_mode(modes)).median;
	unsigned int i;

	printf("%7u  ", threads);
	for (i = 0; i < modes->n; i++) {
		struct stats s = rates(r, threads, i);
		char cell[128];

		snprintf(cell, sizeof(cell), "%.1f (%.1f-%.1f) %.2fx", s.median, s.min, s.max,
			 s.median / base);
		put_cell(modes, i, cell);
	}
	fflush(stdout);
}

static json_t *options(const struct create_options *o)
{
	json_t *threads = json_array();
	unsigned int i;

	for (i = 0; i < o->threads.n; i++)
		figures_append(&threads, json_integer(o->threads.v[i]));
	return json_pack("{s:i, s:i, s:i, s:o, s:o}", "namespaces", o->namespaces, "runs", o->runs,
			 "seed", o->seed, "threads", threads, "modes",
			 figures_words(&o->modes));
}

static json_t *samples(const struct create_result *r)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < r->count; i++) {
		const struct create_sample *s = &r->samples[i];

		figures_append(&list, json_pack("{s:i, s:i, s:i, s:s, s:f, s:f}", "order", i,
						"threads", s->threads, "round", s->round, "mode",
						r->options.modes.v[s->mode], "seconds", s->seconds,
						"rate", s->rate));
	}
	return list;
}

/**
 * report_figures() - options and runs as JSON
 * @data: the struct create_result
 *
 * Return: a new object, or NULL.
 */
json_t *report_figures(const void *data)
{
	const struct create_result *r = data;

	return json_pack("{s:o, s:o}", "options", options(&r->options), "samples", samples(r));
}
