// SPDX-License-Identifier: GPL-2.0-only
/*
 * Raises the route generation number of a network namespace, by one at a time, without touching a
 * route of interest: IPv4's rt_genid by a flush of the cache, IPv6's fib6_sernum by an unreachable
 * route to nowhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <linux/rtnetlink.h>

#include "msg.h"
#include "number.h"
#include "request.h"

#define FLUSH_PATH	"/proc/sys/net/ipv4/route/flush"

/* 128 bits of the range of RFC 5180 that is used for nothing else here. */
#define NOWHERE_FORMAT	"2001:2:0:ffff::%x"

static int failed(const struct number *n, int err)
{
	msg_error("raising the IPv%d number of a namespace: %s", n->family == AF_INET ? 4 : 6,
		  strerror(err));
	return -err;
}

/**
 * number_open() - get hold of the number of this thread's network namespace
 * @n: filled in; it stays bound to that namespace
 * @family: AF_INET or AF_INET6
 *
 * Return: 0, or a negative errno after an error line; number_close() is fine in either case.
 */
int number_open(struct number *n, int family)
{
	int ret;

	*n = (struct number) { .family = family, .flush = -1 };
	if (family == AF_INET6) {
		ret = rtnl_open(&n->nl);
		return ret ? failed(n, -ret) : 0;
	}
	n->flush = open(FLUSH_PATH, O_WRONLY | O_CLOEXEC);
	return n->flush < 0 ? failed(n, errno) : 0;
}

static int raise4(struct number *n)
{
	return pwrite(n->flush, "1", 1, 0) < 0 ? -errno : 0;
}

static int raise6(struct number *n)
{
	char addr[INET6_ADDRSTRLEN];
	struct rtnl_batch b = {};
	struct rtnl_error ignored;
	struct nlmsghdr *nlh = request_route(&b, AF_INET6, RTN_UNREACHABLE);
	struct rtmsg *rtm = mnl_nlmsg_get_payload(nlh);

	snprintf(addr, sizeof(addr), NOWHERE_FORMAT, n->routes++ & 0xffff);
	rtm->rtm_dst_len = 128;
	request_put_addr(nlh, RTA_DST, AF_INET6, addr);
	rtnl_batch_end(&b, nlh);
	return rtnl_batch_send(n->nl, &b, &ignored);
}

/**
 * number_raise() - raise the number
 * @n: the number
 * @times: how often, by one each time
 *
 * Return: 0, or a negative errno after an error line.
 */
int number_raise(struct number *n, unsigned int times)
{
	int ret = 0;

	while (!ret && times--)
		ret = n->family == AF_INET ? raise4(n) : raise6(n);
	return ret ? failed(n, -ret) : 0;
}

/**
 * number_close() - let go of the number
 * @n: opened, or all zero but for @flush, which is -1
 */
void number_close(struct number *n)
{
	if (n->nl)
		mnl_socket_close(n->nl);
	if (n->flush >= 0)
		close(n->flush);
	n->nl = NULL;
	n->flush = -1;
}
