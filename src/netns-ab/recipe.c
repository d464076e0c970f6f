// SPDX-License-Identifier: GPL-2.0-only
/*
 * What goes into one namespace: the words for it, on the command line and in what is printed.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "msg.h"
#include "recipe.h"
#include "util.h"

static const char * const patterns[] = {
	[RECIPE_BACK] = "back",
	[RECIPE_IN] = "in",
	[RECIPE_DIRECT] = "direct",
	[RECIPE_PHYS] = "phys",
};

static const struct args_choice withs[] = {
	{ "tap", RECIPE_TAP },
	{ "addr4", RECIPE_ADDR4 },
	{ "addr6", RECIPE_ADDR6 },
	{ "route4", RECIPE_ROUTE4 },
	{ "route6", RECIPE_ROUTE6 },
	{ "none", RECIPE_NONE },
	{}
};

/**
 * recipe_parse_pattern() - read the value of --pattern
 * @r: where it goes
 * @text: the value
 *
 * Return: 0, or -EINVAL after an error line.
 */
int recipe_parse_pattern(struct recipe *r, const char *text)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(patterns); i++) {
		if (strcmp(text, patterns[i]))
			continue;
		r->pattern = i;
		return 0;
	}
	msg_error("--pattern: '%s' is none of: back in direct phys", text);
	return -EINVAL;
}

static int check_with(unsigned int with)
{
	const char *why = NULL;

	if (with & RECIPE_NONE && with != RECIPE_NONE)
		why = "'none' stands alone";
	else if (with & RECIPE_ROUTE4 && !(with & RECIPE_ADDR4))
		why = "route4 needs addr4";
	else if (with & RECIPE_ROUTE6 && !(with & RECIPE_ADDR6))
		why = "route6 needs addr6";
	if (!why)
		return 0;
	msg_error("--with: %s", why);
	return -EINVAL;
}

/**
 * recipe_parse_with() - read the value of --with
 * @r: where it goes
 * @text: the value
 *
 * Return: 0, or -EINVAL after an error line.
 */
int recipe_parse_with(struct recipe *r, const char *text)
{
	int ret = args_choices("--with", text, withs, &r->with);

	return ret ? ret : check_with(r->with);
}

/**
 * recipe_pattern_name() - the word for the pattern
 * @r: the recipe
 *
 * Return: what --pattern takes for it.
 */
const char *recipe_pattern_name(const struct recipe *r)
{
	return patterns[r->pattern];
}

/**
 * recipe_with_text() - the words for what a namespace gets beside its links
 * @r: the recipe
 * @text: where what --with takes for it goes
 */
void recipe_with_text(const struct recipe *r, char text[RECIPE_TEXT_MAX])
{
	const struct args_choice *c;
	size_t len = 0;

	for (c = withs; c->name; c++)
		if (r->with & c->bits)
			len += snprintf(text + len, RECIPE_TEXT_MAX - len, "%s%s", len ? "," : "",
					c->name);
}
