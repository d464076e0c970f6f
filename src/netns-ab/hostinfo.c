// SPDX-License-Identifier: GPL-2.0-only
/*
 * The host and the program: what a figure needs beside it to mean anything.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hostinfo.h"

/* From the configuration that distributions install beside the kernel. Return: 0 if not there. */
static unsigned int read_hz(const char *release)
{
	static const char key[] = "CONFIG_HZ=";
	char path[sizeof("/boot/config-") + sizeof(((struct utsname *)0)->release)];
	unsigned int hz = 0;
	char line[256];
	FILE *f;

	snprintf(path, sizeof(path), "/boot/config-%s", release);
	f = fopen(path, "re");
	if (!f)
		return 0;
	while (!hz && fgets(line, sizeof(line), f))
		if (!strncmp(line, key, strlen(key)))
			hz = strtoul(line + strlen(key), NULL, 10);
	fclose(f);
	return hz;
}

/**
 * hostinfo_get() - find out what this host is
 * @h: where it goes
 */
void hostinfo_get(struct hostinfo *h)
{
	uname(&h->uts);
	h->cpus = sysconf(_SC_NPROCESSORS_ONLN);
	h->hz = read_hz(h->uts.release);
}

/**
 * hostinfo_print() - print the line that says where figures come from
 * @h: the host
 */
void hostinfo_print(const struct hostinfo *h)
{
	printf("netns-ab %s: Linux %s %s, %ld CPUs online, HZ ", hostinfo_version(), h->uts.release,
	       h->uts.machine, h->cpus);
	if (h->hz)
		printf("%u\n", h->hz);
	else
		printf("unknown\n");
}

/**
 * hostinfo_version() - the version of this program
 *
 * Return: the version of the package that it was built from.
 */
const char *hostinfo_version(void)
{
	return NETNS_AB_VERSION;
}
