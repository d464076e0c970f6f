/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_GNUPLOT_H
#define NETNS_AB_GNUPLOT_H

#include <stdio.h>
#include <sys/types.h>

/**
 * struct gnuplot - gnuplot at work
 * @pid: its process
 * @script: what is written here it runs
 */
struct gnuplot {
	pid_t pid;
	FILE *script;
};

int gnuplot_start(struct gnuplot *g, int output);
int gnuplot_finish(struct gnuplot *g);

#endif
