/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_LATENCY_H
#define NETNS_AB_LATENCY_H

#include <stdbool.h>

/**
 * enum latency_kind - what is timed
 * @LATENCY_MOVE: the request that moves a link, as its sender sees it
 * @LATENCY_CREATION: a whole namespace, from unshare() until it is complete
 * @LATENCY_RTNL: an unrelated request that needs RTNL, in another namespace, during the load
 * @LATENCY_HELD: the kernel's move itself, all of it with RTNL held
 * @LATENCY_KINDS: how many there are
 */
enum latency_kind {
	LATENCY_MOVE,
	LATENCY_CREATION,
	LATENCY_RTNL,
	LATENCY_HELD,
	LATENCY_KINDS,
};

#define LATENCY_MAX	100	/* the place of the maximum among the percentiles */

/**
 * struct latency - the distribution of one kind in one run
 * @count: how many were timed; 0 where the kind was not measured
 * @us: percentiles in microseconds: the smallest value that so many percent do not exceed, and
 *	so @us[0] is the minimum and @us[LATENCY_MAX] the maximum
 */
struct latency {
	unsigned int count;
	double us[LATENCY_MAX + 1];
};

/**
 * struct latency_log - single values, as they come; all zero at first
 * @us: the values in microseconds
 * @count: how many
 * @size: how many there is room for
 * @lost: a value did not fit, for want of memory
 */
struct latency_log {
	double *us;
	unsigned int count;
	unsigned int size;
	bool lost;
};

const char *latency_name(enum latency_kind kind);
double latency_now(void);
void latency_add(struct latency_log *log, double us);
void latency_append(struct latency_log *log, const struct latency_log *more);
int latency_of(struct latency *l, struct latency_log *log);
void latency_free(struct latency_log *log);

#endif
