/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sequence: blocks of numbers, leased.
 *
 * A netns increments its counter by itself, as the stock kernel does. What makes
 * its numbers its own is where it counts: in a block of GENID_BLOCK_SIZE numbers
 * that it leased and that no other netns holds. A block is given up for a fresh
 * one once the counter is past its middle, so half a block is left for
 * increments that no hook sees.
 *
 *	     block 0: initial values    a leased block
 *	|0|1|.......................|  |first|...|middle|...........|
 *	 needs a lease                  in use    needs a lease
 *
 * Nothing here sleeps or takes a lock: hooks call it in any context. The header
 * is also compiled for user space, by test/unit.
 */
#ifndef GENID_SEQ_H
#define GENID_SEQ_H

#ifdef __KERNEL__
#include <linux/atomic.h>
#include <linux/types.h>
#endif

#define GENID_BLOCK_SHIFT	8	/* log2 of the size */
#define GENID_BLOCK_SIZE	256U

/* The last block of each family. The kernel wraps fib6_sernum at INT_MAX, so IPv6 stays below. */
#define GENID_LAST_IPV4		(0xffffffffU >> GENID_BLOCK_SHIFT)
#define GENID_LAST_IPV6		((0x7fffffffU >> GENID_BLOCK_SHIFT) - 1)

/**
 * struct genid_seq - the blocks of one family
 * @taken: blocks taken so far, over all laps; the shared cache line
 * @last: the last block there is; blocks 1 to @last are leased, block 0 never
 *
 * The first lap hands out each block once. Later laps come upon blocks that are
 * still held, and step over them.
 */
struct genid_seq {
	atomic64_t	taken;
	u32		last;
};

/* Tells which of the 64 blocks from @first on are held: bit i speaks of block first + i. */
typedef u64 (*genid_held_fn)(u32 first, const void *ctx);

/**
 * genid_block() - which block a number lies in
 * @number: a value of a netns's counter
 */
static inline u32 genid_block(u32 number)
{
	return number >> GENID_BLOCK_SHIFT;
}

/**
 * genid_needs_lease() - whether a netns must get a fresh block before it counts on
 * @number: the netns's counter now
 *
 * Return: true for an initial value, which every new netns has, and past the
 * middle of a block.
 */
static inline bool genid_needs_lease(u32 number)
{
	return !genid_block(number) || (number & (GENID_BLOCK_SIZE / 2));
}

/**
 * genid_seq_laps() - how often the sequence was spent and began again
 * @seq: the sequence
 */
static inline u64 genid_seq_laps(struct genid_seq *seq)
{
	return (u64)atomic64_read(&seq->taken) / seq->last;
}

/**
 * genid_seq_raise() - keep the sequence above a number that was not leased
 * @seq: the sequence
 * @number: a number some netns holds
 *
 * The next block leased lies above @number and above what an increment or two
 * would make of it. Needless, and left out, once the sequence is in its second
 * lap: from then on each block is looked for among those held.
 */
static inline void genid_seq_raise(struct genid_seq *seq, u32 number)
{
	s64 want = min(genid_block(number) + 1, seq->last);
	s64 taken = atomic64_read(&seq->taken);

	while (taken < want && !atomic64_try_cmpxchg(&seq->taken, &taken, want))
		;
}

/**
 * genid_seq_lease() - take a block that no netns holds
 * @seq: the sequence
 * @held: tells which blocks are held; only asked from the second lap on
 * @ctx: handed to @held
 * @first: where the first number of the block goes
 *
 * Return: false when every block is held; @first is untouched then.
 */
static inline bool genid_seq_lease(struct genid_seq *seq, genid_held_fn held,
				   const void *ctx, u32 *first)
{
	u64 n = (u64)atomic64_inc_return(&seq->taken) - 1;
	u32 tries = seq->last / 64 + 2;
	u32 window, i;
	u64 busy;

	if (likely(n < seq->last)) {
		*first = (u32)(n + 1) << GENID_BLOCK_SHIFT;
		return true;
	}

	while (tries--) {
		/* 64 at a time: one walk over the netns must not be needed for each block. */
		n = (u64)atomic64_add_return(64, &seq->taken) - 64;
		window = 1 + n % seq->last;
		busy = held(window, ctx);
		for (i = 0; i < 64 && window + i <= seq->last; i++) {
			if (busy & (1ULL << i))
				continue;
			*first = (window + i) << GENID_BLOCK_SHIFT;
			return true;
		}
	}
	return false;
}

#endif /* GENID_SEQ_H */
