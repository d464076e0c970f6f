// SPDX-License-Identifier: GPL-2.0-only
/*
 * What figures were measured on and with which options, and whether figures of several files can
 * be compared at all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "about.h"
#include "text.h"

#define VALUE_MAX	64

/* These say how often and in which order, and the tables what of: files may differ in them. */
static bool is_method(const char *option)
{
	static const char * const options[] = {
		"runs", "precision", "time_limit", "seed", "threads", "modes", NULL
	};
	unsigned int i;

	for (i = 0; options[i]; i++)
		if (!strcmp(options[i], option))
			return true;
	return false;
}

static void value_text(char text[VALUE_MAX], const json_t *value)
{
	char *dump = json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY);

	text_plain(text, VALUE_MAX, dump ? dump : json_string_value(value));
	free(dump);
}

/* An option that was not used is 0, false or null. */
static bool is_used(const json_t *value)
{
	return json_is_true(value) || json_is_string(value) || json_number_value(value) > 0;
}

static void print_options(json_t *options)
{
	char name[VALUE_MAX], text[VALUE_MAX];
	const char *key, *comma = "";
	json_t *value;

	json_object_foreach(options, key, value) {
		if (!is_used(value))
			continue;
		text_plain(name, sizeof(name), key);
		value_text(text, value);
		printf(json_is_true(value) ? "%s%s" : "%s%s %s", comma, name, text);
		comma = ", ";
	}
	putchar('\n');
}

static void print_file(const struct about *a, bool markdown)
{
	const struct createfile *f = &a->file;

	printf(markdown ? "- %s: " : "%s: ", a->name);
	printf("Linux %s %s, %ld CPUs, HZ ", f->result.host.uts.release, f->result.host.uts.machine,
	       f->result.host.cpus);
	if (f->result.host.hz)
		printf("%u", f->result.host.hz);
	else
		printf("unknown");
	printf("; netns-ab %s, %s; ", f->version, f->date);
	print_options(f->options);
}

static bool differs(const struct about *files, unsigned int n, const char *option)
{
	const json_t *first = json_object_get(files[0].file.options, option);
	unsigned int i;

	for (i = 1; i < n; i++)
		if (!json_equal(json_object_get(files[i].file.options, option), first))
			return true;
	return false;
}

/* All options that any file has, with null for a value. */
static json_t *all_options(const struct about *files, unsigned int n)
{
	json_t *all = json_object(), *value;
	const char *key;
	unsigned int i;

	for (i = 0; i < n; i++)
		json_object_foreach(files[i].file.options, key, value)
			json_object_set_new(all, key, json_null());
	return all;
}

static void print_differences(const struct about *files, unsigned int n)
{
	static const char unlike[] = "\nNot measured alike: the options differ in ";
	json_t *all = all_options(files, n), *value;
	const char *key, *comma = "";
	char name[VALUE_MAX];

	json_object_foreach(all, key, value) {
		if (is_method(key) || !differs(files, n, key))
			continue;
		text_plain(name, sizeof(name), key);
		printf("%s%s", *comma ? comma : unlike, name);
		comma = ", ";
	}
	if (*comma)
		putchar('\n');
	json_decref(all);
}

/**
 * about_print() - print what the figures are of
 * @files: all that are shown
 * @n: how many
 * @markdown: in Markdown, not as text
 */
void about_print(const struct about *files, unsigned int n, bool markdown)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		print_file(&files[i], markdown);
	print_differences(files, n);
	putchar('\n');
}
