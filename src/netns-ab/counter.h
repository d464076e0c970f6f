/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_COUNTER_H
#define NETNS_AB_COUNTER_H

int counter_open(int family, int ifindex, int port);
int counter_expect(int fd, unsigned int datagrams);
int counter_settle(int fd, unsigned int *datagrams);

#endif
