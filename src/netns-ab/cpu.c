// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CPUs that this program may use, as taskset(1) and the like left them to it.
 */
#include <errno.h>
#include <sched.h>

#include "cpu.h"

/**
 * cpu_count() - how many CPUs this thread may use
 *
 * Return: at least 1.
 */
unsigned int cpu_count(void)
{
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return 1;
	return CPU_COUNT(&allowed);
}

/**
 * cpu_pin() - keep this thread on one CPU
 * @n: which of those that it may use, from 0; beyond the last it begins again with the first
 *
 * Return: 0 or a negative errno.
 */
int cpu_pin(unsigned int n)
{
	cpu_set_t allowed, one;
	int cpu;

	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return -errno;
	n %= CPU_COUNT(&allowed);
	for (cpu = 0; !CPU_ISSET(cpu, &allowed) || n--; cpu++)
		;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one) ? -errno : 0;
}
