// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command line, and values of options: numbers, and lists separated by commas. Each function
 * prints its own error.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "hostinfo.h"
#include "msg.h"

/*
 * Copies the text up to the next comma to @item and moves *@text behind the comma, or to NULL
 * after the last item.
 */
static int next_item(const char *opt, const char **text, char item[ARGS_WORD_MAX])
{
	size_t len = strcspn(*text, ",");

	if (!len) {
		msg_error("%s: there is an empty item in the list", opt);
		return -EINVAL;
	}
	if (len >= ARGS_WORD_MAX) {
		msg_error("%s: '%.*s' is too long", opt, (int)len, *text);
		return -EINVAL;
	}
	memcpy(item, *text, len);
	item[len] = '\0';
	*text = (*text)[len] ? *text + len + 1 : NULL;
	return 0;
}

static int repeated(const char *opt, const char *item)
{
	msg_error("%s: '%s' is given twice", opt, item);
	return -EINVAL;
}

static int too_many(const char *opt)
{
	msg_error("%s: more than %d items", opt, ARGS_LIST_MAX);
	return -EINVAL;
}

/* @opt is what getopt_long() returned: ':' or '?'. */
static int bad_option(const struct args_command *c, int opt, char **argv)
{
	const char *arg = argv[optind - 1];

	if (opt == ':')
		msg_error("%s: a value is missing", arg);
	else if (!optopt)
		msg_error("unknown option %s; see netns-ab %s --help", arg, c->name);
	else if (optopt > UCHAR_MAX || strchr("hV", optopt))
		msg_error("%s: this option takes no value", arg);
	else
		msg_error("unknown option -%c; see netns-ab %s --help", optopt, c->name);
	return -EINVAL;
}

/**
 * args_parse() - read a command line
 * @c: what may stand on it
 * @argc: number of arguments, with the subcommand's name
 * @argv: the arguments
 * @data: for @c->value
 *
 * Return: 0, -EINVAL after an error line, or 1 when all that was asked for has been printed.
 */
int args_parse(const struct args_command *c, int argc, char **argv, void *data)
{
	int opt;

	opterr = 0;
	while ((opt = getopt_long(argc, argv, c->short_options, c->long_options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(c->usage, stdout);
			return 1;
		}
		if (opt == 'V') {
			printf("netns-ab %s\n", hostinfo_version());
			return 1;
		}
		if (opt == '?' || opt == ':')
			return bad_option(c, opt, argv);
		if (c->value(opt, optarg, data))
			return -EINVAL;
	}
	if (optind == argc || c->operands)
		return 0;
	msg_error("unexpected argument '%s'; see netns-ab %s --help", argv[optind], c->name);
	return -EINVAL;
}

/**
 * args_number() - read a whole number from 1 to @max
 * @opt: name of the option, for the error line
 * @text: decimal digits and nothing else
 * @max: the largest number that is accepted
 * @out: where it goes
 *
 * Return: 0, or -EINVAL after an error line.
 */
int args_number(const char *opt, const char *text, unsigned int max, unsigned int *out)
{
	unsigned long v;

	errno = 0;
	v = strtoul(text, NULL, 10);
	if (!*text || text[strspn(text, "0123456789")] || errno || v < 1 || v > max) {
		msg_error("%s: '%s' is not a whole number from 1 to %u", opt, text, max);
		return -EINVAL;
	}
	*out = v;
	return 0;
}

/**
 * args_numbers() - read a list of different numbers, each from 1 to @max
 * @opt: name of the option, for the error line
 * @text: for instance "1,4,16"
 * @max: the largest number that is accepted
 * @out: where the list goes
 *
 * Return: 0, or -EINVAL after an error line.
 */
int args_numbers(const char *opt, const char *text, unsigned int max, struct args_numbers *out)
{
	char item[ARGS_WORD_MAX];
	unsigned int i, v;

	for (out->n = 0; text; out->v[out->n++] = v) {
		if (next_item(opt, &text, item) || args_number(opt, item, max, &v))
			return -EINVAL;
		for (i = 0; i < out->n; i++)
			if (out->v[i] == v)
				return repeated(opt, item);
		if (out->n == ARGS_LIST_MAX)
			return too_many(opt);
	}
	return 0;
}

/**
 * args_most() - find the largest number in a list
 * @numbers: the list
 *
 * Return: the number, 0 where there is none.
 */
unsigned int args_most(const struct args_numbers *numbers)
{
	unsigned int i, most = 0;

	for (i = 0; i < numbers->n; i++)
		if (numbers->v[i] > most)
			most = numbers->v[i];
	return most;
}

/**
 * args_words() - read a list of different words of small letters, digits and underscores
 * @opt: name of the option, for the error line
 * @text: for instance "keep,drop"
 * @out: where the list goes
 *
 * Return: 0, or -EINVAL after an error line.
 */
int args_words(const char *opt, const char *text, struct args_words *out)
{
	char item[ARGS_WORD_MAX];
	unsigned int i;

	for (out->n = 0; text; memcpy(out->v[out->n++], item, sizeof(item))) {
		if (next_item(opt, &text, item))
			return -EINVAL;
		if (item[strspn(item, "abcdefghijklmnopqrstuvwxyz0123456789_")]) {
			msg_error("%s: '%s' is not a word of small letters, digits and '_'", opt,
				  item);
			return -EINVAL;
		}
		for (i = 0; i < out->n; i++)
			if (!strcmp(out->v[i], item))
				return repeated(opt, item);
		if (out->n == ARGS_LIST_MAX)
			return too_many(opt);
	}
	return 0;
}

/**
 * args_find_word() - find a word in a list
 * @words: the list
 * @word: the word
 *
 * Return: its number, from 0, or -1 where it is not there.
 */
int args_find_word(const struct args_words *words, const char *word)
{
	unsigned int i;

	for (i = 0; i < words->n; i++)
		if (!strcmp(words->v[i], word))
			return i;
	return -1;
}

static const struct args_choice *find_choice(const struct args_choice *choices, const char *item)
{
	while (choices->name && strcmp(choices->name, item))
		choices++;
	return choices->name ? choices : NULL;
}

static int no_choice(const char *opt, const char *item, const struct args_choice *choices)
{
	char text[128] = "";
	size_t len = 0;

	for (; choices->name; choices++)
		len += snprintf(text + len, sizeof(text) - len, " %s", choices->name);
	msg_error("%s: '%s' is none of:%s", opt, item, text);
	return -EINVAL;
}

/**
 * args_choices() - read a list of words that are known beforehand
 * @opt: name of the option, for the error line
 * @text: for instance "plain,nexthop"
 * @choices: the words, few and short, up to one without a name
 * @bits: where the bits of the words go
 *
 * Return: 0, or -EINVAL after an error line.
 */
int args_choices(const char *opt, const char *text, const struct args_choice *choices,
		 unsigned int *bits)
{
	const struct args_choice *c;
	char item[ARGS_WORD_MAX];

	for (*bits = 0; text; *bits |= c->bits) {
		if (next_item(opt, &text, item))
			return -EINVAL;
		c = find_choice(choices, item);
		if (!c)
			return no_choice(opt, item, choices);
		if (*bits & c->bits)
			return repeated(opt, item);
	}
	return 0;
}
