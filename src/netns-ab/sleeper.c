// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sender asleep inside sendmsg(): what it sends lies in a page that is served late, through
 * userfaultfd. It has looked its route up by then.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "msg.h"
#include "sig.h"
#include "sleeper.h"

#define ASLEEP_LIMIT_MS	5000

static int failed(const char *what, int err)
{
	msg_error("sender asleep: %s: %s", what, strerror(err));
	return -err;
}

static long page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

static int watch_page(struct sleeper *s)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	s->page = mmap(NULL, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);
	if (s->page == MAP_FAILED) {
		s->page = NULL;
		return failed("mmap", errno);
	}
	s->uffd = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (s->uffd < 0)
		return failed("userfaultfd", errno);
	reg.range.start = (unsigned long)s->page;
	reg.range.len = page_size();
	if (ioctl(s->uffd, UFFDIO_API, &api) || ioctl(s->uffd, UFFDIO_REGISTER, &reg))
		return failed("registering a page with userfaultfd", errno);
	return 0;
}

/* What the socket says of it does not matter: the peer counts what came. */
static void *send_slowly(void *data)
{
	struct sleeper *s = data;

	send(s->socket, s->page, 1, MSG_NOSIGNAL);
	return NULL;
}

static int start_thread(struct sleeper *s)
{
	sigset_t old;
	int err;

	sig_block(&old);
	err = pthread_create(&s->thread, NULL, send_slowly, s);
	sig_unblock(&old);
	if (err)
		return failed("starting a thread", err);
	s->running = true;
	return 0;
}

static int wait_asleep(struct sleeper *s)
{
	struct pollfd p = { .fd = s->uffd, .events = POLLIN };
	struct uffd_msg msg;
	int n;

	do {
		n = poll(&p, 1, ASLEEP_LIMIT_MS);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return failed("poll", errno);
	if (!n)
		return failed("it did not touch the page", ETIMEDOUT);
	if (read(s->uffd, &msg, sizeof(msg)) != sizeof(msg))
		return failed("reading from userfaultfd", errno);
	return 0;
}

/**
 * sleeper_start() - have a thread send, and wait until it is asleep
 * @s: with @socket set
 *
 * Return: 0, or a negative errno after an error line; sleeper_end() is due in either case.
 */
int sleeper_start(struct sleeper *s)
{
	int ret;

	s->page = NULL;
	s->uffd = -1;
	s->running = false;

	ret = watch_page(s);
	if (!ret)
		ret = start_thread(s);
	if (!ret)
		ret = wait_asleep(s);
	return ret;
}

/**
 * sleeper_wake() - serve the page and wait until the thread has sent
 * @s: the sleeper
 *
 * Return: 0, or a negative errno after an error line.
 */
int sleeper_wake(struct sleeper *s)
{
	struct uffdio_zeropage zero = {};

	zero.range.start = (unsigned long)s->page;
	zero.range.len = page_size();
	if (ioctl(s->uffd, UFFDIO_ZEROPAGE, &zero))
		return failed("serving the page", errno);
	pthread_join(s->thread, NULL);
	s->running = false;
	return 0;
}

/**
 * sleeper_end() - end the thread and give everything back
 * @s: the sleeper, asleep or not
 */
void sleeper_end(struct sleeper *s)
{
	/* Without a userfaultfd the page is an ordinary one: whoever sleeps on it goes on. */
	if (s->uffd >= 0)
		close(s->uffd);
	if (s->running)
		pthread_join(s->thread, NULL);
	if (s->page)
		munmap(s->page, page_size());
	s->uffd = -1;
	s->running = false;
	s->page = NULL;
}
