// SPDX-License-Identifier: GPL-2.0-only
/*
 * The figures as a JSON file. It is opened before anything is measured, under another name, and
 * renamed when it is complete: under its own name there is never half a file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>

#include "args.h"
#include "hostinfo.h"
#include "json.h"
#include "knob.h"
#include "msg.h"

static int no_file(const char *name, const char *why)
{
	msg_error("--json: cannot write '%s': %s", name, why);
	return -EINVAL;
}

/* As a file made by open() would get them; mkstemp() allows the owner only. */
static void usual_permissions(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	fchmod(fd, 0666 & ~mask);
}

/* A rename would replace a device or a link itself, such as /dev/stdout. */
static int check_target(const char *name)
{
	struct stat st;

	if (!*name)
		return no_file(name, "the name is empty");
	if (!lstat(name, &st) && !S_ISREG(st.st_mode))
		return no_file(name, "it is there and is not a regular file");
	return 0;
}

/**
 * json_open() - make sure that the file can be written
 * @f: filled in; with a NULL @name the other functions do nothing with it
 * @name: the file's name, or NULL
 *
 * Return: 0, or -EINVAL after an error line. After 0 the caller must call json_commit() or
 * json_discard().
 */
int json_open(struct json_file *f, const char *name)
{
	int fd;

	f->name = name;
	f->stream = NULL;
	if (!name)
		return 0;
	if (check_target(name))
		return -EINVAL;
	if (snprintf(f->temp, sizeof(f->temp), "%s.XXXXXX", name) >= (int)sizeof(f->temp))
		return no_file(name, "the name is too long");

	fd = mkstemp(f->temp);
	if (fd < 0)
		return no_file(name, strerror(errno));
	usual_permissions(fd);
	f->stream = fdopen(fd, "w");
	if (f->stream)
		return 0;

	no_file(name, strerror(errno));
	close(fd);
	unlink(f->temp);
	return -EINVAL;
}

/**
 * json_string() - write a string
 * @out: the file
 * @text: bytes that are not ASCII are written as if they were Latin-1
 */
void json_string(FILE *out, const char *text)
{
	const unsigned char *c;

	fputc('"', out);
	for (c = (const unsigned char *)text; *c; c++) {
		if (*c == '"' || *c == '\\')
			fprintf(out, "\\%c", *c);
		else if (*c < ' ' || *c > '~')
			fprintf(out, "\\u%04x", *c);
		else
			fputc(*c, out);
	}
	fputc('"', out);
}

/**
 * json_member() - write a member whose value is a string
 * @out: the file
 * @name: its name
 * @value: its value
 */
void json_member(FILE *out, const char *name, const char *value)
{
	json_string(out, name);
	fputs(": ", out);
	json_string(out, value);
}

/**
 * json_words() - write a line with a member whose value is a list of strings, and a comma
 * @out: the file
 * @name: its name
 * @words: its value
 */
void json_words(FILE *out, const char *name, const struct args_words *words)
{
	unsigned int i;

	fputs("  ", out);
	json_string(out, name);
	fputs(": [", out);
	for (i = 0; i < words->n; i++) {
		fputs(i ? ", " : "", out);
		json_string(out, words->v[i]);
	}
	fputs("],\n", out);
}

static void put_time(FILE *out)
{
	time_t now = time(NULL);
	char text[32];
	struct tm tm;

	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	json_member(out, "date", text);
}

static void put_host(FILE *out, const struct hostinfo *h)
{
	fputs("  \"host\": { ", out);
	json_member(out, "kernel", h->uts.release);
	fputs(", ", out);
	json_member(out, "machine", h->uts.machine);
	fprintf(out, ", \"cpus\": %ld, \"hz\": ", h->cpus);
	if (h->hz)
		fprintf(out, "%u },\n", h->hz);
	else
		fputs("null },\n", out);
}

static void put_knobs(FILE *out)
{
	int i;

	fputs("  \"knobs_found\": { ", out);
	for (i = 0; i < KNOB_COUNT; i++) {
		fputs(i ? ", " : "", out);
		json_member(out, knob_name(i), knob_found(i));
	}
	fputs(" },\n", out);
}

/**
 * json_begin() - write what every file starts with
 * @f: an open file
 * @command: the subcommand
 * @h: where it was measured
 *
 * The figures follow, as more members of the same object.
 */
void json_begin(struct json_file *f, const char *command, const struct hostinfo *h)
{
	FILE *out = f->stream;

	fputs("{\n  ", out);
	json_member(out, "program", "netns-ab");
	fputs(",\n  ", out);
	json_member(out, "version", hostinfo_version());
	fputs(",\n  ", out);
	json_member(out, "command", command);
	fputs(",\n  ", out);
	put_time(out);
	fputs(",\n", out);
	put_host(out, h);
	put_knobs(out);
}

/**
 * json_end() - close what json_begin() opened
 * @f: the file
 *
 * Return: 0, or -EIO after an error line.
 */
int json_end(struct json_file *f)
{
	fputs("}\n", f->stream);
	if (!fflush(f->stream) && !ferror(f->stream))
		return 0;
	no_file(f->name, strerror(errno));
	return -EIO;
}

/**
 * json_commit() - give the complete file its name
 * @f: the file; closed whatever happens
 *
 * Return: 0, or -EINVAL after an error line, and then the file is gone.
 */
int json_commit(struct json_file *f)
{
	int ret;

	if (!f->name)
		return 0;

	ret = fclose(f->stream);
	f->stream = NULL;
	if (!ret)
		ret = rename(f->temp, f->name);
	if (!ret)
		return 0;

	no_file(f->name, strerror(errno));
	unlink(f->temp);
	return -EINVAL;
}

/**
 * json_discard() - give the file up
 * @f: the file; nothing of it remains
 */
void json_discard(struct json_file *f)
{
	if (!f->name)
		return;
	fclose(f->stream);
	f->stream = NULL;
	unlink(f->temp);
}
