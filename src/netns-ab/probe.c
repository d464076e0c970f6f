// SPDX-License-Identifier: GPL-2.0-only
/*
 * The bystander: a thread in a network namespace of its own, which has nothing to do with the load,
 * adds an address to its loopback device and deletes it again. Either takes RTNL.
 *
 * It has one request under way at a time, so those that would have been due while one waits are not
 * sent. Each would have waited as well, for what was left of the wait: they are counted so. Without
 * that, a long wait would count as one, and the many short ones after it as many.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <linux/rtnetlink.h>

#include "msg.h"
#include "probe.h"
#include "request.h"
#include "sig.h"

#define PERIOD_US	10000
#define LO_IFINDEX	1
#define ADDR		"198.18.0.2"
#define PREFIX		24

static int ask(struct mnl_socket *nl, int type)
{
	struct rtnl_batch b = {};
	struct rtnl_error e;

	request_addr(&b, AF_INET, LO_IFINDEX, ADDR, PREFIX);
	if (type == RTM_DELADDR) {
		b.last->nlmsg_type = type;
		b.last->nlmsg_flags = NLM_F_REQUEST;
	}
	return rtnl_batch_send(nl, &b, &e);
}

/* One that took @us, and those that it kept from being sent. */
static void note(struct latency_log *log, double us)
{
	for (; us > 0; us -= PERIOD_US)
		latency_add(log, us);
}

static void sleep_until(double us)
{
	struct timespec t = { .tv_sec = us / 1e6 };

	t.tv_nsec = (us - t.tv_sec * 1e6) * 1000;
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
}

static int ask_on(struct probe *p, struct mnl_socket *nl)
{
	double due = latency_now(), start, us;
	int type = RTM_NEWADDR;
	int ret = 0;

	while (!ret && !atomic_load(&p->stop)) {
		start = latency_now();
		ret = ask(nl, type);
		us = latency_now() - start;
		if (!ret && atomic_load(p->timed))
			note(&p->log, us);
		type = type == RTM_NEWADDR ? RTM_DELADDR : RTM_NEWADDR;
		while (due <= start + us)
			due += PERIOD_US;
		sleep_until(due);
	}
	return ret;
}

static void *run(void *data)
{
	struct probe *p = data;
	struct mnl_socket *nl;
	int ret;

	p->step = "unshare(CLONE_NEWNET)";
	if (unshare(CLONE_NEWNET)) {
		p->err = errno;
		return NULL;
	}
	p->step = "opening a netlink socket";
	ret = rtnl_open(&nl);
	if (!ret) {
		p->step = "adding and deleting an address";
		ret = ask_on(p, nl);
		mnl_socket_close(nl);
	}
	p->err = -ret;
	return NULL;
}

/**
 * probe_start() - start asking
 * @p: filled in
 * @timed: whether it is noted how long it takes
 *
 * Return: 0, or a negative errno after an error line. After 0 the caller calls probe_stop().
 */
int probe_start(struct probe *p, const atomic_bool *timed)
{
	sigset_t old;
	int ret;

	*p = (struct probe) { .timed = timed };
	sig_block(&old);
	ret = pthread_create(&p->thread, NULL, run, p);
	sig_unblock(&old);
	if (ret)
		msg_error("--probe: cannot start a thread: %s", strerror(ret));
	return -ret;
}

/**
 * probe_stop() - stop asking, and tell how long it took
 * @p: from probe_start()
 * @l: where that goes
 *
 * Return: 0, or a negative errno after an error line.
 */
int probe_stop(struct probe *p, struct latency *l)
{
	int ret;

	atomic_store(&p->stop, true);
	pthread_join(p->thread, NULL);
	ret = -p->err;
	if (ret)
		msg_error("--probe: %s: %s", p->step, strerror(p->err));
	else
		ret = latency_of(l, &p->log);
	latency_free(&p->log);
	return ret;
}
