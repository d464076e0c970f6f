// SPDX-License-Identifier: GPL-2.0-only
/*
 * For tests, in a debug build only (NETNS_GENID_DEBUG=y in Kbuild): where the sequence is
 * can be read and written, so that its end need not be waited for.
 */
#include <linux/debugfs.h>

#include "genid.h"

/* No lock and no barrier: whoever writes sees to it that no lease is under way. */
static void show_taken(const char *name, struct genid_family *fam, struct dentry *dir)
{
	debugfs_create_u64(name, 0600, dir, (u64 *)&fam->seq.taken.counter);
}

/**
 * genid_debug_init() - create the files "ipv4_taken" and "ipv6_taken"
 * @dir: of the module in debugfs; they go with it
 *
 * Context: may sleep.
 */
void genid_debug_init(struct dentry *dir)
{
	show_taken("ipv4_taken", &genid_ipv4, dir);
	show_taken("ipv6_taken", &genid_ipv6, dir);
}
