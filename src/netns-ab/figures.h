/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_FIGURES_H
#define NETNS_AB_FIGURES_H

#include <stdio.h>

#include <jansson.h>

struct args_words;
struct hostinfo;

json_t *figures_head(const char *command, const struct hostinfo *h);
void figures_append(json_t **list, json_t *item);
json_t *figures_words(const struct args_words *words);
json_t *figures_load(const char *path, const char *command);
int figures_write(FILE *out, json_t *head, json_t *members);

#endif
