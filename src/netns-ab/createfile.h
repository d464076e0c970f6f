/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CREATEFILE_H
#define NETNS_AB_CREATEFILE_H

#include <jansson.h>

#include "create.h"

#define CREATEFILE_TEXT_MAX	32

/**
 * struct createfile - what a file of create says
 * @version: of the program that wrote it
 * @date: when it did
 * @options: all options, by name
 * @result: the figures; of its options those that say what the samples are
 */
struct createfile {
	char version[CREATEFILE_TEXT_MAX];
	char date[CREATEFILE_TEXT_MAX];
	json_t *options;
	struct create_result result;
};

json_t *createfile_figures(const void *data);
int createfile_read(struct createfile *f, const char *path);
void createfile_free(struct createfile *f);

#endif
