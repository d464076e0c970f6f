/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_RECIPE_H
#define NETNS_AB_RECIPE_H

#include <stddef.h>

#define RECIPE_DEVICES_MAX	64
#define RECIPE_TEXT_MAX		64

/**
 * enum recipe_pattern - how a namespace gets its links
 * @RECIPE_BACK: the pair is made in the namespace, the host end is moved out of it
 * @RECIPE_IN: the pair is made on the host, the container end is moved in
 * @RECIPE_DIRECT: the pair is made in the namespace with its host end on the host; nothing moves
 * @RECIPE_PHYS: a device of the host is moved in, and back when the namespace is deleted
 */
enum recipe_pattern {
	RECIPE_BACK,
	RECIPE_IN,
	RECIPE_DIRECT,
	RECIPE_PHYS,
};

/* What a namespace gets beside its links. */
#define RECIPE_TAP	0x01
#define RECIPE_ADDR4	0x02
#define RECIPE_ADDR6	0x04
#define RECIPE_ROUTE4	0x08
#define RECIPE_ROUTE6	0x10
#define RECIPE_NONE	0x20

/**
 * struct recipe - what goes into one namespace
 * @pattern: how it gets its links
 * @devices: how many links it gets that way
 * @with: RECIPE_TAP and so on; each link gets an address, the first one the default routes
 */
struct recipe {
	enum recipe_pattern pattern;
	unsigned int devices;
	unsigned int with;
};

int recipe_parse_pattern(struct recipe *r, const char *text);
int recipe_parse_with(struct recipe *r, const char *text);
const char *recipe_pattern_name(const struct recipe *r);
void recipe_with_text(const struct recipe *r, char text[RECIPE_TEXT_MAX]);

#endif
