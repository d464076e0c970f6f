// SPDX-License-Identifier: GPL-2.0-only
/*
 * The subcommand "report": what files of "create" say, side by side, as a table and as a picture.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "about.h"
#include "createfile.h"
#include "latencytable.h"
#include "msg.h"
#include "outfile.h"
#include "plot.h"
#include "ratetable.h"
#include "report.h"
#include "sig.h"
#include "text.h"
#include "view.h"

static const char usage[] =
	"Usage: netns-ab report [OPTION]... FILE...\n"
	"Show what netns-ab create --json wrote, the files side by side.\n"
	"\n"
	"      --format WORD    text or markdown (default text)\n"
	"      --plot FILE      make a picture as well: FILE ends in .svg or .png\n"
	"  -h, --help           show this text\n"
	"  -V, --version        show the version\n"
	"\n"
	"Needs neither root nor the modules; a picture needs gnuplot.\n"
	"Exit status: 0 all shown, 1 something failed, 2 bad usage.\n";

enum { OPT_FORMAT = UCHAR_MAX + 1, OPT_PLOT };

static const struct option long_options[] = {
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "plot", required_argument, NULL, OPT_PLOT },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{}
};

/**
 * struct options - what the user asked for
 * @markdown: tables in Markdown, not text
 * @picture: name of the file for the picture, or NULL
 */
struct options {
	bool markdown;
	const char *picture;
};

static int parse_format(const char *text, struct options *o)
{
	o->markdown = !strcmp(text, "markdown");
	if (o->markdown || !strcmp(text, "text"))
		return 0;
	msg_error("--format: '%s' is neither text nor markdown", text);
	return -EINVAL;
}

static int parse_plot(const char *text, struct options *o)
{
	o->picture = text;
	if (plot_terminal(text))
		return 0;
	msg_error("--plot: '%s' ends neither in .svg nor in .png", text);
	return -EINVAL;
}

static int parse_value(int opt, const char *text, void *data)
{
	return opt == OPT_FORMAT ? parse_format(text, data) : parse_plot(text, data);
}

static const struct args_command command = {
	.name = "report",
	.usage = usage,
	.short_options = ":hV",
	.long_options = long_options,
	.operands = true,
	.value = parse_value,
};

static int check_count(int files)
{
	if (files > 0 && files <= VIEW_RESULTS_MAX)
		return 0;
	if (files > 0)
		msg_error("more than %d files", VIEW_RESULTS_MAX);
	else
		msg_error("no file given; see netns-ab report --help");
	return -EINVAL;
}

/* "bookworm" for results/bookworm.json. */
static void short_name(char *name, const char *path)
{
	const char *base = strrchr(path, '/');
	size_t length;

	text_plain(name, ABOUT_NAME_MAX, base ? base + 1 : path);
	length = strlen(name);
	if (length > strlen(".json") && !strcmp(name + length - strlen(".json"), ".json"))
		name[length - strlen(".json")] = '\0';
}

/* Short names, unless two files have the same. */
static void name_files(struct about *files, unsigned int n, char **paths)
{
	bool clash = false;
	unsigned int i, j;

	for (i = 0; i < n; i++) {
		short_name(files[i].name, paths[i]);
		for (j = 0; j < i; j++)
			clash |= !strcmp(files[i].name, files[j].name);
	}
	for (i = 0; clash && i < n; i++)
		text_plain(files[i].name, ABOUT_NAME_MAX, paths[i]);
}

static int make_picture(const char *name, const struct view *v)
{
	struct outfile file;
	int ret;

	ret = outfile_open(&file, "--plot", name);
	if (ret || !name)
		return ret;
	ret = plot_make(v, plot_terminal(name), fileno(file.stream));
	if (!ret)
		return outfile_commit(&file);
	outfile_discard(&file);
	return ret;
}

static void print(const struct options *o, const struct about *files, const struct view *v)
{
	struct grid rates = { .markdown = o->markdown };
	unsigned int i;

	about_print(files, v->n, o->markdown);
	ratetable_head(&rates, v);
	for (i = 0; i < v->threads.n; i++)
		ratetable_rows(&rates, v, v->threads.v[i]);
	latencytable_print(v, o->markdown);
}

/* Nothing is printed before all that can fail has been done. */
static int show(const struct options *o, const struct about *files, unsigned int n)
{
	struct view view = {};
	unsigned int i;
	int ret;

	for (i = 0; i < n; i++) {
		if (view_add(&view, files[i].name, &files[i].file.result)) {
			msg_error("more than %d modes or numbers of threads in all", ARGS_LIST_MAX);
			return -E2BIG;
		}
	}
	ret = make_picture(o->picture, &view);
	if (ret)
		return ret;
	print(o, files, &view);
	return msg_flush();
}

static int run(const struct options *o, char **paths, unsigned int n)
{
	struct about files[VIEW_RESULTS_MAX] = {};
	unsigned int i, read;
	int ret = 0;

	name_files(files, n, paths);
	for (read = 0; !ret && read < n; read++)
		ret = createfile_read(&files[read].file, paths[read]);
	if (!ret)
		ret = show(o, files, n);
	for (i = 0; i < read; i++)
		createfile_free(&files[i].file);
	return ret;
}

/**
 * report_main() - the subcommand "report"
 * @argc: number of arguments, with the subcommand's name
 * @argv: the arguments
 *
 * Return: the exit status: 0, 1 for a failure, 2 for bad usage, the two after an error line.
 */
int report_main(int argc, char **argv)
{
	struct options o = {};
	int ret;

	ret = args_parse(&command, argc, argv, &o);
	if (!ret)
		ret = check_count(argc - optind);
	if (ret < 0)
		return MSG_EXIT_USAGE;
	if (ret)
		return msg_flush() ? MSG_EXIT_FAILURE : 0;
	sig_setup();
	return run(&o, argv + optind, argc - optind) ? MSG_EXIT_FAILURE : 0;
}
