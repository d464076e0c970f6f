/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_HOSTEND_H
#define NETNS_AB_HOSTEND_H

#include <stdbool.h>
#include <net/if.h>

#define HOSTEND_RUN_MAX		0xfff
#define HOSTEND_THREAD_MAX	0xfff
#define HOSTEND_INDEX_MAX	0xfffff

void hostend_name(char name[IFNAMSIZ], unsigned int run, unsigned int thread, unsigned int index);
void hostend_other_name(char name[IFNAMSIZ], const char *host_end);
void hostend_port_name(char name[IFNAMSIZ], unsigned int index);
bool hostend_is(const char *name);
int hostend_port_index(const char *name);
int hostend_none(void);
int hostend_delete_strays(void);
int hostend_wait_gone(void);
int hostend_wait_ports(unsigned int wanted);

#endif
