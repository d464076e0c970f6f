// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the runs of a mode say, alone and beside those of the base mode.
 *
 * Runs are compared within their round: what slows the host for a while slows a whole round, and
 * leaves the ratio alone. Where rounds have nothing in common, nothing is lost by it.
 */
#include <string.h>

#include "create.h"
#include "summary.h"

/**
 * summary_base() - the mode that the others are compared with
 * @modes: all of them
 *
 * Return: the number of keep, or 0 where keep is not measured.
 */
unsigned int summary_base(const struct args_words *modes)
{
	int keep = args_find_word(modes, "keep");

	return keep < 0 ? 0 : keep;
}

/* Rates by number of the round; 0 where there is none. */
static void rates_by_round(const struct create_result *r, unsigned int threads, unsigned int mode,
			   double rates[CREATE_RUNS_MAX])
{
	unsigned int i;

	memset(rates, 0, CREATE_RUNS_MAX * sizeof(*rates));
	for (i = 0; i < r->count; i++)
		if (r->samples[i].threads == threads && r->samples[i].mode == mode)
			rates[r->samples[i].round] = r->samples[i].rate;
}

static void summarise_rates(struct summary *s, const double *rates, unsigned int seed)
{
	double v[CREATE_RUNS_MAX];
	unsigned int i;

	for (i = 0; i < CREATE_RUNS_MAX; i++)
		if (rates[i] > 0)
			v[s->runs++] = rates[i];
	if (!s->runs)
		return;
	s->rate = stats_of(v, s->runs);
	s->rate_interval = stats_interval(v, s->runs, seed);
}

static void summarise_ratios(struct summary *s, const double *rates, const double *base,
			     unsigned int seed)
{
	double v[CREATE_RUNS_MAX];
	unsigned int i, n = 0;

	for (i = 0; i < CREATE_RUNS_MAX; i++)
		if (rates[i] > 0 && base[i] > 0)
			v[n++] = rates[i] / base[i];
	if (!n)
		return;
	s->compared = true;
	s->ratio = stats_of(v, n).median;
	s->ratio_interval = stats_interval(v, n, seed);
}

/**
 * summary_unit() - what a rate counts
 * @r: the runs
 *
 * Return: the unit's name.
 */
const char *summary_unit(const struct create_result *r)
{
	return r->options.churn ? "cycles/s" : "namespaces/s";
}

/**
 * summary_of() - what the runs of one mode at one number of threads say
 * @r: the runs; the seed of the intervals is that of the options
 * @threads: number of threads
 * @mode: number of the mode in the options' list
 *
 * Return: the summary.
 */
struct summary summary_of(const struct create_result *r, unsigned int threads, unsigned int mode)
{
	double rates[CREATE_RUNS_MAX], base[CREATE_RUNS_MAX];
	unsigned int base_mode = summary_base(&r->options.modes);
	struct summary s = {};

	rates_by_round(r, threads, mode, rates);
	summarise_rates(&s, rates, r->options.seed);
	if (mode == base_mode)
		return s;
	rates_by_round(r, threads, base_mode, base);
	summarise_ratios(&s, rates, base, r->options.seed);
	return s;
}

/* One percentile of each run that measured this kind. Return: how many there are. */
static unsigned int collect(const struct create_result *r, unsigned int threads, unsigned int mode,
			    enum latency_kind kind, unsigned int percent, double *v)
{
	unsigned int i, n = 0;

	for (i = 0; i < r->count; i++) {
		const struct create_sample *s = &r->samples[i];

		if (s->threads == threads && s->mode == mode && s->latency[kind].count)
			v[n++] = s->latency[kind].us[percent];
	}
	return n;
}

/**
 * summary_latency() - the latency in the runs of one mode at one number of threads
 * @r: the runs
 * @threads: number of threads
 * @mode: number of the mode in the options' list
 * @kind: of what
 *
 * Return: of each percentile the median over the runs, but the largest maximum and the smallest
 * minimum of all; the count is that of the runs, 0 where the kind was not measured.
 */
struct latency summary_latency(const struct create_result *r, unsigned int threads,
			       unsigned int mode, enum latency_kind kind)
{
	struct latency l = {};
	double v[CREATE_RUNS_MAX];
	struct stats s;
	unsigned int i;

	for (i = 0; i <= LATENCY_MAX; i++) {
		l.count = collect(r, threads, mode, kind, i, v);
		if (!l.count)
			break;
		s = stats_of(v, l.count);
		l.us[i] = i == 0 ? s.min : i == LATENCY_MAX ? s.max : s.median;
	}
	return l;
}

/**
 * summary_is_noise() - is the mode no different from the base mode, for all that is known?
 * @s: of a mode that is compared
 *
 * Return: true where the interval of the ratio contains 1.
 */
bool summary_is_noise(const struct summary *s)
{
	return s->ratio_interval.low <= 1 && s->ratio_interval.high >= 1;
}

static double half_width(struct interval i, double around)
{
	return (i.high - i.low) / 2 / around;
}

/**
 * summary_doubt() - how wide the interval is of what the mode is measured for
 * @s: a mode with runs
 *
 * Return: half the width of the ratio's interval as a part of the ratio, or of the rate's where
 * there is nothing to compare with; infinite where there is no interval.
 */
double summary_doubt(const struct summary *s)
{
	if (s->compared)
		return half_width(s->ratio_interval, s->ratio);
	return half_width(s->rate_interval, s->rate.median);
}
