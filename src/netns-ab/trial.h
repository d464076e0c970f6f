/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_TRIAL_H
#define NETNS_AB_TRIAL_H

#include "stage.h"

#define TRIAL_SOCKETS_MAX	64

/**
 * enum trial_sender - who sends while the link is moved, and how it comes by its route
 * @TRIAL_RECHECK: a connected UDP socket, which checks its route again at each datagram
 * @TRIAL_CORK: one with half a datagram (MSG_MORE), which it completes after the move
 * @TRIAL_ASLEEP: one asleep in sendmsg() with its route at hand
 * @TRIAL_PACKET: a packet socket with a full send buffer, asleep with its device at hand
 */
enum trial_sender {
	TRIAL_RECHECK,
	TRIAL_CORK,
	TRIAL_ASLEEP,
	TRIAL_PACKET,
};

/**
 * struct trial - one move of a link away from a sender
 * @sender: who sends
 * @family: AF_INET or AF_INET6
 * @route: what leads to the destination
 * @bare_target: whether the target has IPv6 disabled on new links
 * @before: what the link goes through before the move: bits of enum history_step
 * @home: file descriptor of the thread's namespace, from stage_home()
 * @sockets: for TRIAL_RECHECK: how many share the route; the target's number is raised by one after
 *	each that may not send any more
 * @raise: how often the target's number is raised before the move
 * @datagrams: for TRIAL_RECHECK: the most that a socket sends after the move
 * @late_mode: mode of the barrier that is set, and the families with it, when all is ready for the
 *	move; NULL to leave the knobs alone
 */
struct trial {
	enum trial_sender sender;
	int family;
	enum stage_route route;
	bool bare_target;
	unsigned int before;
	int home;
	unsigned int sockets;
	unsigned int raise;
	unsigned int datagrams;
	const char *late_mode;
};

int trial_run(const struct trial *t, unsigned int *datagrams);

#endif
