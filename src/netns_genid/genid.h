/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the files of netns_genid.ko. */
#ifndef NETNS_GENID_GENID_H
#define NETNS_GENID_GENID_H

#include <linux/ftrace.h>
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <net/net_namespace.h>

#include "genid_seq.h"
#include "genid_site.h"

/**
 * struct genid_site - a function that bumps a counter, as this module sees it
 * @sym: its name and address
 * @module: the module it lives in, for GENID_MODULE
 * @net: finds the netns whose counter is bumped, from the arguments; NULL where
 *	every netns's is
 * @attr: the file that shows its state
 */
struct genid_site {
	struct genid_symbol	sym;
	const char		*module;
	struct net		*(*net)(struct ftrace_regs *fregs);
	struct kobj_attribute	attr;
};

/**
 * enum genid_state - what the hooks of a family do
 * @GENID_OFF: there are none, or they do nothing (while they come or go)
 * @GENID_ARMING: they keep the sequence above the numbers they see
 * @GENID_ON: they lease
 *
 *	OFF -> ARMING -> ON -> OFF; a failure on the way up goes back to OFF
 */
enum genid_state {
	GENID_OFF,
	GENID_ARMING,
	GENID_ON,
};

/**
 * struct genid_family - IPv4 or IPv6
 * @name: of the knob
 * @offset: of the counter in struct net
 * @seq: where blocks come from
 * @ops: the hooks, on all sites at once: one ftrace_ops a family is one wait for
 *	all CPUs when it comes and when it goes
 * @sites: the table
 * @nr_sites: its length
 * @state: read by the hooks without a lock, written under genid_lock
 * @wanted: the knob's own setting, kept while the family is held; under genid_lock
 * @leases: blocks leased, at hooks and when switched on
 * @renewed: those of them that existing netns got when it was switched on
 * @missed: hooks that could not lease, because every block was held
 */
struct genid_family {
	const char		*name;
	size_t			offset;
	struct genid_seq	seq;
	struct ftrace_ops	ops;
	struct genid_site	*sites;
	unsigned int		nr_sites;
	enum genid_state	state;
	bool			wanted;
	atomic_long_t		leases;
	atomic_long_t		renewed;
	atomic_long_t		missed;
};

/* The most sites a family may have. */
#define GENID_MAX_SITES		16

extern struct genid_family genid_ipv4;
extern struct genid_family genid_ipv6;
extern struct mutex genid_lock;
extern bool genid_native;

/**
 * genid_counter() - the counter of a family in a netns
 * @fam: the family
 * @net: the netns
 */
static inline atomic_t *genid_counter(const struct genid_family *fam, struct net *net)
{
	return (void *)net + fam->offset;
}

/* family.c */
int genid_family_want(struct genid_family *fam, bool on);
void genid_family_stop(struct genid_family *fam);
void genid_family_bump(struct genid_family *fam, struct net *net);

/* site.c */
int genid_sites_init(void);
void genid_sites_exit(void);
int genid_sites_arm(struct genid_family *fam);
void genid_sites_disarm(struct genid_family *fam);

/* status.c */
int genid_status_init(void);
void genid_status_exit(void);

/* debug.c */
struct dentry;
#ifdef NETNS_GENID_DEBUG
void genid_debug_init(struct dentry *dir);
#else
static inline void genid_debug_init(struct dentry *dir) { }
#endif

#endif /* NETNS_GENID_GENID_H */
