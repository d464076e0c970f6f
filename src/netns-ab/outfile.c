// SPDX-License-Identifier: GPL-2.0-only
/*
 * A file that the user asked for. It is opened before anything is measured, under another name,
 * and renamed when it is complete: under its own name there is never half a file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

#include "msg.h"
#include "outfile.h"

static int no_file(const struct outfile *f, const char *why)
{
	msg_error("%s: cannot write '%s': %s", f->option, f->name, why);
	return -EINVAL;
}

/* As a file made by open() would get them; mkostemp() allows the owner only. */
static void usual_permissions(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	fchmod(fd, 0666 & ~mask);
}

/* A rename would replace a device or a link itself, such as /dev/stdout. */
static int check_target(const struct outfile *f)
{
	struct stat st;

	if (!*f->name)
		return no_file(f, "the name is empty");
	if (!lstat(f->name, &st) && !S_ISREG(st.st_mode))
		return no_file(f, "it is there and is not a regular file");
	return 0;
}

/**
 * outfile_open() - make sure that the file can be written
 * @f: filled in; with a NULL @name the other functions do nothing with it
 * @option: the option that named it, for error lines
 * @name: the file's name, or NULL
 *
 * Return: 0, or -EINVAL after an error line. After 0 the caller must call outfile_commit() or
 * outfile_discard().
 */
int outfile_open(struct outfile *f, const char *option, const char *name)
{
	int fd;

	f->option = option;
	f->name = name;
	f->stream = NULL;
	if (!name)
		return 0;
	if (check_target(f))
		return -EINVAL;
	if (snprintf(f->temp, sizeof(f->temp), "%s.XXXXXX", name) >= (int)sizeof(f->temp))
		return no_file(f, "the name is too long");

	fd = mkostemp(f->temp, O_CLOEXEC);
	if (fd < 0)
		return no_file(f, strerror(errno));
	usual_permissions(fd);
	f->stream = fdopen(fd, "w");
	if (f->stream)
		return 0;

	no_file(f, strerror(errno));
	close(fd);
	unlink(f->temp);
	return -EINVAL;
}

static int close_stream(struct outfile *f)
{
	int ret = 0;

	if (fflush(f->stream))
		ret = -errno;
	else if (ferror(f->stream))
		ret = -EIO;
	if (fclose(f->stream) && !ret)
		ret = -errno;
	f->stream = NULL;
	return ret;
}

/**
 * outfile_commit() - give the complete file its name
 * @f: the file; closed whatever happens
 *
 * Return: 0, or -EINVAL after an error line, and then the file is gone.
 */
int outfile_commit(struct outfile *f)
{
	int ret;

	if (!f->name)
		return 0;

	ret = close_stream(f);
	if (!ret && rename(f->temp, f->name))
		ret = -errno;
	if (!ret)
		return 0;

	unlink(f->temp);
	return no_file(f, strerror(-ret));
}

/**
 * outfile_discard() - give the file up
 * @f: the file; nothing of it remains
 */
void outfile_discard(struct outfile *f)
{
	if (!f->name)
		return;
	fclose(f->stream);
	f->stream = NULL;
	unlink(f->temp);
}
