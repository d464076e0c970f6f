/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_SESSION_H
#define NETNS_AB_SESSION_H

#include <jansson.h>

#include "args.h"
#include "hostinfo.h"

/**
 * struct session - what a subcommand hands over once its options are read
 * @command: its name
 * @json: name of the file for the figures, or NULL
 * @modes: all of which are tried before anything is measured
 * @set_mode: sets one of them; returns 0 or a negative errno after an error line
 * @host: filled in before @measure is called
 * @measure: measures, with the knobs open; returns 0 or a negative errno after an error line
 * @figures: returns what was measured as members of a new JSON object, or NULL
 * @data: for @measure and @figures
 */
struct session {
	const char *command;
	const char *json;
	const struct args_words *modes;
	int (*set_mode)(const char *mode);
	struct hostinfo *host;
	int (*measure)(void *data);
	json_t *(*figures)(const void *data);
	void *data;
};

int session_run(const struct session *s);

#endif
