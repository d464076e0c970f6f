// SPDX-License-Identifier: GPL-2.0-only
/*
 * The functions that bump a counter, and the hooks on their entries.
 *
 * Both bumps are inlined in every stock kernel looked at (Debian's 6.1, 6.12 and
 * 7.2), so it is the functions around them that are hooked. test/audit finds the
 * same functions in a kernel's text, and fails on one that the tables lack.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/inetdevice.h>
#include <linux/rcupdate.h>
#include <linux/sysctl.h>
#include <net/ip6_fib.h>
#include <net/netlink.h>
#include <net/sock.h>
#include <net/xfrm.h>

#include "compat.h"
#include "find_symbol.h"
#include "genid.h"

/* Whether the kernel has the fix compiled in; set once, at init. */
bool genid_native;

/* f(net, ...) */
static struct net *net_of_net(struct ftrace_regs *fregs)
{
	return (struct net *)hook_argument(fregs, 0);
}

/* ipv4_sysctl_rtcache_flush(ctl, ...): net/ipv4/route.c keeps the netns in extra1 */
static struct net *net_of_ctl(struct ftrace_regs *fregs)
{
	return ((const struct ctl_table *)hook_argument(fregs, 0))->extra1;
}

/* ip_rt_multicast_event(in_dev) */
static struct net *net_of_in_dev(struct ftrace_regs *fregs)
{
	return dev_net(((struct in_device *)hook_argument(fregs, 0))->dev);
}

/* xfrm_policy_insert(dir, policy, excl) */
static struct net *net_of_policy(struct ftrace_regs *fregs)
{
	return xp_net((struct xfrm_policy *)hook_argument(fregs, 1));
}

/* xfrm_set_default(skb, ...) */
static struct net *net_of_skb(struct ftrace_regs *fregs)
{
	return sock_net(((struct sk_buff *)hook_argument(fregs, 0))->sk);
}

/* fib6_add(root, rt, info, extack) */
static struct net *net_of_nl_info(struct ftrace_regs *fregs)
{
	return ((struct nl_info *)hook_argument(fregs, 2))->nl_net;
}

static struct genid_site sites_ipv4[] = {
	{ { "rt_cache_flush" }, .net = net_of_net },
	{ { "ipv4_sysctl_rtcache_flush" }, .net = net_of_ctl },
	{ { "ip_rt_multicast_event" }, .net = net_of_in_dev },
	/* Without CONFIG_XFRM there is none. An IPv6 policy bumps through fib6_flush_trees(). */
	{ { "xfrm_policy_insert", GENID_OPTIONAL }, .net = net_of_policy },
	{ { "xfrm_set_default", GENID_MODULE }, "xfrm_user", .net = net_of_skb },
	/* Without SELinux there is none. It bumps every netns. */
	{ { "selinux_notify_policy_change", GENID_OPTIONAL } },
};

static struct genid_site sites_ipv6[] = {
	{ { "fib6_add" }, .net = net_of_nl_info },
	{ { "fib6_update_sernum" }, .net = net_of_net },
	{ { "fib6_update_sernum_upto_root" }, .net = net_of_net },
	/* Gone in 7.2. */
	{ { "fib6_update_sernum_stub", GENID_OPTIONAL }, .net = net_of_net },
	{ { "fib6_flush_trees" }, .net = net_of_net },
};

static struct genid_site *site_at(struct genid_family *fam, unsigned long ip)
{
	unsigned int i;

	for (i = 0; i < fam->nr_sites; i++)
		if (READ_ONCE(fam->sites[i].sym.addr) == ip)
			return &fam->sites[i];
	return NULL;
}

static void bump_every_net(struct genid_family *fam)
{
	struct net *net;

	rcu_read_lock();
	for_each_net_rcu(net)
		genid_family_bump(fam, net);
	rcu_read_unlock();
}

/* Runs with preemption disabled, at the entry of a site, in whatever context that runs. */
static void hook(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
		 struct ftrace_regs *fregs)
{
	struct genid_family *fam = container_of(ops, struct genid_family, ops);
	struct genid_site *site = site_at(fam, ip);

	if (unlikely(!site))
		return;
	if (site->net)
		genid_family_bump(fam, site->net(fregs));
	else
		bump_every_net(fam);
}

/**
 * genid_sites_arm() - put the hooks of a family in place
 * @fam: the family
 *
 * Context: may sleep; genid_lock held.
 * Return: 0; -EOPNOTSUPP where a needed site is missing; -EBUSY while
 * kernel.ftrace_enabled is 0; or ftrace's error. No hook is in place then.
 */
int genid_sites_arm(struct genid_family *fam)
{
	unsigned long addr[GENID_MAX_SITES];
	unsigned int i, n = 0;
	int err;

	for (i = 0; i < fam->nr_sites; i++) {
		struct genid_symbol *sym = &fam->sites[i].sym;

		if (sym->addr) {
			addr[n++] = sym->addr;
		} else if (sym->need == GENID_NEEDED) {
			pr_err("%s: this kernel has no %s() to hook (%d)\n",
			       fam->name, sym->name, -EOPNOTSUPP);
			return -EOPNOTSUPP;
		}
	}

	/* Replaces the filter of the last time, which is freed when the module goes. */
	err = ftrace_set_filter_ips(&fam->ops, addr, n, 0, 1);
	if (!err)
		err = register_ftrace_function(&fam->ops);
	if (err)
		pr_err("%s: ftrace refuses the hooks%s (%d)\n", fam->name,
		       err == -EBUSY ? "; is kernel.ftrace_enabled 0?" : "", err);
	return err;
}

/**
 * genid_sites_disarm() - take the hooks of a family away
 * @fam: the family; its hooks are in place
 *
 * No hook runs any more when it returns.
 *
 * Context: may sleep; genid_lock held.
 */
void genid_sites_disarm(struct genid_family *fam)
{
	int err = unregister_ftrace_function(&fam->ops);

	/* Only once ftrace has shut itself down after a bug: then no hook runs either. */
	if (err)
		pr_err("%s: ftrace does not take the hooks away (%d)\n", fam->name, err);
}

/* A site whose module has just been loaded joins hooks that are in place. */
static void site_comes(struct genid_family *fam, struct genid_site *site)
{
	int err;

	genid_symbol_find(&site->sym, find_hookable);
	if (!site->sym.addr || fam->state == GENID_OFF)
		return;

	err = ftrace_set_filter_ip(&fam->ops, site->sym.addr, 0, 0);
	if (!err)
		return;

	/* Its increments stay inside the netns's block: no reason to refuse the module. */
	pr_warn("%s: no hook on %s() of %s (%d)\n", fam->name, site->sym.name, site->module, err);
	WRITE_ONCE(site->sym.addr, 0);
}

static void site_goes(struct genid_family *fam, struct genid_site *site)
{
	if (site->sym.addr && fam->state != GENID_OFF)
		ftrace_set_filter_ip(&fam->ops, site->sym.addr, 1, 0);
	WRITE_ONCE(site->sym.addr, 0);
}

static void follow_module(struct genid_family *fam, struct module *mod, unsigned long event)
{
	unsigned int i;

	for (i = 0; i < fam->nr_sites; i++) {
		struct genid_site *site = &fam->sites[i];

		if (!site->module || strcmp(site->module, mod->name))
			continue;
		if (event == MODULE_STATE_COMING)
			site_comes(fam, site);
		else
			site_goes(fam, site);
	}
}

static int module_event(struct notifier_block *nb, unsigned long event, void *data)
{
	if (event != MODULE_STATE_COMING && event != MODULE_STATE_GOING)
		return NOTIFY_DONE;

	mutex_lock(&genid_lock);
	follow_module(&genid_ipv4, data, event);
	follow_module(&genid_ipv6, data, event);
	mutex_unlock(&genid_lock);
	return NOTIFY_DONE;
}

static struct notifier_block module_nb = { .notifier_call = module_event };

static void family_init(struct genid_family *fam, struct genid_site *sites, unsigned int n)
{
	unsigned int i;

	fam->sites = sites;
	fam->nr_sites = n;
	fam->ops.func = hook;
	/*
	 * PERMANENT: kernel.ftrace_enabled=0 must not switch us off behind our
	 * back. RECURSION: ftrace keeps a hook from running inside itself.
	 */
	fam->ops.flags = FTRACE_OPS_FL_PERMANENT | FTRACE_OPS_FL_RECURSION | HOOK_FTRACE_FLAGS;

	for (i = 0; !genid_native && i < n; i++)
		if (genid_symbol_find(&sites[i].sym, find_hookable))
			pr_warn("%s: this kernel has no %s() to hook, the knob will refuse\n",
				fam->name, sites[i].sym.name);
}

/**
 * genid_sites_init() - find the sites in this kernel, and follow modules that have one
 *
 * Context: may sleep.
 * Return: 0 or an errno. A site that is missing is no error yet.
 */
int genid_sites_init(void)
{
	int err;

	BUILD_BUG_ON(ARRAY_SIZE(sites_ipv4) > GENID_MAX_SITES);
	BUILD_BUG_ON(ARRAY_SIZE(sites_ipv6) > GENID_MAX_SITES);

	/* First: a module that comes after this is told of, one that came before is found below. */
	err = register_module_notifier(&module_nb);
	if (err)
		return err;

	mutex_lock(&genid_lock);
	genid_native = genid_kernel_is_native(find_hookable, GENID_BUMP_IS_INLINE);
	if (genid_native)
		pr_notice("this kernel makes the numbers unique by itself\n");
	family_init(&genid_ipv4, sites_ipv4, ARRAY_SIZE(sites_ipv4));
	family_init(&genid_ipv6, sites_ipv6, ARRAY_SIZE(sites_ipv6));
	mutex_unlock(&genid_lock);
	return 0;
}

/**
 * genid_sites_exit() - undo genid_sites_init()
 *
 * Context: may sleep; no family is on.
 */
void genid_sites_exit(void)
{
	unregister_module_notifier(&module_nb);
	/* Only here: before 7.x ftrace_free_filter() leaves pointers to what it freed. */
	ftrace_free_filter(&genid_ipv4.ops);
	ftrace_free_filter(&genid_ipv6.ops);
}
