// SPDX-License-Identifier: GPL-2.0-only
/*
 * The knobs of the two modules: what was found, the settings of a run, and back to what was found.
 *
 * A mode that needs the families holds them on by itself and lets them go back to the user's own
 * setting afterwards; hence the barrier is restored first and the families are only looked at then,
 * and written where they differ. Where the families are turned, the user's own setting is what they
 * read with the barrier at keep: it is put back before the barrier is.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/file.h>

#include "args.h"
#include "knob.h"
#include "msg.h"

#define PATH_LEN	512

/* In the order in which they are restored. */
static struct knob {
	const char *module;
	const char *name;
	char found[KNOB_VALUE_MAX];
	char own[KNOB_VALUE_MAX];	/* of a family that was turned */
} knobs[KNOB_COUNT] = {
	[KNOB_BARRIER] = { "netns_move", "barrier", "", "" },
	[KNOB_IPV4] = { "netns_genid", "ipv4", "", "" },
	[KNOB_IPV6] = { "netns_genid", "ipv6", "", "" },
};

static int lock_fd = -1;
static bool families_turned;

static void knob_path(const struct knob *k, char path[PATH_LEN])
{
	const char *sysfs = getenv("NETNS_AB_SYSFS");

	snprintf(path, PATH_LEN, "%s/module/%s/parameters/%s", sysfs ? sysfs : "/sys", k->module,
		 k->name);
}

static int read_knob(const struct knob *k, char value[KNOB_VALUE_MAX])
{
	char path[PATH_LEN];
	ssize_t n;
	int fd;

	knob_path(k, path);
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
	char path[PATH_LEN];
	int fd, ret = 0;

	knob_path(k, path);
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
		msg_error("%s: the kernel refuses '%s' for %s/%s: %s", why, value, k->module,
			  k->name, strerror(-ret));
		return ret;
	}
	ret = read_knob(k, now);
	if (ret) {
		msg_error("%s: cannot read %s/%s: %s", why, k->module, k->name, strerror(-ret));
		return ret;
	}
	if (strcmp(now, value)) {
		msg_error("%s: '%s' was written to %s/%s but it reads '%s'", why, value, k->module,
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
	char path[PATH_LEN];

	knob_path(&knobs[KNOB_BARRIER], path);
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
		if (!ret)
			continue;
		msg_error("cannot read %s/%s: %s; is the module loaded? (modprobe netns_move)",
			  knobs[i].module, knobs[i].name, strerror(-ret));
		unlock();
		return ret;
	}
	return 0;
}

/**
 * knob_name() - the name of a knob
 * @id: which one
 *
 * Return: the name of the module's parameter.
 */
const char *knob_name(enum knob_id id)
{
	return knobs[id].name;
}

/**
 * knob_found() - what a knob was when the program started
 * @id: which one
 *
 * Return: its value, without a newline.
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
 * knob_try_modes() - have the kernel look at every mode
 * @modes: the modes
 *
 * Return: 0, or the negative errno of the first that is refused, after an error line.
 */
int knob_try_modes(const struct args_words *modes)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < modes->n; i++)
		ret = knob_set_mode(modes->v[i]);
	return ret;
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
			msg_error("cannot read %s/%s: %s", knobs[i].module, knobs[i].name,
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
		ret = turn_if_needed(&knobs[i], knobs[i].found, "restoring");
		if (!first)
			first = ret;
	}
	unlock();
	return first;
}
