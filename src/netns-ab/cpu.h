/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CPU_H
#define NETNS_AB_CPU_H

unsigned int cpu_count(void);
int cpu_pin(unsigned int n);

#endif
