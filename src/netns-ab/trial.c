// SPDX-License-Identifier: GPL-2.0-only
/*
 * One trial: a sender in one namespace caches its route, the link is moved to another namespace,
 * the sender goes on, and what leaves through the link is counted at its peer.
 *
 * One thread does it all in turn, so nothing is sent between the link's going down and the
 * kernel's answer to the move: a socket that fails there would drop its route.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>

#include "blocked.h"
#include "counter.h"
#include "history.h"
#include "knob.h"
#include "msg.h"
#include "sleeper.h"
#include "trial.h"
#include "util.h"

/*
 * The target's number is raised step by step until it meets the source's, which must be ahead of it
 * at first. By itself it may be behind: a link that comes up raises the target's several times.
 */
#define SOURCE_LEAD	5

/* Headers of an IPv4 or IPv6 datagram to STAGE_PORT, as far as the counter looks at them. */
#define HEAD4_LEN	28
#define HEAD6_LEN	48

struct play {
	const struct trial *t;
	struct stage stage;
	struct sleeper sleeper;
	struct blocked blocked;
	char head[HEAD6_LEN];
	int counter;
	int fds[TRIAL_SOCKETS_MAX];
	unsigned int count;
};

static int failed(const char *what)
{
	int err = errno;

	msg_error("%s: %s", what, strerror(err));
	return -err;
}

static int send_byte(int fd, int flags)
{
	return send(fd, "", 1, flags | MSG_NOSIGNAL) < 0 ? -errno : 0;
}

/* Takes over a socket, or the error of making it. */
static int add_socket(struct play *p, int fd)
{
	if (fd < 0)
		return fd;
	p->fds[p->count++] = fd;
	return 0;
}

static int connect_one(struct play *p)
{
	return add_socket(p, stage_connect(&p->stage));
}

static int prepare_recheck(struct play *p)
{
	unsigned int i;
	int ret;

	ret = number_raise(&p->stage.source_number, SOURCE_LEAD);
	for (i = 0; !ret && i < p->t->sockets; i++)
		ret = connect_one(p);
	for (i = 0; !ret && i < p->count; i++)
		ret = send_byte(p->fds[i], 0) ? failed("sending before the move") : 0;
	return ret ? ret : counter_expect(p->counter, p->count);
}

/* Return: whether any was sent. A socket that fails has dropped its route, and so is done. */
static bool send_many(int fd, unsigned int datagrams)
{
	unsigned int i;

	for (i = 0; i < datagrams; i++)
		if (send_byte(fd, 0))
			break;
	return i;
}

static int resume_recheck(struct play *p)
{
	unsigned int i;
	int ret;

	for (i = 0; i < p->count && !send_many(p->fds[i], p->t->datagrams); i++) {
		ret = p->count > 1 ? number_raise(&p->stage.target_number, 1) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

static int prepare_cork(struct play *p)
{
	int ret = connect_one(p);

	if (!ret && send_byte(p->fds[0], MSG_MORE))
		ret = failed("sending half a datagram");
	return ret;
}

/* It may fail: the peer tells. */
static int resume_cork(struct play *p)
{
	send_byte(p->fds[0], 0);
	return 0;
}

static int prepare_asleep(struct play *p)
{
	int ret = connect_one(p);

	if (ret)
		return ret;
	p->sleeper.socket = p->fds[0];
	return sleeper_start(&p->sleeper);
}

static int resume_asleep(struct play *p)
{
	return sleeper_wake(&p->sleeper);
}

/* The head of a datagram that the counter will know. */
static size_t make_head(struct play *p)
{
	bool v4 = p->t->family == AF_INET;
	size_t len = v4 ? HEAD4_LEN : HEAD6_LEN;
	unsigned short port = htons(STAGE_PORT);

	memset(p->head, 0, sizeof(p->head));
	p->head[0] = v4 ? 0x45 : 0x60;
	p->head[v4 ? 9 : 6] = IPPROTO_UDP;
	memcpy(p->head + len - 6, &port, sizeof(port));
	return len;
}

/* Not bound to the link: a bound socket gets an error when its link leaves the namespace. */
static int prepare_packet(struct play *p)
{
	int ret = add_socket(p, stage_socket(&p->stage, AF_PACKET, SOCK_DGRAM));

	if (ret)
		return ret;
	p->blocked.socket = p->fds[0];
	p->blocked.nl = p->stage.nl_source;
	p->blocked.ifindex = STAGE_LINK;
	p->blocked.data = p->head;
	p->blocked.len = make_head(p);
	return blocked_start(&p->blocked);
}

static int resume_packet(struct play *p)
{
	return blocked_release(&p->blocked);
}

/* All that comes before the move, and all that comes after it. */
static const struct sender {
	int (*prepare)(struct play *p);
	int (*resume)(struct play *p);
} senders[] = {
	[TRIAL_RECHECK] = { prepare_recheck, resume_recheck },
	[TRIAL_CORK] = { prepare_cork, resume_cork },
	[TRIAL_ASLEEP] = { prepare_asleep, resume_asleep },
	[TRIAL_PACKET] = { prepare_packet, resume_packet },
};

static int set_late(const char *mode)
{
	int ret = mode ? knob_set_all(mode, true) : 0;

	return ret > 0 ? -EINVAL : ret;
}

static int perform(struct play *p, unsigned int *datagrams)
{
	const struct sender *sender = &senders[p->t->sender];
	int ret;

	p->counter = counter_open(p->t->family, STAGE_PEER, STAGE_PORT);
	if (p->counter < 0)
		return p->counter;
	ret = sender->prepare(p);
	if (!ret)
		ret = number_raise(&p->stage.target_number, p->t->raise);
	if (!ret)
		ret = set_late(p->t->late_mode);
	if (!ret)
		ret = history_play(&p->stage, p->t->before);
	if (!ret)
		ret = stage_move(&p->stage);
	if (!ret)
		ret = sender->resume(p);
	if (!ret)
		ret = counter_settle(p->counter, datagrams);
	return ret;
}

static void close_sockets(struct play *p)
{
	sleeper_end(&p->sleeper);
	blocked_end(&p->blocked);
	while (p->count)
		close(p->fds[--p->count]);
	if (p->counter >= 0)
		close(p->counter);
}

/**
 * trial_run() - set the stage, have the link moved, count, and strike the stage
 * @t: what to try
 * @datagrams: where the number of datagrams goes that left through the link after its move
 *
 * Return: 0, or a negative errno after an error line.
 */
int trial_run(const struct trial *t, unsigned int *datagrams)
{
	struct play p = {
		.t = t,
		.stage = {
			.family = t->family,
			.route = t->route,
			.bare_target = t->bare_target,
			.home = t->home,
		},
		.sleeper = { .uffd = -1 },
		.counter = -1,
	};
	int ret, err;

	ret = stage_set(&p.stage);
	if (!ret)
		ret = history_prepare(&p.stage, t->before);
	if (!ret)
		ret = perform(&p, datagrams);
	close_sockets(&p);
	err = stage_strike(&p.stage);
	return ret ? ret : err;
}
