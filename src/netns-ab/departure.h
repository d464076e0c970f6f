/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_DEPARTURE_H
#define NETNS_AB_DEPARTURE_H

struct mnl_socket;
struct recipe;

/**
 * struct departure - what tells that namespaces are deleted
 * @nl: socket in the initial namespace, which the kernel tells of links
 * @devices: how many of our links go, or come back, with each
 * @links: how many have done so
 */
struct departure {
	struct mnl_socket *nl;
	unsigned int devices;
	unsigned int links;
};

int departure_open(struct departure *d, const struct recipe *recipe);
int departure_wait(struct departure *d, int timeout_ms);
unsigned int departure_namespaces(const struct departure *d);
void departure_close(struct departure *d);

#endif
