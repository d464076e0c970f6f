/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_DICE_H
#define NETNS_AB_DICE_H

/* Short enough to be typed. */
#define DICE_SEED_MAX	999999

/**
 * struct dice - random numbers that can be had again
 * @state: of erand48()
 */
struct dice {
	unsigned short state[3];
};

unsigned int dice_new_seed(void);
void dice_seed(struct dice *d, unsigned int seed);
unsigned int dice_roll(struct dice *d, unsigned int n);
void dice_shuffle(struct dice *d, unsigned int *v, unsigned int n);

#endif
