/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_REPORT_H
#define NETNS_AB_REPORT_H

int report_main(int argc, char **argv);

#endif
