/* SPDX-License-Identifier: GPL-2.0-only */
/* What netns_genid.ko offers to other modules. */
#ifndef NETNS_GENID_H
#define NETNS_GENID_H

int netns_genid_hold(const char *holder);
void netns_genid_release(void);

#endif /* NETNS_GENID_H */
