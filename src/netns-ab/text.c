// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text that comes from outside and goes into tables and scripts.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

/**
 * text_plain() - copy a text without what means something to Markdown or to gnuplot
 * @to: where it goes; what does not fit is cut off
 * @size: how many bytes there are
 * @from: the text; a quote, a control character and the like become question marks
 */
void text_plain(char *to, size_t size, const char *from)
{
	char *c;

	snprintf(to, size, "%s", from);
	for (c = to; *c; c++)
		if (iscntrl((unsigned char)*c) || strchr("'\"`\\|*<>[]", *c))
			*c = '?';
}
