/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_RATETABLE_H
#define NETNS_AB_RATETABLE_H

#include "grid.h"

struct view;

void ratetable_head(struct grid *g, const struct view *v);
void ratetable_rows(struct grid *g, const struct view *v, unsigned int threads);

#endif
