/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_LEAKREPORT_H
#define NETNS_AB_LEAKREPORT_H

#include <jansson.h>

struct leak_result;

void leakreport_head(const struct leak_result *r);
void leakreport_row(const struct leak_result *r, unsigned int row);
json_t *leakreport_figures(const void *data);

#endif
