// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports: devices of the initial namespace that stand in for hardware. They are made once for all
 * runs, lent to namespaces, and come back when these are deleted.
 *
 *      port_take()           port_left()        port_came_back()
 * HOME ------------> TAKEN ------------> AWAY -----------------> HOME
 *
 * The last two follow what the kernel tells. Where nobody listens to it, port_wait_home() takes all
 * back to HOME. Whoever takes ports sees to it that there are enough.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <linux/rtnetlink.h>

#include "hostend.h"
#include "l2tp.h"
#include "msg.h"
#include "port.h"
#include "request.h"
#include "sig.h"

enum state {
	HOME,
	TAKEN,
	AWAY,
};

/* @lock covers the rest, but for @count, which is set before there are threads. */
static struct {
	pthread_mutex_t lock;
	enum state *states;
	unsigned int count;
	unsigned int next;	/* where the search for one at home begins */
} ports = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void put_up(struct rtnl_batch *b, const char *name, unsigned int flags)
{
	struct nlmsghdr *nlh = request_link(b, 0, 0, IFF_UP);
	struct ifinfomsg *ifi = mnl_nlmsg_get_payload(nlh);

	ifi->ifi_flags = flags;
	mnl_attr_put_strz(nlh, IFLA_IFNAME, name);
	rtnl_batch_end(b, nlh);
}

/* Hardware has a past: a device that was never up would be too easy to move. */
static int use_once(struct mnl_socket *rtnl, const char *name)
{
	struct rtnl_batch b = {};
	struct rtnl_error e;
	int ret;

	put_up(&b, name, IFF_UP);
	put_up(&b, name, 0);
	ret = rtnl_batch_send(rtnl, &b, &e);
	if (ret)
		msg_error("--pattern phys: setting %s up and down: %s", name, strerror(-ret));
	return ret;
}

static int add_all(unsigned int count)
{
	struct mnl_socket *rtnl;
	char name[IFNAMSIZ];
	int ret;

	ret = rtnl_open(&rtnl);
	if (ret) {
		msg_error("--pattern phys: opening a netlink socket: %s", strerror(-ret));
		return ret;
	}
	for (; !ret && !sig_caught() && ports.count < count; ports.count++) {
		hostend_port_name(name, ports.count);
		ret = l2tp_add_device(name);
		if (!ret)
			ret = use_once(rtnl, name);
	}
	mnl_socket_close(rtnl);
	return ret;
}

/**
 * port_open() - make ports
 * @count: how many; nothing happens with 0. After a signal there are fewer.
 *
 * Return: 0, or a negative errno after an error line. The caller calls port_close() in either case.
 */
int port_open(unsigned int count)
{
	int ret;

	if (!count)
		return 0;
	ports.states = calloc(count, sizeof(*ports.states));
	if (!ports.states) {
		msg_error("out of memory");
		return -ENOMEM;
	}
	ret = l2tp_open();
	if (!ret)
		ret = add_all(count);
	return ret;
}

/**
 * port_take() - take the port that has been at home for longest
 * @name: where its name goes
 *
 * Context: any thread.
 * Return: false where no port is at home.
 */
bool port_take(char name[IFNAMSIZ])
{
	unsigned int i, index;
	bool taken = false;

	pthread_mutex_lock(&ports.lock);
	for (i = 0; !taken && i < ports.count; i++) {
		index = ports.next++;
		ports.next %= ports.count;
		taken = ports.states[index] == HOME;
	}
	if (taken) {
		ports.states[index] = TAKEN;
		hostend_port_name(name, index);
	}
	pthread_mutex_unlock(&ports.lock);
	return taken;
}

/**
 * port_left() - the kernel tells that a port has left the initial namespace
 * @index: which
 */
void port_left(unsigned int index)
{
	pthread_mutex_lock(&ports.lock);
	if (index < ports.count && ports.states[index] == TAKEN)
		ports.states[index] = AWAY;
	pthread_mutex_unlock(&ports.lock);
}

/**
 * port_came_back() - the kernel tells of a port in the initial namespace
 * @index: which
 *
 * Return: whether it had been away.
 */
bool port_came_back(unsigned int index)
{
	bool back;

	pthread_mutex_lock(&ports.lock);
	back = index < ports.count && ports.states[index] == AWAY;
	if (back)
		ports.states[index] = HOME;
	pthread_mutex_unlock(&ports.lock);
	return back;
}

/**
 * port_wait_home() - wait until all ports are back, after their namespaces were closed
 *
 * Return: 0, or a negative errno after an error line.
 */
int port_wait_home(void)
{
	int ret;

	if (!ports.count)
		return 0;
	ret = hostend_wait_ports(ports.count);
	if (ret)
		return ret;
	memset(ports.states, 0, ports.count * sizeof(*ports.states));
	return 0;
}

/**
 * port_close() - delete the ports
 *
 * Return: 0, or a negative errno after an error line.
 */
int port_close(void)
{
	int ret = 0;

	l2tp_close();
	if (ports.count)
		ret = hostend_wait_ports(0);
	free(ports.states);
	ports.states = NULL;
	ports.count = 0;
	return ret;
}
