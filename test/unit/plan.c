// SPDX-License-Identifier: GPL-2.0-only
/* The order in which modes take turns: balanced, by chance, and the same for the same seed. */
#include <string.h>

#include "tap.h"
#include "plan.h"

#define BLOCKS		2000

static unsigned int counts[ARGS_LIST_MAX][ARGS_LIST_MAX];

/* Adds one block: how often each mode is at each place. */
static void count_block(struct plan *p)
{
	unsigned int order[ARGS_LIST_MAX], round, place;

	for (round = 0; round < p->modes; round++) {
		plan_round(p, order);
		for (place = 0; place < p->modes; place++)
			counts[order[place]][place]++;
	}
}

static bool all_are(unsigned int modes, unsigned int wanted)
{
	unsigned int mode, place;

	for (mode = 0; mode < modes; mode++)
		for (place = 0; place < modes; place++)
			if (counts[mode][place] != wanted)
				return false;
	return true;
}

/* One place a mode in each round, and one mode a place, follow from the two counts. */
static void test_balance(unsigned int modes)
{
	bool balanced = true;
	struct plan p;
	unsigned int i;

	memset(counts, 0, sizeof(counts));
	plan_begin(&p, 42, modes);
	for (i = 1; i <= 20; i++) {
		count_block(&p);
		balanced &= all_are(modes, i);
	}
	ok(balanced, "%u modes: after each block each was at each place equally often", modes);
}

static void test_rounds(void)
{
	unsigned int order[ARGS_LIST_MAX], i, place, seen, bad = 0;
	struct plan p;

	plan_begin(&p, 7, 5);
	for (i = 0; i < 1000; i++) {
		plan_round(&p, order);
		for (seen = 0, place = 0; place < 5; place++)
			seen |= 1 << order[place];
		bad += seen != 0x1f;
	}
	ok(!bad, "in each round every mode runs once");
}

/* Of three modes there are six orders, and each should be the first of a block in a sixth. */
static void test_chance(void)
{
	unsigned int order[3], firsts[27] = {}, i, orders = 0, uneven = 0;
	struct plan p;

	plan_begin(&p, 1, 3);
	for (i = 0; i < 3 * BLOCKS; i++) {
		plan_round(&p, order);
		if (i % 3 == 0)
			firsts[9 * order[0] + 3 * order[1] + order[2]]++;
	}
	for (i = 0; i < 27; i++) {
		orders += firsts[i] > 0;
		uneven += firsts[i] && (firsts[i] < BLOCKS / 8 || firsts[i] > BLOCKS / 4);
	}
	ok(orders == 6, "a block begins with any order");
	ok(!uneven, "and with each about equally often");
}

/* How many of 100 rounds are the same with both seeds. */
static unsigned int same_rounds(unsigned int seed1, unsigned int seed2)
{
	unsigned int order1[8], order2[8], i, same = 0;
	struct plan p1, p2;

	plan_begin(&p1, seed1, 8);
	plan_begin(&p2, seed2, 8);
	for (i = 0; i < 100; i++) {
		plan_round(&p1, order1);
		plan_round(&p2, order2);
		same += !memcmp(order1, order2, sizeof(order1));
	}
	return same;
}

static void test_seed(void)
{
	ok(same_rounds(123, 123) == 100, "the same seed makes the same plan");
	ok(same_rounds(123, 124) < 5, "and the next seed another");
}

static void test_one_mode(void)
{
	unsigned int order[1] = { 99 };
	struct plan p;

	plan_begin(&p, 1, 1);
	plan_round(&p, order);
	ok(order[0] == 0, "one mode has its turn");
}

int main(void)
{
	unsigned int modes[] = { 2, 3, 4, 7, ARGS_LIST_MAX };
	unsigned int i;

	for (i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		test_balance(modes[i]);
	test_rounds();
	test_chance();
	test_seed();
	test_one_mode();
	return done_testing();
}
