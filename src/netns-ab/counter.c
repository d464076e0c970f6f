// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts the UDP datagrams to one port that arrive on a link. The kernel counts, in a packet socket
 * with a filter; those that do not fit into its buffer are counted all the same.
 */
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <sys/socket.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>

#include "counter.h"
#include "msg.h"
#include "util.h"

#define POLL_MS		2
#define SETTLE_MS	5
#define EXPECT_LIMIT_MS	5000

/* Where a datagram (no options, no extension headers) has its protocol and its port. */
#define IP4_PROTO	9
#define IP4_PORT	22
#define IP6_PROTO	6
#define IP6_PORT	42

static int failed(const char *what)
{
	int err = errno;

	msg_error("counting datagrams: %s: %s", what, strerror(err));
	return -err;
}

static int set_filter(int fd, int family, int port)
{
	int v4 = family == AF_INET;
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, v4 ? IP4_PROTO : IP6_PROTO),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_UDP, 0, 3),
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, v4 ? IP4_PORT : IP6_PORT),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, port, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, 64),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};
	struct sock_fprog prog = { ARRAY_SIZE(code), code };

	return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &prog, sizeof(prog));
}

/**
 * counter_open() - start counting on a link in this thread's network namespace
 * @family: AF_INET or AF_INET6
 * @ifindex: of the link
 * @port: destination port
 *
 * Return: a socket, to be closed by the caller, or a negative errno after an error line.
 */
int counter_open(int family, int ifindex, int port)
{
	struct sockaddr_ll addr = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(family == AF_INET ? ETH_P_IP : ETH_P_IPV6),
		.sll_ifindex = ifindex,
	};
	int fd, ret;

	/* No protocol at first: nothing may come in before the filter is there. */
	fd = socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return failed("packet socket");
	if (!set_filter(fd, family, port) && !bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		return fd;
	ret = failed("filter and address of the packet socket");
	close(fd);
	return ret;
}

/* Adds what came since the last time to *@datagrams. */
static int add(int fd, unsigned int *datagrams)
{
	struct tpacket_stats st;
	socklen_t len = sizeof(st);

	if (getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &st, &len))
		return failed("PACKET_STATISTICS");
	*datagrams += st.tp_packets;
	return 0;
}

static void pause_ms(int ms)
{
	nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000L }, NULL);
}

/**
 * counter_expect() - wait until a number of datagrams has come, and forget them
 * @fd: from counter_open()
 * @datagrams: how many
 *
 * Return: 0; -ETIMEDOUT where fewer come, or -EIO where more do; or the errno of the counting, each
 * after an error line.
 */
int counter_expect(int fd, unsigned int datagrams)
{
	unsigned int seen = 0;
	int waited, ret;

	for (waited = 0; waited < EXPECT_LIMIT_MS; waited += POLL_MS) {
		ret = add(fd, &seen);
		if (ret)
			return ret;
		if (seen >= datagrams)
			break;
		pause_ms(POLL_MS);
	}
	if (seen == datagrams)
		return 0;
	msg_error("%u datagrams were sent before the move, but %u arrived", datagrams, seen);
	return seen < datagrams ? -ETIMEDOUT : -EIO;
}

/**
 * counter_settle() - wait until no more datagrams come, and tell how many came
 * @fd: from counter_open()
 * @datagrams: where the number goes
 *
 * Return: 0, or a negative errno after an error line.
 */
int counter_settle(int fd, unsigned int *datagrams)
{
	unsigned int before;
	int ret;

	*datagrams = 0;
	do {
		before = *datagrams;
		pause_ms(SETTLE_MS);
		ret = add(fd, datagrams);
	} while (!ret && *datagrams != before);
	return ret;
}
