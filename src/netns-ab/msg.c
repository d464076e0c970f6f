// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the program tells the user: error lines, the progress line, and whether stdout took it all.
 * For the main thread only.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "msg.h"

#define LINE_SIZE	1024

static bool progress_shown;

/**
 * msg_error() - print one line "netns-ab: ..." on stderr
 * @fmt: printf() format, without a newline
 *
 * It stays one line whatever the arguments hold: control characters become question marks, and a
 * very long text is cut.
 */
void msg_error(const char *fmt, ...)
{
	char text[LINE_SIZE], *c;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (c = text; *c; c++)
		if (iscntrl((unsigned char)*c))
			*c = '?';

	msg_progress_end();
	fflush(stdout);
	fprintf(stderr, "netns-ab: %s\n", text);
}

/**
 * msg_progress() - replace the progress line, where stderr is a terminal
 * @fmt: printf() format, without a newline
 */
void msg_progress(const char *fmt, ...)
{
	va_list ap;

	if (!isatty(STDERR_FILENO))
		return;

	va_start(ap, fmt);
	fputs("\r\033[K", stderr);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fflush(stderr);
	progress_shown = true;
}

/**
 * msg_progress_end() - take the progress line away, if there is one
 */
void msg_progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}

/**
 * msg_flush() - write out stdout and check that all of it got there
 *
 * Return: 0, or -EIO after an error line.
 */
int msg_flush(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return 0;

	msg_error("cannot write to standard output");
	clearerr(stdout);
	return -EIO;
}
