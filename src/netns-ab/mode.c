// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is compared: the modes of the barrier, and what people do instead. For the latter the
 * barrier is kept, and there is a knob of the kernel's own, or nothing is moved at all.
 */
#include <stddef.h>
#include <string.h>

#include "knob.h"
#include "mode.h"
#include "util.h"

static const struct alternative {
	const char *mode;
	enum knob_id knob;
	const char *value;
} alternatives[] = {
	{ "rcu_expedited", KNOB_EXPEDITED, "1" },
	{ "first_fqs", KNOB_FIRST_FQS, "0" },
};

static const struct alternative *find(const char *mode)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(alternatives); i++)
		if (!strcmp(alternatives[i].mode, mode))
			return &alternatives[i];
	return NULL;
}

/* Return: 0, or the error of the first that cannot be put back, after an error line. */
static int put_back_all_but(const struct alternative *kept)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(alternatives); i++)
		if (&alternatives[i] != kept)
			ret = knob_put_back(alternatives[i].knob);
	return ret;
}

/**
 * mode_is_direct() - whether a mode is that of moving nothing
 * @mode: the mode
 *
 * Return: true for "direct".
 */
bool mode_is_direct(const char *mode)
{
	return !strcmp(mode, "direct");
}

/**
 * mode_set() - set every knob as a mode has it
 * @mode: rcu_expedited, first_fqs, direct, or any word that the knob of the barrier takes
 *
 * Return: 0, or a negative errno after an error line.
 */
int mode_set(const char *mode)
{
	const struct alternative *a = find(mode);
	int ret;

	ret = put_back_all_but(a);
	if (!ret)
		ret = knob_set_mode(a || mode_is_direct(mode) ? "keep" : mode);
	if (!ret && a)
		ret = knob_turn(a->knob, a->value);
	return ret;
}
