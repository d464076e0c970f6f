// SPDX-License-Identifier: GPL-2.0-only
/*
 * Clocks as numbers.
 */
#include "clock.h"

/**
 * clock_read() - read a clock, to take differences of
 * @id: of the clock, as for clock_gettime()
 *
 * Return: seconds.
 */
double clock_read(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}
