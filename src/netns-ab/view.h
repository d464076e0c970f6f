/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_VIEW_H
#define NETNS_AB_VIEW_H

#include <stdbool.h>

#include "args.h"
#include "latency.h"

#define VIEW_RESULTS_MAX	16

struct create_result;

/**
 * struct view - results of create side by side
 * @n: how many
 * @names: theirs; NULL where there is only one
 * @results: what was measured
 * @modes: the modes of all of them
 * @threads: the numbers of threads of all of them
 */
struct view {
	unsigned int n;
	const char *names[VIEW_RESULTS_MAX];
	const struct create_result *results[VIEW_RESULTS_MAX];
	struct args_words modes;
	struct args_numbers threads;
};

int view_add(struct view *v, const char *name, const struct create_result *r);
bool view_has_latency(const struct view *v, enum latency_kind kind);

#endif
