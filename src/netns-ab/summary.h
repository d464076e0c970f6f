/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef NETNS_AB_SUMMARY_H
#define NETNS_AB_SUMMARY_H

#include <stdbool.h>

#include "latency.h"
#include "stats.h"

struct args_words;
struct create_result;

/**
 * struct summary - what the runs of one mode at one number of threads say
 * @runs: how many there are; without any, nothing else holds
 * @rate: their rates, in namespaces per second
 * @rate_interval: of the median rate
 * @compared: there is another mode to compare this one with
 * @ratio: the median over the rounds of the rate divided by that of the base mode
 * @ratio_interval: of @ratio
 */
struct summary {
	unsigned int runs;
	struct stats rate;
	struct interval rate_interval;
	bool compared;
	double ratio;
	struct interval ratio_interval;
};

unsigned int summary_base(const struct args_words *modes);
const char *summary_unit(const struct create_result *r);
struct summary summary_of(const struct create_result *r, unsigned int threads, unsigned int mode);
struct latency summary_latency(const struct create_result *r, unsigned int threads,
			       unsigned int mode, enum latency_kind kind);
bool summary_is_noise(const struct summary *s);
double summary_doubt(const struct summary *s);

#endif
