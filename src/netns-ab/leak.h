/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_LEAK_H
#define NETNS_AB_LEAK_H

#include <stdbool.h>

#include "args.h"
#include "hostinfo.h"
#include "trial.h"

#define LEAK_TRIALS_MAX		1000
#define LEAK_FAMILIES		2

/**
 * enum leak_numbers - whose route generation numbers
 * @LEAK_NATIVE: the kernel's own: ipv4 and ipv6 are off
 * @LEAK_UNIQUE: ours: they are on
 * @LEAK_LATE: they are switched on when routes are cached already
 */
enum leak_numbers {
	LEAK_NATIVE,
	LEAK_UNIQUE,
	LEAK_LATE,
};

#define LEAK_NUMBERS	(LEAK_LATE + 1)
#define LEAK_ROUTES	(STAGE_GROUP + 1)
#define LEAK_SENDERS	(TRIAL_PACKET + 1)
#define LEAK_ROWS_MAX	(LEAK_SENDERS * LEAK_FAMILIES * LEAK_ROUTES * LEAK_NUMBERS)

/**
 * struct leak_options - what the user asked for
 * @senders: bits of enum trial_sender
 * @families: 1 for IPv4, 2 for IPv6, or both bits
 * @routes: bits of enum stage_route
 * @numbers: bits of enum leak_numbers
 * @trials: how many for each row and mode
 * @datagrams: the most that a socket sends after the move
 * @sweep: how many sockets share the route; 1 for a trial as in the reference
 * @bare_target: whether the target has IPv6 disabled on new links
 * @before: what the link goes through before the move: bits of enum history_step
 * @modes: modes of the barrier
 * @json: name of the file for the figures, or NULL
 */
struct leak_options {
	unsigned int senders;
	unsigned int families;
	unsigned int routes;
	unsigned int numbers;
	unsigned int trials;
	unsigned int datagrams;
	unsigned int sweep;
	bool bare_target;
	unsigned int before;
	struct args_words modes;
	const char *json;
};

/**
 * struct leak_row - what the modes are compared at
 * @sender: who sends
 * @family: AF_INET or AF_INET6
 * @route: what leads to the destination
 * @numbers: whose numbers
 */
struct leak_row {
	enum trial_sender sender;
	int family;
	enum stage_route route;
	enum leak_numbers numbers;
};

/**
 * struct leak_cell - the trials of one row in one mode
 * @possible: false where the mode holds the families on, but the row wants them off
 * @counts: datagrams that leaked, of each trial
 */
struct leak_cell {
	bool possible;
	unsigned int *counts;
};

/**
 * struct leak_result - all that was measured
 * @options: what was asked for
 * @host: where it was measured
 * @home: file descriptor of the namespace with the peers
 * @rows: the rows
 * @row_count: how many there are
 * @cells: a cell for each mode of each row, row by row
 */
struct leak_result {
	struct leak_options options;
	struct hostinfo host;
	int home;
	struct leak_row rows[LEAK_ROWS_MAX];
	unsigned int row_count;
	struct leak_cell *cells;
};

struct leak_cell *leak_cell(const struct leak_result *r, unsigned int row, unsigned int mode);
int leak_main(int argc, char **argv);

#endif
