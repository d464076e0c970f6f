/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where kernels differ. The rest of the code uses the names from here and
 * compares no version: distributions backport.
 */
#ifndef GENID_COMPAT_H
#define GENID_COMPAT_H

#include <linux/ftrace.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>

#ifndef CONFIG_X86_64
#error "netns-genid knows the instructions of x86_64 only"
#endif

#if !IS_ENABLED(CONFIG_NET_NS) || !IS_BUILTIN(CONFIG_IPV6)
#error "netns-genid needs CONFIG_NET_NS=y and CONFIG_IPV6=y"
#endif

#if !defined(CONFIG_KPROBES) || !defined(CONFIG_DYNAMIC_FTRACE_WITH_REGS)
#error "netns-genid needs CONFIG_KPROBES=y and CONFIG_DYNAMIC_FTRACE_WITH_REGS=y"
#endif

/*
 * hook_argument() - argument @n of a function, at a hook on its entry.
 *
 * From 6.2 on ftrace hands the arguments over by itself; before that they are
 * only there when all registers are saved.
 */
#ifdef ftrace_regs_get_argument
#define HOOK_FTRACE_FLAGS	0

static __always_inline unsigned long hook_argument(struct ftrace_regs *fregs, unsigned int n)
{
	return ftrace_regs_get_argument(fregs, n);
}
#else
#define HOOK_FTRACE_FLAGS	FTRACE_OPS_FL_SAVE_REGS

static __always_inline unsigned long hook_argument(struct ftrace_regs *fregs, unsigned int n)
{
	return regs_get_kernel_argument(ftrace_get_regs(fregs), n);
}
#endif

/* Exported to modules, but declared in kernel/rcu/rcu.h only. */
void rcu_force_quiescent_state(void);

/* timer_setup_hard() - a timer of our own that goes off in hard interrupt context */
static inline void timer_setup_hard(struct hrtimer *timer,
				    enum hrtimer_restart (*function)(struct hrtimer *))
{
#ifdef HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer->function = function;
#endif
}

#endif /* GENID_COMPAT_H */
