// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where sysfs is.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sysfs.h"

/**
 * sysfs_path() - write the path of a file in sysfs
 * @path: where it goes
 * @file: the file's path below /sys, or below what NETNS_AB_SYSFS says
 */
void sysfs_path(char path[SYSFS_PATH_MAX], const char *file)
{
	const char *sysfs = getenv("NETNS_AB_SYSFS");

	snprintf(path, SYSFS_PATH_MAX, "%s/%s", sysfs ? sysfs : "/sys", file);
}
