/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_SIG_H
#define NETNS_AB_SIG_H

#include <signal.h>

void sig_setup(void);
int sig_caught(void);
void sig_block(sigset_t *old);
void sig_unblock(const sigset_t *old);
void sig_die(void);

#endif
