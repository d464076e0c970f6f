/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_ROUTEWORK_H
#define NETNS_AB_ROUTEWORK_H

#include "rtnl.h"

#define ROUTEWORK_NAMESPACES_MAX	256
#define ROUTEWORK_ROUTES_MAX	100000

/* So many requests travel in one system call, so that its cost does not hide theirs. */
#define ROUTEWORK_BATCH		40

/**
 * struct routework - network namespaces to add routes to
 * @count: how many there are
 * @nl: rtnetlink socket in each, which keeps it alive
 */
struct routework {
	unsigned int count;
	struct mnl_socket *nl[ROUTEWORK_NAMESPACES_MAX];
};

/**
 * struct routework_pass - the same change made to many routes
 * @family: AF_INET or AF_INET6
 * @type: RTM_NEWROUTE or RTM_DELROUTE
 * @namespaces: in how many namespaces at once, each with a thread
 * @routes: how many routes in each
 */
struct routework_pass {
	int family;
	int type;
	unsigned int namespaces;
	unsigned int routes;
};

/**
 * struct routework_time - how long a pass took
 * @seconds: from the start line until the last thread was done
 * @cpu: CPU time of all threads together, in seconds
 */
struct routework_time {
	double seconds;
	double cpu;
};

int routework_open(struct routework *c, unsigned int namespaces);
int routework_run(const struct routework *c, const struct routework_pass *p,
		  struct routework_time *t);
void routework_close(struct routework *c);

#endif
