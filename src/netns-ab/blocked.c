// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sender that waits for room in its send buffer. It has looked its device up by then.
 *
 * The buffer is full of what the same socket sent on another link, where a queueing discipline
 * ("plug") holds it back; once that link is deleted, there is room.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <linux/if.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "blocked.h"
#include "msg.h"
#include "request.h"
#include "sig.h"

#define DAM_IFINDEX	4000000

/* Far more than go into the smallest send buffer that there is. */
#define FILL_LIMIT	1000

#define POLL_MS		2
#define ASLEEP_LIMIT_MS	5000

static int failed(const char *what, int err, const char *text)
{
	msg_error("sender with a full buffer: %s: %s%s%s", what, strerror(err), *text ? ": " : "",
		  text);
	return -err;
}

static int ask(struct blocked *b, struct rtnl_batch *batch, const char *what)
{
	struct rtnl_error e;
	int ret = rtnl_batch_send(b->nl, batch, &e);

	return ret ? failed(what, -ret, e.text) : 0;
}

static void request_dam(struct rtnl_batch *batch)
{
	struct nlmsghdr *nlh = request_link(batch, NLM_F_CREATE | NLM_F_EXCL, DAM_IFINDEX, IFF_UP);
	struct nlattr *info = mnl_attr_nest_start(nlh, IFLA_LINKINFO);

	mnl_attr_put_strz(nlh, IFLA_INFO_KIND, "dummy");
	mnl_attr_nest_end(nlh, info);
	rtnl_batch_end(batch, nlh);
}

static void request_plug(struct rtnl_batch *batch)
{
	struct nlmsghdr *nlh = rtnl_batch_begin(batch, RTM_NEWQDISC, NLM_F_CREATE | NLM_F_EXCL);
	struct tcmsg *tcm = mnl_nlmsg_put_extra_header(nlh, sizeof(*tcm));

	tcm->tcm_ifindex = DAM_IFINDEX;
	tcm->tcm_parent = TC_H_ROOT;
	mnl_attr_put_strz(nlh, TCA_KIND, "plug");
	rtnl_batch_end(batch, nlh);
}

static int build_dam(struct blocked *b)
{
	struct rtnl_batch batch = {};

	request_dam(&batch);
	request_plug(&batch);
	return ask(b, &batch, "making a dummy link with a plug qdisc");
}

static int send_on(struct blocked *b, int ifindex, int flags)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(*(const char *)b->data >> 4 == 4 ? ETH_P_IP : ETH_P_IPV6),
		.sll_ifindex = ifindex,
		.sll_halen = ETH_ALEN,
	};

	if (sendto(b->socket, b->data, b->len, flags, (struct sockaddr *)&to, sizeof(to)) < 0)
		return -errno;
	return 0;
}

static int fill(struct blocked *b)
{
	int i, ret = 0, smallest = 1;

	if (setsockopt(b->socket, SOL_SOCKET, SO_SNDBUF, &smallest, sizeof(smallest)))
		return failed("SO_SNDBUF", errno, "");
	for (i = 0; !ret && i < FILL_LIMIT; i++)
		ret = send_on(b, DAM_IFINDEX, MSG_DONTWAIT);
	if (ret == -EAGAIN)
		return 0;
	return failed("filling the buffer", ret ? -ret : EOVERFLOW, "");
}

/* What the socket says of it does not matter: the peer counts what came. */
static void *send_blocked(void *data)
{
	struct blocked *b = data;

	atomic_store(&b->tid, gettid());
	send_on(b, b->ifindex, 0);
	return NULL;
}

static int start_thread(struct blocked *b)
{
	sigset_t old;
	int err;

	sig_block(&old);
	err = pthread_create(&b->thread, NULL, send_blocked, b);
	sig_unblock(&old);
	if (err)
		return failed("starting a thread", err, "");
	b->running = true;
	return 0;
}

static bool is_asleep(int tid)
{
	char path[64], state = '?';
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", tid);
	f = fopen(path, "re");
	if (!f)
		return false;
	if (fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
		state = '?';
	fclose(f);
	return state == 'S';
}

static int wait_asleep(struct blocked *b)
{
	const struct timespec poll = { .tv_nsec = POLL_MS * 1000000L };
	int waited;

	for (waited = 0; waited < ASLEEP_LIMIT_MS; waited += POLL_MS) {
		if (is_asleep(atomic_load(&b->tid)))
			return 0;
		nanosleep(&poll, NULL);
	}
	return failed("it does not wait", ETIMEDOUT, "");
}

/**
 * blocked_start() - fill the buffer, have a thread send, and wait until it waits
 * @b: with all but @thread, @tid and @running set
 *
 * Return: 0, or a negative errno after an error line; blocked_end() is due in either case.
 */
int blocked_start(struct blocked *b)
{
	int ret;

	ret = build_dam(b);
	if (!ret)
		ret = fill(b);
	if (!ret)
		ret = start_thread(b);
	if (!ret)
		ret = wait_asleep(b);
	return ret;
}

/**
 * blocked_release() - make room in the buffer and wait until the thread has sent
 * @b: the sender
 *
 * Return: 0, or a negative errno after an error line.
 */
int blocked_release(struct blocked *b)
{
	struct rtnl_batch batch = {};
	struct nlmsghdr *nlh = rtnl_batch_begin(&batch, RTM_DELLINK, 0);
	struct ifinfomsg *ifi = mnl_nlmsg_put_extra_header(nlh, sizeof(*ifi));
	int ret;

	ifi->ifi_index = DAM_IFINDEX;
	rtnl_batch_end(&batch, nlh);
	ret = ask(b, &batch, "deleting the dummy link");
	if (ret)
		return ret;
	pthread_join(b->thread, NULL);
	b->running = false;
	return 0;
}

/**
 * blocked_end() - end the thread
 * @b: the sender, waiting or not, or all zero
 */
void blocked_end(struct blocked *b)
{
	if (!b->running)
		return;
	pthread_cancel(b->thread);
	pthread_join(b->thread, NULL);
	b->running = false;
}
