/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_RTNL_H
#define NETNS_AB_RTNL_H

#include <stddef.h>
#include <libmnl/libmnl.h>

#include "util.h"

#define RTNL_BATCH_SIZE	2048
#define RTNL_TEXT_MAX	128
#define RTNL_RECV_SIZE	32768

/**
 * struct rtnl_batch - rtnetlink requests that travel in one datagram
 * @buf: the messages, one after the other
 * @len: bytes used
 * @count: messages in it; a message's sequence number is its place, from 1
 * @last: the last message
 *
 * The kernel handles them one by one, each with RTNL taken and released, as if they came alone.
 */
struct rtnl_batch {
	char buf[RTNL_BATCH_SIZE] __aligned(8);
	size_t len;
	unsigned int count;
	struct nlmsghdr *last;
};

/**
 * struct rtnl_error - the first request of a batch that was refused
 * @seq: its sequence number, from 1; 0 when the exchange itself failed
 * @text: what the kernel said about it (extended ack), or ""
 */
struct rtnl_error {
	unsigned int seq;
	char text[RTNL_TEXT_MAX];
};

struct nlmsghdr *rtnl_batch_begin(struct rtnl_batch *b, int type, int flags);
void rtnl_batch_end(struct rtnl_batch *b, struct nlmsghdr *nlh);
int rtnl_open(struct mnl_socket **nl);
int rtnl_batch_send(struct mnl_socket *nl, struct rtnl_batch *b, struct rtnl_error *e);
int rtnl_dump(struct nlmsghdr *req, mnl_cb_t cb, void *data);
int rtnl_get(struct mnl_socket *nl, const struct rtnl_batch *b, mnl_cb_t cb, void *data);

#endif
