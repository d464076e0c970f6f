// SPDX-License-Identifier: GPL-2.0-only
/*
 * rcu_barrier(), hurried.
 *
 * Most of what a barrier waits for is the tick. Callbacks are given a grace
 * period, found to be done, and run by rcu_core(), which the tick starts on each
 * CPU (rcu_sched_clock_irq() in kernel/rcu/tree.c); and a grace period begins
 * with a jiffy of doing nothing before it looks at idle CPUs (rcu_gp_fqs_loop()
 * there); a CPU that is busy in user space owes its quiescent state until the tick,
 * too. So while a move waits, a timer does all this by itself: it raises RCU's softirq
 * on all CPUs, has busy ones reschedule, and asks for the look. Nothing is cut short:
 * the barrier still returns only when every callback has run.
 *
 *	        move_hurry()
 *	timer ----+--50us--+--62us--+---  ... at most MAX_KICKS
 *	          each: RCU's softirq on all CPUs, busy ones reschedule,
 *	          then rcu_force_quiescent_state()
 *
 * RTNL lets one move wait at a time, so there is one timer; with no move under way
 * there is none.
 */
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kernel_stat.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>
#include <linux/smp.h>

#include "compat.h"
#include "move.h"

/*
 * Three kicks are usual. All of them together last some 50 ms: a barrier that takes
 * longer waits for a reader, which no kick can hurry.
 */
#define MAX_KICKS		64
#define FIRST_INTERVAL_NS	(50ULL * NSEC_PER_USEC)
#define LAST_INTERVAL_NS	(1000ULL * NSEC_PER_USEC)

static struct hrtimer timer;
static DEFINE_PER_CPU(call_single_data_t, raise_csd);
static atomic_long_t all_kicks;

/* Of the barrier under way: set before the timer starts, used by the timer alone. */
static unsigned int kicks;
static u64 interval_ns;
static bool use_softirq;

/*
 * With rcutree.use_softirq=0, and on PREEMPT_RT, kthreads run rcu_core() and RCU's
 * softirq has no handler: it must not be raised. Where it has one it ran at boot.
 */
static bool rcu_uses_softirq(void)
{
	int cpu;

	for_each_online_cpu(cpu)
		if (kstat_softirqs_cpu(RCU_SOFTIRQ, cpu))
			return true;
	return false;
}

/*
 * In hard interrupt context: the softirq runs on the way out of it. A busy CPU may pass
 * no quiescent state before its next tick; asked to reschedule, it passes one at once.
 * Not inside of a reader, which preempted would hold the grace period up for longer.
 */
static void raise_rcu(void *unused)
{
	if (!is_idle_task(current) && !rcu_preempt_depth()) {
		set_tsk_need_resched(current);
		set_preempt_need_resched();
	}
	or_softirq_pending(BIT(RCU_SOFTIRQ));
}

/*
 * nohz_full CPUs are left alone: their callbacks are offloaded to kthreads, which wait
 * for no tick. A CPU whose last call is still pending needs no other (-EBUSY).
 */
static void raise_rcu_everywhere(void)
{
	int cpu, self = smp_processor_id();

	for_each_cpu_and(cpu, housekeeping_cpumask(HK_TYPE_RCU), cpu_online_mask)
		if (cpu != self)
			smp_call_function_single_async(cpu, per_cpu_ptr(&raise_csd, cpu));
	raise_rcu(NULL);
}

static enum hrtimer_restart kick(struct hrtimer *t)
{
	atomic_long_inc(&all_kicks);
	if (use_softirq)
		raise_rcu_everywhere();
	rcu_force_quiescent_state();

	if (++kicks == MAX_KICKS)
		return HRTIMER_NORESTART;
	hrtimer_forward_now(t, ns_to_ktime(interval_ns));
	interval_ns = min(interval_ns + interval_ns / 4, LAST_INTERVAL_NS);
	return HRTIMER_RESTART;
}

/**
 * move_hurry() - rcu_barrier() in less time
 *
 * Takes the place of the call in a move; must look like rcu_barrier() to it.
 *
 * Context: sleeps; RTNL held. As RTNL is held until the move is over, who holds it
 * knows that no task is in here: the module can go then.
 */
void move_hurry(void)
{
	ASSERT_RTNL();
	kicks = 0;
	interval_ns = FIRST_INTERVAL_NS;
	use_softirq = rcu_uses_softirq();
	hrtimer_start(&timer, ns_to_ktime(interval_ns), HRTIMER_MODE_REL_PINNED_HARD);
	rcu_barrier();
	hrtimer_cancel(&timer);
}

/**
 * move_hurry_kicks() - how often the timer went off, over all moves
 */
long move_hurry_kicks(void)
{
	return atomic_long_read(&all_kicks);
}

/**
 * move_hurry_init() - make ready
 *
 * Context: any.
 */
void move_hurry_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		INIT_CSD(per_cpu_ptr(&raise_csd, cpu), raise_rcu, NULL);
	timer_setup_hard(&timer, kick);
}

/**
 * move_hurry_exit() - wait until no CPU has a call of ours to make
 *
 * Context: may sleep; no move is under way that hurries.
 */
void move_hurry_exit(void)
{
	/* A CPU makes its calls in order, so ours come before this one. */
	kick_all_cpus_sync();
}
