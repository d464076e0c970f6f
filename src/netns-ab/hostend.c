// SPDX-License-Identifier: GPL-2.0-only
/*
 * Host ends: the ends of the veth pairs that lie in the initial namespace. They are known by their
 * names, and go away when the namespace of their other end does.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "hostend.h"
#include "msg.h"
#include "rtnl.h"

#define PREFIX		"nab"
#define DIGITS		11	/* 3 of the run, 3 of the thread, 5 of the index */

#define GONE_LIMIT_S	600
#define GONE_POLL_MS	20

struct found {
	unsigned int count;
	char name[IFNAMSIZ];
};

/**
 * hostend_name() - write the name of a host end, such as nab00200f00123
 * @name: where it goes
 * @run: number of the run; what is above HOSTEND_RUN_MAX is cut off
 * @thread: number of the thread, up to HOSTEND_THREAD_MAX
 * @index: number of the namespace in its thread, up to HOSTEND_INDEX_MAX
 */
void hostend_name(char name[IFNAMSIZ], unsigned int run, unsigned int thread, unsigned int index)
{
	snprintf(name, IFNAMSIZ, PREFIX "%03x%03x%05x", run & HOSTEND_RUN_MAX,
		 thread & HOSTEND_THREAD_MAX, index & HOSTEND_INDEX_MAX);
}

static int is_hostend(const char *name)
{
	size_t prefix = strlen(PREFIX);

	return !strncmp(name, PREFIX, prefix) && strlen(name) == prefix + DIGITS &&
	       strspn(name + prefix, "0123456789abcdef") == DIGITS;
}

static int count_link(const struct nlmsghdr *nlh, void *data)
{
	struct found *f = data;
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct ifinfomsg)) {
		if (mnl_attr_get_type(attr) != IFLA_IFNAME || !is_hostend(mnl_attr_get_str(attr)))
			continue;
		f->count++;
		snprintf(f->name, sizeof(f->name), "%s", mnl_attr_get_str(attr));
	}
	return MNL_CB_OK;
}

static int count_once(struct found *f)
{
	struct rtnl_batch b = {};
	struct nlmsghdr *nlh = rtnl_batch_begin(&b, RTM_GETLINK, NLM_F_DUMP);

	memset(f, 0, sizeof(*f));
	mnl_nlmsg_put_extra_header(nlh, sizeof(struct ifinfomsg));
	mnl_attr_put_u32(nlh, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	return rtnl_dump(nlh, count_link, f);
}

/* Counts the host ends in the initial namespace, again where the list changed under the dump. */
static int count(struct found *f)
{
	int ret;

	do {
		ret = count_once(f);
	} while (ret == -EINTR);
	if (ret)
		msg_error("cannot list the links of this namespace: %s", strerror(-ret));
	return ret;
}

/**
 * hostend_none() - check that there is no link yet with a name like ours
 *
 * Return: 0, or after an error line -EEXIST or the errno of the listing.
 */
int hostend_none(void)
{
	struct found f;
	int ret = count(&f);

	if (ret || !f.count)
		return ret;
	msg_error("there are already %u links named as ours will be, such as %s: delete them first",
		  f.count, f.name);
	return -EEXIST;
}

static time_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/**
 * hostend_wait_gone() - wait until the initial namespace has no host end left
 *
 * Return: 0, or after an error line -ETIMEDOUT (after 600 s) or the errno of the listing.
 */
int hostend_wait_gone(void)
{
	const struct timespec poll = { .tv_nsec = GONE_POLL_MS * 1000000L };
	time_t limit = now_s() + GONE_LIMIT_S;
	struct found f;
	int ret;

	for (;;) {
		ret = count(&f);
		if (ret || !f.count)
			return ret;
		if (now_s() > limit)
			break;
		nanosleep(&poll, NULL);
	}
	msg_error("%u links, such as %s, are still there %d s after their namespaces were closed",
		  f.count, f.name, GONE_LIMIT_S);
	return -ETIMEDOUT;
}
