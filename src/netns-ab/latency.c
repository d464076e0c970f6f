// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long things took: single values as they come, and their percentiles.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "latency.h"
#include "msg.h"

#define FIRST_SIZE	256

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

/**
 * latency_name() - the name of a kind, as it is printed
 * @kind: the kind
 *
 * Return: a word.
 */
const char *latency_name(enum latency_kind kind)
{
	static const char * const names[LATENCY_KINDS] = {
		[LATENCY_MOVE] = "move",
		[LATENCY_CREATION] = "creation",
		[LATENCY_RTNL] = "rtnl",
		[LATENCY_HELD] = "held",
	};

	return names[kind];
}

/**
 * latency_now() - the time, to take differences of
 *
 * Return: microseconds.
 */
double latency_now(void)
{
	return clock_read(CLOCK_MONOTONIC) * 1e6;
}

static int make_room(struct latency_log *log, unsigned int count)
{
	unsigned int size = log->size ? log->size : FIRST_SIZE;
	double *us;

	while (size < count)
		size *= 2;
	if (size == log->size)
		return 0;

	us = realloc(log->us, size * sizeof(*us));
	if (!us) {
		log->lost = true;
		return -ENOMEM;
	}
	log->us = us;
	log->size = size;
	return 0;
}

/**
 * latency_add() - note one value
 * @log: for one thread at a time; remembers where a value is lost for want of memory
 * @us: microseconds
 */
void latency_add(struct latency_log *log, double us)
{
	if (!make_room(log, log->count + 1))
		log->us[log->count++] = us;
}

/**
 * latency_append() - add the values of another log
 * @log: where they go
 * @more: the other log; it stays as it is
 */
void latency_append(struct latency_log *log, const struct latency_log *more)
{
	log->lost |= more->lost;
	if (!more->count || make_room(log, log->count + more->count))
		return;
	memcpy(log->us + log->count, more->us, more->count * sizeof(*more->us));
	log->count += more->count;
}

/**
 * latency_of() - the percentiles of a log
 * @l: where they go; all zero where the log is empty
 * @log: the values; they are sorted
 *
 * Return: 0, or -ENOMEM after an error line where values were lost.
 */
int latency_of(struct latency *l, struct latency_log *log)
{
	unsigned int p, rank;

	memset(l, 0, sizeof(*l));
	if (log->lost) {
		msg_error("out of memory");
		return -ENOMEM;
	}
	if (!log->count)
		return 0;

	qsort(log->us, log->count, sizeof(*log->us), compare);
	l->count = log->count;
	for (p = 0; p <= LATENCY_MAX; p++) {
		rank = ((unsigned long)p * log->count + LATENCY_MAX - 1) / LATENCY_MAX;
		l->us[p] = log->us[rank ? rank - 1 : 0];
	}
	return 0;
}

/**
 * latency_free() - forget all values
 * @log: empty afterwards
 */
void latency_free(struct latency_log *log)
{
	free(log->us);
	memset(log, 0, sizeof(*log));
}
