// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random numbers: the same seed gives the same ones, on every host, for POSIX says how erand48()
 * counts.
 */
#include <stdlib.h>
#include <time.h>
#include <sys/random.h>

#include "dice.h"

/**
 * dice_new_seed() - a seed that nobody knows beforehand
 *
 * Return: a number above 0.
 */
unsigned int dice_new_seed(void)
{
	unsigned int seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != sizeof(seed))
		seed = time(NULL);
	seed %= DICE_SEED_MAX;
	return seed + 1;
}

/**
 * dice_seed() - begin at a seed
 * @d: filled in
 * @seed: any number
 */
void dice_seed(struct dice *d, unsigned int seed)
{
	/* As srand48() does it. */
	*d = (struct dice) { { 0x330e, seed & 0xffff, seed >> 16 } };
}

/**
 * dice_roll() - one number
 * @d: the dice
 * @n: how many numbers there are
 *
 * Return: one of 0 to @n - 1, each as likely as the others.
 */
unsigned int dice_roll(struct dice *d, unsigned int n)
{
	return erand48(d->state) * n;
}

/**
 * dice_shuffle() - the numbers from 0 in an order by chance
 * @d: the dice
 * @v: where they go
 * @n: how many
 */
void dice_shuffle(struct dice *d, unsigned int *v, unsigned int n)
{
	unsigned int i, j;

	for (i = 0; i < n; i++) {
		j = dice_roll(d, i + 1);
		v[i] = v[j];
		v[j] = i;
	}
}
