/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_TAPREPORT_H
#define NETNS_AB_TAPREPORT_H

#include <jansson.h>

struct tap_result;

void tapreport_head(const struct tap_result *r);
void tapreport_table(const struct tap_result *r);
json_t *tapreport_figures(const void *data);

#endif
