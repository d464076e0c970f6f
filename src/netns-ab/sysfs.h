/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_SYSFS_H
#define NETNS_AB_SYSFS_H

#define SYSFS_PATH_MAX	512

void sysfs_path(char path[SYSFS_PATH_MAX], const char *file);

#endif
