// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long the kernel's function that moves a link takes. Its caller holds RTNL for all of it.
 *
 * perf puts a probe at its start and one at its return, and writes the time of each into a buffer
 * of each processor. They are ours alone, without a name, and go away with our files, also where
 * the program is killed. (Events of tracefs would do as well, but would have to be taken away, and
 * they switch on the recording of task names, which costs every context switch.)
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "held.h"
#include "msg.h"
#include "sysfs.h"

#define FUNCTION	"__dev_change_net_namespace"
#define PMU_TYPE	"bus/event_source/devices/kprobe/type"
#define RETPROBE	1		/* of attr.config: see format/retprobe beside the type */
#define DATA_SIZE	0x100000UL	/* some 16000 moves of one processor in a run */

/* What a record looks like: see PERF_RECORD_SAMPLE in linux/perf_event.h. */
struct sample {
	struct perf_event_header header;
	uint64_t id;
	uint32_t pid;
	uint32_t tid;
	uint64_t ns;
};

#define SAMPLE_TYPE	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

/* The two probes. */
enum side {
	BEGIN,
	END,
	SIDES,
};

/* What there is for one processor; both probes write to the same buffer. */
struct buffer {
	int fds[SIDES];
	uint64_t begin_id;
	struct perf_event_mmap_page *map;
	uint64_t lost;
};

/* One pass through a probe. */
struct event {
	double us;
	uint32_t tid;
	bool begins;
};

struct events {
	struct event *v;
	size_t count;
	size_t size;
};

static struct buffer *buffers;
static unsigned int count;	/* of the buffers */
static int pmu_type;

static int failed(const char *what, int err)
{
	msg_error("--held: %s: %s", what, strerror(err));
	return -err;
}

static int find_pmu(void)
{
	char path[SYSFS_PATH_MAX];
	FILE *f;
	int n;

	sysfs_path(path, PMU_TYPE);
	f = fopen(path, "re");
	if (!f)
		return failed("perf has no probes here: /sys/" PMU_TYPE, errno);
	n = fscanf(f, "%d", &pmu_type);
	fclose(f);
	return n == 1 ? 0 : failed("cannot read /sys/" PMU_TYPE, EINVAL);
}

static size_t map_size(void)
{
	return DATA_SIZE + sysconf(_SC_PAGESIZE);
}

/* Return: a file descriptor, or -1 with errno set. */
static int open_probe(unsigned int cpu, enum side side)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = pmu_type,
		.config = side == END ? RETPROBE : 0,
		.kprobe_func = (uintptr_t)FUNCTION,
		.sample_period = 1,
		.sample_type = SAMPLE_TYPE,
		.read_format = PERF_FORMAT_LOST,
		.disabled = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};

	return syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Return: 0, or -1 with errno set; what is open then is for held_close(). */
static int open_buffer(struct buffer *b, unsigned int cpu)
{
	enum side side;
	void *map;

	for (side = BEGIN; side < SIDES; side++) {
		b->fds[side] = open_probe(cpu, side);
		if (b->fds[side] < 0)
			return -1;
	}
	map = mmap(NULL, map_size(), PROT_READ | PROT_WRITE, MAP_SHARED, b->fds[BEGIN], 0);
	if (map == MAP_FAILED)
		return -1;
	b->map = map;
	if (ioctl(b->fds[END], PERF_EVENT_IOC_SET_OUTPUT, b->fds[BEGIN]))
		return -1;
	return ioctl(b->fds[BEGIN], PERF_EVENT_IOC_ID, &b->begin_id);
}

static void close_buffer(struct buffer *b)
{
	enum side side;

	if (b->map)
		munmap(b->map, map_size());
	for (side = BEGIN; side < SIDES; side++)
		if (b->fds[side] >= 0)
			close(b->fds[side]);
}

static int open_all(void)
{
	unsigned int cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;

	buffers = calloc(cpus, sizeof(*buffers));
	if (!buffers)
		return failed("getting ready", ENOMEM);
	for (cpu = 0; cpu < cpus; cpu++) {
		struct buffer *b = &buffers[count];

		*b = (struct buffer) { .fds = { -1, -1 } };
		if (!open_buffer(b, cpu)) {
			count++;
			continue;
		}
		if (errno == ENODEV && b->fds[BEGIN] < 0) /* it is offline */
			continue;
		count++;
		return failed("cannot probe " FUNCTION "()", errno);
	}
	return 0;
}

/**
 * held_open() - get the probes ready
 *
 * Return: 0, or a negative errno after an error line. The caller calls held_close() in either case.
 */
int held_open(void)
{
	int ret = find_pmu();

	return ret ? ret : open_all();
}

/**
 * held_close() - take the probes away
 */
void held_close(void)
{
	while (count)
		close_buffer(&buffers[--count]);
	free(buffers);
	buffers = NULL;
}

static int switch_all(unsigned long request)
{
	unsigned int i;
	enum side side;

	for (i = 0; i < count; i++)
		for (side = BEGIN; side < SIDES; side++)
			if (ioctl(buffers[i].fds[side], request, 0))
				return failed("cannot switch a probe", errno);
	return 0;
}

/**
 * held_start() - start to take the time of every move
 *
 * Return: 0, or a negative errno after an error line. After 0 the caller calls held_stop().
 */
int held_start(void)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		buffers[i].map->data_tail = buffers[i].map->data_head;
	return switch_all(PERF_EVENT_IOC_ENABLE);
}

/* Copies from the ring, in which a record may begin at the end and go on at the start. */
static void copy_out(const struct buffer *b, uint64_t from, void *to, size_t size)
{
	const char *data = (const char *)b->map + b->map->data_offset;
	char *out = to;

	for (; size; size--)
		*out++ = data[from++ % DATA_SIZE];
}

static int add(struct events *e, const struct event *event)
{
	struct event *v;

	if (e->count == e->size) {
		e->size = e->size ? e->size * 2 : 1024;
		v = realloc(e->v, e->size * sizeof(*v));
		if (!v)
			return failed("reading what the probes wrote", ENOMEM);
		e->v = v;
	}
	e->v[e->count++] = *event;
	return 0;
}

static int add_sample(struct events *e, const struct buffer *b, uint64_t from)
{
	struct sample s;

	copy_out(b, from, &s, sizeof(s));
	return add(e, &(struct event) {
		.us = s.ns / 1e3,
		.tid = s.tid,
		.begins = s.id == b->begin_id,
	});
}

/* Whether records were dropped since the last time, for want of room. */
static bool lost_some(struct buffer *b)
{
	struct {
		uint64_t value;
		uint64_t lost;
	} now;
	uint64_t lost = 0;
	enum side side;
	bool more;

	for (side = BEGIN; side < SIDES; side++) {
		if (read(b->fds[side], &now, sizeof(now)) != sizeof(now))
			return true;
		lost += now.lost;
	}
	more = lost != b->lost;
	b->lost = lost;
	return more;
}

static int read_buffer(struct buffer *b, struct events *e)
{
	uint64_t head = __atomic_load_n(&b->map->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = b->map->data_tail;
	struct perf_event_header header;
	int ret = 0;

	if (lost_some(b))
		return failed("there were more moves than the buffer can hold", ENOSPC);
	for (; !ret && tail < head; tail += header.size) {
		copy_out(b, tail, &header, sizeof(header));
		if (header.type == PERF_RECORD_SAMPLE)
			ret = add_sample(e, b, tail);
	}
	b->map->data_tail = head;
	return ret;
}

static int compare(const void *a, const void *b)
{
	double x = ((const struct event *)a)->us;
	double y = ((const struct event *)b)->us;

	return (x > y) - (x < y);
}

/* RTNL lets no two moves overlap: an end belongs to the begin before it, or to none. */
static void pair(const struct events *e, double from, double to, struct latency_log *log)
{
	size_t i;

	for (i = 1; i < e->count; i++) {
		const struct event *begin = &e->v[i - 1], *end = &e->v[i];

		if (begin->begins && !end->begins && begin->tid == end->tid &&
		    begin->us >= from && end->us <= to)
			latency_add(log, end->us - begin->us);
	}
}

static int read_all(double from, double to, struct latency *l)
{
	struct latency_log log = {};
	struct events e = {};
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < count; i++)
		ret = read_buffer(&buffers[i], &e);
	if (!ret) {
		if (e.count)
			qsort(e.v, e.count, sizeof(*e.v), compare);
		pair(&e, from, to, &log);
		ret = latency_of(l, &log);
	}
	latency_free(&log);
	free(e.v);
	return ret;
}

/**
 * held_stop() - stop taking the time, and tell how long moves took
 * @from: only of those that began after that, by latency_now()
 * @to: and that ended before that
 * @l: where it goes
 *
 * Return: 0, or a negative errno after an error line.
 */
int held_stop(double from, double to, struct latency *l)
{
	int ret = switch_all(PERF_EVENT_IOC_DISABLE);

	return ret ? ret : read_all(from, to, l);
}
