// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "create" tells besides its tables: what is measured and on what, and the figures in JSON.
 */
#include <stdio.h>

#include "create.h"
#include "figures.h"
#include "knob.h"
#include "report.h"

/**
 * report_head() - print what is measured and on what
 * @r: options and host
 */
void report_head(const struct create_result *r)
{
	const struct create_options *o = &r->options;

	hostinfo_print(&r->host);
	printf("%u namespaces a run, %s%u runs of each mode, seed %u\n", o->namespaces,
	       o->precision ? "at least " : "", o->runs, o->seed);
	knob_print();
	putchar('\n');
}

static json_t *options(const struct create_options *o)
{
	json_t *threads = json_array();
	unsigned int i;

	for (i = 0; i < o->threads.n; i++)
		figures_append(&threads, json_integer(o->threads.v[i]));
	return json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:o}", "namespaces", o->namespaces, "runs",
			 o->runs, "precision", o->precision, "time_limit", o->time_limit, "seed",
			 o->seed, "threads", threads, "modes", figures_words(&o->modes));
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
