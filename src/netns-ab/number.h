/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_NUMBER_H
#define NETNS_AB_NUMBER_H

#include "rtnl.h"

/**
 * struct number - the route generation number of a network namespace
 * @family: AF_INET or AF_INET6
 * @flush: for IPv4: an open file that raises it when written
 * @nl: for IPv6: where routes are added, each of which raises it
 * @routes: how many were
 */
struct number {
	int family;
	int flush;
	struct mnl_socket *nl;
	unsigned int routes;
};

int number_open(struct number *n, int family);
int number_raise(struct number *n, unsigned int times);
void number_close(struct number *n);

#endif
