/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_KNOB_H
#define NETNS_AB_KNOB_H

#include <stdbool.h>

#define KNOB_VALUE_MAX	32

enum knob_id {
	KNOB_BARRIER,
	KNOB_IPV4,
	KNOB_IPV6,
	KNOB_EXPEDITED,
	KNOB_FIRST_FQS,
	KNOB_COUNT,
};

int knob_open(void);
const char *knob_name(enum knob_id id);
const char *knob_found(enum knob_id id);
void knob_print(void);
int knob_set_mode(const char *mode);
int knob_turn(enum knob_id id, const char *value);
int knob_put_back(enum knob_id id);
int knob_set_all(const char *mode, bool unique);
int knob_close(void);

#endif
