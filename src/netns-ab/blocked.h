/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_BLOCKED_H
#define NETNS_AB_BLOCKED_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct mnl_socket;

/**
 * struct blocked - a thread that sends on a packet socket whose send buffer is full
 * @socket: the packet socket (SOCK_DGRAM), not bound to a link
 * @nl: rtnetlink socket in the same network namespace
 * @ifindex: of the link that the thread sends on
 * @data: what it sends
 * @len: its length
 * @thread: the thread
 * @tid: its number, 0 until it sends
 * @running: whether there is one
 */
struct blocked {
	int socket;
	struct mnl_socket *nl;
	int ifindex;
	const void *data;
	size_t len;
	pthread_t thread;
	atomic_int tid;
	bool running;
};

int blocked_start(struct blocked *b);
int blocked_release(struct blocked *b);
void blocked_end(struct blocked *b);

#endif
