/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_PORT_H
#define NETNS_AB_PORT_H

#include <stdbool.h>
#include <net/if.h>

int port_open(unsigned int count);
bool port_take(char name[IFNAMSIZ]);
void port_left(unsigned int index);
bool port_came_back(unsigned int index);
int port_wait_home(void);
int port_close(void);

#endif
