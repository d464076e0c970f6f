// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns_genid: no two network namespaces hold the same route generation number.
 *
 *	sysfs write -> knob (here) -> family.c -> hooks in site.c -> genid_seq.h
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kstrtox.h>
#include <linux/moduleparam.h>

#include "genid.h"

/*
 * A knob is written before init (by modprobe, which reads modprobe.d), while the
 * module lives, and even while it goes: its files outlive our exit.
 */
static enum { BOOT, LIVE, GONE } stage;

static int knob_set(const char *val, const struct kernel_param *kp)
{
	struct genid_family *fam = kp->arg;
	bool on = true;
	int err = 0;

	if (val)
		err = kstrtobool(val, &on);
	if (err)
		return err;

	mutex_lock(&genid_lock);
	switch (stage) {
	case BOOT:
		fam->wanted = on;
		break;
	case LIVE:
		err = genid_family_want(fam, on);
		break;
	case GONE:
		err = -ENODEV;
		break;
	}
	mutex_unlock(&genid_lock);
	return err;
}

static int knob_get(char *buf, const struct kernel_param *kp)
{
	const struct genid_family *fam = kp->arg;

	return sysfs_emit(buf, "%c\n", READ_ONCE(fam->state) == GENID_ON ? 'Y' : 'N');
}

static const struct kernel_param_ops knob_ops = {
	.flags	= KERNEL_PARAM_OPS_FL_NOARG,
	.set	= knob_set,
	.get	= knob_get,
};

module_param_cb(ipv4, &knob_ops, &genid_ipv4, 0644);
__MODULE_PARM_TYPE(ipv4, "bool");
MODULE_PARM_DESC(ipv4, "make IPv4's rt_genid unique among network namespaces (Y or N, default N)");

module_param_cb(ipv6, &knob_ops, &genid_ipv6, 0644);
__MODULE_PARM_TYPE(ipv6, "bool");
MODULE_PARM_DESC(ipv6, "make IPv6's fib6_sernum unique among network namespaces (Y or N, default N)");

/* Does what modprobe asked for. */
static int go_live(void)
{
	int err = 0;

	mutex_lock(&genid_lock);
	if (genid_ipv4.wanted)
		err = genid_family_want(&genid_ipv4, true);
	if (!err && genid_ipv6.wanted)
		err = genid_family_want(&genid_ipv6, true);
	if (err)
		genid_family_stop(&genid_ipv4);
	stage = err ? GONE : LIVE;
	mutex_unlock(&genid_lock);
	return err;
}

static void go_away(void)
{
	mutex_lock(&genid_lock);
	stage = GONE;
	genid_family_stop(&genid_ipv6);
	genid_family_stop(&genid_ipv4);
	mutex_unlock(&genid_lock);
}

static int __init netns_genid_init(void)
{
	int err;

	err = genid_sites_init();
	if (err)
		goto err_refuse;
	err = genid_status_init();
	if (err)
		goto err_sites;
	err = go_live();
	if (err)
		goto err_status;
	return 0;

err_status:
	genid_status_exit();
err_sites:
	genid_sites_exit();
err_refuse:
	pr_err("not loaded (%d)\n", err);
	return err;
}

static void __exit netns_genid_exit(void)
{
	go_away();
	genid_status_exit();
	genid_sites_exit();
}

module_init(netns_genid_init);
module_exit(netns_genid_exit);

MODULE_DESCRIPTION("Route generation numbers unique among network namespaces");
MODULE_LICENSE("GPL");
MODULE_VERSION(NETNS_GENID_VERSION);
