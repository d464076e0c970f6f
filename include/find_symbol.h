/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions of the kernel by name. */
#ifndef FIND_SYMBOL_H
#define FIND_SYMBOL_H

#include <linux/kprobes.h>

/*
 * kallsyms_lookup_name() is not exported since 5.7. A kprobe that is registered
 * disabled finds the address all the same, and changes no text.
 */
static inline unsigned long find_probeable(const char *name, u32 *flags)
{
	struct kprobe kp = { .symbol_name = name, .flags = KPROBE_FLAG_DISABLED };
	unsigned long addr;

	if (register_kprobe(&kp))
		return 0;
	addr = (unsigned long)kp.addr;
	*flags = kp.flags;
	unregister_kprobe(&kp);
	return addr;
}

/**
 * find_hookable() - find where ftrace calls from a function
 * @name: of the function
 *
 * Context: may sleep.
 * Return: the address that ftrace knows the function by; 0 where there is no
 * such function, or none that ftrace can hook at its entry.
 */
static inline unsigned long find_hookable(const char *name)
{
	u32 flags = 0;
	unsigned long addr = find_probeable(name, &flags);

	return flags & KPROBE_FLAG_FTRACE ? addr : 0;
}

#endif /* FIND_SYMBOL_H */
