/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_STATS_H
#define NETNS_AB_STATS_H

/* The most numbers that stats_interval() takes, and the least that it makes something of. */
#define STATS_MAX		1000
#define STATS_INTERVAL_MIN	5

/**
 * struct stats - what is told of a set of numbers
 * @median: the middle one, or the mean of the two in the middle
 * @min: the smallest
 * @max: the largest
 */
struct stats {
	double median;
	double min;
	double max;
};

/**
 * struct interval - where a figure may be
 * @low: not below
 * @high: not above; both are infinite where nothing is known
 */
struct interval {
	double low;
	double high;
};

struct stats stats_of(double *v, unsigned int n);
struct interval stats_interval(const double *v, unsigned int n, unsigned int seed);

#endif
