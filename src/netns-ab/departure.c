// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deletions of namespaces, as the initial namespace gets to know of them: the host end of a pair
 * goes away, a port comes back.
 *
 * The kernel tells at that very moment, so nobody has to ask for a list of links, which would take
 * RTNL. A filter keeps all else from waking us up.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/rtnetlink.h>

#include "departure.h"
#include "hostend.h"
#include "msg.h"
#include "port.h"
#include "recipe.h"
#include "rtnl.h"

#define RECV_BUFFER	(16 << 20)	/* room for some thousand messages */
#define TYPE_OFFSET	4		/* of nlmsg_type */

static int failed(const char *what, int err)
{
	msg_error("watching namespaces go: %s: %s", what, strerror(err));
	return -err;
}

/* A port that comes back shows as a new link, a host end that goes as one less. */
static int set_filter(int fd, bool ports)
{
	int other = ports ? RTM_NEWLINK : RTM_DELLINK;
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, TYPE_OFFSET),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htons(RTM_DELLINK), 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htons(other), 0, 1),
		BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_fprog prog = { ARRAY_SIZE(code), code };

	return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &prog, sizeof(prog));
}

/**
 * departure_open() - start watching, in this thread's network namespace
 * @d: filled in
 * @recipe: what the namespaces have
 *
 * Return: 0, or a negative errno after an error line. After 0 the caller calls departure_close().
 */
int departure_open(struct departure *d, const struct recipe *recipe)
{
	int size = RECV_BUFFER;
	int fd, ret;

	*d = (struct departure) { .devices = recipe->devices };
	ret = rtnl_open(&d->nl);
	if (ret)
		return failed("opening a netlink socket", -ret);
	fd = mnl_socket_get_fd(d->nl);
	if (!setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)) &&
	    !set_filter(fd, recipe->pattern == RECIPE_PHYS) &&
	    !mnl_socket_bind(d->nl, RTMGRP_LINK, MNL_SOCKET_AUTOPID))
		return 0;
	ret = failed("setting up a netlink socket", errno);
	departure_close(d);
	return ret;
}

static void note(struct departure *d, int type, const char *name)
{
	int port = hostend_port_index(name);

	if (port < 0)
		d->links += type == RTM_DELLINK && hostend_is(name);
	else if (type == RTM_DELLINK)
		port_left(port);
	else
		d->links += port_came_back(port);
}

static int read_link(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct ifinfomsg))
		if (mnl_attr_get_type(attr) == IFLA_IFNAME)
			note(data, nlh->nlmsg_type, mnl_attr_get_str(attr));
	return MNL_CB_OK;
}

/**
 * departure_wait() - wait for the next message, and count it in
 * @d: from departure_open()
 * @timeout_ms: for how long, or less after a signal
 *
 * Return: 0, or a negative errno after an error line.
 */
int departure_wait(struct departure *d, int timeout_ms)
{
	struct pollfd p = { .fd = mnl_socket_get_fd(d->nl), .events = POLLIN };
	char buf[RTNL_RECV_SIZE] __aligned(8);
	ssize_t n;

	if (poll(&p, 1, timeout_ms) <= 0)
		return 0;
	n = mnl_socket_recvfrom(d->nl, buf, sizeof(buf));
	if (n < 0 && errno == EINTR)
		return 0;
	if (n < 0)
		return failed("receiving", errno);
	if (mnl_cb_run(buf, n, 0, 0, read_link, d) < 0)
		return failed("reading a message", errno);
	return 0;
}

/**
 * departure_namespaces() - how many namespaces have gone
 * @d: from departure_open()
 *
 * Return: the number.
 */
unsigned int departure_namespaces(const struct departure *d)
{
	return d->links / d->devices;
}

/**
 * departure_close() - stop watching
 * @d: from departure_open()
 */
void departure_close(struct departure *d)
{
	mnl_socket_close(d->nl);
	d->nl = NULL;
}
