/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_MODE_H
#define NETNS_AB_MODE_H

#include <stdbool.h>

bool mode_is_direct(const char *mode);
int mode_set(const char *mode);

#endif
