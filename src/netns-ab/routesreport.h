/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_ROUTESREPORT_H
#define NETNS_AB_ROUTESREPORT_H

#include <jansson.h>

struct grid;
struct routes_result;

void routesreport_head(struct grid *g, const struct routes_result *r);
void routesreport_rows(struct grid *g, const struct routes_result *r, unsigned int threads,
		       int family);
json_t *routesreport_figures(const void *data);

#endif
