// SPDX-License-Identifier: GPL-2.0-only
/*
 * The way that packets take: two tap devices on a bridge, where nobody else sends anything, and
 * what the kernel counts of packets that it drops on that way.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <linux/gen_stats.h>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/neighbour.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>

#include "msg.h"
#include "request.h"
#include "room.h"
#include "tapbridge.h"

#define IN_NAME		"tap1"
#define OUT_NAME	"tap0"
#define BRIDGE_NAME	"br0"
#define BRIDGE_IFINDEX	1000000

static int failed(const char *what, int err)
{
	msg_error("%s: %s", what, strerror(err));
	return -err;
}

/* Return: file descriptor of a new tap device that goes when it is closed, or an error. */
static int make_tap(const char *name, unsigned int *index)
{
	struct ifreq ifr = { .ifr_flags = IFF_TAP | IFF_NO_PI };
	int fd, ret;

	strcpy(ifr.ifr_name, name);
	fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return failed("opening /dev/net/tun", errno);
	if (!ioctl(fd, TUNSETIFF, &ifr)) {
		*index = if_nametoindex(name);
		if (*index)
			return fd;
	}
	ret = failed(name, errno);
	close(fd);
	return ret;
}

/* Without multicast snooping: for that a bridge joins groups, and sends to say so. */
static void request_bridge(struct rtnl_batch *b)
{
	struct nlmsghdr *nlh = request_link(b, NLM_F_CREATE | NLM_F_EXCL, BRIDGE_IFINDEX, IFF_UP);
	struct nlattr *info, *data;

	mnl_attr_put_strz(nlh, IFLA_IFNAME, BRIDGE_NAME);
	info = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, "bridge");
	data = mnl_attr_nest_start(nlh, IFLA_INFO_DATA);
	mnl_attr_put_u8(nlh, IFLA_BR_MCAST_SNOOPING, 0);
	mnl_attr_nest_end(nlh, data);
	mnl_attr_nest_end(nlh, info);
	rtnl_batch_end(b, nlh);
}

static void request_port(struct rtnl_batch *b, unsigned int index)
{
	struct nlmsghdr *nlh = request_link(b, 0, index, IFF_UP);

	mnl_attr_put_u32(nlh, IFLA_MASTER, BRIDGE_IFINDEX);
	rtnl_batch_end(b, nlh);
}

/* The bridge is to know the way: flooding would be another path through it. */
static void request_fdb(struct rtnl_batch *b, unsigned int index)
{
	struct nlmsghdr *nlh = rtnl_batch_begin(b, RTM_NEWNEIGH, NLM_F_CREATE | NLM_F_EXCL);
	static const unsigned char mac[] = TAPBRIDGE_MAC;
	struct ndmsg *ndm = mnl_nlmsg_put_extra_header(nlh, sizeof(*ndm));

	ndm->ndm_family = AF_BRIDGE;
	ndm->ndm_ifindex = index;
	ndm->ndm_state = NUD_NOARP;
	ndm->ndm_flags = NTF_MASTER;
	mnl_attr_put(nlh, NDA_LLADDR, sizeof(mac), mac);
	rtnl_batch_end(b, nlh);
}

static int connect_all(struct tapbridge *t)
{
	struct rtnl_batch b = {};
	struct rtnl_error e;
	int ret;

	ret = rtnl_open(&t->nl);
	if (ret)
		return failed("opening a netlink socket", -ret);
	request_bridge(&b);
	request_port(&b, t->in_index);
	request_port(&b, t->out_index);
	request_fdb(&b, t->out_index);
	ret = rtnl_batch_send(t->nl, &b, &e);
	if (ret)
		msg_error("setting up the bridge (request %u): %s%s%s", e.seq, strerror(-ret),
			  *e.text ? ": " : "", e.text);
	return ret;
}

static int make_all(struct tapbridge *t)
{
	int ret;

	t->home = room_enter();
	if (t->home < 0)
		return t->home;
	ret = room_silence();
	if (ret)
		return ret;
	t->in = make_tap(IN_NAME, &t->in_index);
	if (t->in < 0)
		return t->in;
	t->out = make_tap(OUT_NAME, &t->out_index);
	if (t->out < 0)
		return t->out;
	return connect_all(t);
}

/**
 * tapbridge_open() - make the namespace, the devices and the bridge
 * @t: filled in
 *
 * The thread stays in the namespace.
 *
 * Return: 0, or a negative errno after an error line; tapbridge_close() is fine in either case.
 */
int tapbridge_open(struct tapbridge *t)
{
	*t = (struct tapbridge) { .home = -1, .in = -1, .out = -1 };
	return make_all(t);
}

static int read_stats(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct ifinfomsg))
		if (mnl_attr_get_type(attr) == IFLA_STATS64)
			memcpy(data, mnl_attr_get_payload(attr), sizeof(struct rtnl_link_stats64));
	return MNL_CB_OK;
}

static int get_stats(const struct tapbridge *t, int ifindex, struct rtnl_link_stats64 *s)
{
	struct rtnl_batch b = {};
	struct nlmsghdr *nlh = rtnl_batch_begin(&b, RTM_GETLINK, 0);
	struct ifinfomsg *ifi = mnl_nlmsg_put_extra_header(nlh, sizeof(*ifi));

	ifi->ifi_index = ifindex;
	rtnl_batch_end(&b, nlh);
	return rtnl_get(t->nl, &b, read_stats, s);
}

/* What a dump of queueing disciplines is looked through for. */
struct qdisc_drops {
	int ifindex;
	unsigned long long drops;
};

static void add_drops(const struct nlattr *stats, struct qdisc_drops *d)
{
	struct gnet_stats_queue queue;
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, stats) {
		if (mnl_attr_get_type(attr) != TCA_STATS_QUEUE)
			continue;
		memcpy(&queue, mnl_attr_get_payload(attr), sizeof(queue));
		d->drops += queue.drops;
	}
}

/* A root counts what its classes drop as well. */
static int read_qdisc(const struct nlmsghdr *nlh, void *data)
{
	const struct tcmsg *tcm = mnl_nlmsg_get_payload(nlh);
	struct qdisc_drops *d = data;
	const struct nlattr *attr;

	if (tcm->tcm_ifindex != d->ifindex || tcm->tcm_parent != TC_H_ROOT)
		return MNL_CB_OK;
	mnl_attr_for_each(attr, nlh, sizeof(*tcm))
		if (mnl_attr_get_type(attr) == TCA_STATS2)
			add_drops(attr, d);
	return MNL_CB_OK;
}

static int get_qdisc(struct qdisc_drops *d)
{
	struct rtnl_batch b = {};
	struct nlmsghdr *nlh = rtnl_batch_begin(&b, RTM_GETQDISC, NLM_F_DUMP);

	mnl_nlmsg_put_extra_header(nlh, sizeof(struct tcmsg));
	return rtnl_dump(nlh, read_qdisc, d);
}

/**
 * tapbridge_count() - ask the kernel how many packets it has dropped since the devices were made
 * @t: the devices, in this thread's namespace
 * @d: where the numbers go
 *
 * Return: 0, or a negative errno after an error line.
 */
int tapbridge_count(const struct tapbridge *t, struct tapbridge_drops *d)
{
	struct rtnl_link_stats64 in = {}, bridge = {}, out = {};
	struct qdisc_drops qdisc = { .ifindex = t->out_index };
	int ret;

	ret = get_stats(t, t->in_index, &in);
	if (!ret)
		ret = get_stats(t, BRIDGE_IFINDEX, &bridge);
	if (!ret)
		ret = get_stats(t, t->out_index, &out);
	if (!ret)
		ret = get_qdisc(&qdisc);
	if (ret)
		return failed("reading the counters of the devices", -ret);

	d->in = in.rx_dropped + in.rx_nohandler;
	d->bridge = bridge.rx_dropped + bridge.tx_dropped;
	d->qdisc = qdisc.drops;
	d->queue = out.tx_dropped;
	return 0;
}

/**
 * tapbridge_close() - undo tapbridge_open()
 * @t: the devices; they go with the namespace
 *
 * Return: 0, or a negative errno after an error line.
 */
int tapbridge_close(struct tapbridge *t)
{
	if (t->nl)
		mnl_socket_close(t->nl);
	if (t->in >= 0)
		close(t->in);
	if (t->out >= 0)
		close(t->out);
	return t->home < 0 ? 0 : room_leave(t->home);
}
