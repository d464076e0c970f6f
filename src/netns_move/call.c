// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one call of rcu_barrier() in __dev_change_net_namespace(), and the probe
 * on it.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "call_site.h"
#include "compat.h"
#include "find_symbol.h"
#include "move.h"

#define MOVER	"__dev_change_net_namespace"

/* How many calls there are and where; set once, at init. */
static unsigned int calls;
static unsigned long call_addr;

static struct kprobe probe;
static unsigned long missed_before;

/*
 * Only there to be there: a kprobe without one may be optimised into a jump,
 * which ignores the instruction pointer that its handler sets.
 * See Documentation/trace/kprobes.rst, "How Does Jump Optimization Work?".
 */
static void keep_from_optimising(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
}

/* kallsyms_lookup_size_offset() is not exported; this prints what it would return. */
static bool find_bounds(unsigned long addr, unsigned long *start, unsigned long *size)
{
	char *text = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	unsigned long offset;
	bool found;

	if (!text)
		return false;
	sprint_symbol(text, addr);
	found = sscanf(text, MOVER "+0x%lx/0x%lx", &offset, size) == 2;
	if (found)
		*start = addr - offset;
	kfree(text);
	return found;
}

/**
 * move_call_init() - look for the call
 *
 * There may be none: move_call_supported() tells.
 *
 * Context: may sleep.
 */
void move_call_init(void)
{
	unsigned long addr, start, size;
	u32 flags;

	/* On kernels with IBT the address is past ENDBR64, so it is no start to count from. */
	addr = find_probeable(MOVER, &flags);
	if (addr && find_bounds(addr, &start, &size))
		calls = call_site_find((u8 *)start, size, start, (unsigned long)rcu_barrier,
				       &call_addr);
	if (calls != 1)
		pr_notice("%u calls of rcu_barrier() in %s(), 1 needed: the knob stays at keep\n",
			  calls, MOVER);
}

/**
 * move_call_supported() - whether there is the one call to probe
 *
 * Return: 0 or -EOPNOTSUPP, with a line in the log.
 */
int move_call_supported(void)
{
	if (calls == 1)
		return 0;
	pr_err("%u calls of rcu_barrier() in %s(), 1 needed (%d)\n", calls, MOVER, -EOPNOTSUPP);
	return -EOPNOTSUPP;
}

/**
 * move_call_state() - the state of the call in a word, as sysfs shows it
 *
 * Return: "native" where the kernel has no such call, "ambiguous" where it has
 * several, else "armed" or "off".
 */
const char *move_call_state(void)
{
	if (!calls)
		return "native";
	if (calls > 1)
		return "ambiguous";
	return move_mode_now()->probes ? "armed" : "off";
}

/**
 * move_call_missed() - moves that found the probe busy, and so called rcu_barrier()
 */
unsigned long move_call_missed(void)
{
	return missed_before + READ_ONCE(probe.nmissed);
}

/**
 * move_call_prepare() - make the probe known, without changing the text yet
 * @handler: what it is to run; returns 1 and sets the instruction pointer
 *
 * Context: may sleep.
 * Return: 0, or the error of kprobes, with a line in the log.
 */
int move_call_prepare(kprobe_pre_handler_t handler)
{
	int err;

	missed_before = move_call_missed();
	probe = (struct kprobe) {
		.addr = (kprobe_opcode_t *)call_addr,
		.pre_handler = handler,
		.post_handler = keep_from_optimising,
		.flags = KPROBE_FLAG_DISABLED,
	};
	err = register_kprobe(&probe);
	if (err)
		pr_err("cannot probe %pS (%d)\n", (void *)call_addr, err);
	return err;
}

/**
 * move_call_arm() - put the probe's breakpoint into the text
 *
 * Context: may sleep; RTNL held, so that no move is under way.
 * Return: 0, or the error of kprobes, with a line in the log.
 */
int move_call_arm(void)
{
	int err = enable_kprobe(&probe);

	if (err)
		pr_err("cannot arm the probe at %pS (%d)\n", (void *)call_addr, err);
	return err;
}

/**
 * move_call_disarm() - take the breakpoint out of the text
 *
 * Context: may sleep; RTNL held, so that no move is under way.
 */
void move_call_disarm(void)
{
	int err = disable_kprobe(&probe);

	/* The handler lets the call run as it is while the knob is at keep. */
	if (err)
		pr_warn("cannot disarm the probe at %pS (%d)\n", (void *)call_addr, err);
}

/**
 * move_call_forget() - undo move_call_prepare()
 *
 * Context: may sleep; waits until no handler runs any more.
 */
void move_call_forget(void)
{
	unregister_kprobe(&probe);
}
