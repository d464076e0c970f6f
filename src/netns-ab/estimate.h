/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_ESTIMATE_H
#define NETNS_AB_ESTIMATE_H

#define ESTIMATE_TEXT_MAX	64

const char *estimate_text(double *v, unsigned int n, int digits, char text[ESTIMATE_TEXT_MAX]);
const char *estimate_change(double *v, unsigned int n, int digits, double none,
			    char text[ESTIMATE_TEXT_MAX]);

#endif
