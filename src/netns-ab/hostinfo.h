/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_HOSTINFO_H
#define NETNS_AB_HOSTINFO_H

#include <sys/utsname.h>

/**
 * struct hostinfo - what the figures were measured on
 * @uts: kernel release and machine
 * @cpus: CPUs online
 * @hz: the kernel's CONFIG_HZ, or 0 where it is not known
 */
struct hostinfo {
	struct utsname uts;
	long cpus;
	unsigned int hz;
};

void hostinfo_get(struct hostinfo *h);
void hostinfo_print(const struct hostinfo *h);
const char *hostinfo_version(void);

#endif
