// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns_move: moves of a device to another network namespace without the
 * rcu_barrier() that they wait in with RTNL held.
 *
 *	sysfs write -> knob -> probe on the call (call.c) -> on_call()
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <linux/sysfs.h>

/* After the headers that it needs and does not include. */
#include <asm/text-patching.h>

#include "call_site.h"
#include "compat.h"
#include "move.h"
#include "netns_genid.h"

enum { KEEP, DROP, EXPEDITE, HURRY, AUTO };

static const struct move_mode modes[] = {
	[KEEP]		= { "keep" },
	[DROP]		= { "drop", .probes = true, .holds = true, .way = MOVE_SKIP },
	[EXPEDITE]	= { "expedite", .probes = true, .holds = true, .way = MOVE_EXPEDITE },
	[HURRY]		= { "hurry", .probes = true, .way = MOVE_HURRY },
	[AUTO]		= { "auto", .probes = true, .watches = true, .way = MOVE_HURRY,
			    .way_fresh = MOVE_EXPEDITE },
};

/* What is called in place of rcu_barrier(), NULL for nothing. */
static void (* const instead[MOVE_WAYS])(void) = {
	[MOVE_EXPEDITE]	= synchronize_net,
	[MOVE_HURRY]	= move_hurry,
};

atomic_long_t move_ways[MOVE_WAYS];

/* Serialises changes of mode, and so all calls into call.c after init. Taken before RTNL. */
static DEFINE_MUTEX(move_lock);

/*
 * Written under move_lock and RTNL, once the module lives. Read by the handler,
 * which runs in a move and so with RTNL held.
 */
static const struct move_mode *mode = &modes[KEEP];

/*
 * The knob is written before init (by modprobe, which reads modprobe.d), while
 * the module lives, and even while it goes: its file outlives our exit.
 */
static enum { BOOT, LIVE, GONE } stage;
static const struct move_mode *wanted_at_boot = &modes[KEEP];

/**
 * move_mode_now() - the mode in force
 *
 * Context: any.
 */
const struct move_mode *move_mode_now(void)
{
	return READ_ONCE(mode);
}

static enum move_way choose_way(const struct move_mode *now)
{
	return now->watches && move_fresh_take() ? now->way_fresh : now->way;
}

/*
 * Runs in place of the call, with preemption disabled, in a task that holds RTNL.
 *
 * A call is made as the instruction would make it: the return address is pushed.
 * (A probe in the middle of a function may change the stack pointer; one on its
 * entry, which rides on ftrace, must not.) That return address is the kernel's, so
 * no task has this module on its stack but while it is in move_hurry(), with RTNL
 * held: a change of mode takes RTNL, and then the module can be unloaded.
 */
static int on_call(struct kprobe *p, struct pt_regs *regs)
{
	const struct move_mode *now = move_mode_now();
	unsigned long next = (unsigned long)p->addr + CALL_SITE_SIZE;
	enum move_way way;

	if (unlikely(!now->probes))
		return 0;

	way = choose_way(now);
	atomic_long_inc(&move_ways[way]);
	if (instead[way]) {
		int3_emulate_push(regs, next);
		regs->ip = (unsigned long)instead[way];
	} else {
		regs->ip = next;
	}
	return 1;
}

/*
 * Moves that did not wait have left callbacks behind which take routes away from
 * their devices (free_fib_info_rcu() and fib6_info_destroy_rcu() in the kernel),
 * and those queue more. Until both have run, unique numbers are still needed.
 */
static void wait_for_callbacks(void)
{
	rcu_barrier();
	rcu_barrier();
}

/* Has what @to needs and @from has not. */
static int acquire(const struct move_mode *from, const struct move_mode *to)
{
	int err = 0;

	if (to->holds && !from->holds)
		err = netns_genid_hold("netns_move, whose barrier is not keep");
	if (!err && to->watches && !from->watches) {
		err = move_fresh_watch();
		if (err && to->holds && !from->holds)
			netns_genid_release();
	}
	return err;
}

/* Gives up what @from needed and @to does not. */
static void release(const struct move_mode *from, const struct move_mode *to)
{
	if (from->watches && !to->watches)
		move_fresh_unwatch();
	if (from->holds && !to->holds) {
		wait_for_callbacks();
		netns_genid_release();
	}
}

/* No move is half way through when the mode changes: each holds RTNL from end to end. */
static int switch_over(const struct move_mode *from, const struct move_mode *to)
{
	int err = 0;

	if (!from->probes)
		err = move_call_prepare(on_call);
	if (err)
		return err;

	rtnl_lock();
	WRITE_ONCE(mode, to);
	if (!to->probes)
		move_call_disarm();
	else if (!from->probes)
		err = move_call_arm();
	if (err)
		WRITE_ONCE(mode, from);
	rtnl_unlock();

	if (err || !to->probes)
		move_call_forget();
	return err;
}

static int change_mode(const struct move_mode *to)
{
	const struct move_mode *from = mode;
	int err;

	if (to == from)
		return 0;
	err = move_call_supported();
	if (err)
		return err;

	err = acquire(from, to);
	if (err)
		return err;
	err = switch_over(from, to);
	if (err) {
		release(to, from);
		return err;
	}
	release(from, to);
	pr_notice("barrier: %s\n", to->name);
	return 0;
}

static const struct move_mode *parse_mode(const char *val)
{
	unsigned int i;

	if (sysfs_streq(val, "0") || sysfs_streq(val, "N"))
		return &modes[KEEP];
	if (sysfs_streq(val, "1") || sysfs_streq(val, "Y"))
		return &modes[DROP];
	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (sysfs_streq(val, modes[i].name))
			return &modes[i];
	return NULL;
}

static int knob_set(const char *val, const struct kernel_param *kp)
{
	const struct move_mode *to = parse_mode(val);
	int err = 0;

	if (!to)
		return -EINVAL;

	mutex_lock(&move_lock);
	switch (stage) {
	case BOOT:
		wanted_at_boot = to;
		break;
	case LIVE:
		err = change_mode(to);
		break;
	case GONE:
		err = -ENODEV;
		break;
	}
	mutex_unlock(&move_lock);
	return err;
}

static int knob_get(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%s\n", move_mode_now()->name);
}

static const struct kernel_param_ops knob_ops = {
	.set	= knob_set,
	.get	= knob_get,
};

module_param_cb(barrier, &knob_ops, NULL, 0644);
__MODULE_PARM_TYPE(barrier, "charp");
MODULE_PARM_DESC(barrier, "in a move between namespaces: keep, drop, expedite, hurry or auto (default keep)");

/* Does what modprobe asked for. */
static int go_live(void)
{
	int err;

	mutex_lock(&move_lock);
	err = change_mode(wanted_at_boot);
	stage = err ? GONE : LIVE;
	mutex_unlock(&move_lock);
	return err;
}

static void go_away(void)
{
	mutex_lock(&move_lock);
	stage = GONE;
	change_mode(&modes[KEEP]);
	mutex_unlock(&move_lock);
	move_hurry_exit();
}

static int __init netns_move_init(void)
{
	int err;

	move_hurry_init();
	move_call_init();
	err = move_status_init();
	if (err)
		goto err_refuse;
	err = go_live();
	if (err)
		goto err_status;
	return 0;

err_status:
	move_status_exit();
err_refuse:
	pr_err("not loaded (%d)\n", err);
	return err;
}

static void __exit netns_move_exit(void)
{
	go_away();
	move_status_exit();
}

module_init(netns_move_init);
module_exit(netns_move_exit);

MODULE_DESCRIPTION("Moves of network devices between namespaces without rcu_barrier()");
MODULE_LICENSE("GPL");
MODULE_VERSION(NETNS_GENID_VERSION);
