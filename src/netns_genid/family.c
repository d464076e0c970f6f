// SPDX-License-Identifier: GPL-2.0-only
/*
 * A family on and off, and the leases while it is on.
 *
 *	knob or hold -> genid_family_start() -> hooks (site.c) -> genid_family_bump()
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <linux/rwsem.h>

#include "genid.h"
#include "netns_genid.h"

/*
 * Taken around every change of a family: by the knobs, by holders and when a
 * module with a site comes or goes. Taken before net_rwsem and before ftrace's
 * and kprobes' locks; never by a hook.
 */
DEFINE_MUTEX(genid_lock);

struct genid_family genid_ipv4 = {
	.name	= "ipv4",
	.offset	= offsetof(struct net, ipv4.rt_genid),
	.seq	= { .last = GENID_LAST_IPV4 },
};

struct genid_family genid_ipv6 = {
	.name	= "ipv6",
	.offset	= offsetof(struct net, ipv6.fib6_sernum),
	.seq	= { .last = GENID_LAST_IPV6 },
};

static struct genid_family * const families[] = { &genid_ipv4, &genid_ipv6 };

/* Who keeps the families on; under genid_lock. */
static unsigned int holds;
static const char *last_holder;

/* A netns that goes on counting natively may be about to enter the next block: that is held too. */
static u64 blocks_held(u32 first, const void *ctx)
{
	const struct genid_family *fam = ctx;
	struct net *net;
	u64 held = 0;
	u32 i;

	rcu_read_lock();
	for_each_net_rcu(net) {
		i = genid_block(atomic_read(genid_counter(fam, net))) - first;
		if (i < 64)
			held |= 1ULL << i;
		if (i + 1 < 64)
			held |= 1ULL << (i + 1);
	}
	rcu_read_unlock();
	return held;
}

/*
 * Leases a block for @net. Without @force, the lease is dropped where another
 * CPU has meanwhile made it needless. The cmpxchg loses no increment of the
 * kernel's own: one that comes first is seen, one that comes after lands in
 * the new block.
 */
static bool lease(struct genid_family *fam, struct net *net, bool force)
{
	atomic_t *counter = genid_counter(fam, net);
	u32 first;
	int old;

	if (!genid_seq_lease(&fam->seq, blocks_held, fam, &first)) {
		atomic_long_inc(&fam->missed);
		return false;
	}

	old = atomic_read(counter);
	do {
		if (!force && !genid_needs_lease(old))
			return true;
	} while (!atomic_try_cmpxchg(counter, &old, first));

	atomic_long_inc(&fam->leases);
	return true;
}

/**
 * genid_family_bump() - a netns's counter is about to be incremented
 * @fam: the family
 * @net: the netns
 *
 * Leases a fresh block for @net where it has none or has used up half of it.
 *
 * Context: any; called by the hooks with preemption disabled. Takes no lock.
 */
void genid_family_bump(struct genid_family *fam, struct net *net)
{
	u32 number = atomic_read(genid_counter(fam, net));

	switch (READ_ONCE(fam->state)) {
	case GENID_OFF:
		break;
	case GENID_ARMING:
		genid_seq_raise(&fam->seq, number);
		break;
	case GENID_ON:
		if (unlikely(genid_needs_lease(number)))
			lease(fam, net, false);
		break;
	}
}

/* The numbers grew natively so far, in whatever block: a lease must not meet them. */
static void raise_above_all(struct genid_family *fam)
{
	struct net *net;

	down_read(&net_rwsem);
	for_each_net(net)
		genid_seq_raise(&fam->seq, atomic_read(genid_counter(fam, net)));
	up_read(&net_rwsem);
}

/*
 * Two netns may hold the same number from before. A netns that is not on the list
 * yet needs no lease here: nothing is routed in it before it is, and the first
 * device or route in it bumps.
 */
static int lease_for_all(struct genid_family *fam)
{
	struct net *net;
	int err = 0;

	down_read(&net_rwsem);
	for_each_net(net) {
		if (!lease(fam, net, true)) {
			err = -ENOSPC;
			break;
		}
		atomic_long_inc(&fam->renewed);
	}
	up_read(&net_rwsem);
	return err;
}

static int genid_family_start(struct genid_family *fam)
{
	int err;

	if (fam->state == GENID_ON)
		return 0;

	/* Hooks first: no increment may go unseen between the look at numbers and the leases. */
	WRITE_ONCE(fam->state, GENID_ARMING);
	err = genid_sites_arm(fam);
	if (err)
		goto err_state;

	raise_above_all(fam);
	WRITE_ONCE(fam->state, GENID_ON);
	err = lease_for_all(fam);
	if (err) {
		pr_err("%s: every block of numbers is held\n", fam->name);
		goto err_sites;
	}
	pr_notice("%s: on\n", fam->name);
	return 0;

err_sites:
	WRITE_ONCE(fam->state, GENID_OFF);
	genid_sites_disarm(fam);
err_state:
	WRITE_ONCE(fam->state, GENID_OFF);
	return err;
}

/**
 * genid_family_stop() - switch a family off
 * @fam: the family; nothing is done where it is off
 *
 * Its numbers stay as they are.
 *
 * Context: may sleep; genid_lock held.
 */
void genid_family_stop(struct genid_family *fam)
{
	lockdep_assert_held(&genid_lock);
	if (fam->state == GENID_OFF)
		return;

	WRITE_ONCE(fam->state, GENID_OFF);
	genid_sites_disarm(fam);
	pr_notice("%s: off\n", fam->name);
}

/**
 * genid_family_want() - do what was written to a family's knob
 * @fam: the family
 * @on: what was written
 *
 * Context: may sleep; genid_lock held.
 * Return: 0; -EBUSY for a family that is held or while kernel.ftrace_enabled is
 * 0; -EOPNOTSUPP where the kernel lacks a site or has the fix compiled in; or
 * ftrace's error. Nothing has changed then.
 */
int genid_family_want(struct genid_family *fam, bool on)
{
	int err;

	lockdep_assert_held(&genid_lock);
	if (on && genid_native) {
		pr_err("%s: this kernel makes the numbers unique by itself\n", fam->name);
		return -EOPNOTSUPP;
	}
	if (!on && holds) {
		pr_err("%s: held on by %s\n", fam->name, last_holder);
		return -EBUSY;
	}

	if (on) {
		err = genid_family_start(fam);
		if (err)
			return err;
	} else {
		genid_family_stop(fam);
	}
	fam->wanted = on;
	return 0;
}

static void stop_unwanted(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(families); i++)
		if (!families[i]->wanted)
			genid_family_stop(families[i]);
}

/**
 * netns_genid_hold() - have both families on, and keep them on
 * @holder: who asks, for the log; must stay valid until the hold is released
 *
 * A kernel with the fix compiled in is content as it is.
 *
 * Context: may sleep. RTNL must not be held: arming waits for all CPUs.
 * Return: 0, or what genid_family_want() returns; nothing is held then and both
 * families are as they were.
 */
int netns_genid_hold(const char *holder)
{
	unsigned int i;
	int err = 0;

	mutex_lock(&genid_lock);
	for (i = 0; !genid_native && !err && i < ARRAY_SIZE(families); i++)
		err = genid_family_start(families[i]);
	if (!err) {
		holds++;
		last_holder = holder;
	} else if (!holds) {
		stop_unwanted();
	}
	mutex_unlock(&genid_lock);
	return err;
}
EXPORT_SYMBOL_GPL(netns_genid_hold);

/**
 * netns_genid_release() - give up a hold
 *
 * With the last one, the families go back to what their knobs were set to.
 *
 * Context: may sleep; RTNL must not be held.
 */
void netns_genid_release(void)
{
	mutex_lock(&genid_lock);
	if (!--holds)
		stop_unwanted();
	mutex_unlock(&genid_lock);
}
EXPORT_SYMBOL_GPL(netns_genid_release);
