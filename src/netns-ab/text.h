/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_TEXT_H
#define NETNS_AB_TEXT_H

#include <stddef.h>

void text_plain(char *to, size_t size, const char *from);

#endif
