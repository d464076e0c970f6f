// SPDX-License-Identifier: GPL-2.0-only
/*
 * gnuplot as a child: it reads its script from a pipe, and writes the picture where it is told.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>

#include "gnuplot.h"
#include "msg.h"

/* -d: without what the user's own start-up files say. */
static int spawn(pid_t *pid, int input, int output)
{
	static char * const argv[] = { (char *)"gnuplot", (char *)"-d", NULL };
	posix_spawn_file_actions_t files;
	int err;

	err = posix_spawn_file_actions_init(&files);
	if (err)
		return err;
	err = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
	if (!err)
		err = posix_spawnp(pid, argv[0], &files, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	return err;
}

/* Return: the end of the pipe to write to, or NULL after an error line; @input is the other. */
static FILE *make_pipe(int *input)
{
	FILE *script = NULL;
	int ends[2];

	if (!pipe2(ends, O_CLOEXEC)) {
		*input = ends[0];
		script = fdopen(ends[1], "w");
	}
	if (!script)
		msg_error("cannot make a pipe: %s", strerror(errno));
	return script;
}

/**
 * gnuplot_start() - start gnuplot
 * @g: filled in
 * @output: open for writing, for what it writes to its standard output
 *
 * SIGPIPE must be ignored: a gnuplot that died shows in gnuplot_finish().
 *
 * Return: 0, or a negative errno after an error line. After 0 the caller must call
 * gnuplot_finish().
 */
int gnuplot_start(struct gnuplot *g, int output)
{
	int input, err;

	g->script = make_pipe(&input);
	if (!g->script)
		return -EIO;
	err = spawn(&g->pid, input, output);
	close(input);
	if (!err)
		return 0;

	fclose(g->script);
	msg_error("cannot run gnuplot: %s%s", strerror(err),
		  err == ENOENT ? " (is it installed?)" : "");
	return -err;
}

/**
 * gnuplot_finish() - let gnuplot come to its end
 * @g: started
 *
 * Return: 0, or -EIO after an error line where it did not end well.
 */
int gnuplot_finish(struct gnuplot *g)
{
	int status = -1;

	fclose(g->script);
	while (waitpid(g->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!status)
		return 0;
	msg_error("gnuplot failed (wait status %#x)", status);
	return -EIO;
}
