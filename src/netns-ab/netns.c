// SPDX-License-Identifier: GPL-2.0-only
/*
 * One network namespace as container managers make it: the unit of work that is measured.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#include "util.h"
#include "netns.h"
#include "request.h"

#define TAP_NAME	"tap0"
#define LO_IFINDEX	1

/*
 * The container end gets an interface index of our choice, so that the requests which need it can
 * travel with the one that makes it. It is far from any that a host end may have: link watch is
 * slower to act where both ends of a pair have the same.
 */
#define ETH_NAME	"eth0"
#define ETH_IFINDEX	1000000

/* Ranges set aside for benchmarks: RFC 2544 and RFC 5180. */
#define IP4_ADDR	"198.18.0.2"
#define IP4_GATEWAY	"198.18.0.1"
#define IP4_PREFIX	24
#define IP6_ADDR	"2001:2::2"
#define IP6_GATEWAY	"2001:2::1"
#define IP6_PREFIX	64

/* What the requests of one namespace have in common. */
struct request {
	struct rtnl_batch batch;
	const char *host_end;
	int home;
};

static int fail(struct netns_error *e, const char *step, int err)
{
	e->step = step;
	e->err = err;
	return -err;
}

static void request_veth(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, NLM_F_CREATE | NLM_F_EXCL, ETH_IFINDEX, 0);
	struct nlattr *info, *data, *peer;

	mnl_attr_put_strz(nlh, IFLA_IFNAME, ETH_NAME);
	info = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, "veth");
	data = mnl_attr_nest_start(nlh, IFLA_INFO_DATA);
	peer = mnl_attr_nest_start(nlh, VETH_INFO_PEER);
	mnl_nlmsg_put_extra_header(nlh, sizeof(struct ifinfomsg));
	mnl_attr_put_strz(nlh, IFLA_IFNAME, r->host_end);
	mnl_attr_nest_end(nlh, peer);
	mnl_attr_nest_end(nlh, data);
	mnl_attr_nest_end(nlh, info);
	rtnl_batch_end(&r->batch, nlh);
}

/* The kernel does the move first, so the link goes up in its new namespace. */
static void request_move(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, 0, 0, IFF_UP);

	mnl_attr_put_strz(nlh, IFLA_IFNAME, r->host_end);
	mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, r->home);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_lo_up(struct request *r)
{
	rtnl_batch_end(&r->batch, request_link(&r->batch, 0, LO_IFINDEX, IFF_UP));
}

static void request_eth_up(struct request *r)
{
	rtnl_batch_end(&r->batch, request_link(&r->batch, 0, ETH_IFINDEX, IFF_UP));
}

static void request_tap_up(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, 0, 0, IFF_UP);

	mnl_attr_put_strz(nlh, IFLA_IFNAME, TAP_NAME);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_addr4(struct request *r)
{
	request_addr(&r->batch, AF_INET, ETH_IFINDEX, IP4_ADDR, IP4_PREFIX);
}

static void request_addr6(struct request *r)
{
	request_addr(&r->batch, AF_INET6, ETH_IFINDEX, IP6_ADDR, IP6_PREFIX);
}

static void request_default(struct request *r, int family, const char *gateway)
{
	struct nlmsghdr *nlh = request_route(&r->batch, family, RTN_UNICAST);

	request_put_addr(nlh, RTA_GATEWAY, family, gateway);
	mnl_attr_put_u32(nlh, RTA_OIF, ETH_IFINDEX);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_route4(struct request *r)
{
	request_default(r, AF_INET, IP4_GATEWAY);
}

static void request_route6(struct request *r)
{
	request_default(r, AF_INET6, IP6_GATEWAY);
}

/* In the order in which the kernel carries them out: place n has sequence number n + 1. */
static const struct step {
	const char *what;
	void (*request)(struct request *r);
} steps[] = {
	{ "making the veth pair", request_veth },
	{ "moving the host end to the initial namespace", request_move },
	{ "setting lo up", request_lo_up },
	{ "setting " ETH_NAME " up", request_eth_up },
	{ "setting " TAP_NAME " up", request_tap_up },
	{ "adding the IPv4 address", request_addr4 },
	{ "adding the IPv6 address", request_addr6 },
	{ "adding the IPv4 default route", request_route4 },
	{ "adding the IPv6 default route", request_route6 },
};

static int make_tap(struct netns_error *e)
{
	struct ifreq ifr = { .ifr_name = TAP_NAME, .ifr_flags = IFF_TAP | IFF_NO_PI };
	int fd, ret = 0;

	fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return fail(e, "opening /dev/net/tun", errno);
	if (ioctl(fd, TUNSETIFF, &ifr))
		ret = fail(e, "making " TAP_NAME " (TUNSETIFF)", errno);
	else if (ioctl(fd, TUNSETPERSIST, 1))
		ret = fail(e, "keeping " TAP_NAME " (TUNSETPERSIST)", errno);
	close(fd);
	return ret;
}

static int make_rest(int home, const char *host_end, struct netns_error *e)
{
	struct request r = { .home = home, .host_end = host_end };
	struct mnl_socket *nl;
	struct rtnl_error ne;
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(steps); i++)
		steps[i].request(&r);

	ret = rtnl_open(&nl);
	if (ret)
		return fail(e, "opening a netlink socket", -ret);
	ret = rtnl_batch_send(nl, &r.batch, &ne);
	mnl_socket_close(nl);
	if (!ret)
		return 0;

	memcpy(e->text, ne.text, sizeof(e->text));
	return fail(e, ne.seq ? steps[ne.seq - 1].what : "talking to rtnetlink", -ret);
}

/**
 * netns_make() - make one network namespace with all that belongs in it
 * @home: file descriptor of the initial namespace, where the host end goes
 * @host_end: name of the host end
 * @fd: where a file descriptor goes that keeps the namespace alive; set as soon as there is one,
 *      also when a later step fails
 * @e: told what failed
 *
 * The calling thread stays in the new namespace.
 *
 * Return: 0 or a negative errno.
 */
int netns_make(int home, const char *host_end, int *fd, struct netns_error *e)
{
	int ret;

	if (unshare(CLONE_NEWNET))
		return fail(e, "unshare(CLONE_NEWNET)", errno);
	*fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	if (*fd < 0)
		return fail(e, "opening /proc/thread-self/ns/net", errno);

	ret = make_tap(e);
	if (!ret)
		ret = make_rest(home, host_end, e);
	return ret;
}
