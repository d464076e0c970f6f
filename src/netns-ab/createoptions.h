/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_CREATEOPTIONS_H
#define NETNS_AB_CREATEOPTIONS_H

struct create_options;

int createoptions_parse(struct create_options *o, int argc, char **argv);
unsigned int createoptions_most_namespaces(const struct create_options *o);

#endif
