// SPDX-License-Identifier: GPL-2.0-only
/*
 * The namespaces, links and routes of one trial, all of them new: set, and struck afterwards.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/nexthop.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#include "link.h"
#include "msg.h"
#include "request.h"
#include "stage.h"
#include "util.h"

#define NEXTHOP_ID	1
#define GROUP_ID	2

/* A link of a namespace that is made and deleted only to see that deletion has got that far. */
#define LAST_PEER	4000000

/* Ranges set aside for benchmarks: RFC 2544 and RFC 5180. */
struct plan {
	const char *addr;
	int addr_prefix;
	const char *gateway;
	const char *dst;
	int dst_prefix;
	const char *host;	/* in the destination */
};

static const struct plan plan4 = {
	.addr = "198.18.0.2", .addr_prefix = 24, .gateway = "198.18.0.1",
	.dst = "198.19.0.0", .dst_prefix = 16, .host = "198.19.0.1",
};

static const struct plan plan6 = {
	.addr = "2001:2::2", .addr_prefix = 64, .gateway = "2001:2::1",
	.dst = "2001:2:0:1::", .dst_prefix = 64, .host = "2001:2:0:1::1",
};

static const struct plan *plan_of(const struct stage *s)
{
	return s->family == AF_INET ? &plan4 : &plan6;
}

static int failed(const char *what, int err, const char *text)
{
	msg_error("%s: %s%s%s", what, strerror(err), *text ? ": " : "", text);
	return -err;
}

/**
 * stage_ask() - have the kernel carry a batch out
 * @nl: rtnetlink socket of the namespace
 * @b: the batch
 * @what: what is asked for, for the error line
 *
 * Return: 0, or a negative errno after an error line.
 */
int stage_ask(struct mnl_socket *nl, struct rtnl_batch *b, const char *what)
{
	struct rtnl_error e;
	int ret = rtnl_batch_send(nl, b, &e);

	return ret ? failed(what, -ret, e.text) : 0;
}

/* Without IPv6 there is no such file, and nothing to set. */
static int set_sysctl(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret = 0;

	if (fd < 0)
		return errno == ENOENT ? 0 : failed(path, errno, "");
	if (write(fd, value, strlen(value)) < 0)
		ret = failed(path, errno, "");
	close(fd);
	return ret;
}

/* New links of this thread's namespace are to send nothing by themselves. */
static int be_silent(void)
{
	int ret;

	ret = set_sysctl("/proc/sys/net/ipv6/conf/default/addr_gen_mode", "1");
	if (!ret)
		ret = set_sysctl("/proc/sys/net/ipv6/conf/default/router_solicitations", "0");
	if (!ret)
		ret = set_sysctl("/proc/sys/net/ipv6/conf/default/accept_dad", "0");
	return ret;
}

/* Return: file descriptor of a new namespace, which the thread has entered, or an error. */
static int enter_new(void)
{
	int fd;

	if (unshare(CLONE_NEWNET))
		return failed("unshare(CLONE_NEWNET)", errno, "");
	fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return failed("opening /proc/thread-self/ns/net", errno, "");
	return fd;
}

static int enter(int fd)
{
	return setns(fd, CLONE_NEWNET) ? failed("setns", errno, "") : 0;
}

static int open_rtnl(struct mnl_socket **nl)
{
	int ret = rtnl_open(nl);

	return ret ? failed("opening a netlink socket", -ret, "") : 0;
}

/**
 * stage_home() - have the thread enter a new namespace, for the peers
 *
 * Return: its file descriptor, or a negative errno after an error line.
 */
int stage_home(void)
{
	int fd = enter_new();
	int ret;

	if (fd < 0)
		return fd;
	ret = be_silent();
	if (!ret)
		return fd;
	close(fd);
	return ret;
}

static int make_source(struct stage *s)
{
	int ret;

	s->source = enter_new();
	if (s->source < 0)
		return s->source;
	ret = be_silent();
	if (!ret)
		ret = open_rtnl(&s->nl_source);
	if (!ret)
		ret = link_watch_addr6(&s->nl_addr6);
	if (!ret)
		ret = number_open(&s->source_number, s->family);
	return ret;
}

static int make_target(struct stage *s)
{
	int ret;

	s->target = enter_new();
	if (s->target < 0)
		return s->target;
	ret = be_silent();
	if (!ret && s->bare_target)
		ret = set_sysctl("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
	if (!ret)
		ret = open_rtnl(&s->nl_target);
	if (!ret)
		ret = number_open(&s->target_number, s->family);
	return ret;
}

static int make_namespaces(struct stage *s)
{
	int ret, err;

	ret = make_source(s);
	if (!ret)
		ret = make_target(s);
	err = enter(s->home);
	if (!ret)
		ret = err;
	if (!ret)
		ret = open_rtnl(&s->nl_home);
	return ret;
}

/* A pair with one end here and the other, up or not, made right in another namespace. */
static void request_pair(struct rtnl_batch *b, int here, int there, int netns)
{
	struct nlmsghdr *nlh = request_link(b, NLM_F_CREATE | NLM_F_EXCL, here, 0);
	struct nlattr *info, *data, *peer;
	struct ifinfomsg *ifi;

	info = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, "veth");
	data = mnl_attr_nest_start(nlh, IFLA_INFO_DATA);
	peer = mnl_attr_nest_start(nlh, VETH_INFO_PEER);
	ifi = mnl_nlmsg_put_extra_header(nlh, sizeof(*ifi));
	ifi->ifi_index = there;
	mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, netns);
	mnl_attr_nest_end(nlh, peer);
	mnl_attr_nest_end(nlh, data);
	mnl_attr_nest_end(nlh, info);
	rtnl_batch_end(b, nlh);
}

static int make_links(struct stage *s)
{
	struct rtnl_batch home = {}, source = {};
	int ret;

	request_pair(&home, STAGE_PEER, STAGE_LINK, s->source);
	rtnl_batch_end(&home, request_link(&home, 0, STAGE_PEER, IFF_UP));
	rtnl_batch_end(&source, request_link(&source, 0, STAGE_LINK, IFF_UP | IFF_NOARP));

	ret = stage_ask(s->nl_home, &home, "making the veth pair");
	if (!ret)
		ret = stage_ask(s->nl_source, &source, "setting the link up");
	if (!ret)
		ret = link_wait_up(s->nl_source, STAGE_LINK);
	if (!ret)
		ret = link_wait_up(s->nl_home, STAGE_PEER);
	return ret;
}

static struct nlmsghdr *request_nexthop(struct rtnl_batch *b, int family, unsigned int id)
{
	struct nlmsghdr *nlh = rtnl_batch_begin(b, RTM_NEWNEXTHOP, NLM_F_CREATE | NLM_F_EXCL);
	struct nhmsg *nhm = mnl_nlmsg_put_extra_header(nlh, sizeof(*nhm));

	nhm->nh_family = family;
	nhm->nh_protocol = RTPROT_STATIC;
	mnl_attr_put_u32(nlh, NHA_ID, id);
	return nlh;
}

static void request_single(struct rtnl_batch *b, const struct stage *s)
{
	struct nlmsghdr *nlh = request_nexthop(b, s->family, NEXTHOP_ID);

	mnl_attr_put_u32(nlh, NHA_OIF, STAGE_LINK);
	request_put_addr(nlh, NHA_GATEWAY, s->family, plan_of(s)->gateway);
	rtnl_batch_end(b, nlh);
}

static void request_group(struct rtnl_batch *b)
{
	struct nlmsghdr *nlh = request_nexthop(b, AF_UNSPEC, GROUP_ID);
	struct nexthop_grp member = { .id = NEXTHOP_ID };

	mnl_attr_put(nlh, NHA_GROUP, sizeof(member), &member);
	rtnl_batch_end(b, nlh);
}

static void request_destination(struct rtnl_batch *b, const struct stage *s)
{
	const struct plan *p = plan_of(s);
	struct nlmsghdr *nlh = request_route(b, s->family, RTN_UNICAST);
	struct rtmsg *rtm = mnl_nlmsg_get_payload(nlh);

	rtm->rtm_dst_len = p->dst_prefix;
	request_put_addr(nlh, RTA_DST, s->family, p->dst);
	if (s->route == STAGE_PLAIN) {
		mnl_attr_put_u32(nlh, RTA_OIF, STAGE_LINK);
		request_put_addr(nlh, RTA_GATEWAY, s->family, p->gateway);
	} else {
		mnl_attr_put_u32(nlh, RTA_NH_ID,
				 s->route == STAGE_GROUP ? GROUP_ID : NEXTHOP_ID);
	}
	rtnl_batch_end(b, nlh);
}

static int make_addr(struct stage *s)
{
	const struct plan *p = plan_of(s);
	struct rtnl_batch b = {};
	int ret;

	request_addr(&b, s->family, STAGE_LINK, p->addr, p->addr_prefix);
	ret = stage_ask(s->nl_source, &b, "adding the address");
	if (!ret && s->family == AF_INET6)
		ret = link_wait_addr6(s->nl_addr6);
	return ret;
}

static int make_route(struct stage *s)
{
	struct rtnl_batch b = {};

	if (s->route != STAGE_PLAIN)
		request_single(&b, s);
	if (s->route == STAGE_GROUP)
		request_group(&b);
	request_destination(&b, s);
	return stage_ask(s->nl_source, &b, "adding the route");
}

/**
 * stage_set() - make the namespaces, the links and the route
 * @s: with @family, @route, @bare_target and @home set
 *
 * Return: 0, or a negative errno after an error line; stage_strike() is due in either case.
 */
int stage_set(struct stage *s)
{
	int ret;

	s->source = -1;
	s->target = -1;
	s->source_number.flush = -1;
	s->target_number.flush = -1;

	ret = make_namespaces(s);
	if (!ret)
		ret = make_links(s);
	if (!ret)
		ret = make_addr(s);
	if (!ret)
		ret = make_route(s);
	return ret;
}

/**
 * stage_socket() - make a socket in the source
 * @s: the stage
 * @domain: as for socket()
 * @type: as for socket()
 *
 * Return: the socket, or a negative errno after an error line.
 */
int stage_socket(const struct stage *s, int domain, int type)
{
	int fd, ret;

	ret = enter(s->source);
	if (ret)
		return ret;
	fd = socket(domain, type | SOCK_CLOEXEC, 0);
	if (fd < 0)
		fd = failed("making a socket", errno, "");
	ret = enter(s->home);
	if (!ret || fd < 0)
		return fd;
	close(fd);
	return ret;
}

static socklen_t destination(const struct stage *s, struct sockaddr_storage *to)
{
	struct sockaddr_in6 *to6 = (struct sockaddr_in6 *)to;
	struct sockaddr_in *to4 = (struct sockaddr_in *)to;

	memset(to, 0, sizeof(*to));
	to->ss_family = s->family;
	if (s->family == AF_INET) {
		to4->sin_port = htons(STAGE_PORT);
		inet_pton(AF_INET, plan4.host, &to4->sin_addr);
		return sizeof(*to4);
	}
	to6->sin6_port = htons(STAGE_PORT);
	inet_pton(AF_INET6, plan6.host, &to6->sin6_addr);
	return sizeof(*to6);
}

/**
 * stage_connect() - make a UDP socket in the source, connected to the destination
 * @s: the stage
 *
 * Return: the socket, or a negative errno after an error line.
 */
int stage_connect(const struct stage *s)
{
	int fd = stage_socket(s, s->family, SOCK_DGRAM);
	struct sockaddr_storage to;
	socklen_t len;
	int ret;

	if (fd < 0)
		return fd;
	len = destination(s, &to);
	if (!connect(fd, (struct sockaddr *)&to, len))
		return fd;
	ret = failed("connecting a socket", errno, "");
	close(fd);
	return ret;
}

/**
 * stage_move() - move the link to the target and set it up there, in one request
 * @s: the stage
 *
 * Return: 0, or a negative errno after an error line.
 */
int stage_move(struct stage *s)
{
	struct rtnl_batch b = {};
	struct nlmsghdr *nlh = request_link(&b, 0, STAGE_LINK, IFF_UP);

	mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, s->target);
	rtnl_batch_end(&b, nlh);
	return stage_ask(s->nl_source, &b, "moving the link");
}

static void close_all(struct stage *s)
{
	number_close(&s->source_number);
	number_close(&s->target_number);
	if (s->nl_source)
		mnl_socket_close(s->nl_source);
	if (s->nl_target)
		mnl_socket_close(s->nl_target);
	if (s->nl_addr6)
		mnl_socket_close(s->nl_addr6);
	if (s->source >= 0)
		close(s->source);
	if (s->target >= 0)
		close(s->target);
}

static int make_last(struct mnl_socket *nl)
{
	struct rtnl_batch b = {};
	int ret, fd;

	fd = enter_new();
	if (fd < 0)
		return fd;
	request_pair(&b, LAST_PEER, STAGE_LINK, fd);
	ret = stage_ask(nl, &b, "making the last veth pair");
	close(fd);
	return ret;
}

/*
 * The kernel deletes namespaces in batches, in one work item that it never runs twice at once. So
 * one more is made and deleted: once that is gone, those before it are.
 */
static int wait_deleted(struct stage *s)
{
	int ret, err;

	ret = make_last(s->nl_home);
	err = enter(s->home);
	if (!ret)
		ret = err;
	if (!ret)
		ret = link_wait_gone(s->nl_home, LAST_PEER);
	if (!ret)
		ret = link_wait_gone(s->nl_home, STAGE_PEER);
	return ret;
}

/**
 * stage_strike() - delete everything that stage_set() made, and wait until it is gone
 * @s: the stage; no socket of the source may be open
 *
 * Return: 0, or a negative errno after an error line.
 */
int stage_strike(struct stage *s)
{
	int ret = 0;

	close_all(s);
	if (s->nl_home) {
		ret = wait_deleted(s);
		mnl_socket_close(s->nl_home);
	}
	return ret;
}
