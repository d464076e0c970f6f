// SPDX-License-Identifier: GPL-2.0-only
/*
 * A table on stdout, as text in columns or as Markdown.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grid.h"

/**
 * grid_add_column() - add a column
 * @g: a grid of less than GRID_COLUMNS_MAX columns, no row of which was printed yet
 * @width: its width in text, with the gap to the next column
 */
void grid_add_column(struct grid *g, unsigned int width)
{
	g->width[g->columns++] = width;
}

/**
 * grid_set() - fill a cell of the row that comes next
 * @g: the grid
 * @column: number of the column, from 0
 * @fmt: printf() format
 */
void grid_set(struct grid *g, unsigned int column, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(g->cells[column], GRID_CELL_MAX, fmt, ap);
	va_end(ap);
}

static void put_markdown(const struct grid *g)
{
	unsigned int i;

	for (i = 0; i < g->columns; i++)
		printf("| %s ", g->cells[i]);
	puts("|");
}

/* Nothing is printed behind the last cell that holds something. */
static void put_text(const struct grid *g)
{
	unsigned int i, length, gap = 0;

	for (i = 0; i < g->columns; i++) {
		length = strlen(g->cells[i]);
		if (length) {
			printf("%*s%s", gap, "", g->cells[i]);
			gap = 0;
		}
		gap += length < g->width[i] ? g->width[i] - length : 1;
	}
	putchar('\n');
}

/**
 * grid_put() - print the row, and begin the next, whose cells are empty
 * @g: the grid
 */
void grid_put(struct grid *g)
{
	if (g->markdown)
		put_markdown(g);
	else
		put_text(g);
	memset(g->cells, 0, sizeof(g->cells));
}

/**
 * grid_put_head() - print the row as the head of the columns
 * @g: the grid
 */
void grid_put_head(struct grid *g)
{
	unsigned int i;

	grid_put(g);
	if (!g->markdown)
		return;
	for (i = 0; i < g->columns; i++)
		printf("|---");
	puts("|");
}
