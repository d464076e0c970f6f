/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_REPORT_H
#define NETNS_AB_REPORT_H

#include <jansson.h>

struct create_result;

void report_head(const struct create_result *r);
json_t *report_figures(const void *data);

#endif
