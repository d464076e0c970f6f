/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_LEAKREPORT_H
#define NETNS_AB_LEAKREPORT_H

#include <stdio.h>

struct leak_result;

void leakreport_head(const struct leak_result *r);
void leakreport_row(const struct leak_result *r, unsigned int row);
void leakreport_json(FILE *out, const void *data);

#endif
