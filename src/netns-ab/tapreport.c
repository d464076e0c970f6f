// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "tap" tells: a table on stdout, with a row for each reader and mode, the account of all
 * packets, and the figures in JSON.
 */
#include <stdio.h>

#include "cpu.h"
#include "estimate.h"
#include "figures.h"
#include "grid.h"
#include "knob.h"
#include "stats.h"
#include "summary.h"
#include "tap.h"
#include "tapreport.h"
#include "util.h"

static const char * const reader_names[FLOW_READERS] = {
	[FLOW_POLL] = "poll",
	[FLOW_READ] = "read",
};

enum {
	READER,
	MODE,
	RECEIVED,
	RATIO,
	SENT,
	READING,
	SENDING,
};

typedef double (*figure_fn)(const struct flow_result *f);

static double received_rate(const struct flow_result *f)
{
	return f->received / f->seconds;
}

static double sent_rate(const struct flow_result *f)
{
	return f->sent / f->seconds;
}

/* In ns a packet. A run in which nothing at all came through costs nothing. */
static double reading_cost(const struct flow_result *f)
{
	return f->received ? f->consumer_cpu * 1e9 / f->received : 0;
}

static double sending_cost(const struct flow_result *f)
{
	return f->sent ? f->generator_cpu * 1e9 / f->sent : 0;
}

/* The figures of a reader and a mode by number of the round. */
static void collect(const struct tap_result *r, unsigned int reader, unsigned int mode,
		    figure_fn figure, double *v)
{
	unsigned int i;

	for (i = 0; i < r->count; i++) {
		const struct tap_sample *s = &r->samples[i];

		if (s->reader == reader && s->mode == mode)
			v[s->round] = figure(&s->flow);
	}
}

static void set_figure(struct grid *g, unsigned int column, const struct tap_result *r,
		       unsigned int reader, unsigned int mode, figure_fn figure)
{
	double v[TAP_RUNS_MAX];
	struct stats s;

	collect(r, reader, mode, figure, v);
	s = stats_of(v, r->options.runs);
	grid_set(g, column, "%.0f (%.0f-%.0f)", s.median, s.min, s.max);
}

/* Runs are compared within their round, so that a drift of the host does not count. */
static const char *ratio(const struct tap_result *r, double *v, const double *base, char *text)
{
	unsigned int i;

	for (i = 0; i < r->options.runs; i++)
		v[i] /= base[i];
	return estimate_change(v, r->options.runs, 3, 1, text);
}

static void set_ratio(struct grid *g, const struct tap_result *r, unsigned int reader,
		      unsigned int mode)
{
	unsigned int base_mode = summary_base(&r->options.modes);
	double v[TAP_RUNS_MAX], base[TAP_RUNS_MAX];
	char text[ESTIMATE_TEXT_MAX];

	collect(r, reader, mode, received_rate, v);
	collect(r, reader, base_mode, received_rate, base);
	grid_set(g, RATIO, "%s", mode == base_mode ? "1" : ratio(r, v, base, text));
}

static void put_row(struct grid *g, const struct tap_result *r, unsigned int reader,
		    unsigned int mode)
{
	grid_set(g, READER, "%s", reader_names[reader]);
	grid_set(g, MODE, "%s", r->options.modes.v[mode]);
	set_figure(g, RECEIVED, r, reader, mode, received_rate);
	set_ratio(g, r, reader, mode);
	set_figure(g, SENT, r, reader, mode, sent_rate);
	set_figure(g, READING, r, reader, mode, reading_cost);
	set_figure(g, SENDING, r, reader, mode, sending_cost);
	grid_put(g);
}

static void put_head(struct grid *g, const struct tap_result *r)
{
	static const unsigned int widths[] = {
		[READER] = 8,
		[MODE] = 16,
		[RECEIVED] = 26,
		[RATIO] = 32,
		[SENT] = 26,
		[READING] = 24,
		[SENDING] = 24,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(widths); i++)
		grid_add_column(g, widths[i]);
	grid_set(g, READER, "reader");
	grid_set(g, MODE, "mode");
	grid_set(g, RECEIVED, "received/s (min-max)");
	grid_set(g, RATIO, "ratio to %s [95 %%]",
		 r->options.modes.v[summary_base(&r->options.modes)]);
	grid_set(g, SENT, "sent/s");
	grid_set(g, READING, "CPU ns to read one");
	grid_set(g, SENDING, "CPU ns to send one");
	grid_put_head(g);
}

/* What it gives to read first, in each mode. */
static void put_gains(const struct tap_result *r)
{
	double v[TAP_RUNS_MAX], base[TAP_RUNS_MAX];
	char text[ESTIMATE_TEXT_MAX];
	unsigned int mode;

	printf("\nreceived/s by read, in terms of poll [95 %%]\n");
	for (mode = 0; mode < r->options.modes.n; mode++) {
		collect(r, FLOW_READ, mode, received_rate, v);
		collect(r, FLOW_POLL, mode, received_rate, base);
		printf("        %-16s%s\n", r->options.modes.v[mode], ratio(r, v, base, text));
	}
}

static void put_account(const struct tap_result *r)
{
	struct flow_count all = {};
	unsigned int i;

	for (i = 0; i < r->count; i++) {
		const struct flow_count *c = &r->samples[i].flow.count;

		all.sent += c->sent;
		all.received += c->received;
		all.dropped.in += c->dropped.in;
		all.dropped.bridge += c->dropped.bridge;
		all.dropped.qdisc += c->dropped.qdisc;
		all.dropped.queue += c->dropped.queue;
	}
	printf("\npackets of all runs: %llu sent = %llu received", all.sent, all.received);
	printf(" + %llu dropped by tap1 + %llu by br0", all.dropped.in, all.dropped.bridge);
	printf(" + %llu by tap0's qdisc + %llu by tap0\n", all.dropped.qdisc, all.dropped.queue);
}

/**
 * tapreport_head() - print what is measured and on what
 * @r: options and host
 */
void tapreport_head(const struct tap_result *r)
{
	hostinfo_print(&r->host);
	printf("packets of %d bytes, %u s a run, %u runs of each mode and reader\n",
	       FLOW_FRAME_LEN, r->options.seconds, r->options.runs);
	if (cpu_count() < 2)
		printf("generator and consumer share one CPU\n");
	knob_print();
	fflush(stdout);
}

/**
 * tapreport_table() - print the table and the account
 * @r: the runs, complete
 */
void tapreport_table(const struct tap_result *r)
{
	unsigned int reader, mode;
	struct grid g = {};

	printf("\n");
	put_head(&g, r);
	for (reader = 0; reader < FLOW_READERS; reader++) {
		if (!(r->options.readers & 1 << reader))
			continue;
		for (mode = 0; mode < r->options.modes.n; mode++)
			put_row(&g, r, reader, mode);
	}
	if (r->options.readers == (1 << FLOW_POLL | 1 << FLOW_READ))
		put_gains(r);
	put_account(r);
	fflush(stdout);
}

static json_t *options(const struct tap_options *o)
{
	return json_pack("{s:i, s:i, s:i, s:o}", "packet", FLOW_FRAME_LEN, "seconds", o->seconds,
			 "runs", o->runs, "modes", figures_words(&o->modes));
}

static json_t *total(const struct flow_count *c)
{
	const struct tapbridge_drops *d = &c->dropped;
	json_t *dropped;

	dropped = json_pack("{s:I, s:I, s:I, s:I}", "tap1", (json_int_t)d->in, "br0",
			    (json_int_t)d->bridge, "qdisc", (json_int_t)d->qdisc, "tap0",
			    (json_int_t)d->queue);
	return json_pack("{s:I, s:I, s:o}", "sent", (json_int_t)c->sent, "received",
			 (json_int_t)c->received, "dropped", dropped);
}

static json_t *sample(const struct tap_result *r, const struct tap_sample *s)
{
	const struct flow_result *f = &s->flow;

	return json_pack("{s:i, s:s, s:s, s:f, s:I, s:I, s:f, s:f, s:o}", "round", s->round,
			 "mode", r->options.modes.v[s->mode], "reader", reader_names[s->reader],
			 "seconds", f->seconds, "sent", (json_int_t)f->sent, "received",
			 (json_int_t)f->received, "generator_cpu", f->generator_cpu,
			 "consumer_cpu", f->consumer_cpu, "total", total(&f->count));
}

static json_t *samples(const struct tap_result *r)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < r->count; i++)
		figures_append(&list, sample(r, &r->samples[i]));
	return list;
}

/**
 * tapreport_figures() - options and runs as JSON
 * @data: the struct tap_result
 *
 * Return: a new object, or NULL.
 */
json_t *tapreport_figures(const void *data)
{
	const struct tap_result *r = data;

	return json_pack("{s:o, s:o}", "options", options(&r->options), "samples", samples(r));
}
