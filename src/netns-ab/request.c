// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rtnetlink requests that more than one file makes: links, addresses and routes.
 */
#include <arpa/inet.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "request.h"

/**
 * request_put_addr() - add an attribute that is an address
 * @nlh: the message
 * @type: of the attribute
 * @family: AF_INET or AF_INET6
 * @text: the address
 */
void request_put_addr(struct nlmsghdr *nlh, int type, int family, const char *text)
{
	char addr[sizeof(struct in6_addr)] = {};

	inet_pton(family, text, addr);
	mnl_attr_put(nlh, type, family == AF_INET ? 4 : 16, addr);
}

/**
 * request_link() - start a request about a link
 * @b: the batch
 * @flags: NLM_F_*
 * @ifindex: of the link, or 0 where an attribute says its name
 * @up: IFF_* to be set
 *
 * Return: the message, for attributes and rtnl_batch_end().
 */
struct nlmsghdr *request_link(struct rtnl_batch *b, int flags, int ifindex, int up)
{
	struct nlmsghdr *nlh = rtnl_batch_begin(b, RTM_NEWLINK, flags);
	struct ifinfomsg *ifi = mnl_nlmsg_put_extra_header(nlh, sizeof(*ifi));

	ifi->ifi_index = ifindex;
	ifi->ifi_flags = up;
	ifi->ifi_change = up;
	return nlh;
}

static void put_addr(struct nlmsghdr *nlh, int family, int ifindex, const char *addr, int prefix)
{
	struct ifaddrmsg *ifa = mnl_nlmsg_put_extra_header(nlh, sizeof(*ifa));

	ifa->ifa_family = family;
	ifa->ifa_prefixlen = prefix;
	ifa->ifa_flags = family == AF_INET6 ? IFA_F_NODAD : 0;
	ifa->ifa_index = ifindex;
	request_put_addr(nlh, IFA_LOCAL, family, addr);
	request_put_addr(nlh, IFA_ADDRESS, family, addr);
}

/**
 * request_addr() - add an address to a link, without duplicate address detection
 * @b: the batch
 * @family: AF_INET or AF_INET6
 * @ifindex: of the link
 * @addr: the address
 * @prefix: length of its prefix
 */
void request_addr(struct rtnl_batch *b, int family, int ifindex, const char *addr, int prefix)
{
	struct nlmsghdr *nlh = rtnl_batch_begin(b, RTM_NEWADDR, NLM_F_CREATE | NLM_F_EXCL);

	put_addr(nlh, family, ifindex, addr, prefix);
	rtnl_batch_end(b, nlh);
}

/**
 * request_no_addr() - remove an address from a link
 * @b: the batch
 * @family: AF_INET or AF_INET6
 * @ifindex: of the link
 * @addr: the address
 * @prefix: length of its prefix
 */
void request_no_addr(struct rtnl_batch *b, int family, int ifindex, const char *addr, int prefix)
{
	struct nlmsghdr *nlh = rtnl_batch_begin(b, RTM_DELADDR, 0);

	put_addr(nlh, family, ifindex, addr, prefix);
	rtnl_batch_end(b, nlh);
}

/**
 * request_route() - start a request for a new route in the main table
 * @b: the batch
 * @family: AF_INET or AF_INET6
 * @type: RTN_*
 *
 * It is a default route until its destination is set.
 *
 * Return: the message, for attributes and rtnl_batch_end().
 */
struct nlmsghdr *request_route(struct rtnl_batch *b, int family, int type)
{
	struct nlmsghdr *nlh = rtnl_batch_begin(b, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL);
	struct rtmsg *rtm = mnl_nlmsg_put_extra_header(nlh, sizeof(*rtm));

	rtm->rtm_family = family;
	rtm->rtm_table = RT_TABLE_MAIN;
	rtm->rtm_protocol = RTPROT_STATIC;
	rtm->rtm_scope = RT_SCOPE_UNIVERSE;
	rtm->rtm_type = type;
	return nlh;
}
