// SPDX-License-Identifier: GPL-2.0-only
/* What can be read: /sys/module/netns_move/status. The README has an entry for each file. */
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/sysfs.h>

#include "move.h"

#define STATUS_ATTR(_name, fmt, value)							\
static ssize_t _name##_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf) \
{											\
	return sysfs_emit(buf, fmt "\n", value);					\
}											\
static struct kobj_attribute _name##_attr = __ATTR_RO(_name)

static long count(enum move_way way)
{
	return atomic_long_read(&move_ways[way]);
}

static long count_all(void)
{
	long sum = 0;
	int way;

	for (way = 0; way < MOVE_WAYS; way++)
		sum += count(way);
	return sum;
}

STATUS_ATTR(state, "%s", move_call_state());
STATUS_ATTR(moves, "%ld", count_all());
STATUS_ATTR(skipped, "%ld", count(MOVE_SKIP));
STATUS_ATTR(expedited, "%ld", count(MOVE_EXPEDITE));
STATUS_ATTR(hurried, "%ld", count(MOVE_HURRY));
STATUS_ATTR(kicks, "%ld", move_hurry_kicks());
STATUS_ATTR(missed, "%lu", move_call_missed());

static struct attribute *status_attrs[] = {
	&state_attr.attr,
	&moves_attr.attr,
	&skipped_attr.attr,
	&expedited_attr.attr,
	&hurried_attr.attr,
	&kicks_attr.attr,
	&missed_attr.attr,
	NULL
};

static const struct attribute_group status_group = { .attrs = status_attrs };

static struct kobject *status;

/**
 * move_status_init() - create the files
 *
 * Context: may sleep.
 * Return: 0 or an errno.
 */
int move_status_init(void)
{
	int err;

	status = kobject_create_and_add("status", &THIS_MODULE->mkobj.kobj);
	if (!status)
		return -ENOMEM;
	err = sysfs_create_group(status, &status_group);
	if (err)
		kobject_put(status);
	return err;
}

/**
 * move_status_exit() - remove the files
 *
 * Context: may sleep; waits for readers.
 */
void move_status_exit(void)
{
	kobject_put(status);
}
