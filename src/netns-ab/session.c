// SPDX-License-Identifier: GPL-2.0-only
/*
 * What every subcommand does around its measuring: the file, the knobs and the signals, taken in
 * this order and given back in the reverse order, whatever happened in between.
 */
#include <string.h>
#include <unistd.h>

#include "figures.h"
#include "knob.h"
#include "msg.h"
#include "outfile.h"
#include "session.h"
#include "sig.h"

/* Has the kernel look at every mode. Return: the error of the first that is refused. */
static int try_modes(const struct session *s)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < s->modes->n; i++)
		ret = s->set_mode(s->modes->v[i]);
	return ret;
}

/* With the knobs open: they are put back by the caller. */
static int with_knobs(const struct session *s)
{
	int ret;

	ret = try_modes(s);
	if (!ret)
		ret = s->measure(s->data);
	if (sig_caught())
		msg_error("stopped by signal %d (%s)", sig_caught(), strsignal(sig_caught()));
	return ret;
}

static int with_file(const struct session *s)
{
	int ret, err;

	ret = knob_open();
	if (ret)
		return ret;
	hostinfo_get(s->host);
	ret = with_knobs(s);
	err = knob_close();
	return ret ? ret : err;
}

static int write_figures(const struct session *s, struct outfile *f)
{
	if (!f->name)
		return 0;
	return figures_write(f->stream, figures_head(s->command, s->host), s->figures(s->data));
}

static int run(const struct session *s)
{
	struct outfile file;
	int ret;

	ret = outfile_open(&file, "--json", s->json);
	if (ret)
		return ret;

	ret = with_file(s);
	if (!ret)
		ret = write_figures(s, &file);
	if (ret)
		outfile_discard(&file);
	else
		ret = outfile_commit(&file);
	return ret;
}

/**
 * session_run() - measure, and leave everything as it was found
 * @s: what to do
 *
 * Return: the exit status: 0, or 1 after an error line.
 */
int session_run(const struct session *s)
{
	int ret;

	if (geteuid()) {
		msg_error("must be run as root");
		return MSG_EXIT_FAILURE;
	}
	sig_setup();
	ret = run(s);
	if (msg_flush() || ret)
		return MSG_EXIT_FAILURE;
	return 0;
}
