// SPDX-License-Identifier: GPL-2.0-only
/*
 * Median and spread.
 */
#include <stdlib.h>

#include "stats.h"

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
