/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_SLEEPER_H
#define NETNS_AB_SLEEPER_H

#include <pthread.h>
#include <stdbool.h>

/**
 * struct sleeper - a thread that sends and falls asleep in the kernel while it does
 * @socket: where it sends
 * @page: what it sends: one byte of a page that is not there
 * @uffd: the userfaultfd that serves the page, or -1
 * @thread: the thread
 * @running: whether there is one
 */
struct sleeper {
	int socket;
	void *page;
	int uffd;
	pthread_t thread;
	bool running;
};

int sleeper_start(struct sleeper *s);
int sleeper_wake(struct sleeper *s);
void sleeper_end(struct sleeper *s);

#endif
