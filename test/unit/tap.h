/* SPDX-License-Identifier: GPL-2.0-only */
/* Test Anything Protocol, as much as the unit tests need. */
#ifndef TEST_UNIT_TAP_H
#define TEST_UNIT_TAP_H

#include <stdbool.h>
#include <stdio.h>

static unsigned int tap_tests;
static unsigned int tap_failed;

/* Reports one test. */
#define ok(cond, ...)							\
do {									\
	bool ok_ = (cond);						\
									\
	printf("%sok %u - ", ok_ ? "" : "not ", ++tap_tests);		\
	printf(__VA_ARGS__);						\
	printf("\n");							\
	if (!ok_) {							\
		tap_failed++;						\
		printf("# %s:%d: %s\n", __FILE__, __LINE__, #cond);	\
	}								\
} while (0)

/* Prints the plan; its value is the exit status. */
static inline int done_testing(void)
{
	printf("1..%u\n", tap_tests);
	return tap_failed != 0;
}

#endif /* TEST_UNIT_TAP_H */
