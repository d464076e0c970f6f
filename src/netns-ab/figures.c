// SPDX-License-Identifier: GPL-2.0-only
/*
 * The figures as JSON: what every file of them starts with, whatever was measured. A failure to
 * allocate makes a NULL, and that a NULL of all that it was to be a part of, up to figures_write().
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "args.h"
#include "figures.h"
#include "hostinfo.h"
#include "knob.h"
#include "msg.h"

/* Enough for microseconds in a run of minutes. */
#define DIGITS		9

static json_t *time_now(void)
{
	time_t now = time(NULL);
	char text[32];
	struct tm tm;

	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	return json_string(text);
}

static json_t *host(const struct hostinfo *h)
{
	return json_pack("{s:s, s:s, s:I, s:o}", "kernel", h->uts.release, "machine",
			 h->uts.machine, "cpus", (json_int_t)h->cpus, "hz",
			 h->hz ? json_integer(h->hz) : json_null());
}

static json_t *knobs(void)
{
	json_t *found = json_object();
	int i, ret = 0;

	for (i = 0; !ret && i < KNOB_COUNT; i++)
		ret = json_object_set_new(found, knob_name(i), json_string(knob_found(i)));
	if (!ret)
		return found;
	json_decref(found);
	return NULL;
}

/**
 * figures_head() - what every file starts with
 * @command: the subcommand
 * @h: where it was measured
 *
 * Return: a new object, or NULL.
 */
json_t *figures_head(const char *command, const struct hostinfo *h)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "program", "netns-ab", "version",
			 hostinfo_version(), "command", command, "date", time_now(), "host",
			 host(h), "knobs_found", knobs());
}

/**
 * figures_append() - append to a list
 * @list: the list, or NULL; where @item cannot be appended it is released and becomes NULL
 * @item: a new item, which is the list's from now on, or NULL
 */
void figures_append(json_t **list, json_t *item)
{
	if (!json_array_append_new(*list, item))
		return;
	json_decref(*list);
	*list = NULL;
}

/**
 * figures_words() - a list of words
 * @words: the list
 *
 * Return: a new array, or NULL.
 */
json_t *figures_words(const struct args_words *words)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < words->n; i++)
		figures_append(&list, json_string(words->v[i]));
	return list;
}

/**
 * figures_write() - write all
 * @out: the file; whether it took it all is for its owner to check
 * @head: what figures_head() returned; it is released
 * @members: what was measured, as more members of the same object; released as well
 *
 * Return: 0, or -ENOMEM after an error line.
 */
int figures_write(FILE *out, json_t *head, json_t *members)
{
	int ret = 0;

	if (!head || !members || json_object_update(head, members)) {
		msg_error("cannot make JSON of the figures: out of memory");
		ret = -ENOMEM;
	} else {
		json_dumpf(head, out, JSON_REAL_PRECISION(DIGITS));
		fputc('\n', out);
	}
	json_decref(head);
	json_decref(members);
	return ret;
}

static json_t *parse(FILE *in, const char *path)
{
	json_error_t error;
	json_t *root;

	root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
	if (!root)
		msg_error("%s: not JSON: line %d, column %d: %s", path, error.line, error.column,
			  error.text);
	return root;
}

static int check_head(json_t *root, const char *path, const char *command)
{
	const char *program = "", *found = "";

	json_unpack(root, "{s:s, s:s}", "program", &program, "command", &found);
	if (strcmp(program, "netns-ab")) {
		msg_error("%s: this was not written by netns-ab", path);
		return -EINVAL;
	}
	if (strcmp(found, command)) {
		msg_error("%s: this was written by netns-ab %s, not by netns-ab %s", path, found,
			  command);
		return -EINVAL;
	}
	return 0;
}

/**
 * figures_load() - read a file of figures
 * @path: its name
 * @command: the subcommand that must have written it
 *
 * Return: a new object, or NULL after an error line.
 */
json_t *figures_load(const char *path, const char *command)
{
	FILE *in = fopen(path, "re");
	json_t *root;

	if (!in) {
		msg_error("%s: %s", path, strerror(errno));
		return NULL;
	}
	root = parse(in, path);
	fclose(in);
	if (root && check_head(root, path, command)) {
		json_decref(root);
		root = NULL;
	}
	return root;
}
