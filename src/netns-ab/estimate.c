// SPDX-License-Identifier: GPL-2.0-only
/*
 * A median in words, with how far it is to be trusted.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate.h"
#include "stats.h"

/* That of the order of the runs would do as well: it is only to be the same each time. */
#define SEED	1

static struct interval put(double *v, unsigned int n, int digits, char *text)
{
	double median = stats_of(v, n).median;
	struct interval i = stats_interval(v, n, SEED);

	if (isinf(i.low))
		snprintf(text, ESTIMATE_TEXT_MAX, "%.*f", digits, median);
	else
		snprintf(text, ESTIMATE_TEXT_MAX, "%.*f [%.*f to %.*f]", digits, median, digits,
			 i.low, digits, i.high);
	return i;
}

/**
 * estimate_text() - a median and where it may be at 95 % confidence
 * @v: the numbers; they are sorted in place
 * @n: how many, from 1 to STATS_MAX; of too few there is the median only
 * @digits: after the decimal point
 * @text: where the text goes
 *
 * Return: @text.
 */
const char *estimate_text(double *v, unsigned int n, int digits, char text[ESTIMATE_TEXT_MAX])
{
	put(v, n, digits, text);
	return text;
}

/**
 * estimate_change() - the same of numbers that tell of a change
 * @v: as for estimate_text()
 * @n: as well
 * @digits: as well
 * @none: what a number is where nothing has changed
 * @text: where the text goes; it says so where there may be no change at all
 *
 * Return: @text.
 */
const char *estimate_change(double *v, unsigned int n, int digits, double none,
			    char text[ESTIMATE_TEXT_MAX])
{
	struct interval i = put(v, n, digits, text);

	if (!isinf(i.low) && i.low <= none && none <= i.high)
		strncat(text, " noise", ESTIMATE_TEXT_MAX - strlen(text) - 1);
	return text;
}
