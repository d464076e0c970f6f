/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_FLOW_H
#define NETNS_AB_FLOW_H

#include "tapbridge.h"

/* An Ethernet frame with a UDP datagram in it, without the checksum at the end. */
#define FLOW_FRAME_LEN	64

/**
 * enum flow_reader - how packets are read
 * @FLOW_POLL: one packet after each poll(), and so never without having been put on the list of
 *	those that a packet wakes
 * @FLOW_READ: with poll() only when there is none
 * @FLOW_READERS: how many there are
 */
enum flow_reader {
	FLOW_POLL,
	FLOW_READ,
	FLOW_READERS,
};

/**
 * struct flow - packets written and read as fast as they can be
 * @way: where
 * @reader: how they are read
 * @id: number of the run, which every packet carries
 * @seconds: for how long
 */
struct flow {
	const struct tapbridge *way;
	enum flow_reader reader;
	unsigned int id;
	unsigned int seconds;
};

/**
 * struct flow_count - packets, of the whole run
 * @sent: written
 * @received: read
 * @dropped: the rest, by who counts it
 */
struct flow_count {
	unsigned long long sent;
	unsigned long long received;
	struct tapbridge_drops dropped;
};

/**
 * struct flow_result - what a run gave
 * @seconds: how long it was measured
 * @sent: packets written in that time
 * @received: packets read in that time
 * @generator_cpu: seconds of CPU time, user and system, of the thread that wrote
 * @consumer_cpu: the same of the thread that read
 * @count: every packet, also from before and after that time
 */
struct flow_result {
	double seconds;
	unsigned long long sent;
	unsigned long long received;
	double generator_cpu;
	double consumer_cpu;
	struct flow_count count;
};

int flow_run(const struct flow *f, struct flow_result *r);

#endif
