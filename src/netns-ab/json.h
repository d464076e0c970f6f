/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_JSON_H
#define NETNS_AB_JSON_H

#include <limits.h>
#include <stdio.h>

struct args_words;
struct hostinfo;

/**
 * struct json_file - a file that appears under its name only when it is complete
 * @name: its name, or NULL where none is wanted
 * @temp: its name until then, beside the other
 * @stream: open for writing
 */
struct json_file {
	const char *name;
	char temp[PATH_MAX];
	FILE *stream;
};

int json_open(struct json_file *f, const char *name);
void json_begin(struct json_file *f, const char *command, const struct hostinfo *h);
int json_end(struct json_file *f);
int json_commit(struct json_file *f);
void json_discard(struct json_file *f);

void json_string(FILE *out, const char *text);
void json_member(FILE *out, const char *name, const char *value);
void json_words(FILE *out, const char *name, const struct args_words *words);

#endif
