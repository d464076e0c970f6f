// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order in which modes take turns.
 */
#include "plan.h"

/**
 * plan_mode() - which mode is to run now
 * @round: number of the round, from 0; in each round every mode runs once
 * @place: place in the round, from 0
 * @modes: how many modes there are
 *
 * Every second round mirrors the one before it, so a steady drift of the host cancels within the
 * two; each pair of rounds starts with another mode. Two modes: AB BA BA AB AB ..., three: ABC CBA
 * BCA ACB CAB BAC ...
 *
 * Return: the number of the mode, from 0.
 */
unsigned int plan_mode(unsigned int round, unsigned int place, unsigned int modes)
{
	unsigned int shift = round / 2 % modes;

	if (round % 2)
		place = modes - 1 - place;
	return (place + shift) % modes;
}
