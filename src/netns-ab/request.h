/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_REQUEST_H
#define NETNS_AB_REQUEST_H

#include "rtnl.h"

void request_put_addr(struct nlmsghdr *nlh, int type, int family, const char *text);
struct nlmsghdr *request_link(struct rtnl_batch *b, int flags, int ifindex, int up);
void request_addr(struct rtnl_batch *b, int family, int ifindex, const char *addr, int prefix);
void request_no_addr(struct rtnl_batch *b, int family, int ifindex, const char *addr, int prefix);
struct nlmsghdr *request_route(struct rtnl_batch *b, int family, int type);

#endif
