// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order in which modes take turns: by chance, so that no habit of the host can favour a mode,
 * and balanced, so that no drift of it can either. In each round every mode runs once. As many
 * rounds as there are modes make a block, in which every mode is at each place once: a Latin
 * square, whose rows, columns and symbols are shuffled for each block.
 */
#include "plan.h"

/**
 * plan_begin() - make a plan
 * @p: filled in
 * @seed: the same seed makes the same plan
 * @modes: how many modes there are, at most ARGS_LIST_MAX
 */
void plan_begin(struct plan *p, unsigned int seed, unsigned int modes)
{
	*p = (struct plan) { .modes = modes };
	dice_seed(&p->dice, seed);
}

static void new_block(struct plan *p)
{
	dice_shuffle(&p->dice, p->rows, p->modes);
	dice_shuffle(&p->dice, p->columns, p->modes);
	dice_shuffle(&p->dice, p->symbols, p->modes);
}

/**
 * plan_round() - plan the next round
 * @p: the plan
 * @order: where the numbers of the modes go, from 0, in the order in which they are to run
 */
void plan_round(struct plan *p, unsigned int *order)
{
	unsigned int i;

	if (!p->round)
		new_block(p);
	for (i = 0; i < p->modes; i++)
		order[i] = p->symbols[(p->rows[p->round] + p->columns[i]) % p->modes];
	p->round = (p->round + 1) % p->modes;
}
