// SPDX-License-Identifier: GPL-2.0-only
/*
 * Our links in the initial namespace, which are known by their names. Host ends are the ends of
 * veth pairs that stay there, and go away when the namespace of their other end does. Other ends
 * lie there only until they are moved; ports are moved away and come back.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "hostend.h"
#include "msg.h"
#include "rtnl.h"

/* The prefix is "na" and the kind. */
#define PREFIX		"na"
#define HOST_END	"b"
#define OTHER_END	"c"
#define PORT		"p"
#define DIGITS		11	/* 3 of the run, 3 of the thread, 5 of the index */

#define LIMIT_S		600
#define POLL_MS		20

struct found {
	const char *kinds;
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
	snprintf(name, IFNAMSIZ, PREFIX HOST_END "%03x%03x%05x", run & HOSTEND_RUN_MAX,
		 thread & HOSTEND_THREAD_MAX, index & HOSTEND_INDEX_MAX);
}

/**
 * hostend_other_name() - write the name that the other end of a pair has until it is moved
 * @name: where it goes
 * @host_end: name of the host end
 */
void hostend_other_name(char name[IFNAMSIZ], const char *host_end)
{
	snprintf(name, IFNAMSIZ, PREFIX OTHER_END "%s", host_end + strlen(PREFIX HOST_END));
}

/**
 * hostend_port_name() - write the name of a port
 * @name: where it goes
 * @index: number of the port, up to HOSTEND_INDEX_MAX
 */
void hostend_port_name(char name[IFNAMSIZ], unsigned int index)
{
	snprintf(name, IFNAMSIZ, PREFIX PORT "%0*x", DIGITS, index & HOSTEND_INDEX_MAX);
}

static bool is_ours(const char *name, const char *kinds)
{
	size_t prefix = strlen(PREFIX);

	return !strncmp(name, PREFIX, prefix) && strlen(name) == prefix + 1 + DIGITS &&
	       strchr(kinds, name[prefix]) &&
	       strspn(name + prefix + 1, "0123456789abcdef") == DIGITS;
}

/**
 * hostend_is() - whether a name is that of a host end
 * @name: the name
 *
 * Return: true or false.
 */
bool hostend_is(const char *name)
{
	return is_ours(name, HOST_END);
}

/**
 * hostend_port_index() - which port a name is of
 * @name: the name
 *
 * Return: the number of the port, or -1 where it is not the name of one.
 */
int hostend_port_index(const char *name)
{
	if (!is_ours(name, PORT))
		return -1;
	return strtoul(name + strlen(PREFIX PORT), NULL, 16) & HOSTEND_INDEX_MAX;
}

static int count_link(const struct nlmsghdr *nlh, void *data)
{
	struct found *f = data;
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct ifinfomsg)) {
		if (mnl_attr_get_type(attr) != IFLA_IFNAME ||
		    !is_ours(mnl_attr_get_str(attr), f->kinds))
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

	f->count = 0;
	mnl_nlmsg_put_extra_header(nlh, sizeof(struct ifinfomsg));
	mnl_attr_put_u32(nlh, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	return rtnl_dump(nlh, count_link, f);
}

/* Counts links of ours in the initial namespace, again where the list changed under the dump. */
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
	struct found f = { .kinds = HOST_END OTHER_END PORT };
	int ret = count(&f);

	if (ret || !f.count)
		return ret;
	msg_error("there are already %u links named as ours will be, such as %s: delete them first",
		  f.count, f.name);
	return -EEXIST;
}

static int delete_link(const char *name)
{
	struct rtnl_batch b = {};
	struct nlmsghdr *nlh = rtnl_batch_begin(&b, RTM_DELLINK, 0);
	struct mnl_socket *nl;
	struct rtnl_error e;
	int ret;

	mnl_nlmsg_put_extra_header(nlh, sizeof(struct ifinfomsg));
	mnl_attr_put_strz(nlh, IFLA_IFNAME, name);
	rtnl_batch_end(&b, nlh);
	ret = rtnl_open(&nl);
	if (ret)
		return ret;
	ret = rtnl_batch_send(nl, &b, &e);
	mnl_socket_close(nl);
	return ret;
}

/**
 * hostend_delete_strays() - delete the pairs of which no end ever left the initial namespace
 *
 * There are some only where a move failed.
 *
 * Return: 0, or a negative errno after an error line.
 */
int hostend_delete_strays(void)
{
	struct found f = { .kinds = OTHER_END };
	int ret;

	for (;;) {
		ret = count(&f);
		if (ret || !f.count)
			return ret;
		ret = delete_link(f.name);
		if (!ret)
			continue;
		msg_error("cannot delete %s: %s", f.name, strerror(-ret));
		return ret;
	}
}

static time_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/* Return: 0, -ETIMEDOUT where @f tells of another number, or the errno of the listing. */
static int wait_for(struct found *f, unsigned int wanted)
{
	const struct timespec poll = { .tv_nsec = POLL_MS * 1000000L };
	time_t limit = now_s() + LIMIT_S;
	int ret;

	for (;;) {
		ret = count(f);
		if (ret || f->count == wanted)
			return ret;
		if (now_s() > limit)
			return -ETIMEDOUT;
		nanosleep(&poll, NULL);
	}
}

/**
 * hostend_wait_gone() - wait until the initial namespace has no host end left
 *
 * Return: 0, or after an error line -ETIMEDOUT (after 600 s) or the errno of the listing.
 */
int hostend_wait_gone(void)
{
	struct found f = { .kinds = HOST_END };
	int ret = wait_for(&f, 0);

	if (ret == -ETIMEDOUT)
		msg_error("%u links, such as %s, are there %d s after their namespaces were closed",
			  f.count, f.name, LIMIT_S);
	return ret;
}

/**
 * hostend_wait_ports() - wait until so many ports are in the initial namespace
 * @wanted: how many
 *
 * Return: as hostend_wait_gone().
 */
int hostend_wait_ports(unsigned int wanted)
{
	struct found f = { .kinds = PORT };
	int ret = wait_for(&f, wanted);

	if (ret == -ETIMEDOUT)
		msg_error("%u devices of %u are in the initial namespace after %d s", f.count,
			  wanted, LIMIT_S);
	return ret;
}
