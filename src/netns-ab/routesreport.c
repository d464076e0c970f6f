// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "routes" tells: the table on stdout, a row for each number of namespaces, family and change,
 * and the figures in JSON.
 */
#include <stdio.h>
#include <sys/socket.h>

#include "cpu.h"
#include "estimate.h"
#include "figures.h"
#include "grid.h"
#include "knob.h"
#include "routes.h"
#include "routesreport.h"
#include "stats.h"
#include "util.h"

static const char * const change_names[ROUTES_CHANGES] = {
	[ROUTES_ADD] = "add",
	[ROUTES_DELETE] = "delete",
};

enum {
	NAMESPACES,
	FAMILY,
	CHANGE,
	OFF_RATE,
	ON_RATE,
	RATIO,
	OFF_COST,
	DIFFERENCE,
	PERCENT,
};

/* What a row is about. */
struct row {
	unsigned int threads;
	int family;
	enum routes_change change;
};

static int version(int family)
{
	return family == AF_INET ? 4 : 6;
}

/* Per second, in all namespaces together. */
static double rate(const struct routes_result *r, const struct routes_sample *s,
		   enum routes_change change)
{
	return r->options.routes * s->threads / s->time[change].seconds;
}

/* CPU time for one route, in ns. */
static double cost(const struct routes_result *r, const struct routes_sample *s,
		   enum routes_change change)
{
	return s->time[change].cpu * 1e9 / r->options.routes / s->threads;
}

typedef double (*figure_fn)(const struct routes_result *r, const struct routes_sample *s,
			    enum routes_change change);

/* The figures of a row by number of the round. */
static void collect(const struct routes_result *r, const struct row *row, bool on,
		    figure_fn figure, double *v)
{
	unsigned int i;

	for (i = 0; i < r->count; i++) {
		const struct routes_sample *s = &r->samples[i];

		if (s->threads == row->threads && s->family == row->family && s->on == on)
			v[s->round] = figure(r, s, row->change);
	}
}

static void set_rates(struct grid *g, const struct routes_result *r, const struct row *row)
{
	double off[ROUTES_RUNS_MAX], on[ROUTES_RUNS_MAX], ratios[ROUTES_RUNS_MAX];
	unsigned int i, n = r->options.runs;
	char text[ESTIMATE_TEXT_MAX];

	collect(r, row, false, rate, off);
	collect(r, row, true, rate, on);
	for (i = 0; i < n; i++)
		ratios[i] = on[i] / off[i];
	grid_set(g, OFF_RATE, "%.0f", stats_of(off, n).median);
	grid_set(g, ON_RATE, "%.0f", stats_of(on, n).median);
	grid_set(g, RATIO, "%s", estimate_change(ratios, n, 3, 1, text));
}

/* Runs are compared within their round, so that a drift of the host does not count. */
static void set_costs(struct grid *g, const struct routes_result *r, const struct row *row)
{
	double off[ROUTES_RUNS_MAX], on[ROUTES_RUNS_MAX];
	double differences[ROUTES_RUNS_MAX], percents[ROUTES_RUNS_MAX];
	unsigned int i, n = r->options.runs;
	char text[ESTIMATE_TEXT_MAX];

	collect(r, row, false, cost, off);
	collect(r, row, true, cost, on);
	for (i = 0; i < n; i++) {
		differences[i] = on[i] - off[i];
		percents[i] = 100 * differences[i] / off[i];
	}
	grid_set(g, OFF_COST, "%.0f", stats_of(off, n).median);
	grid_set(g, DIFFERENCE, "%s", estimate_change(differences, n, 0, 0, text));
	grid_set(g, PERCENT, "%s", estimate_text(percents, n, 1, text));
}

/**
 * routesreport_head() - print what is measured and on what, and the head of the table
 * @g: the table, all zero; filled in
 * @r: options and host
 */
void routesreport_head(struct grid *g, const struct routes_result *r)
{
	const struct routes_options *o = &r->options;
	static const struct {
		const char *head;
		unsigned int width;
	} columns[] = {
		[NAMESPACES] = { "namespaces", 10 },
		[FAMILY] = { "family", 6 },
		[CHANGE] = { "change", 6 },
		[OFF_RATE] = { "off, /s", 8 },
		[ON_RATE] = { "on, /s", 8 },
		[RATIO] = { "ratio [95 %]", 28 },
		[OFF_COST] = { "off, ns", 8 },
		[DIFFERENCE] = { "on - off, ns [95 %]", 28 },
		[PERCENT] = { "in % [95 %]", 20 },
	};
	unsigned int i;

	hostinfo_print(&r->host);
	printf("%u routes a namespace, %u requests a system call, %u runs each, on %u CPUs\n",
	       o->routes, ROUTEWORK_BATCH, o->runs, cpu_count());
	knob_print();
	printf("\nroutes changed per second in all namespaces, and CPU time of a change;\n"
	       "ipv4 and ipv6 off and on; an addition bumps the number once, a deletion never\n");
	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		grid_add_column(g, columns[i].width + 2);
		grid_set(g, i, "%s", columns[i].head);
	}
	grid_put_head(g);
	fflush(stdout);
}

/**
 * routesreport_rows() - print the rows of one number of namespaces and one family
 * @g: the table
 * @r: the runs, complete for these
 * @threads: number of namespaces
 * @family: AF_INET or AF_INET6
 */
void routesreport_rows(struct grid *g, const struct routes_result *r, unsigned int threads,
		       int family)
{
	struct row row = { .threads = threads, .family = family };

	for (row.change = 0; row.change < ROUTES_CHANGES; row.change++) {
		grid_set(g, NAMESPACES, "%u", threads);
		grid_set(g, FAMILY, "IPv%d", version(family));
		grid_set(g, CHANGE, "%s", change_names[row.change]);
		set_rates(g, r, &row);
		set_costs(g, r, &row);
		grid_put(g);
	}
	fflush(stdout);
}

static json_t *options(const struct routes_options *o)
{
	json_t *threads = json_array();
	unsigned int i;

	for (i = 0; i < o->threads.n; i++)
		figures_append(&threads, json_integer(o->threads.v[i]));
	return json_pack("{s:i, s:i, s:i, s:o}", "routes", o->routes, "batch", ROUTEWORK_BATCH,
			 "runs", o->runs, "threads", threads);
}

static json_t *duration(const struct routework_time *t)
{
	return json_pack("{s:f, s:f}", "seconds", t->seconds, "cpu", t->cpu);
}

static json_t *samples(const struct routes_result *r)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < r->count; i++) {
		const struct routes_sample *s = &r->samples[i];

		figures_append(&list, json_pack("{s:i, s:i, s:i, s:b, s:o, s:o}", "threads",
						s->threads, "family", version(s->family), "round",
						s->round, "on", s->on, "add",
						duration(&s->time[ROUTES_ADD]), "delete",
						duration(&s->time[ROUTES_DELETE])));
	}
	return list;
}

/**
 * routesreport_figures() - options and runs as JSON
 * @data: the struct routes_result
 *
 * Return: a new object, or NULL.
 */
json_t *routesreport_figures(const void *data)
{
	const struct routes_result *r = data;

	return json_pack("{s:o, s:o}", "options", options(&r->options), "samples", samples(r));
}
