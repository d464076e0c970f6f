/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_STATS_H
#define NETNS_AB_STATS_H

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

struct stats stats_of(double *v, unsigned int n);

#endif
