/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CREATEREPORT_H
#define NETNS_AB_CREATEREPORT_H

struct create_result;

void createreport_head(const struct create_result *r);

#endif
