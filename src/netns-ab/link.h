/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_LINK_H
#define NETNS_AB_LINK_H

struct mnl_socket;

int link_wait_up(struct mnl_socket *nl, int ifindex);
int link_wait_gone(struct mnl_socket *nl, int ifindex);
int link_watch_addr6(struct mnl_socket **nl);
int link_wait_addr6(struct mnl_socket *nl);

#endif
