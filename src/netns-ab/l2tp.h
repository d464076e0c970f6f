/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_L2TP_H
#define NETNS_AB_L2TP_H

int l2tp_open(void);
int l2tp_add_device(const char *name);
void l2tp_close(void);

#endif
