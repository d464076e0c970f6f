// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results of create side by side: what rows a table of them has.
 */
#include <errno.h>
#include <string.h>

#include "create.h"
#include "view.h"

static int add_word(struct args_words *words, const char *word)
{
	if (args_find_word(words, word) >= 0)
		return 0;
	if (words->n == ARGS_LIST_MAX)
		return -E2BIG;
	strcpy(words->v[words->n++], word);
	return 0;
}

/* They stay sorted. */
static int add_number(struct args_numbers *numbers, unsigned int number)
{
	unsigned int i = 0;

	while (i < numbers->n && numbers->v[i] < number)
		i++;
	if (i < numbers->n && numbers->v[i] == number)
		return 0;
	if (numbers->n == ARGS_LIST_MAX)
		return -E2BIG;
	memmove(numbers->v + i + 1, numbers->v + i, (numbers->n++ - i) * sizeof(*numbers->v));
	numbers->v[i] = number;
	return 0;
}

/**
 * view_add() - put one more result beside the others
 * @v: the view, with less than VIEW_RESULTS_MAX results
 * @name: its name
 * @r: the result; of an only one the samples may still be to come
 *
 * Return: 0, or -E2BIG where there are more than ARGS_LIST_MAX modes or numbers of threads in all.
 */
int view_add(struct view *v, const char *name, const struct create_result *r)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < r->options.modes.n; i++)
		ret = add_word(&v->modes, r->options.modes.v[i]);
	for (i = 0; !ret && i < r->options.threads.n; i++)
		ret = add_number(&v->threads, r->options.threads.v[i]);
	if (ret)
		return ret;
	v->names[v->n] = name;
	v->results[v->n++] = r;
	return 0;
}

/**
 * view_has_latency() - was this kind of latency measured at all?
 * @v: the results
 * @kind: the kind
 *
 * Return: true where any run of any result did.
 */
bool view_has_latency(const struct view *v, enum latency_kind kind)
{
	unsigned int i, j;

	for (i = 0; i < v->n; i++)
		for (j = 0; j < v->results[i]->count; j++)
			if (v->results[i]->samples[j].latency[kind].count)
				return true;
	return false;
}
