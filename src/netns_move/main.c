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

enum { KEEP, DROP, EXPEDITE };

static const struct move_mode modes[] = {
	[KEEP]		= { "keep" },
	[DROP]		= { "drop", .probes = true, .holds = true },
	[EXPEDITE]	= { "expedite", .probes = true, .holds = true, .instead = synchronize_net },
};

struct move_stats move_stats;

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

/*
 * Runs in place of the call, with preemption disabled, in a task that holds RTNL.
 *
 * A call is made as the instruction would make it: the return address is pushed,
 * and the function belongs to the kernel. So a task that sleeps in there has no
 * address of this module on its stack, and the module can be unloaded. (A probe
 * in the middle of a function may change the stack pointer; one on its entry,
 * which rides on ftrace, must not.)
 */
static int on_call(struct kprobe *p, struct pt_regs *regs)
{
	const struct move_mode *now = move_mode_now();
	unsigned long next = (unsigned long)p->addr + CALL_SITE_SIZE;

	if (unlikely(!now->probes))
		return 0;

	atomic_long_inc(&move_stats.moves);
	if (now->instead) {
		atomic_long_inc(&move_stats.expedited);
		int3_emulate_push(regs, next);
		regs->ip = (unsigned long)now->instead;
	} else {
		atomic_long_inc(&move_stats.skipped);
		regs->ip = next;
	}
	return 1;
}

/* No move is half way through when the mode changes: each holds RTNL from end to end. */
static void set_mode(const struct move_mode *to)
{
	ASSERT_RTNL();
	WRITE_ONCE(mode, to);
}

static int start_probing(const struct move_mode *to)
{
	int err;

	err = move_call_prepare(on_call);
	if (err)
		return err;

	rtnl_lock();
	set_mode(to);
	err = move_call_arm();
	if (err)
		set_mode(&modes[KEEP]);
	rtnl_unlock();
	if (err)
		move_call_forget();
	return err;
}

static void stop_probing(void)
{
	rtnl_lock();
	move_call_disarm();
	set_mode(&modes[KEEP]);
	rtnl_unlock();
	move_call_forget();
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

static int leave_keep(const struct move_mode *to)
{
	int err;

	err = move_call_supported();
	if (err)
		return err;
	if (to->holds) {
		err = netns_genid_hold("netns_move, whose barrier is not keep");
		if (err)
			return err;
	}
	err = start_probing(to);
	if (err && to->holds)
		netns_genid_release();
	return err;
}

static void return_to_keep(void)
{
	bool held = mode->holds;

	stop_probing();
	if (held) {
		wait_for_callbacks();
		netns_genid_release();
	}
}

static int change_mode(const struct move_mode *to)
{
	const struct move_mode *from = mode;
	int err = 0;

	if (to == from)
		return 0;

	if (!to->probes) {
		return_to_keep();
	} else if (!from->probes) {
		err = leave_keep(to);
	} else {
		rtnl_lock();
		set_mode(to);
		rtnl_unlock();
	}
	if (!err)
		pr_notice("barrier: %s\n", to->name);
	return err;
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
MODULE_PARM_DESC(barrier, "of a move between namespaces: keep, drop or expedite it (default keep)");

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
}

static int __init netns_move_init(void)
{
	int err;

	err = move_call_init();
	if (err)
		goto err_refuse;
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
