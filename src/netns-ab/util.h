/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_UTIL_H
#define NETNS_AB_UTIL_H

/* Short forms that the kernel has and user space has not. */
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define __aligned(x)		__attribute__((__aligned__(x)))
#define __packed		__attribute__((__packed__))
#define __printf(fmt, first)	__attribute__((__format__(__printf__, fmt, first)))

#endif
