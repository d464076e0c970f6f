/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CLOCK_H
#define NETNS_AB_CLOCK_H

#include <time.h>

double clock_read(clockid_t id);

#endif
