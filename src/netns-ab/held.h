/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_HELD_H
#define NETNS_AB_HELD_H

#include "latency.h"

int held_open(void);
int held_start(void);
int held_stop(double from, double to, struct latency *l);
void held_close(void);

#endif
