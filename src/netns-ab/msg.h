/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_MSG_H
#define NETNS_AB_MSG_H

#include "util.h"

#define MSG_EXIT_FAILURE	1
#define MSG_EXIT_USAGE		2

void msg_error(const char *fmt, ...) __printf(1, 2);
void msg_progress(const char *fmt, ...) __printf(1, 2);
void msg_progress_end(void);
int msg_flush(void);

#endif
