/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_ARGS_H
#define NETNS_AB_ARGS_H

#include <getopt.h>
#include <stdbool.h>

#define ARGS_LIST_MAX	16
#define ARGS_WORD_MAX	16

/**
 * struct args_numbers - a list of numbers
 * @n: how many
 * @v: the numbers
 */
struct args_numbers {
	unsigned int n;
	unsigned int v[ARGS_LIST_MAX];
};

/**
 * struct args_words - a list of words
 * @n: how many
 * @v: the words, each with its terminating zero
 */
struct args_words {
	unsigned int n;
	char v[ARGS_LIST_MAX][ARGS_WORD_MAX];
};

/**
 * struct args_choice - a word that an option accepts
 * @name: the word
 * @bits: what it stands for; the bits of a list's words are put together
 */
struct args_choice {
	const char *name;
	unsigned int bits;
};

/**
 * struct args_command - the command line of a subcommand
 * @name: its name
 * @usage: what --help prints
 * @short_options: as for getopt_long(), with ":" in front and "hV" among them
 * @long_options: as for getopt_long(); one that takes no value and is neither --help nor --version
 *	has no short form, and so a code above that of any char
 * @operands: there may be arguments that are no options; they are at the end then, from optind on
 * @value: stores the value of an option, NULL for one that takes none; returns 0 or -EINVAL after
 *	an error line
 */
struct args_command {
	const char *name;
	const char *usage;
	const char *short_options;
	const struct option *long_options;
	bool operands;
	int (*value)(int opt, const char *text, void *data);
};

int args_parse(const struct args_command *c, int argc, char **argv, void *data);
int args_number(const char *opt, const char *text, unsigned int max, unsigned int *out);
int args_numbers(const char *opt, const char *text, unsigned int max, struct args_numbers *out);
unsigned int args_most(const struct args_numbers *numbers);
int args_words(const char *opt, const char *text, struct args_words *out);
int args_find_word(const struct args_words *words, const char *word);
int args_choices(const char *opt, const char *text, const struct args_choice *choices,
		 unsigned int *bits);

#endif
