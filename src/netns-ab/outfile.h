/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_OUTFILE_H
#define NETNS_AB_OUTFILE_H

#include <limits.h>
#include <stdio.h>

/**
 * struct outfile - a file that appears under its name only when it is complete
 * @option: the option that named it, for error lines
 * @name: its name, or NULL where none is wanted
 * @temp: its name until then, beside the other
 * @stream: open for writing
 */
struct outfile {
	const char *option;
	const char *name;
	char temp[PATH_MAX];
	FILE *stream;
};

int outfile_open(struct outfile *f, const char *option, const char *name);
int outfile_commit(struct outfile *f);
void outfile_discard(struct outfile *f);

#endif
