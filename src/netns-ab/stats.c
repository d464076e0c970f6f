// SPDX-License-Identifier: GPL-2.0-only
/*
 * Median and spread, and how far the median is to be trusted.
 */
#include <math.h>
#include <stdlib.h>

#include "dice.h"
#include "stats.h"

/* Medians that an interval is taken from, and how many of them are below it, and above. */
#define RESAMPLES	2000
#define OUTSIDE		(RESAMPLES / 40)

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

/**
 * stats_of() - median and spread of a set of numbers
 * @v: the numbers; they are sorted in place
 * @n: how many, at least one
 *
 * Return: the figures, in the unit of the numbers.
 */
struct stats stats_of(double *v, unsigned int n)
{
	qsort(v, n, sizeof(*v), compare);
	return (struct stats) {
		.median = (v[(n - 1) / 2] + v[n / 2]) / 2,
		.min = v[0],
		.max = v[n - 1],
	};
}

/* Number @rank, from 0, of a sorted sample that has the number v[i] times[i] times. */
static double ranked(const double *v, const unsigned int *times, unsigned int rank)
{
	unsigned int i;

	for (i = 0; times[i] <= rank; i++)
		rank -= times[i];
	return v[i];
}

/* The median of as many numbers, each drawn from all of them. */
static double resample(const double *v, unsigned int n, struct dice *d)
{
	unsigned int times[STATS_MAX] = {};
	unsigned int i;

	for (i = 0; i < n; i++)
		times[dice_roll(d, n)]++;
	return (ranked(v, times, (n - 1) / 2) + ranked(v, times, n / 2)) / 2;
}

/**
 * stats_interval() - where the median is of what the numbers are a sample of, at 95 % confidence
 * @v: the numbers, sorted, as stats_of() leaves them
 * @n: how many, at most STATS_MAX
 * @seed: the same seed makes the same interval
 *
 * It is a bootstrap: the numbers stand for all that could have been measured, samples are drawn
 * from them, and the interval is where the middle 95 % of these samples' medians are. Nothing is
 * supposed of the numbers but that they are independent of one another. Fewer than
 * STATS_INTERVAL_MIN do not show how far they spread, and make no finite interval.
 *
 * Return: the interval, in the unit of the numbers.
 */
struct interval stats_interval(const double *v, unsigned int n, unsigned int seed)
{
	double medians[RESAMPLES];
	struct dice d;
	unsigned int i;

	if (n < STATS_INTERVAL_MIN)
		return (struct interval) { -INFINITY, INFINITY };

	dice_seed(&d, seed);
	for (i = 0; i < RESAMPLES; i++)
		medians[i] = resample(v, n, &d);
	qsort(medians, RESAMPLES, sizeof(*medians), compare);
	return (struct interval) { medians[OUTSIDE], medians[RESAMPLES - 1 - OUTSIDE] };
}
