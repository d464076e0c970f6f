// SPDX-License-Identifier: GPL-2.0-only
/*
 * One run: a thread that writes packets and one that reads them, each on a CPU of its own where
 * there are two, and an account of every packet afterwards.
 */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/udp.h>

#include "clock.h"
#include "cpu.h"
#include "flow.h"
#include "msg.h"
#include "sig.h"

#define PORT		9		/* discard */
#define MAGIC		0x6e616274	/* "nabt" */
#define PAYLOAD_LEN	22

/* Measured is from the packet on that finds everything warm. */
#define WARM_UP_PACKETS	2000
#define WARM_UP_POLL_MS	1

/* How often a reader without packets looks whether it is over. */
#define POLL_MS		20

/* After so long without a packet none is on its way any more. */
#define DRAIN_MS	500

/* Ranges set aside for benchmarks: RFC 2544. */
#define SOURCE		0xc6120001	/* 198.18.0.1 */
#define DESTINATION	0xc6120002	/* 198.18.0.2 */

#define IP_HEADER_WORDS	(sizeof(struct iphdr) / sizeof(uint16_t))

struct packet {
	struct ethhdr eth;
	struct iphdr ip;
	struct udphdr udp;
	uint32_t magic;
	uint32_t id;
	char rest[PAYLOAD_LEN - 8];
} __packed;

static_assert(sizeof(struct packet) == FLOW_FRAME_LEN, "a packet has 64 bytes");

/* A thread, and how many packets it has written or read; errors are negative. */
struct side {
	struct run *run;
	pthread_t thread;
	atomic_ullong packets;
	atomic_bool stop;
	atomic_int err;
};

struct run {
	const struct flow *flow;
	struct side generator;
	struct side consumer;
};

/* What is read off both sides at once. */
struct reading {
	double when;
	unsigned long long sent;
	unsigned long long received;
	double generator_cpu;
	double consumer_cpu;
};

static uint16_t ip_checksum(const struct iphdr *ip)
{
	uint16_t words[IP_HEADER_WORDS];
	uint32_t sum = 0;
	size_t i;

	memcpy(words, ip, sizeof(words));
	for (i = 0; i < IP_HEADER_WORDS; i++)
		sum += words[i];
	sum = (sum & 0xffff) + (sum >> 16);
	return ~(sum + (sum >> 16));
}

/* With a good header: a host may have its bridges look at it. */
static struct packet make_packet(unsigned int id)
{
	struct packet p = {
		.eth = {
			.h_dest = TAPBRIDGE_MAC,
			.h_source = { 0x02, 0, 0, 0, 0, 0x01 },
			.h_proto = htons(ETH_P_IP),
		},
		.ip = {
			.version = 4,
			.ihl = sizeof(p.ip) / 4,
			.tot_len = htons(sizeof(p) - sizeof(p.eth)),
			.ttl = 64,
			.protocol = IPPROTO_UDP,
			.saddr = htonl(SOURCE),
			.daddr = htonl(DESTINATION),
		},
		.udp = {
			.source = htons(PORT),
			.dest = htons(PORT),
			.len = htons(sizeof(p.udp) + PAYLOAD_LEN),
		},
		.magic = MAGIC,
		.id = id,
	};
	struct iphdr ip = p.ip;

	p.ip.check = ip_checksum(&ip);
	return p;
}

static void count_one(struct side *s)
{
	unsigned long long n = atomic_load_explicit(&s->packets, memory_order_relaxed);

	atomic_store_explicit(&s->packets, n + 1, memory_order_relaxed);
}

static bool stopped(struct side *s)
{
	return atomic_load_explicit(&s->stop, memory_order_relaxed);
}

static void *generate(void *data)
{
	struct side *me = data;
	const struct flow *f = me->run->flow;
	struct packet p = make_packet(f->id);

	int err = cpu_pin(0);

	while (!err && !stopped(me)) {
		if (write(f->way->in, &p, sizeof(p)) == sizeof(p))
			count_one(me);
		else
			err = -errno;
	}
	atomic_store(&me->err, err);
	return NULL;
}

/* Reads a packet and counts it if it is one of ours. Return: 0 or a negative errno. */
static int read_one(const struct flow *f, struct side *s)
{
	struct packet p;
	ssize_t n = read(f->way->out, &p, sizeof(p));

	if (n < 0)
		return -errno;
	if (n == sizeof(p) && p.magic == MAGIC && p.id == f->id)
		count_one(s);
	return 0;
}

/* Return: whether there is a packet within that time. */
static bool wait_one(const struct flow *f, int ms)
{
	struct pollfd pfd = { .fd = f->way->out, .events = POLLIN };

	return poll(&pfd, 1, ms) > 0;
}

static int consume_polling(const struct flow *f, struct side *me)
{
	int ret = 0;

	while (!ret && !stopped(me))
		if (wait_one(f, POLL_MS))
			ret = read_one(f, me);
	return ret;
}

static int consume_reading(const struct flow *f, struct side *me)
{
	int ret = 0;

	while (!ret && !stopped(me)) {
		ret = read_one(f, me);
		if (ret != -EAGAIN)
			continue;
		wait_one(f, POLL_MS);
		ret = 0;
	}
	return ret;
}

static int (* const consume_by[FLOW_READERS])(const struct flow *f, struct side *me) = {
	[FLOW_POLL] = consume_polling,
	[FLOW_READ] = consume_reading,
};

static void *consume(void *data)
{
	struct side *me = data;
	const struct flow *f = me->run->flow;
	int err = cpu_pin(1);

	if (!err)
		err = consume_by[f->reader](f, me);
	atomic_store(&me->err, err);
	return NULL;
}

static int begin(struct run *r, struct side *s, void *(*work)(void *data))
{
	sigset_t old;
	int ret;

	s->run = r;
	sig_block(&old);
	ret = pthread_create(&s->thread, NULL, work, s);
	sig_unblock(&old);
	if (ret)
		msg_error("cannot make a thread: %s", strerror(ret));
	return -ret;
}

static int end(struct side *s, const char *what)
{
	int err;

	atomic_store(&s->stop, true);
	pthread_join(s->thread, NULL);
	err = atomic_load(&s->err);
	if (err)
		msg_error("%s packets: %s", what, strerror(-err));
	return err;
}

static double cpu_of(const struct side *s)
{
	clockid_t id;

	return pthread_getcpuclockid(s->thread, &id) ? 0 : clock_read(id);
}

static struct reading take_reading(struct run *r)
{
	return (struct reading) {
		.when = clock_read(CLOCK_MONOTONIC),
		.sent = atomic_load(&r->generator.packets),
		.received = atomic_load(&r->consumer.packets),
		.generator_cpu = cpu_of(&r->generator),
		.consumer_cpu = cpu_of(&r->consumer),
	};
}

/* Return: 0, or -EINTR after a signal. */
static int pass_time(long ms)
{
	const struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
	return sig_caught() ? -EINTR : 0;
}

/* Ends at once where the generator fails. */
static int warm_up(struct run *r)
{
	const struct side *s = &r->generator;
	int ret = 0;

	while (!ret && atomic_load(&s->packets) < WARM_UP_PACKETS && !atomic_load(&s->err))
		ret = pass_time(WARM_UP_POLL_MS);
	return ret;
}

static int measure(struct run *r, struct flow_result *res)
{
	struct reading a, b;
	int ret;

	ret = warm_up(r);
	a = take_reading(r);
	if (!ret)
		ret = pass_time(r->flow->seconds * 1000L);
	b = take_reading(r);
	res->seconds = b.when - a.when;
	res->sent = b.sent - a.sent;
	res->received = b.received - a.received;
	res->generator_cpu = b.generator_cpu - a.generator_cpu;
	res->consumer_cpu = b.consumer_cpu - a.consumer_cpu;
	return ret;
}

/* The reader is stopped last, and what it leaves is read afterwards. */
static int run_threads(struct run *r, struct flow_result *res)
{
	int ret, err;

	ret = begin(r, &r->consumer, consume);
	if (ret)
		return ret;
	ret = begin(r, &r->generator, generate);
	if (!ret) {
		ret = measure(r, res);
		err = end(&r->generator, "writing");
		if (!ret)
			ret = err;
	}
	err = end(&r->consumer, "reading");
	return ret ? ret : err;
}

static unsigned long long sum_of(const struct flow_count *c)
{
	const struct tapbridge_drops *d = &c->dropped;

	return c->received + d->in + d->bridge + d->qdisc + d->queue;
}

static int count_all(struct run *r, const struct tapbridge_drops *before, struct flow_count *c)
{
	struct tapbridge_drops *d = &c->dropped;
	int ret;

	c->sent = atomic_load(&r->generator.packets);
	c->received = atomic_load(&r->consumer.packets);
	ret = tapbridge_count(r->flow->way, d);
	d->in -= before->in;
	d->bridge -= before->bridge;
	d->qdisc -= before->qdisc;
	d->queue -= before->queue;
	return ret;
}

/* Reads what is left, and waits for more only where the sum says that there should be. */
static int settle(struct run *r, const struct tapbridge_drops *before, struct flow_count *c)
{
	int ret;

	do {
		while (!read_one(r->flow, &r->consumer))
			;
		ret = count_all(r, before, c);
	} while (!ret && sum_of(c) < c->sent && wait_one(r->flow, DRAIN_MS));
	return ret;
}

static int check(const struct flow_count *c)
{
	const struct tapbridge_drops *d = &c->dropped;
	char drops[128];

	if (sum_of(c) == c->sent)
		return 0;
	snprintf(drops, sizeof(drops),
		 "%llu by tap1, %llu by br0, %llu by tap0's qdisc, %llu by tap0", d->in, d->bridge,
		 d->qdisc, d->queue);
	msg_error("%llu packets sent, but %llu accounted for: %llu received, dropped %s", c->sent,
		  sum_of(c), c->received, drops);
	return -EBADMSG;
}

/**
 * flow_run() - send packets for a while
 * @f: how
 * @r: where the figures go
 *
 * Return: 0; -EINTR after a signal; -EBADMSG where packets are unaccounted for, or another negative
 * errno, each after an error line.
 */
int flow_run(const struct flow *f, struct flow_result *r)
{
	struct run run = { .flow = f };
	struct tapbridge_drops before;
	int ret;

	ret = tapbridge_count(f->way, &before);
	if (!ret)
		ret = run_threads(&run, r);
	if (!ret)
		ret = settle(&run, &before, &r->count);
	return ret ? ret : check(&r->count);
}
