// SPDX-License-Identifier: GPL-2.0-only
/*
 * A network namespace of our own for as long as something is open in it: nothing of it is named, so
 * nothing is left behind, however the program ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "msg.h"
#include "room.h"

static int failed(const char *what)
{
	int err = errno;

	msg_error("%s: %s", what, strerror(err));
	return -err;
}

/**
 * room_enter() - have this thread enter a new network namespace
 *
 * Return: file descriptor of the namespace that it was in, for room_leave(), or a negative errno
 * after an error line.
 */
int room_enter(void)
{
	int home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	int ret;

	if (home < 0)
		return failed("opening /proc/thread-self/ns/net");
	if (!unshare(CLONE_NEWNET))
		return home;
	ret = failed("unshare(CLONE_NEWNET)");
	close(home);
	return ret;
}

/**
 * room_silence() - keep IPv6 off the links of this thread's network namespace
 *
 * So they send nothing by themselves. Where the kernel runs without IPv6 there is nothing to do.
 *
 * Return: 0, or a negative errno after an error line.
 */
int room_silence(void)
{
	static const char path[] = "/proc/sys/net/ipv6/conf/all/disable_ipv6";
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret = 0;

	if (fd < 0)
		return errno == ENOENT ? 0 : failed(path);
	if (write(fd, "1", 1) < 0)
		ret = failed(path);
	close(fd);
	return ret;
}

/**
 * room_leave() - have this thread go back
 * @home: from room_enter(); closed whatever happens
 *
 * Return: 0, or a negative errno after an error line.
 */
int room_leave(int home)
{
	int ret = setns(home, CLONE_NEWNET) ? failed("setns") : 0;

	close(home);
	return ret;
}
