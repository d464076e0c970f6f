// SPDX-License-Identifier: GPL-2.0-only
/*
 * The picture, as a script for gnuplot: a column of panels for each result, with the rates at the
 * top and below them a panel for each kind of latency that was measured. In each panel there is a
 * group for each number of threads, and in it a bar or a box for each mode, in the mode's colour.
 * The panels of a row have the same scale.
 */
#include <math.h>
#include <string.h>

#include "create.h"
#include "gnuplot.h"
#include "plot.h"
#include "summary.h"
#include "util.h"
#include "view.h"

#define PANEL_WIDTH	520
#define PANEL_HEIGHT	300
#define TITLE_HEIGHT	60

/* Of the distance between two groups. */
#define GROUP_WIDTH	0.8

static const char * const latency_titles[LATENCY_KINDS] = {
	[LATENCY_MOVE] = "the request that moves a link",
	[LATENCY_CREATION] = "the creation of a namespace",
	[LATENCY_RTNL] = "an unrelated request during the load",
	[LATENCY_HELD] = "the move in the kernel, with RTNL held",
};

/**
 * struct panel - a place in the picture
 * @script: where its commands go
 * @v: all results
 * @column: number of the result
 * @kind: of the latency, or LATENCY_KINDS for the rates
 */
struct panel {
	FILE *script;
	const struct view *v;
	unsigned int column;
	unsigned int kind;
};

/**
 * plot_terminal() - what makes a picture of the kind that a file's name asks for
 * @name: the file's name
 *
 * Return: the name of gnuplot's terminal, or NULL where the name ends neither in .svg nor in .png.
 */
const char *plot_terminal(const char *name)
{
	const char *suffix = strrchr(name, '.');

	if (suffix && !strcmp(suffix, ".svg"))
		return "svg";
	if (suffix && !strcmp(suffix, ".png"))
		return "pngcairo";
	return NULL;
}

static double bar_width(const struct view *v)
{
	return GROUP_WIDTH / v->modes.n;
}

static double bar_place(const struct view *v, unsigned int group, unsigned int mode)
{
	return group + (mode - (v->modes.n - 1) / 2.) * bar_width(v);
}

/* A line "place rate low high": the interval, or the range where there is none. */
static bool put_rate(const struct panel *p, unsigned int group, unsigned int mode)
{
	const struct create_result *r = p->v->results[p->column];
	int number = args_find_word(&r->options.modes, p->v->modes.v[mode]);
	struct summary s = {};

	if (number >= 0)
		s = summary_of(r, p->v->threads.v[group], number);
	if (!s.runs)
		return false;
	if (isinf(s.rate_interval.low))
		s.rate_interval = (struct interval) { s.rate.min, s.rate.max };
	fprintf(p->script, "%g %g %g %g\n", bar_place(p->v, group, mode), s.rate.median,
		s.rate_interval.low, s.rate_interval.high);
	return true;
}

/* In ms; 0 has no place on a logarithmic axis. */
static double on_axis(double us)
{
	return us < 1 ? 0.001 : us / 1000;
}

/* A line "place p25 p1 p99 p75 p50 maximum". */
static bool put_latency(const struct panel *p, unsigned int group, unsigned int mode)
{
	static const unsigned int columns[] = { 25, 1, 99, 75, 50, LATENCY_MAX };
	const struct create_result *r = p->v->results[p->column];
	int number = args_find_word(&r->options.modes, p->v->modes.v[mode]);
	struct latency l = {};
	unsigned int i;

	if (number >= 0)
		l = summary_latency(r, p->v->threads.v[group], number, p->kind);
	if (!l.count)
		return false;
	fprintf(p->script, "%g", bar_place(p->v, group, mode));
	for (i = 0; i < ARRAY_SIZE(columns); i++)
		fprintf(p->script, " %g", on_axis(l.us[columns[i]]));
	fputc('\n', p->script);
	return true;
}

/* Defines $dataN for the mode of that number. Return: whether there is anything to draw. */
static bool put_data(const struct panel *p, unsigned int mode)
{
	unsigned int group;
	bool any = false;

	fprintf(p->script, "$data%u << EOD\n", mode);
	for (group = 0; group < p->v->threads.n; group++)
		any |= p->kind == LATENCY_KINDS ? put_rate(p, group, mode) :
						  put_latency(p, group, mode);
	fputs("EOD\n", p->script);
	return any;
}

static void put_axis(const struct panel *p, double low, double high)
{
	const struct view *v = p->v;
	unsigned int i;

	fputs("set xtics (", p->script);
	for (i = 0; i < v->threads.n; i++)
		fprintf(p->script, "%s'%u' %u", i ? ", " : "", v->threads.v[i], i);
	fprintf(p->script, ")\nset xrange [-0.6:%u.6]\nset yrange [%g:%g]\n", v->threads.n - 1, low,
		high);
	fprintf(p->script, "set boxwidth %g\n", bar_width(v) * 0.85);
}

static void put_rate_plot(const struct panel *p, unsigned int mode)
{
	fprintf(p->script, "$data%u using 1:2 with boxes lc %u title '%s', ", mode, mode + 1,
		p->v->modes.v[mode]);
	fprintf(p->script, "$data%u using 1:3:(0):($4-$3) with vectors nohead lc 'black' lw 2 ",
		mode);
	fputs("notitle, ", p->script);
}

static void put_latency_plot(const struct panel *p, unsigned int mode)
{
	fprintf(p->script, "$data%u using 1:2:3:4:5 with candlesticks whiskerbars 0.5 ", mode);
	fprintf(p->script, "lc %u notitle, ", mode + 1);
	fprintf(p->script, "$data%u using 1:6:6:6:6 with candlesticks lc 'black' notitle, ", mode);
	fprintf(p->script, "$data%u using 1:7 with points lc %u pt 2 ps 0.5 notitle, ", mode,
		mode + 1);
}

static void put_titles(const struct panel *p)
{
	const struct hostinfo *h = &p->v->results[p->column]->host;

	if (p->kind == LATENCY_KINDS) {
		fprintf(p->script, "set title '%s: Linux %s, %ld CPUs'\n", p->v->names[p->column],
			h->uts.release, h->cpus);
		fprintf(p->script, "set ylabel '%s'\nset key above\nunset logscale y\n",
			summary_unit(p->v->results[p->column]));
	} else {
		fprintf(p->script, "set title '%s'\n", latency_titles[p->kind]);
		fputs("set ylabel 'ms'\nunset key\nset logscale y\n", p->script);
	}
}

static void put_panel(const struct panel *p, double low, double high)
{
	bool any[ARGS_LIST_MAX], one = false;
	unsigned int mode;

	for (mode = 0; mode < p->v->modes.n; mode++)
		one |= any[mode] = put_data(p, mode);
	if (!one) {
		fputs("set multiplot next\n", p->script);
		return;
	}
	put_titles(p);
	put_axis(p, low, high);
	fputs("plot ", p->script);
	for (mode = 0; mode < p->v->modes.n; mode++) {
		if (!any[mode])
			continue;
		if (p->kind == LATENCY_KINDS)
			put_rate_plot(p, mode);
		else
			put_latency_plot(p, mode);
	}
	/* Something has to follow the last comma. */
	fputs("NaN notitle\n", p->script);
}

static double highest_rate(const struct view *v)
{
	double most = 0;
	unsigned int i, j;

	for (i = 0; i < v->n; i++)
		for (j = 0; j < v->results[i]->count; j++)
			most = fmax(most, v->results[i]->samples[j].rate);
	return most;
}

/* Return: the largest in ms; the smallest goes to @low. */
static double latency_range(const struct view *v, unsigned int kind, double *low)
{
	double high = 0;
	unsigned int i, j;

	*low = INFINITY;
	for (i = 0; i < v->n; i++) {
		for (j = 0; j < v->results[i]->count; j++) {
			const struct latency *l = &v->results[i]->samples[j].latency[kind];

			if (!l->count)
				continue;
			*low = fmin(*low, on_axis(l->us[0]));
			high = fmax(high, on_axis(l->us[LATENCY_MAX]));
		}
	}
	return high;
}

static void put_row(FILE *script, const struct view *v, unsigned int kind, double low, double high)
{
	struct panel p = { .script = script, .v = v, .kind = kind };

	for (p.column = 0; p.column < v->n; p.column++)
		put_panel(&p, low, high);
}

static unsigned int kinds_measured(const struct view *v)
{
	unsigned int kind, n = 0;

	for (kind = 0; kind < LATENCY_KINDS; kind++)
		n += view_has_latency(v, kind);
	return n;
}

static void put_page(FILE *script, const struct view *v, const char *terminal)
{
	unsigned int rows = 1 + kinds_measured(v);

	fprintf(script, "set terminal %s size %u,%u noenhanced font 'sans,10' background 'white'\n",
		terminal, v->n * PANEL_WIDTH, TITLE_HEIGHT + rows * PANEL_HEIGHT);
	fprintf(script, "set multiplot layout %u,%u title \"%s%s\"\n", rows, v->n,
		"by number of threads: median rate and its 95 % interval",
		rows > 1 ? "\\nlatency: p25 to p75, p1 to p99, median, maximum" : "");
	fputs("set style fill solid 0.6 border\nset grid ytics\nset xlabel 'threads'\n"
	      "set lmargin 10\n", script);
}

static void put_script(FILE *script, const struct view *v, const char *terminal)
{
	unsigned int kind;
	double low, high;

	put_page(script, v, terminal);
	put_row(script, v, LATENCY_KINDS, 0, 1.05 * highest_rate(v));
	for (kind = 0; kind < LATENCY_KINDS; kind++) {
		if (!view_has_latency(v, kind))
			continue;
		high = latency_range(v, kind, &low);
		put_row(script, v, kind, low / 1.5, high * 1.5);
	}
	fputs("unset multiplot\n", script);
}

/**
 * plot_make() - make the picture
 * @v: what it shows
 * @terminal: what plot_terminal() returned
 * @fd: where it goes
 *
 * Return: 0, or a negative errno after an error line.
 */
int plot_make(const struct view *v, const char *terminal, int fd)
{
	struct gnuplot g;
	int ret;

	ret = gnuplot_start(&g, fd);
	if (ret)
		return ret;
	put_script(g.script, v, terminal);
	return gnuplot_finish(&g);
}
