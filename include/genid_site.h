/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is known of a site, a kernel function that bumps a counter, and what
 * follows from it for a family. No kernel call in here: test/unit compiles it
 * for user space and makes up kernels.
 */
#ifndef GENID_SITE_H
#define GENID_SITE_H

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/types.h>
#endif

/* The function that the fix, compiled in, makes a real one (stock kernels inline it). */
#define GENID_NATIVE_SYMBOL	"rt_genid_bump_ipv4"

/**
 * enum genid_need - what it means that a kernel lacks a site
 * @GENID_NEEDED: the family cannot be switched on
 * @GENID_OPTIONAL: the kernel was configured without it, or is too new for it
 * @GENID_MODULE: it lives in a module, which may come and go at any time
 */
enum genid_need {
	GENID_NEEDED,
	GENID_OPTIONAL,
	GENID_MODULE,
};

/**
 * struct genid_symbol - a function that bumps a counter
 * @name: of the function
 * @need: what its absence means
 * @addr: where ftrace calls from it, 0 where the kernel has no such function
 */
struct genid_symbol {
	const char	*name;
	enum genid_need	need;
	unsigned long	addr;
};

/* Finds the ftrace location of a function: 0 where it is absent or cannot be hooked. */
typedef unsigned long (*genid_find_fn)(const char *name);

/**
 * genid_symbol_find() - look for a site in this kernel
 * @sym: the site; its address is set
 * @find: how to look
 *
 * Return: 0, or -EOPNOTSUPP where a needed site is missing.
 */
static inline int genid_symbol_find(struct genid_symbol *sym, genid_find_fn find)
{
	sym->addr = find(sym->name);
	return sym->addr || sym->need != GENID_NEEDED ? 0 : -EOPNOTSUPP;
}

/**
 * genid_kernel_is_native() - whether the kernel has the fix compiled in
 * @find: how to look for a function
 * @bump_is_inline: whether the kernel's headers define the bump as an inline
 *	function. The compiler may still emit such a function as a real one (it
 *	does in debug builds), so that its name alone proves nothing.
 */
static inline bool genid_kernel_is_native(genid_find_fn find, bool bump_is_inline)
{
	return !bump_is_inline && find(GENID_NATIVE_SYMBOL);
}

/**
 * genid_symbol_state() - a site's state in a word, as sysfs shows it
 * @sym: the site
 * @native: whether the kernel has the fix compiled in
 * @armed: whether the family's hooks are in place
 */
static inline const char *genid_symbol_state(const struct genid_symbol *sym,
					     bool native, bool armed)
{
	if (native)
		return "native";
	if (!sym->addr)
		return sym->need == GENID_NEEDED ? "missing" : "absent";
	return armed ? "armed" : "off";
}

#endif /* GENID_SITE_H */
