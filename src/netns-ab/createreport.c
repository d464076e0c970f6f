// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "create" tells before it measures.
 */
#include <stdio.h>

#include "create.h"
#include "knob.h"
#include "createreport.h"

/**
 * createreport_head() - print what is measured and on what
 * @r: options and host
 */
void createreport_head(const struct create_result *r)
{
	const struct create_options *o = &r->options;

	hostinfo_print(&r->host);
	printf("%u namespaces a run, %s%u runs of each mode, seed %u\n", o->namespaces,
	       o->precision ? "at least " : "", o->runs, o->seed);
	knob_print();
	putchar('\n');
}
