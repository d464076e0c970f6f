/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_ABOUT_H
#define NETNS_AB_ABOUT_H

#include <stdbool.h>

#include "createfile.h"

#define ABOUT_NAME_MAX	64

/**
 * struct about - one of the files that are shown
 * @name: what it is called in tables
 * @file: what it says
 */
struct about {
	char name[ABOUT_NAME_MAX];
	struct createfile file;
};

void about_print(const struct about *files, unsigned int n, bool markdown);

#endif
