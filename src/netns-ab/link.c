// SPDX-License-Identifier: GPL-2.0-only
/*
 * Waiting until the kernel is done with a link: link watch after it came up, and its namespace when
 * that is deleted. Both are work items that run in their own time.
 */
#include <errno.h>
#include <string.h>
#include <time.h>
#include <sys/socket.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "link.h"
#include "msg.h"
#include "request.h"

#define POLL_MS		2
#define UP_LIMIT_S	10
#define GONE_LIMIT_S	600

static int read_operstate(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct ifinfomsg))
		if (mnl_attr_get_type(attr) == IFLA_OPERSTATE)
			*(int *)data = mnl_attr_get_u8(attr);
	return MNL_CB_OK;
}

/* Return: IF_OPER_* or a negative errno. */
static int operstate(struct mnl_socket *nl, int ifindex)
{
	struct rtnl_batch b = {};
	struct nlmsghdr *nlh = rtnl_batch_begin(&b, RTM_GETLINK, 0);
	struct ifinfomsg *ifi = mnl_nlmsg_put_extra_header(nlh, sizeof(*ifi));
	int state = IF_OPER_UNKNOWN;
	int ret;

	ifi->ifi_index = ifindex;
	rtnl_batch_end(&b, nlh);
	ret = rtnl_get(nl, &b, read_operstate, &state);
	return ret ? ret : state;
}

/* Return: 0 or a negative errno, -ETIMEDOUT among them, after an error line. */
static int wait_for(struct mnl_socket *nl, int ifindex, int wanted, int limit_s, const char *what)
{
	const struct timespec poll = { .tv_nsec = POLL_MS * 1000000L };
	int left = limit_s * 1000 / POLL_MS;
	int ret;

	for (;;) {
		ret = operstate(nl, ifindex);
		if (ret == wanted)
			return 0;
		if (ret < 0 || !left--)
			break;
		nanosleep(&poll, NULL);
	}
	if (ret >= 0)
		ret = -ETIMEDOUT;
	msg_error("waiting for link %d to be %s: %s", ifindex, what, strerror(-ret));
	return ret;
}

/**
 * link_wait_up() - wait until link watch has seen that a link is up
 * @nl: socket in the link's network namespace
 * @ifindex: of the link
 *
 * Link watch notifies the rest of the kernel under RTNL right after it has set the state that is
 * looked at here: what takes RTNL afterwards comes after that as well.
 *
 * Return: 0, or a negative errno after an error line.
 */
int link_wait_up(struct mnl_socket *nl, int ifindex)
{
	return wait_for(nl, ifindex, IF_OPER_UP, UP_LIMIT_S, "up");
}

/**
 * link_wait_gone() - wait until a link is no more
 * @nl: socket in the link's network namespace
 * @ifindex: of the link
 *
 * Return: 0, or a negative errno after an error line.
 */
int link_wait_gone(struct mnl_socket *nl, int ifindex)
{
	return wait_for(nl, ifindex, -ENODEV, GONE_LIMIT_S, "gone");
}

static int failed(const char *what, int err)
{
	msg_error("waiting for an IPv6 address: %s: %s", what, strerror(err));
	return -err;
}

/**
 * link_watch_addr6() - start watching for IPv6 addresses in this thread's network namespace
 * @nl: where a socket goes; the caller closes it with mnl_socket_close()
 *
 * Return: 0, or a negative errno after an error line.
 */
int link_watch_addr6(struct mnl_socket **nl)
{
	const struct timeval limit = { .tv_sec = UP_LIMIT_S };
	int ret = rtnl_open(nl);

	if (ret)
		return failed("opening a netlink socket", -ret);
	if (!mnl_socket_bind(*nl, RTMGRP_IPV6_IFADDR, MNL_SOCKET_AUTOPID) &&
	    !setsockopt(mnl_socket_get_fd(*nl), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)))
		return 0;
	ret = failed("setting up a netlink socket", errno);
	mnl_socket_close(*nl);
	*nl = NULL;
	return ret;
}

/**
 * link_wait_addr6() - wait until a new IPv6 address is ready
 * @nl: from link_watch_addr6(), called before the address was added
 *
 * Also without duplicate address detection a work item completes an address, and adds its route.
 * The message that is waited for is sent under RTNL: what takes RTNL afterwards comes after that.
 *
 * Return: 0, or a negative errno after an error line.
 */
int link_wait_addr6(struct mnl_socket *nl)
{
	char buf[RTNL_BATCH_SIZE];
	ssize_t n;

	do {
		n = mnl_socket_recvfrom(nl, buf, sizeof(buf));
	} while (n < 0 && errno == EINTR);
	return n < 0 ? failed("receiving", errno) : 0;
}
