/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_HOSTEND_H
#define NETNS_AB_HOSTEND_H

#include <net/if.h>

#define HOSTEND_RUN_MAX		0xfff
#define HOSTEND_THREAD_MAX	0xfff
#define HOSTEND_INDEX_MAX	0xfffff

void hostend_name(char name[IFNAMSIZ], unsigned int run, unsigned int thread, unsigned int index);
int hostend_none(void);
int hostend_wait_gone(void);

#endif
