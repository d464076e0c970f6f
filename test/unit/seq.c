// SPDX-License-Identifier: GPL-2.0-only
/* The sequence of blocks: its edges, later laps, and many threads at once. */
#include <pthread.h>

#include "kernel.h"
#include "tap.h"
#include "genid_seq.h"

#define FIRST	GENID_BLOCK_SIZE	/* the first number of block 1 */
#define HALF	(GENID_BLOCK_SIZE / 2)

static u32 lease(struct genid_seq *seq, genid_held_fn held, const void *ctx)
{
	u32 first = 0;

	return genid_seq_lease(seq, held, ctx, &first) ? first : 0;
}

/* For a first lap, in which nobody may ask. */
static u64 never_asked(u32 first, const void *ctx)
{
	(void)first;
	(void)ctx;
	abort();
}

/* @ctx is an array of bools, one a block. */
static u64 held_in_array(u32 first, const void *ctx)
{
	const bool *held = ctx;
	u64 mask = 0;

	for (u32 i = 0; i < 64; i++)
		if (held[first + i])
			mask |= 1ULL << i;
	return mask;
}

static void test_needs_lease(void)
{
	ok(genid_needs_lease(0), "IPv4's initial value needs a lease");
	ok(genid_needs_lease(1), "IPv6's initial value needs a lease");
	ok(genid_needs_lease(FIRST - 1), "the last number of block 0 needs a lease");
	ok(!genid_needs_lease(FIRST), "the first number of a block needs none");
	ok(!genid_needs_lease(FIRST + HALF - 1), "nor does the last before its middle");
	ok(genid_needs_lease(FIRST + HALF), "the middle of a block needs a lease");
	ok(genid_needs_lease(2 * FIRST - 1), "and so does its last number");
	ok(!genid_needs_lease(2 * FIRST), "a netns that ran into the next block counts on there");
	ok(genid_needs_lease(0xffffffffU), "the largest number needs a lease");
}

static void test_first_lap(void)
{
	struct genid_seq seq = { .last = 3 };

	ok(lease(&seq, never_asked, NULL) == FIRST, "the first lease is block 1");
	ok(lease(&seq, never_asked, NULL) == 2 * FIRST, "then comes block 2");
	ok(lease(&seq, never_asked, NULL) == 3 * FIRST, "and the last one");
	ok(genid_seq_laps(&seq) == 1, "which ends a lap");
}

static void test_ranges(void)
{
	struct genid_seq v4 = { { GENID_LAST_IPV4 - 1 }, GENID_LAST_IPV4 };
	struct genid_seq v6 = { { GENID_LAST_IPV6 - 1 }, GENID_LAST_IPV6 };

	ok(lease(&v4, never_asked, NULL) == 0xffffff00U, "IPv4 ends at the end of 32 bits");
	ok(lease(&v6, never_asked, NULL) == 0x7ffffe00U, "IPv6 ends a block below INT_MAX");
}

static void test_raise(void)
{
	struct genid_seq seq = { .last = 1000 };

	genid_seq_raise(&seq, 10 * FIRST + 255);
	ok(lease(&seq, never_asked, NULL) == 12 * FIRST,
	   "above a number at the end of its block, one block is left out");
	genid_seq_raise(&seq, 5 * FIRST);
	ok(lease(&seq, never_asked, NULL) == 13 * FIRST, "a lower number changes nothing");
	genid_seq_raise(&seq, 0);
	ok(lease(&seq, never_asked, NULL) == 14 * FIRST, "nor does an initial value");
}

static void test_raise_to_the_end(void)
{
	static bool held[1100];
	struct genid_seq seq = { .last = 1000 };

	held[1] = true;
	genid_seq_raise(&seq, 0xffffffffU);
	ok(genid_seq_laps(&seq) == 1, "a number at the end of the range spends the sequence");
	ok(lease(&seq, held_in_array, held) == 2 * FIRST,
	   "which then begins again at the first block that is free");
	genid_seq_raise(&seq, 900 * FIRST);
	ok(lease(&seq, held_in_array, held) < 900 * FIRST,
	   "and is raised no more: later laps look for free blocks");
}

static void test_later_laps(void)
{
	static bool held[1100];
	struct genid_seq seq = { .last = 1000 };
	unsigned int clashes = 0, lies = 0, i;
	u32 block;

	for (i = 0; i < 1000; i++)
		lease(&seq, never_asked, NULL);
	for (i = 1; i <= 1000; i++)
		held[i] = i % 7 && i != 640;
	for (i = 0; i < 5000; i++) {
		block = genid_block(lease(&seq, held_in_array, held));
		clashes += held[block];
		lies += block < 1 || block > 1000;
	}
	ok(!clashes, "no later lap leases a block that is held");
	ok(!lies, "nor one outside the range");
	ok(genid_seq_laps(&seq) > 100, "over more than 100 laps");
}

static void test_all_held(void)
{
	static bool held[1100];
	struct genid_seq seq = { { 1000 }, 1000 };
	u32 first = 4711;

	memset(held, true, sizeof(held));
	ok(!genid_seq_lease(&seq, held_in_array, held, &first), "no lease where all are held");
	ok(first == 4711, "and the number is untouched");
	held[537] = false;
	ok(lease(&seq, held_in_array, held) == 537 * FIRST, "a single free block is found");
	ok(lease(&seq, held_in_array, held) == 537 * FIRST, "from wherever the search begins");
}

#define THREADS		8
#define LEASES		200000

static struct genid_seq shared = { .last = GENID_LAST_IPV6 };
static u8 seen[THREADS * LEASES + 2 * THREADS * LEASES / 100 + 10];
static unsigned int twice;

static void *take_many(void *arg)
{
	unsigned int i;
	u32 block;

	(void)arg;
	for (i = 0; i < LEASES; i++) {
		block = genid_block(lease(&shared, never_asked, NULL));
		if (__atomic_fetch_add(&seen[block], 1, __ATOMIC_RELAXED))
			__atomic_fetch_add(&twice, 1, __ATOMIC_RELAXED);
		if (i % 100 == 0)
			genid_seq_raise(&shared, block * FIRST);
	}
	return NULL;
}

static void test_threads(void)
{
	pthread_t thread[THREADS];
	unsigned int i;

	for (i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, take_many, NULL))
			abort();
	for (i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	ok(!twice, "%d threads lease %d blocks each, none twice", THREADS, LEASES);
}

int main(void)
{
	test_needs_lease();
	test_first_lap();
	test_ranges();
	test_raise();
	test_raise_to_the_end();
	test_later_laps();
	test_all_held();
	test_threads();
	return done_testing();
}
