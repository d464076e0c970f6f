/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_HISTORY_H
#define NETNS_AB_HISTORY_H

struct stage;

/**
 * enum history_step - what is done to the link before its move, in this order
 * @HISTORY_BRIDGE: it is enslaved to a bridge and released
 * @HISTORY_DOWN: it is set down
 * @HISTORY_ADDRESS: an address is added to it and removed
 * @HISTORY_BACK: it is moved to the target and back
 */
enum history_step {
	HISTORY_BRIDGE,
	HISTORY_DOWN,
	HISTORY_ADDRESS,
	HISTORY_BACK,
};

#define HISTORY_STEPS	(HISTORY_BACK + 1)

const char *history_name(enum history_step step);
int history_prepare(const struct stage *s, unsigned int steps);
int history_play(const struct stage *s, unsigned int steps);

#endif
