// SPDX-License-Identifier: GPL-2.0-only
/*
 * Route churn: threads that change the routes of a network namespace each, against the clock.
 *
 * The routes are blackholes: they need neither link nor next hop, so that little else is measured
 * than what every route change does. The requests are made before the clock starts.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <sys/syscall.h>
#include <linux/if.h>
#include <linux/membarrier.h>
#include <linux/rtnetlink.h>

#include "clock.h"
#include "routework.h"
#include "cpu.h"
#include "gate.h"
#include "msg.h"
#include "request.h"
#include "room.h"
#include "sig.h"

#define LO_IFINDEX	1

/* Ranges set aside for benchmarks: RFC 2544 and RFC 5180. */
#define IP4_BASE	0xc6120000u	/* 198.18.0.0 */
#define IP6_BASE	"2001:2::"

struct crew {
	const struct routework *ns;
	const struct routework_pass *pass;
	struct gate gate;
	atomic_bool stop;	/* set by the first thread that fails */
	struct worker *workers;
	unsigned int started;
};

struct worker {
	struct crew *crew;
	pthread_t thread;
	unsigned int number;
	struct rtnl_batch *batches;
	unsigned int count;
	double start;
	double end;
	double cpu;
	int err;		/* negative */
	struct rtnl_error error;
};

static void put_destination(struct nlmsghdr *nlh, struct rtmsg *rtm, unsigned int number)
{
	struct in6_addr addr6;

	if (rtm->rtm_family == AF_INET) {
		rtm->rtm_dst_len = 32;
		mnl_attr_put_u32(nlh, RTA_DST, htonl(IP4_BASE + number));
		return;
	}
	rtm->rtm_dst_len = 128;
	inet_pton(AF_INET6, IP6_BASE, &addr6);
	addr6.s6_addr32[3] = htonl(number);
	mnl_attr_put(nlh, RTA_DST, sizeof(addr6), &addr6);
}

static void request_change(struct rtnl_batch *b, const struct routework_pass *p,
			   unsigned int number)
{
	struct nlmsghdr *nlh = request_route(b, p->family, RTN_BLACKHOLE);

	put_destination(nlh, mnl_nlmsg_get_payload(nlh), number);
	if (p->type == RTM_DELROUTE) {
		nlh->nlmsg_type = RTM_DELROUTE;
		nlh->nlmsg_flags = NLM_F_REQUEST;
	}
	rtnl_batch_end(b, nlh);
}

static int make_requests(struct worker *me)
{
	const struct routework_pass *p = me->crew->pass;
	unsigned int i;

	me->count = (p->routes + ROUTEWORK_BATCH - 1) / ROUTEWORK_BATCH;
	me->batches = calloc(me->count, sizeof(*me->batches));
	if (!me->batches)
		return -ENOMEM;
	for (i = 0; i < p->routes; i++)
		request_change(&me->batches[i / ROUTEWORK_BATCH], p, i);
	return 0;
}

static bool should_stop(struct crew *c)
{
	return atomic_load(&c->stop) || sig_caught();
}

/* A signal is no error here: it is seen when the threads have ended. */
static int send_all(struct worker *me)
{
	struct mnl_socket *nl = me->crew->ns->nl[me->number];
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < me->count && !should_stop(me->crew); i++)
		ret = rtnl_batch_send(nl, &me->batches[i], &me->error);
	return ret;
}

static void *work(void *data)
{
	struct worker *me = data;
	double cpu;

	me->err = cpu_pin(me->number);
	if (!me->err)
		me->err = make_requests(me);
	gate_pass(&me->crew->gate);
	me->start = clock_read(CLOCK_MONOTONIC);
	cpu = clock_read(CLOCK_THREAD_CPUTIME_ID);
	if (!me->err)
		me->err = send_all(me);
	me->cpu = clock_read(CLOCK_THREAD_CPUTIME_ID) - cpu;
	me->end = clock_read(CLOCK_MONOTONIC);
	if (me->err)
		atomic_store(&me->crew->stop, true);
	free(me->batches);
	return NULL;
}

static int start_threads(struct crew *c)
{
	sigset_t old;
	int ret = 0;

	sig_block(&old);
	for (c->started = 0; c->started < c->pass->namespaces; c->started++) {
		struct worker *me = &c->workers[c->started];

		me->crew = c;
		me->number = c->started;
		ret = pthread_create(&me->thread, NULL, work, me);
		if (ret)
			break;
	}
	sig_unblock(&old);
	if (ret) {
		atomic_store(&c->stop, true);
		msg_error("cannot start thread %u: %s", c->started + 1, strerror(ret));
	}
	return -ret;
}

static int tell_error(const struct worker *me)
{
	const struct routework_pass *p = me->crew->pass;
	const struct rtnl_error *e = &me->error;

	msg_error("%s IPv%d routes, namespace %u of %u: %s%s%s",
		  p->type == RTM_NEWROUTE ? "adding" : "deleting", p->family == AF_INET ? 4 : 6,
		  me->number + 1, p->namespaces, strerror(-me->err), *e->text ? ": " : "", e->text);
	return me->err;
}

/* Waits for the threads. Return: 0, or the first error, which it prints. */
static int join_threads(struct crew *c)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < c->started; i++) {
		pthread_join(c->workers[i].thread, NULL);
		if (c->workers[i].err && !ret)
			ret = tell_error(&c->workers[i]);
	}
	return ret;
}

static struct routework_time sum_up(const struct crew *c)
{
	double from = c->workers[0].start;
	double to = c->workers[0].end;
	struct routework_time t = {};
	unsigned int i;

	for (i = 0; i < c->pass->namespaces; i++) {
		const struct worker *w = &c->workers[i];

		from = w->start < from ? w->start : from;
		to = w->end > to ? w->end : to;
		t.cpu += w->cpu;
	}
	t.seconds = to - from;
	return t;
}

static int work_together(struct crew *c, struct routework_time *t)
{
	int ret, err;

	ret = start_threads(c);
	gate_open(&c->gate, c->started);
	err = join_threads(c);
	if (!ret)
		ret = err;
	if (!ret && sig_caught())
		ret = -EINTR;
	if (!ret)
		*t = sum_up(c);
	return ret;
}

/*
 * Routes that were deleted are freed by RCU callbacks: let those of the last pass be done with, two
 * grace periods on, or they cost this one CPU time. Where the kernel cannot wait like this, the
 * figures spread more.
 */
static void settle(void)
{
	syscall(__NR_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
	syscall(__NR_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

/**
 * routework_run() - change routes, and take the time
 * @c: the namespaces, at least as many as are wanted
 * @p: what to do
 * @t: where the time goes
 *
 * Return: 0; -EINTR after a signal; or another negative errno after an error line.
 */
int routework_run(const struct routework *c, const struct routework_pass *p,
		  struct routework_time *t)
{
	struct crew crew = { .ns = c, .pass = p, .gate = GATE_INIT };
	int ret;

	crew.workers = calloc(p->namespaces, sizeof(*crew.workers));
	if (!crew.workers) {
		msg_error("out of memory");
		return -ENOMEM;
	}
	settle();
	ret = work_together(&crew, t);
	free(crew.workers);
	return ret;
}

static int failed(const char *what, int ret)
{
	msg_error("%s: %s", what, strerror(-ret));
	return ret;
}

/* In this thread's namespace: IPv6 keeps its blackholes on a loopback device that is up. */
static int furnish(struct mnl_socket **nl)
{
	struct rtnl_batch b = {};
	struct rtnl_error e;
	int ret;

	ret = rtnl_open(nl);
	if (ret)
		return failed("opening a netlink socket", ret);
	rtnl_batch_end(&b, request_link(&b, 0, LO_IFINDEX, IFF_UP));
	ret = rtnl_batch_send(*nl, &b, &e);
	return ret ? failed("setting lo up", ret) : 0;
}

static int add_namespace(struct routework *c)
{
	int home = room_enter();
	int ret, err;

	if (home < 0)
		return home;
	ret = furnish(&c->nl[c->count]);
	if (c->nl[c->count])
		c->count++;
	err = room_leave(home);
	return ret ? ret : err;
}

/**
 * routework_open() - make namespaces
 * @c: filled in
 * @namespaces: how many
 *
 * Return: 0, or a negative errno after an error line; routework_close() is fine in either case.
 */
int routework_open(struct routework *c, unsigned int namespaces)
{
	int ret = 0;

	memset(c, 0, sizeof(*c));
	while (!ret && c->count < namespaces)
		ret = add_namespace(c);
	return ret;
}

/**
 * routework_close() - give the namespaces up; the kernel deletes them in its own time
 * @c: the namespaces
 */
void routework_close(struct routework *c)
{
	while (c->count)
		mnl_socket_close(c->nl[--c->count]);
}
