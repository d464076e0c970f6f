/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_REPORT_H
#define NETNS_AB_REPORT_H

#include <stdio.h>

struct create_result;

void report_head(const struct create_result *r);
void report_row(const struct create_result *r, unsigned int threads);
void report_json(FILE *out, const void *data);

#endif
