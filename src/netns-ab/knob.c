// SPDX-License-Identifier: GPL-2.0-only
/*
 * The knobs of the two modules, and those of the kernel that people turn instead: what was found,
 * the settings of a run, and back to what was found.
 *
 * A mode that needs the families holds them on by itself and lets them go back to the user's own
 * setting afterwards; hence the barrier is restored first and the families are only looked at then,
 * and written where they differ. Where the families are turned, the user's own setting is what they
 * read with the barrier at keep: it is put back before the barrier is.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/file.h>

#include "knob.h"
#include "msg.h"
#include "sysfs.h"

#define PARAMETER(module, name)	module, name, "module/" module "/parameters/" name

/* In the order in which they are restored. */
static struct knob {
	const char *owner;
	const char *name;
	const char *path;		/* below /sys */
	bool optional;			/* not every kernel has it: "" was found then */
	char found[KNOB_VALUE_MAX];
	char own[KNOB_VALUE_MAX];	/* of a family that was turned */
} knobs[KNOB_COUNT] = {
	[KNOB_BARRIER] = { PARAMETER("netns_move", "barrier"), false, "", "" },
	[KNOB_IPV4] = { PARAMETER("netns_genid", "ipv4"), false, "", "" },
	[KNOB_IPV6] = { PARAMETER("netns_genid", "ipv6"), false, "", "" },
	[KNOB_EXPEDITED] = { "kernel", "rcu_expedited", "kernel/rcu_expedited", true, "", "" },
	[KNOB_FIRST_FQS] = { PARAMETER("rcutree", "jiffies_till_first_fqs"), true, "", "" },
};

static int lock_fd = -1;
static bool families_turned;

static int read_knob(const struct knob *k, char value[KNOB_VALUE_MAX])
{
	char path[SYSFS_PATH_MAX];
	ssize_t n;
	int fd;

	sysfs_path(path, k->path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	n = read(fd, value, KNOB_VALUE_MAX - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return n;

	value[n] = '\0';
	value[strcspn(value, "\n")] = '\0';
	return 0;
}

static int write_knob(const struct knob *k, const char *value)
{
	char path[SYSFS_PATH_MAX];
	int fd, ret = 0;

	sysfs_path(path, k->path);
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	while (write(fd, value, strlen(value)) < 0) {
		if (errno == EINTR)
			continue;
		ret = -errno;
		break;
	}
	close(fd);
	return ret;
}

/* Writes a value and checks that it reads back. Prints the error, after @why. */
static int turn(const struct knob *k, const char *value, const char *why)
{
	char now[KNOB_VALUE_MAX];
	int ret;

	ret = write_knob(k, value);
	if (ret) {
		msg_error("%s: the kernel refuses '%s' for %s/%s: %s", why, value, k->owner,
			  k->name, strerror(-ret));
		return ret;
	}
	ret = read_knob(k, now);
	if (ret) {
		msg_error("%s: cannot read %s/%s: %s", why, k->owner, k->name, strerror(-ret));
		return ret;
	}
	if (strcmp(now, value)) {
		msg_error("%s: '%s' was written to %s/%s but it reads '%s'", why, value, k->owner,
			  k->name, now);
		return -EINVAL;
	}
	return 0;
}

static int turn_if_needed(const struct knob *k, const char *value, const char *why)
{
	char now[KNOB_VALUE_MAX];

	if (!read_knob(k, now) && !strcmp(now, value))
		return 0;
	return turn(k, value, why);
}

/* Keeps two benchmarks from turning one knob. The lock is on the knob, so it leaves nothing. */
static int lock(void)
{
	char path[SYSFS_PATH_MAX];

	sysfs_path(path, knobs[KNOB_BARRIER].path);
	lock_fd = open(path, O_RDONLY | O_CLOEXEC);
	if (lock_fd < 0) {
		msg_error("cannot open %s: %s; is the module loaded? (modprobe netns_move)", path,
			  strerror(errno));
		return -ENOENT;
	}
	if (!flock(lock_fd, LOCK_EX | LOCK_NB))
		return 0;

	msg_error("%s is in use by another netns-ab", path);
	close(lock_fd);
	lock_fd = -1;
	return -EBUSY;
}

static void unlock(void)
{
	close(lock_fd);
	lock_fd = -1;
}

/**
 * knob_open() - read all knobs and remember what they were
 *
 * Return: 0, or a negative errno after an error line. After 0 the caller must call knob_close().
 */
int knob_open(void)
{
	int ret, i;

	ret = lock();
	if (ret)
		return ret;

	for (i = 0; i < KNOB_COUNT; i++) {
		ret = read_knob(&knobs[i], knobs[i].found);
		if (!ret || knobs[i].optional)
			continue;
		msg_error("cannot read %s/%s: %s; is the module loaded? (modprobe netns_move)",
			  knobs[i].owner, knobs[i].name, strerror(-ret));
		unlock();
		return ret;
	}
	return 0;
}

/**
 * knob_name() - the name of a knob
 * @id: which one
 *
 * Return: the name of its file.
 */
const char *knob_name(enum knob_id id)
{
	return knobs[id].name;
}

/**
 * knob_found() - what a knob was when the program started
 * @id: which one
 *
 * Return: its value, without a newline; "" where this kernel has no such knob.
 */
const char *knob_found(enum knob_id id)
{
	return knobs[id].found;
}

/**
 * knob_print() - print the line that says what the knobs were
 */
void knob_print(void)
{
	int i;

	printf("knobs found:");
	for (i = 0; i < KNOB_COUNT; i++)
		if (*knob_found(i))
			printf("%s %s=%s", i ? "," : "", knob_name(i), knob_found(i));
	printf("\n");
}

/**
 * knob_set_mode() - set the mode of the barrier and check that it reads back
 * @mode: any word; the kernel decides whether it is one
 *
 * Return: 0, or after an error line a negative errno: the kernel's (-EINVAL for a mode that it does
 * not know, -EOPNOTSUPP for one that it cannot do), or -EINVAL where another value reads back.
 */
int knob_set_mode(const char *mode)
{
	return turn(&knobs[KNOB_BARRIER], mode, "--modes");
}

/**
 * knob_turn() - set a knob of the kernel's own and check that it reads back
 * @id: which one
 * @value: its new value
 *
 * Return: 0, or after an error line a negative errno: the kernel's, or -EINVAL where another value
 * reads back.
 */
int knob_turn(enum knob_id id, const char *value)
{
	return turn_if_needed(&knobs[id], value, "--modes");
}

/**
 * knob_put_back() - set a knob of the kernel's own to what knob_open() found
 * @id: which one; nothing happens where this kernel does not have it
 *
 * Return: as knob_turn().
 */
int knob_put_back(enum knob_id id)
{
	if (!*knobs[id].found)
		return 0;
	return turn_if_needed(&knobs[id], knobs[id].found, "restoring");
}

/* With the barrier at keep. Return: 0, or a negative errno after an error line. */
static int remember_own(void)
{
	int ret, i;

	if (families_turned)
		return 0;
	for (i = KNOB_IPV4; i <= KNOB_IPV6; i++) {
		ret = read_knob(&knobs[i], knobs[i].own);
		if (ret) {
			msg_error("cannot read %s/%s: %s", knobs[i].owner, knobs[i].name,
				  strerror(-ret));
			return ret;
		}
	}
	families_turned = true;
	return 0;
}

static int turn_families(const char *value)
{
	int ret;

	ret = turn_if_needed(&knobs[KNOB_IPV4], value, "--numbers");
	if (!ret)
		ret = turn_if_needed(&knobs[KNOB_IPV6], value, "--numbers");
	return ret;
}

static bool reads(const struct knob *k, const char *value)
{
	char now[KNOB_VALUE_MAX];

	return !read_knob(k, now) && !strcmp(now, value);
}

/**
 * knob_set_all() - set the mode of the barrier, and both families
 * @mode: the mode
 * @unique: whether the families are to be on
 *
 * Return: 0; 1 where the families are on although they were not to be, since the mode holds them;
 * or a negative errno after an error line.
 */
int knob_set_all(const char *mode, bool unique)
{
	const char *value = unique ? "Y" : "N";
	int ret;

	ret = turn_if_needed(&knobs[KNOB_BARRIER], "keep", "--modes");
	if (!ret)
		ret = remember_own();
	if (!ret)
		ret = turn_families(value);
	if (!ret)
		ret = turn_if_needed(&knobs[KNOB_BARRIER], mode, "--modes");
	if (ret)
		return ret;
	return !reads(&knobs[KNOB_IPV4], value) || !reads(&knobs[KNOB_IPV6], value);
}

/* Goes on after an error. Return: 0, or the first error. */
static int restore_own(void)
{
	int first, ret, i;

	first = turn_if_needed(&knobs[KNOB_BARRIER], "keep", "restoring");
	for (i = KNOB_IPV4; i <= KNOB_IPV6; i++) {
		ret = turn_if_needed(&knobs[i], knobs[i].own, "restoring");
		if (!first)
			first = ret;
	}
	families_turned = false;
	return first;
}

/**
 * knob_close() - put every knob back to what knob_open() found
 *
 * Goes on after an error, so that as much as possible is put back.
 *
 * Return: 0, or the first negative errno, each after an error line.
 */
int knob_close(void)
{
	int first = 0, ret, i;

	if (families_turned)
		first = restore_own();
	for (i = 0; i < KNOB_COUNT; i++) {
		ret = knob_put_back(i);
		if (!first)
			first = ret;
	}
	unlock();
	return first;
}
