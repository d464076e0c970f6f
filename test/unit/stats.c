// SPDX-License-Identifier: GPL-2.0-only
/* The median and its interval: where one knows them, and how often the interval is right. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "stats.h"

#define SAMPLES		1000
#define SEED		1

static struct interval interval_of(const double *numbers, unsigned int n, unsigned int seed)
{
	double v[STATS_MAX];

	memcpy(v, numbers, n * sizeof(*v));
	stats_of(v, n);
	return stats_interval(v, n, seed);
}

static void test_median(void)
{
	double odd[] = { 5, 1, 3 }, even[] = { 4, 1, 3, 2 }, one[] = { 7 };
	struct stats s;

	s = stats_of(odd, 3);
	ok(s.median == 3 && s.min == 1 && s.max == 5, "median and range of three numbers");
	ok(stats_of(even, 4).median == 2.5, "median of four");
	ok(stats_of(one, 1).median == 7, "median of one");
}

static void test_little(void)
{
	double same[] = { 2, 2, 2, 2, 2, 2 }, few[] = { 1, 2, 3, 4 };
	double five[] = { 3, 1, 2, 5, 4 };
	struct interval i;

	i = interval_of(few, 4, SEED);
	ok(isinf(i.low) && i.low < 0 && isinf(i.high), "four numbers make no interval");
	i = interval_of(few, 1, SEED);
	ok(isinf(i.low) && isinf(i.high), "nor does one");
	i = interval_of(same, 6, SEED);
	ok(i.low == 2 && i.high == 2, "of equal numbers the interval is a point");
	i = interval_of(five, 5, SEED);
	ok(i.low == 1 && i.high == 5, "of five it is all that they span");
}

static void test_many(void)
{
	static double v[STATS_MAX];
	struct interval i;
	unsigned int n;

	for (n = 0; n < STATS_MAX; n++)
		v[n] = n;
	/* Of an order statistic: 500 -+ 1.96 * sqrt(1000) / 2 = 469 to 531. */
	i = interval_of(v, STATS_MAX, SEED);
	ok(fabs(i.low - 469) < 5 && fabs(i.high - 531) < 5,
	   "of %d numbers it is as theory has it (%.0f-%.0f)", STATS_MAX, i.low, i.high);
}

static void test_seed(void)
{
	static double v[100];
	struct interval a, b, c;
	unsigned int n;

	for (n = 0; n < 100; n++)
		v[n] = n * n;
	a = interval_of(v, 100, 5);
	b = interval_of(v, 100, 5);
	c = interval_of(v, 100, 6);
	ok(a.low == b.low && a.high == b.high, "the same seed makes the same interval");
	ok(fabs(a.low / c.low - 1) < 0.1 && fabs(a.high / c.high - 1) < 0.1,
	   "another seed one that is hardly different");
}

/* From 0 to 1, without either. */
static double uniform(void)
{
	return (rand() + 1.0) / (RAND_MAX + 2.0);
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/* A rate around @median, as of a host that is slow at times. */
static double lognormal(double median, double sigma)
{
	return median * exp(sigma * normal());
}

/* A rate that is right but for one run in ten, which is much too slow. */
static double disturbed(double median)
{
	return lognormal(median, 0.03) / (uniform() < 0.1 ? 1 + 5 * uniform() : 1);
}

static double ratio_plain(double truth)
{
	return lognormal(100 * truth, 0.1) / lognormal(100, 0.1);
}

static double ratio_disturbed(double truth)
{
	return disturbed(100 * truth) / disturbed(100);
}

/* Percent of samples of @n ratios whose interval contains the true one. */
static double coverage(double (*ratio)(double), double truth, unsigned int n)
{
	unsigned int i, j, right = 0;
	struct interval found;
	double v[STATS_MAX];

	for (i = 0; i < SAMPLES; i++) {
		for (j = 0; j < n; j++)
			v[j] = ratio(truth);
		found = interval_of(v, n, i);
		right += found.low <= truth && truth <= found.high;
	}
	return 100.0 * right / SAMPLES;
}

static void test_coverage(void)
{
	unsigned int sizes[] = { 5, 8, 10, 25, 100 };
	unsigned int i;
	double c;

	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		c = coverage(ratio_plain, 2.5, sizes[i]);
		ok(c > 90 && c < 99, "the interval of %u rounds holds the true ratio in %.1f %%",
		   sizes[i], c);
		c = coverage(ratio_disturbed, 1.0, sizes[i]);
		ok(c > 90 && c < 99, "and where some runs are disturbed, in %.1f %%", c);
	}
}

/* What the pairs are for: a host that is up to twice as slow in some rounds. */
static void test_drift(void)
{
	double rounds[20], rates[20], host;
	struct interval paired, alone;
	unsigned int i;

	for (i = 0; i < 20; i++) {
		host = 1 + uniform();
		rates[i] = lognormal(200, 0.02) / host;
		rounds[i] = rates[i] / (lognormal(100, 0.02) / host);
	}
	paired = interval_of(rounds, 20, SEED);
	alone = interval_of(rates, 20, SEED);
	ok(paired.low > 1.95 && paired.high < 2.05, "drift of the host leaves the ratio alone");
	ok(alone.high / alone.low > 1.1, "though the rates vary");
}

int main(void)
{
	srand(SEED);
	test_median();
	test_little();
	test_many();
	test_seed();
	test_coverage();
	test_drift();
	return done_testing();
}
