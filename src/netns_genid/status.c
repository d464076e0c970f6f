// SPDX-License-Identifier: GPL-2.0-only
/*
 * What can be read: /sys/module/netns_genid/status, and for root the numbers of
 * every netns in /sys/kernel/debug/netns_genid/netns. The README has an entry
 * for each file.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/rtnetlink.h>
#include <linux/rwsem.h>
#include <linux/seq_file.h>
#include <linux/sysfs.h>

#include "genid.h"

static struct kobject *status;
static struct dentry *debug_dir;

static bool is_on(const struct genid_family *fam)
{
	return READ_ONCE(fam->state) == GENID_ON;
}

static ssize_t print_state(struct genid_family *fam, char *buf)
{
	const char *word = is_on(fam) ? "on" : "off";

	return sysfs_emit(buf, "%s\n", genid_native ? "native" : word);
}

static ssize_t print_leases(struct genid_family *fam, char *buf)
{
	return sysfs_emit(buf, "%ld\n", atomic_long_read(&fam->leases));
}

static ssize_t print_renewed(struct genid_family *fam, char *buf)
{
	return sysfs_emit(buf, "%ld\n", atomic_long_read(&fam->renewed));
}

static ssize_t print_missed(struct genid_family *fam, char *buf)
{
	return sysfs_emit(buf, "%ld\n", atomic_long_read(&fam->missed));
}

static ssize_t print_laps(struct genid_family *fam, char *buf)
{
	return sysfs_emit(buf, "%llu\n", genid_seq_laps(&fam->seq));
}

/* The files of a family, in a directory of its name. */
static const struct {
	const char	*name;
	ssize_t		(*print)(struct genid_family *fam, char *buf);
} values[] = {
	{ "state", print_state },
	{ "leases", print_leases },
	{ "renewed", print_renewed },
	{ "missed", print_missed },
	{ "laps", print_laps },
};

struct family_file {
	struct kobj_attribute	attr;
	struct genid_family	*fam;
	ssize_t			(*print)(struct genid_family *fam, char *buf);
};

static struct family_file files_ipv4[ARRAY_SIZE(values)];
static struct family_file files_ipv6[ARRAY_SIZE(values)];

static ssize_t family_file_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	struct family_file *file = container_of(attr, struct family_file, attr);

	return file->print(file->fam, buf);
}

static void init_attr(struct kobj_attribute *attr, const char *name,
		      ssize_t (*show)(struct kobject *, struct kobj_attribute *, char *))
{
	sysfs_attr_init(&attr->attr);
	attr->attr.name = name;
	attr->attr.mode = 0444;
	attr->show = show;
}

/* sysfs keeps the attributes, but not the list of them: that need not outlive the call. */
static int create_family(struct genid_family *fam, struct family_file *files)
{
	struct attribute *attrs[ARRAY_SIZE(values) + 1] = {};
	struct attribute_group group = { .name = fam->name, .attrs = attrs };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		init_attr(&files[i].attr, values[i].name, family_file_show);
		files[i].fam = fam;
		files[i].print = values[i].print;
		attrs[i] = &files[i].attr.attr;
	}
	return sysfs_create_group(status, &group);
}

static struct genid_family *family_of(const struct genid_site *site)
{
	bool is_ipv4 = site >= genid_ipv4.sites && site < genid_ipv4.sites + genid_ipv4.nr_sites;

	return is_ipv4 ? &genid_ipv4 : &genid_ipv6;
}

static ssize_t site_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	struct genid_site *site = container_of(attr, struct genid_site, attr);
	const char *word = genid_symbol_state(&site->sym, genid_native, is_on(family_of(site)));

	return sysfs_emit(buf, "%s\n", word);
}

static unsigned int list_sites(struct genid_family *fam, struct attribute **attrs)
{
	unsigned int i;

	for (i = 0; i < fam->nr_sites; i++) {
		init_attr(&fam->sites[i].attr, fam->sites[i].sym.name, site_show);
		attrs[i] = &fam->sites[i].attr.attr;
	}
	return i;
}

static int create_sites(void)
{
	struct attribute *attrs[2 * GENID_MAX_SITES + 1] = {};
	struct attribute_group group = { .name = "sites", .attrs = attrs };
	unsigned int n;

	n = list_sites(&genid_ipv4, attrs);
	list_sites(&genid_ipv6, attrs + n);
	return sysfs_create_group(status, &group);
}

static int netns_show(struct seq_file *m, void *v)
{
	struct net *net;

	seq_puts(m, "# inode rt_genid fib6_sernum\n");
	down_read(&net_rwsem);
	for_each_net(net)
		seq_printf(m, "%u %u %u\n", net->ns.inum,
			   (u32)atomic_read(genid_counter(&genid_ipv4, net)),
			   (u32)atomic_read(genid_counter(&genid_ipv6, net)));
	up_read(&net_rwsem);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(netns);

/**
 * genid_status_init() - create the files
 *
 * Context: may sleep; after genid_sites_init().
 * Return: 0 or an errno. Without debugfs there is no listing, which is no error.
 */
int genid_status_init(void)
{
	int err;

	status = kobject_create_and_add("status", &THIS_MODULE->mkobj.kobj);
	if (!status)
		return -ENOMEM;
	err = create_family(&genid_ipv4, files_ipv4);
	if (!err)
		err = create_family(&genid_ipv6, files_ipv6);
	if (!err)
		err = create_sites();
	if (err) {
		kobject_put(status);
		return err;
	}

	debug_dir = debugfs_create_dir(KBUILD_MODNAME, NULL);
	debugfs_create_file("netns", 0400, debug_dir, NULL, &netns_fops);
	genid_debug_init(debug_dir);
	return 0;
}

/**
 * genid_status_exit() - remove the files
 *
 * Context: may sleep; waits for readers.
 */
void genid_status_exit(void)
{
	debugfs_remove(debug_dir);
	kobject_put(status);
}
