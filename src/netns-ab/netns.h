/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_NETNS_H
#define NETNS_AB_NETNS_H

#include <net/if.h>

#include "latency.h"
#include "recipe.h"
#include "rtnl.h"

/**
 * struct netns_links - the links that a namespace is to have, as many as the recipe says
 * @names: names for their host ends; of the pattern phys, the names of the devices to be moved in
 */
struct netns_links {
	char names[RECIPE_DEVICES_MAX][IFNAMSIZ];
};

/**
 * struct netns_error - why a namespace could not be made
 * @step: what was being done
 * @err: errno, positive; 0 when nothing failed
 * @text: what the kernel added to it, or ""
 */
struct netns_error {
	const char *step;
	int err;
	char text[RTNL_TEXT_MAX];
};

/**
 * struct netns_maker - what one thread makes namespaces with
 * @recipe: what goes into each
 * @home: file descriptor of the initial namespace
 * @home_nl: rtnetlink socket there
 * @timed: whether it is to be noted how long things take
 * @move: how long each move took
 * @creation: how long each namespace took
 * @error: told what failed
 */
struct netns_maker {
	const struct recipe *recipe;
	int home;
	struct mnl_socket *home_nl;
	bool timed;
	struct latency_log move;
	struct latency_log creation;
	struct netns_error error;
};

int netns_maker_open(struct netns_maker *m, const struct recipe *recipe, int home);
int netns_fail(struct netns_maker *m, const char *step, int err);
int netns_make(struct netns_maker *m, const struct netns_links *links, int *fd);
void netns_maker_close(struct netns_maker *m);

#endif
