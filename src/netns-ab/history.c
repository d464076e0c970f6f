// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the link goes through right before its move, while a sender holds a route through it: steps
 * after which it looks like one that was never used.
 *
 * They are asked for in one go: the kernel takes such routes back in its own time, and that must
 * not be over when the link moves. The bridge comes first since it takes so long that it would be,
 * had the link been set down before.
 */
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "history.h"
#include "request.h"
#include "stage.h"

/* Not the link's own address: from the same ranges. */
#define ADDR4	"198.18.1.2"
#define ADDR6	"2001:2:0:2::2"

static const char * const names[HISTORY_STEPS] = {
	[HISTORY_BRIDGE] = "bridge",
	[HISTORY_DOWN] = "down",
	[HISTORY_ADDRESS] = "address",
	[HISTORY_BACK] = "back",
};

/**
 * history_name() - the name of a step
 * @step: the step
 *
 * Return: a word.
 */
const char *history_name(enum history_step step)
{
	return names[step];
}

static void request_down(struct rtnl_batch *b)
{
	struct nlmsghdr *nlh = request_link(b, 0, STAGE_LINK, 0);
	struct ifinfomsg *ifi = mnl_nlmsg_get_payload(nlh);

	ifi->ifi_change = IFF_UP;
	rtnl_batch_end(b, nlh);
}

static void request_address(struct rtnl_batch *b, int family)
{
	const char *addr = family == AF_INET ? ADDR4 : ADDR6;
	int prefix = family == AF_INET ? 24 : 64;

	request_addr(b, family, STAGE_LINK, addr, prefix);
	request_no_addr(b, family, STAGE_LINK, addr, prefix);
}

static void request_master(struct rtnl_batch *b, unsigned int ifindex)
{
	struct nlmsghdr *nlh = request_link(b, 0, STAGE_LINK, 0);

	mnl_attr_put_u32(nlh, IFLA_MASTER, ifindex);
	rtnl_batch_end(b, nlh);
}

static void request_move(struct rtnl_batch *b, int netns)
{
	struct nlmsghdr *nlh = request_link(b, 0, STAGE_LINK, 0);

	mnl_attr_put_u32(nlh, IFLA_NET_NS_FD, netns);
	rtnl_batch_end(b, nlh);
}

/**
 * history_prepare() - make what the steps need
 * @s: the stage, set
 * @steps: bits of enum history_step
 *
 * Return: 0, or a negative errno after an error line.
 */
int history_prepare(const struct stage *s, unsigned int steps)
{
	struct rtnl_batch b = {};
	struct nlmsghdr *nlh;
	struct nlattr *info;

	if (!(steps & 1 << HISTORY_BRIDGE))
		return 0;
	nlh = request_link(&b, NLM_F_CREATE | NLM_F_EXCL, STAGE_BRIDGE, 0);
	info = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, "bridge");
	mnl_attr_nest_end(nlh, info);
	rtnl_batch_end(&b, nlh);
	return stage_ask(s->nl_source, &b, "making a bridge");
}

static int move_back(const struct stage *s)
{
	struct rtnl_batch b = {};

	request_move(&b, s->source);
	return stage_ask(s->nl_target, &b, "moving the link back");
}

/**
 * history_play() - have the link go through the steps
 * @s: the stage, after history_prepare()
 * @steps: bits of enum history_step
 *
 * Return: 0, or a negative errno after an error line.
 */
int history_play(const struct stage *s, unsigned int steps)
{
	struct rtnl_batch b = {};
	int ret;

	if (!steps)
		return 0;
	if (steps & 1 << HISTORY_BRIDGE) {
		request_master(&b, STAGE_BRIDGE);
		request_master(&b, 0);
	}
	if (steps & 1 << HISTORY_DOWN)
		request_down(&b);
	if (steps & 1 << HISTORY_ADDRESS)
		request_address(&b, s->family);
	if (steps & 1 << HISTORY_BACK)
		request_move(&b, s->target);
	ret = stage_ask(s->nl_source, &b, "what comes before the move");
	if (!ret && steps & 1 << HISTORY_BACK)
		ret = move_back(s);
	return ret;
}
