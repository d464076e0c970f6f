/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_LATENCYTABLE_H
#define NETNS_AB_LATENCYTABLE_H

#include <stdbool.h>

struct view;

void latencytable_print(const struct view *v, bool markdown);

#endif
