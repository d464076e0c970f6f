/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_ROOM_H
#define NETNS_AB_ROOM_H

int room_enter(void);
int room_silence(void);
int room_leave(int home);

#endif
