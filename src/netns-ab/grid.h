/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_GRID_H
#define NETNS_AB_GRID_H

#include <stdbool.h>

#include "util.h"

#define GRID_COLUMNS_MAX	34
#define GRID_CELL_MAX		96

/**
 * struct grid - a table on stdout, printed row by row
 * @markdown: as Markdown, otherwise as text
 * @columns: how many columns there are
 * @width: theirs in text; more than fits is not cut
 * @cells: the row that is being filled
 */
struct grid {
	bool markdown;
	unsigned int columns;
	unsigned int width[GRID_COLUMNS_MAX];
	char cells[GRID_COLUMNS_MAX][GRID_CELL_MAX];
};

void grid_add_column(struct grid *g, unsigned int width);
void grid_set(struct grid *g, unsigned int column, const char *fmt, ...) __printf(3, 4);
void grid_put(struct grid *g);
void grid_put_head(struct grid *g);

#endif
