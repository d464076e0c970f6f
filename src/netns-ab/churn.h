/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CHURN_H
#define NETNS_AB_CHURN_H

#include "crew.h"

unsigned int churn_namespaces(const struct workload *w);
void churn_work(struct worker *me);
int churn(struct crew *c, struct workload_figures *f, int err);

#endif
