// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "create" tells before it measures.
 */
#include <stdio.h>

#include "create.h"
#include "knob.h"
#include "createreport.h"

static void put_work(const struct create_options *o)
{
	char with[RECIPE_TEXT_MAX];

	recipe_with_text(&o->recipe, with);
	printf("pattern %s, devices %u, with %s", recipe_pattern_name(&o->recipe),
	       o->recipe.devices, with);
	if (o->churn)
		printf("; churn: %u namespaces alive, %u s a run", o->alive, o->churn);
	else
		printf("; %u namespaces a run", o->namespaces);
	printf("\n%s%u runs of each mode, seed %u\n", o->precision ? "at least " : "", o->runs,
	       o->seed);
}

/**
 * createreport_head() - print what is measured and on what
 * @r: options and host
 */
void createreport_head(const struct create_result *r)
{
	hostinfo_print(&r->host);
	put_work(&r->options);
	knob_print();
	putchar('\n');
}
