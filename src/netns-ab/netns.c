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
#include <arpa/inet.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#include "hostend.h"
#include "netns.h"
#include "request.h"
#include "util.h"

#define TAP_NAME	"tap0"
#define LO_IFINDEX	1

/*
 * The container end gets an interface index of our choice, so that the requests which need it can
 * travel with others. It is far from any that a host end may have: link watch is slower to act
 * where both ends of a pair have the same.
 */
#define ETH_NAME	"eth%u"
#define ETH_IFINDEX	1000000

/* Ranges set aside for benchmarks: RFC 2544 and RFC 5180. A link each has a network of its own. */
#define IP4_ADDR	"198.18.%u.2"
#define IP4_GATEWAY	"198.18.0.1"
#define IP4_PREFIX	24
#define IP6_ADDR	"2001:2:0:%x::2"
#define IP6_GATEWAY	"2001:2::1"
#define IP6_PREFIX	64

/* A link is made, then moved where its pattern has it so, and the rest comes after that. */
enum stage {
	STAGE_PREPARE,
	STAGE_MOVE,
	STAGE_FINISH,
};

/*
 * What the requests for one link have in common.
 * @link: the name of its host end, or of the device itself
 */
struct request {
	struct rtnl_batch batch;
	enum recipe_pattern pattern;
	unsigned int device;
	const char *link;
	int home;
	int fd;
};

/**
 * netns_fail() - note what failed
 * @m: the maker
 * @step: what was being done
 * @err: errno, positive
 *
 * Return: @err as a negative number.
 */
int netns_fail(struct netns_maker *m, const char *step, int err)
{
	m->error.step = step;
	m->error.err = err;
	return -err;
}

static void put_eth_name(struct nlmsghdr *nlh, const struct request *r)
{
	char name[IFNAMSIZ];

	snprintf(name, sizeof(name), ETH_NAME, r->device);
	mnl_attr_put_strz(nlh, IFLA_IFNAME, name);
}

/* On the host, where it may be known by no name that a host has, until it is in its namespace. */
static void put_away_name(struct nlmsghdr *nlh, const struct request *r)
{
	char name[IFNAMSIZ];

	hostend_other_name(name, r->link);
	mnl_attr_put_strz(nlh, IFLA_IFNAME, name);
}

static void put_peer(struct nlmsghdr *nlh, const struct request *r)
{
	struct nlattr *peer = mnl_attr_nest_start(nlh, VETH_INFO_PEER);

	mnl_nlmsg_put_extra_header(nlh, sizeof(struct ifinfomsg));
	mnl_attr_put_strz(nlh, IFLA_IFNAME, r->link);
	if (r->pattern == RECIPE_DIRECT)
		mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, r->home);
	mnl_attr_nest_end(nlh, peer);
}

static void request_veth(struct request *r)
{
	bool away = r->pattern == RECIPE_IN;
	struct nlmsghdr *nlh = request_link(&r->batch, NLM_F_CREATE | NLM_F_EXCL,
					    away ? 0 : ETH_IFINDEX + r->device, 0);
	struct nlattr *info, *data;

	if (away)
		put_away_name(nlh, r);
	else
		put_eth_name(nlh, r);
	info = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, "veth");
	data = mnl_attr_nest_start(nlh, IFLA_INFO_DATA);
	put_peer(nlh, r);
	mnl_attr_nest_end(nlh, data);
	mnl_attr_nest_end(nlh, info);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_host_up(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, 0, 0, IFF_UP);

	mnl_attr_put_strz(nlh, IFLA_IFNAME, r->link);
	rtnl_batch_end(&r->batch, nlh);
}

/* The kernel does the move first, so the link goes up in its new namespace. */
static void request_move_back(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, 0, 0, IFF_UP);

	mnl_attr_put_strz(nlh, IFLA_IFNAME, r->link);
	mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, r->home);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_move_in(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, 0, 0, 0);

	if (r->pattern == RECIPE_IN)
		put_away_name(nlh, r);
	else
		mnl_attr_put_strz(nlh, IFLA_IFNAME, r->link);
	mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, r->fd);
	mnl_attr_put_u32(nlh, IFLA_NEW_IFINDEX, ETH_IFINDEX + r->device);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_lo_up(struct request *r)
{
	rtnl_batch_end(&r->batch, request_link(&r->batch, 0, LO_IFINDEX, IFF_UP));
}

/* Where it had to have another name on the host, it gets its own now. */
static void request_eth_up(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, 0, ETH_IFINDEX + r->device, IFF_UP);

	if (r->pattern == RECIPE_IN)
		put_eth_name(nlh, r);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_tap_up(struct request *r)
{
	struct nlmsghdr *nlh = request_link(&r->batch, 0, 0, IFF_UP);

	mnl_attr_put_strz(nlh, IFLA_IFNAME, TAP_NAME);
	rtnl_batch_end(&r->batch, nlh);
}

static void request_addr4(struct request *r)
{
	char addr[INET6_ADDRSTRLEN];

	snprintf(addr, sizeof(addr), IP4_ADDR, r->device);
	request_addr(&r->batch, AF_INET, ETH_IFINDEX + r->device, addr, IP4_PREFIX);
}

static void request_addr6(struct request *r)
{
	char addr[INET6_ADDRSTRLEN];

	snprintf(addr, sizeof(addr), IP6_ADDR, r->device);
	request_addr(&r->batch, AF_INET6, ETH_IFINDEX + r->device, addr, IP6_PREFIX);
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

/* Sets of patterns. */
enum {
	BACK = 1U << RECIPE_BACK,
	IN = 1U << RECIPE_IN,
	DIRECT = 1U << RECIPE_DIRECT,
	PHYS = 1U << RECIPE_PHYS,
	ALL = BACK | IN | DIRECT | PHYS,
};

/*
 * In the order in which the kernel carries them out.
 * @with: what the recipe must have for it, 0 for nothing
 * @once: for the first link of a namespace only
 */
static const struct step {
	const char *what;
	void (*request)(struct request *r);
	enum stage stage;
	unsigned int patterns;
	unsigned int with;
	bool once;
} steps[] = {
	{ "making the veth pair", request_veth, STAGE_PREPARE, BACK | IN | DIRECT, 0, false },
	{ "setting the host end up", request_host_up, STAGE_PREPARE, IN, 0, false },
	{ "moving the host end to the initial namespace", request_move_back, STAGE_MOVE, BACK, 0,
	  false },
	{ "setting the host end up", request_host_up, STAGE_MOVE, DIRECT, 0, false },
	{ "moving the container end to its namespace", request_move_in, STAGE_MOVE, IN, 0, false },
	{ "moving the device to its namespace", request_move_in, STAGE_MOVE, PHYS, 0, false },
	{ "setting lo up", request_lo_up, STAGE_FINISH, ALL, 0, true },
	{ "setting the link up", request_eth_up, STAGE_FINISH, ALL, 0, false },
	{ "setting " TAP_NAME " up", request_tap_up, STAGE_FINISH, ALL, RECIPE_TAP, true },
	{ "adding an IPv4 address", request_addr4, STAGE_FINISH, ALL, RECIPE_ADDR4, false },
	{ "adding an IPv6 address", request_addr6, STAGE_FINISH, ALL, RECIPE_ADDR6, false },
	{ "adding the IPv4 default route", request_route4, STAGE_FINISH, ALL, RECIPE_ROUTE4, true },
	{ "adding the IPv6 default route", request_route6, STAGE_FINISH, ALL, RECIPE_ROUTE6, true },
};

static bool applies(const struct step *s, const struct recipe *recipe, unsigned int device,
		    enum stage stage)
{
	return s->stage == stage && s->patterns & 1U << recipe->pattern &&
	       (!s->with || s->with & recipe->with) && (!s->once || !device);
}

/* Whether the requests of a stage are for the initial namespace. */
static bool at_home(enum recipe_pattern pattern, enum stage stage)
{
	switch (stage) {
	case STAGE_PREPARE:
		return pattern == RECIPE_IN;
	case STAGE_MOVE:
		return pattern != RECIPE_BACK;
	default:
		return false;
	}
}

static int send_batch(struct netns_maker *m, struct mnl_socket *nl, struct request *r,
		      const struct step *const *sent)
{
	struct rtnl_error e;
	int ret;

	ret = rtnl_batch_send(nl, &r->batch, &e);
	if (!ret)
		return 0;
	memcpy(m->error.text, e.text, sizeof(m->error.text));
	return netns_fail(m, e.seq ? sent[e.seq - 1]->what : "talking to rtnetlink", -ret);
}

/* Sends all requests of one stage in a datagram. @r has everything but the batch. */
static int do_stage(struct netns_maker *m, struct mnl_socket *nl, struct request *r,
		    enum stage stage)
{
	const struct step *sent[ARRAY_SIZE(steps)];
	size_t i;

	memset(&r->batch, 0, sizeof(r->batch));
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		if (!applies(&steps[i], m->recipe, r->device, stage))
			continue;
		sent[r->batch.count] = &steps[i];
		steps[i].request(r);
	}
	if (!r->batch.count)
		return 0;
	return send_batch(m, at_home(r->pattern, stage) ? m->home_nl : nl, r, sent);
}

static int move_link(struct netns_maker *m, struct mnl_socket *nl, struct request *r)
{
	double start = latency_now();
	int ret;

	ret = do_stage(m, nl, r, STAGE_MOVE);
	if (!ret && m->timed && r->pattern != RECIPE_DIRECT)
		latency_add(&m->move, latency_now() - start);
	return ret;
}

static int make_link(struct netns_maker *m, struct mnl_socket *nl, struct request *r)
{
	int ret;

	ret = do_stage(m, nl, r, STAGE_PREPARE);
	if (!ret)
		ret = move_link(m, nl, r);
	if (!ret)
		ret = do_stage(m, nl, r, STAGE_FINISH);
	return ret;
}

static int make_links(struct netns_maker *m, const struct netns_links *links, int fd)
{
	struct request r = { .pattern = m->recipe->pattern, .home = m->home, .fd = fd };
	struct mnl_socket *nl;
	int ret;

	ret = rtnl_open(&nl);
	if (ret)
		return netns_fail(m, "opening a netlink socket", -ret);
	for (; !ret && r.device < m->recipe->devices; r.device++) {
		r.link = links->names[r.device];
		ret = make_link(m, nl, &r);
	}
	mnl_socket_close(nl);
	return ret;
}

static int make_tap(struct netns_maker *m)
{
	struct ifreq ifr = { .ifr_name = TAP_NAME, .ifr_flags = IFF_TAP | IFF_NO_PI };
	int fd, ret = 0;

	fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return netns_fail(m, "opening /dev/net/tun", errno);
	if (ioctl(fd, TUNSETIFF, &ifr))
		ret = netns_fail(m, "making " TAP_NAME " (TUNSETIFF)", errno);
	else if (ioctl(fd, TUNSETPERSIST, 1))
		ret = netns_fail(m, "keeping " TAP_NAME " (TUNSETPERSIST)", errno);
	close(fd);
	return ret;
}

/**
 * netns_maker_open() - get ready to make namespaces
 * @m: all zero
 * @recipe: what goes into each
 * @home: file descriptor of the initial namespace, in which the calling thread is
 *
 * Return: 0, or a negative errno that @m->error tells about. The caller calls netns_maker_close()
 * in either case.
 */
int netns_maker_open(struct netns_maker *m, const struct recipe *recipe, int home)
{
	int ret;

	m->recipe = recipe;
	m->home = home;
	ret = rtnl_open(&m->home_nl);
	return ret ? netns_fail(m, "opening a netlink socket", -ret) : 0;
}

/**
 * netns_maker_close() - forget how long things took, and close what is open
 * @m: the maker
 */
void netns_maker_close(struct netns_maker *m)
{
	if (m->home_nl)
		mnl_socket_close(m->home_nl);
	latency_free(&m->move);
	latency_free(&m->creation);
}

/**
 * netns_make() - make one network namespace with all that belongs in it
 * @m: the calling thread's
 * @links: names of its links
 * @fd: where a file descriptor goes that keeps the namespace alive; set as soon as there is one,
 *      also when a later step fails
 *
 * The calling thread stays in the new namespace.
 *
 * Return: 0, or a negative errno that @m->error tells about.
 */
int netns_make(struct netns_maker *m, const struct netns_links *links, int *fd)
{
	double start = latency_now();
	int ret = 0;

	if (unshare(CLONE_NEWNET))
		return netns_fail(m, "unshare(CLONE_NEWNET)", errno);
	*fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	if (*fd < 0)
		return netns_fail(m, "opening /proc/thread-self/ns/net", errno);

	if (m->recipe->with & RECIPE_TAP)
		ret = make_tap(m);
	if (!ret)
		ret = make_links(m, links, *fd);
	if (!ret && m->timed)
		latency_add(&m->creation, latency_now() - start);
	return ret;
}
