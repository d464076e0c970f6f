// SPDX-License-Identifier: GPL-2.0-only
/*
 * The figures of "create" as JSON, both ways. What is read may be anything: it is checked, so that
 * whoever prints it need not.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "createfile.h"
#include "figures.h"
#include "hostend.h"
#include "msg.h"
#include "text.h"

/* More than "create" ever makes. */
#define SAMPLES_MAX	(CREATE_RUNS_MAX * ARGS_LIST_MAX * ARGS_LIST_MAX)

static json_t *numbers(const struct args_numbers *n)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < n->n; i++)
		figures_append(&list, json_integer(n->v[i]));
	return list;
}

static json_t *options(const struct create_options *o)
{
	char with[RECIPE_TEXT_MAX];

	recipe_with_text(&o->recipe, with);
	return json_pack("{s:s, s:i, s:s, s:i, s:i, s:i, s:b, s:b, s:i, s:i, s:i, s:i, s:o, s:o}",
			 "pattern", recipe_pattern_name(&o->recipe), "devices", o->recipe.devices,
			 "with", with, "namespaces", o->namespaces, "churn", o->churn, "alive",
			 o->alive, "probe", o->probe, "held", o->held, "runs", o->runs,
			 "precision", o->precision, "time_limit", o->time_limit, "seed", o->seed,
			 "threads", numbers(&o->threads), "modes", figures_words(&o->modes));
}

static json_t *percentiles(const struct latency *l)
{
	json_t *us = json_array();
	unsigned int i;

	for (i = 0; i <= LATENCY_MAX; i++)
		figures_append(&us, json_real(l->us[i]));
	return json_pack("{s:i, s:o}", "count", l->count, "us", us);
}

/* Only the kinds that were measured are there. */
static json_t *latencies(const struct create_sample *s)
{
	const struct latency *l = s->latency;
	json_t *all = json_object();
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < LATENCY_KINDS; i++)
		if (l[i].count)
			ret = json_object_set_new(all, latency_name(i), percentiles(&l[i]));
	if (!ret)
		return all;
	json_decref(all);
	return NULL;
}

static json_t *sample(const struct create_result *r, unsigned int order)
{
	const struct create_sample *s = &r->samples[order];

	return json_pack("{s:i, s:i, s:i, s:s, s:i, s:f, s:f, s:o}", "order", order, "threads",
			 s->threads, "round", s->round, "mode", r->options.modes.v[s->mode],
			 "namespaces", s->namespaces, "seconds", s->seconds, "rate", s->rate,
			 "latency", latencies(s));
}

/**
 * createfile_figures() - options and runs as JSON
 * @data: the struct create_result
 *
 * Return: a new object, or NULL.
 */
json_t *createfile_figures(const void *data)
{
	const struct create_result *r = data;
	json_t *samples = json_array();
	unsigned int i;

	for (i = 0; i < r->count; i++)
		figures_append(&samples, sample(r, i));
	return json_pack("{s:o, s:o}", "options", options(&r->options), "samples", samples);
}

static int bad(const char *path, const char *what)
{
	msg_error("%s: %s", path, what);
	return -EINVAL;
}

/* As json_unpack(), and says what is missing or wrong. */
static int unpack(const char *path, json_t *object, const char *fmt, ...)
{
	json_error_t error;
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = json_vunpack_ex(object, &error, 0, fmt, ap);
	va_end(ap);
	return ret ? bad(path, error.text) : 0;
}

static int read_host(struct hostinfo *h, const char *path, json_t *host)
{
	const char *kernel, *machine;
	json_int_t cpus;
	json_t *hz;

	if (unpack(path, host, "{s:s, s:s, s:I, s:o}", "kernel", &kernel, "machine", &machine,
		   "cpus", &cpus, "hz", &hz))
		return -EINVAL;
	text_plain(h->uts.release, sizeof(h->uts.release), kernel);
	text_plain(h->uts.machine, sizeof(h->uts.machine), machine);
	h->cpus = cpus;
	h->hz = json_integer_value(hz);
	return 0;
}

static int read_numbers(struct args_numbers *numbers, const char *path, const json_t *list)
{
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item) {
		if (json_integer_value(item) < 1 || json_integer_value(item) > HOSTEND_THREAD_MAX ||
		    i == ARGS_LIST_MAX)
			return bad(path, "threads: not a list of numbers of threads");
		numbers->v[numbers->n++] = json_integer_value(item);
	}
	return numbers->n ? 0 : bad(path, "threads: not a list of numbers of threads");
}

static int read_words(struct args_words *words, const char *path, const json_t *list)
{
	char text[ARGS_LIST_MAX * ARGS_WORD_MAX] = "";
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item) {
		if (!json_is_string(item) || i == ARGS_LIST_MAX ||
		    json_string_length(item) >= ARGS_WORD_MAX)
			return bad(path, "modes: not a list of modes");
		sprintf(text + strlen(text), "%s%s", i ? "," : "", json_string_value(item));
	}
	return args_words(path, text, words);
}

static int read_options(struct createfile *f, const char *path)
{
	struct create_options *o = &f->result.options;
	json_t *threads, *modes;
	int ret;

	ret = unpack(path, f->options, "{s:i, s:o, s:o}", "seed", &o->seed, "threads", &threads,
		     "modes", &modes);
	if (!ret)
		ret = read_numbers(&o->threads, path, threads);
	if (!ret)
		ret = read_words(&o->modes, path, modes);
	return ret;
}

static int read_latency(struct latency *l, const char *path, json_t *latency)
{
	const json_t *item;
	json_t *us;
	size_t i;

	if (unpack(path, latency, "{s:i, s:o}", "count", &l->count, "us", &us))
		return -EINVAL;
	if (json_array_size(us) != ARRAY_SIZE(l->us))
		return bad(path, "latency: not 101 percentiles");
	json_array_foreach(us, i, item) {
		if (!json_is_number(item) || json_number_value(item) < 0)
			return bad(path, "latency: a percentile is no time");
		l->us[i] = json_number_value(item);
	}
	return 0;
}

static int read_latencies(struct create_sample *s, const char *path, json_t *all)
{
	json_t *latency;
	int i, ret = 0;

	for (i = 0; !ret && i < LATENCY_KINDS; i++) {
		latency = json_object_get(all, latency_name(i));
		if (latency)
			ret = read_latency(&s->latency[i], path, latency);
	}
	return ret;
}

static bool known(const struct args_numbers *numbers, unsigned int number)
{
	unsigned int i;

	for (i = 0; i < numbers->n; i++)
		if (numbers->v[i] == number)
			return true;
	return false;
}

static int read_sample(struct create_result *r, const char *path, json_t *sample)
{
	struct create_sample *s = &r->samples[r->count++];
	json_t *latency = NULL;
	const char *name;
	int mode;

	if (unpack(path, sample, "{s:i, s:i, s:s, s:F, s:F, s?:o}", "threads", &s->threads, "round",
		   &s->round, "mode", &name, "seconds", &s->seconds, "rate", &s->rate, "latency",
		   &latency))
		return -EINVAL;

	mode = args_find_word(&r->options.modes, name);
	if (mode < 0)
		return bad(path, "a sample is of a mode that is no option");
	if (!known(&r->options.threads, s->threads))
		return bad(path, "a sample is of threads that are no option");
	if (s->round >= CREATE_RUNS_MAX)
		return bad(path, "a sample is of no possible round");
	if (!(s->rate > 0))
		return bad(path, "a sample has no rate");
	s->mode = mode;
	return read_latencies(s, path, latency);
}

static int read_samples(struct create_result *r, const char *path, const json_t *list)
{
	json_t *sample;
	size_t i;
	int ret;

	if (!json_array_size(list) || json_array_size(list) > SAMPLES_MAX)
		return bad(path, "samples: there are none, or too many");
	r->samples = calloc(json_array_size(list), sizeof(*r->samples));
	if (!r->samples)
		return bad(path, "out of memory");
	json_array_foreach(list, i, sample) {
		ret = read_sample(r, path, sample);
		if (ret)
			return ret;
	}
	return 0;
}

static int read_all(struct createfile *f, const char *path, json_t *root)
{
	const char *version, *date;
	json_t *host, *samples;
	int ret;

	ret = unpack(path, root, "{s:s, s:s, s:o, s:O, s:o}", "version", &version, "date", &date,
		     "host", &host, "options", &f->options, "samples", &samples);
	if (ret)
		return ret;
	text_plain(f->version, sizeof(f->version), version);
	text_plain(f->date, sizeof(f->date), date);
	ret = read_host(&f->result.host, path, host);
	if (!ret)
		ret = read_options(f, path);
	if (!ret)
		ret = read_samples(&f->result, path, samples);
	return ret;
}

/**
 * createfile_read() - read a file that "create" wrote
 * @f: filled in
 * @path: its name
 *
 * Return: 0, or -EINVAL after an error line; createfile_free() is right in either case.
 */
int createfile_read(struct createfile *f, const char *path)
{
	json_t *root;
	int ret;

	memset(f, 0, sizeof(*f));
	root = figures_load(path, "create");
	if (!root)
		return -EINVAL;
	ret = read_all(f, path, root);
	json_decref(root);
	return ret;
}

/**
 * createfile_free() - let go of what was read
 * @f: what createfile_read() filled in
 */
void createfile_free(struct createfile *f)
{
	json_decref(f->options);
	free(f->result.samples);
}
