/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the files of netns_move.ko. */
#ifndef NETNS_MOVE_MOVE_H
#define NETNS_MOVE_MOVE_H

#include <linux/atomic.h>
#include <linux/kprobes.h>

/**
 * struct move_mode - a value of the barrier knob
 * @name: as written and read
 * @probes: whether the call is probed; else it runs as the kernel has it
 * @holds: whether it relies on unique numbers in both families
 * @instead: the function called in place of rcu_barrier(), NULL to call none
 */
struct move_mode {
	const char	*name;
	bool		probes;
	bool		holds;
	void		(*instead)(void);
};

/**
 * struct move_stats - what the probe saw
 * @moves: moves while the knob was not keep
 * @skipped: those that waited for nothing in place of the barrier
 * @expedited: those that waited in synchronize_net() in place of the barrier
 */
struct move_stats {
	atomic_long_t	moves;
	atomic_long_t	skipped;
	atomic_long_t	expedited;
};

extern struct move_stats move_stats;

/* main.c */
const struct move_mode *move_mode_now(void);

/* call.c */
int move_call_init(void);
int move_call_supported(void);
const char *move_call_state(void);
unsigned long move_call_missed(void);
int move_call_prepare(kprobe_pre_handler_t handler);
int move_call_arm(void);
void move_call_disarm(void);
void move_call_forget(void);

/* status.c */
int move_status_init(void);
void move_status_exit(void);

#endif /* NETNS_MOVE_MOVE_H */
