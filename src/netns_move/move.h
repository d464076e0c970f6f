/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the files of netns_move.ko. */
#ifndef NETNS_MOVE_MOVE_H
#define NETNS_MOVE_MOVE_H

#include <linux/atomic.h>
#include <linux/kprobes.h>

/**
 * enum move_way - what becomes of the call of rcu_barrier() in a move
 * @MOVE_SKIP: it is stepped over
 * @MOVE_EXPEDITE: synchronize_net() is called in its place
 * @MOVE_HURRY: move_hurry() is
 * @MOVE_WAYS: how many ways there are
 */
enum move_way {
	MOVE_SKIP,
	MOVE_EXPEDITE,
	MOVE_HURRY,
	MOVE_WAYS
};

/**
 * struct move_mode - a value of the barrier knob
 * @name: as written and read
 * @probes: whether the call is probed; else it runs as the kernel has it
 * @holds: whether it relies on unique numbers in both families
 * @watches: whether it tells fresh devices from others (fresh.c)
 * @way: what becomes of the call
 * @way_fresh: the same for a fresh device, where @watches
 */
struct move_mode {
	const char	*name;
	bool		probes;
	bool		holds;
	bool		watches;
	enum move_way	way;
	enum move_way	way_fresh;
};

/* Moves that went each way. */
extern atomic_long_t move_ways[MOVE_WAYS];

/* main.c */
const struct move_mode *move_mode_now(void);

/* call.c */
void move_call_init(void);
int move_call_supported(void);
const char *move_call_state(void);
unsigned long move_call_missed(void);
int move_call_prepare(kprobe_pre_handler_t handler);
int move_call_arm(void);
void move_call_disarm(void);
void move_call_forget(void);

/* fresh.c */
int move_fresh_watch(void);
void move_fresh_unwatch(void);
bool move_fresh_take(void);

/* hurry.c */
void move_hurry_init(void);
void move_hurry_exit(void);
void move_hurry(void);
long move_hurry_kicks(void);

/* status.c */
int move_status_init(void);
void move_status_exit(void);

#endif /* NETNS_MOVE_MOVE_H */
