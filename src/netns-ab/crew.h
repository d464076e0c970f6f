/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CREW_H
#define NETNS_AB_CREW_H

#include <pthread.h>
#include <stdatomic.h>

#include "gate.h"
#include "netns.h"
#include "workload.h"

struct crew;

/**
 * struct worker - one of the threads of a run
 * @crew: the others
 * @thread: the thread
 * @number: which one, from 0
 * @share: its part of the namespaces
 * @fds: descriptors of them, -1 where there is none
 * @serial: how many links it has given a name to
 * @start: when it began, in microseconds
 * @end: when it was done
 * @maker: what it makes namespaces with
 */
struct worker {
	struct crew *crew;
	pthread_t thread;
	unsigned int number;
	unsigned int share;
	int *fds;
	unsigned int serial;
	double start;
	double end;
	struct netns_maker maker;
};

/**
 * struct crew - the threads of a run
 * @w: what is to be done
 * @work: what each does, once all are ready
 * @gate: where they start together
 * @lock: covers @room
 * @change: @room has changed, or @stop
 * @room: of a churn: how many more namespaces there may be
 * @stop: set by the first thread that fails, or by crew_stop()
 * @timed: whether it is noted how long things take
 * @from: when the time that counts began, in microseconds
 * @to: when it ended
 * @workers: the threads
 * @started: how many of them were
 * @fds: all their descriptors
 */
struct crew {
	const struct workload *w;
	void (*work)(struct worker *me);
	struct gate gate;
	pthread_mutex_t lock;
	pthread_cond_t change;
	unsigned int room;
	atomic_bool stop;
	atomic_bool timed;
	double from;
	double to;
	struct worker *workers;
	unsigned int started;
	int *fds;
};

int crew_open(struct crew *c, const struct workload *w, void (*work)(struct worker *me));
int crew_start(struct crew *c);
void crew_let_go(struct crew *c);
bool crew_stopped(struct crew *c);
void crew_stop(struct crew *c);
int crew_make(struct worker *me, int *fd);
int crew_join(struct crew *c);
void crew_close(struct crew *c);

#endif
