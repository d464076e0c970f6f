/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_TAPBRIDGE_H
#define NETNS_AB_TAPBRIDGE_H

#include "rtnl.h"

/* What the bridge sends out of tap0. */
#define TAPBRIDGE_MAC	{ 0x02, 0, 0, 0, 0, 0x02 }

/**
 * struct tapbridge - two tap devices on a bridge, in a network namespace of their own
 * @home: file descriptor of the namespace that the thread was in, or -1
 * @nl: rtnetlink socket
 * @in: what is written here goes into tap1, through the bridge, and out of tap0
 * @out: where it can be read
 * @in_index: interface index of tap1
 * @out_index: interface index of tap0
 *
 *	write(in) -> tap1 -> br0 -> tap0's qdisc -> tap0's queue -> read(out)
 */
struct tapbridge {
	int home;
	struct mnl_socket *nl;
	int in;
	int out;
	unsigned int in_index;
	unsigned int out_index;
};

/**
 * struct tapbridge_drops - packets that were dropped so far, by who counts them
 * @in: tap1, of what was written
 * @bridge: br0
 * @qdisc: the queueing discipline of tap0
 * @queue: tap0, for want of room in the queue from which is read
 */
struct tapbridge_drops {
	unsigned long long in;
	unsigned long long bridge;
	unsigned long long qdisc;
	unsigned long long queue;
};

int tapbridge_open(struct tapbridge *t);
int tapbridge_count(const struct tapbridge *t, struct tapbridge_drops *d);
int tapbridge_close(struct tapbridge *t);

#endif
