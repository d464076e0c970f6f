/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_PLOT_H
#define NETNS_AB_PLOT_H

struct view;

const char *plot_terminal(const char *name);
int plot_make(const struct view *v, const char *terminal, int fd);

#endif
