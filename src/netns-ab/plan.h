/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_PLAN_H
#define NETNS_AB_PLAN_H

unsigned int plan_mode(unsigned int round, unsigned int place, unsigned int modes);

#endif
