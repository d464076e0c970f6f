/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_ROUTES_H
#define NETNS_AB_ROUTES_H

#include <stdbool.h>

#include "args.h"
#include "routework.h"
#include "hostinfo.h"

#define ROUTES_RUNS_MAX		1000

enum { ROUTES_4 = 1, ROUTES_6 = 2 };

/**
 * struct routes_options - what the user asked for
 * @routes: how many are added and deleted in each namespace
 * @threads: numbers of namespaces, each with a thread
 * @runs: runs with the families off, and as many with them on, for each row
 * @families: ROUTES_* put together
 * @json: name of the file for every run's figures, or NULL
 */
struct routes_options {
	unsigned int routes;
	struct args_numbers threads;
	unsigned int runs;
	unsigned int families;
	const char *json;
};

/**
 * enum routes_change - what is done to a route
 * @ROUTES_ADD: raises the number of its family by one
 * @ROUTES_DELETE: does not, where nothing has used the route: what is left of the difference here
 *	is noise, and what the hooks cost beside the bump
 * @ROUTES_CHANGES: how many there are
 */
enum routes_change {
	ROUTES_ADD,
	ROUTES_DELETE,
	ROUTES_CHANGES,
};

/**
 * struct routes_sample - one run: all routes added, then all deleted
 * @threads: how many namespaces, each with a thread
 * @family: AF_INET or AF_INET6
 * @round: number of the round, from 0
 * @on: whether the families were on
 * @time: of each change
 */
struct routes_sample {
	unsigned int threads;
	int family;
	unsigned int round;
	bool on;
	struct routework_time time[ROUTES_CHANGES];
};

/**
 * struct routes_result - all that was measured
 * @options: what was asked for
 * @host: where it was measured
 * @ns: the namespaces
 * @samples: the runs, in the order in which they were made
 * @count: how many runs there are so far
 */
struct routes_result {
	struct routes_options options;
	struct hostinfo host;
	struct routework ns;
	struct routes_sample *samples;
	unsigned int count;
};

int routes_main(int argc, char **argv);

#endif
