/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_NETNS_H
#define NETNS_AB_NETNS_H

#include "rtnl.h"

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

int netns_make(int home, const char *host_end, int *fd, struct netns_error *e);

#endif
