// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns-ab: measures on the live host what the knobs of netns-genid change.
 *
 * This file only finds the subcommand; each has a file of its own.
 */
#include <stdio.h>
#include <string.h>

#include "util.h"
#include "create.h"
#include "hostinfo.h"
#include "leak.h"
#include "msg.h"
#include "report.h"
#include "routes.h"
#include "sig.h"
#include "tap.h"

static const struct command {
	const char *name;
	const char *what;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "create", "rate of creating network namespaces, mode against mode", create_main },
	{ "leak", "datagrams sent through a link after its move, mode against mode", leak_main },
	{ "report", "what files of create say, as a table and as a picture", report_main },
	{ "routes", "what route changes cost, unique numbers off and on", routes_main },
	{ "tap", "packets/s through tap devices and a bridge, mode against mode", tap_main },
};

static int show_help(void)
{
	size_t i;

	printf("Usage: netns-ab COMMAND [OPTION]...\n"
	       "Measure on this host what the knobs of netns-genid change.\n\n"
	       "Commands:\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].what);
	printf("\n'netns-ab COMMAND --help' lists the options of a command.\n");
	return msg_flush() ? MSG_EXIT_FAILURE : 0;
}

static int show_version(void)
{
	printf("netns-ab %s\n", hostinfo_version());
	return msg_flush() ? MSG_EXIT_FAILURE : 0;
}

static int dispatch(int argc, char **argv)
{
	size_t i;

	if (argc < 2) {
		msg_error("no command given; see netns-ab --help");
		return MSG_EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return show_help();
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
		return show_version();

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);

	msg_error("unknown command '%s'; see netns-ab --help", argv[1]);
	return MSG_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	int ret = dispatch(argc, argv);

	/* Everything is undone by now: let the parent see which signal it was. */
	if (sig_caught())
		sig_die();
	return ret;
}
