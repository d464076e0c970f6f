/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_PLAN_H
#define NETNS_AB_PLAN_H

#include "args.h"
#include "dice.h"

/**
 * struct plan - the order in which modes take turns
 * @dice: where chance comes from
 * @modes: how many modes there are
 * @round: number of the next round in its block, from 0
 * @rows: the rounds of the block, shuffled
 * @columns: the places in a round, shuffled
 * @symbols: the modes, shuffled
 */
struct plan {
	struct dice dice;
	unsigned int modes;
	unsigned int round;
	unsigned int rows[ARGS_LIST_MAX];
	unsigned int columns[ARGS_LIST_MAX];
	unsigned int symbols[ARGS_LIST_MAX];
};

void plan_begin(struct plan *p, unsigned int seed, unsigned int modes);
void plan_round(struct plan *p, unsigned int *order);

#endif
