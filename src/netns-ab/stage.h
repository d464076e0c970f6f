/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_STAGE_H
#define NETNS_AB_STAGE_H

#include <stdbool.h>
#include <sys/socket.h>

#include "number.h"
#include "rtnl.h"

#define STAGE_PORT	9	/* discard */

/* Interface indexes: different, since link watch is slower where both ends of a pair have one. */
#define STAGE_LINK	1000000
#define STAGE_PEER	2000000
#define STAGE_BRIDGE	3000000

/**
 * enum stage_route - what leads to the destination
 * @STAGE_PLAIN: a route with its own next hop
 * @STAGE_NEXTHOP: a route through a nexthop object
 * @STAGE_GROUP: a route through a nexthop group with one member
 */
enum stage_route {
	STAGE_PLAIN,
	STAGE_NEXTHOP,
	STAGE_GROUP,
};

/**
 * struct stage - where a trial takes place
 * @family: AF_INET or AF_INET6
 * @route: how the destination is reached in the source
 * @bare_target: whether the target has IPv6 disabled on new links
 * @home: file descriptor of the namespace with the peer, in which the thread stays
 * @source: the same of the namespace that the link is moved from
 * @target: the same of the namespace that it is moved to
 * @nl_home: rtnetlink socket in @home
 * @nl_source: the same in @source
 * @nl_target: the same in @target
 * @nl_addr6: socket that tells of new IPv6 addresses in @source
 * @source_number: the number of @source
 * @target_number: the number of @target
 *
 *	source           target             home
 *	sockets, route
 *	link -- moved --> link ------------ peer, whose datagrams are counted
 */
struct stage {
	int family;
	enum stage_route route;
	bool bare_target;
	int home;
	int source;
	int target;
	struct mnl_socket *nl_home;
	struct mnl_socket *nl_source;
	struct mnl_socket *nl_target;
	struct mnl_socket *nl_addr6;
	struct number source_number;
	struct number target_number;
};

int stage_ask(struct mnl_socket *nl, struct rtnl_batch *b, const char *what);
int stage_home(void);
int stage_set(struct stage *s);
int stage_socket(const struct stage *s, int domain, int type);
int stage_connect(const struct stage *s);
int stage_move(struct stage *s);
int stage_strike(struct stage *s);

#endif
