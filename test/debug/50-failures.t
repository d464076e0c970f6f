#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Allocations fail, one after the other, in each change of a knob and while the modules
# load: the request fails with an errno and has changed nothing, or succeeds.
. "$(dirname "$0")/functions.sh"
here=$(dirname "$0")
failslab=/sys/kernel/debug/failslab

# shellcheck disable=SC2317 # it is reached: by the trap
cleanup() { echo Y >$failslab/ignore-gfp-wait; }

# failing DESCRIPTION ARGUMENT...
failing() {
	local what=$1 said
	shift
	if said=$("$here/failing" $((seconds / 4 + 1)) "$@" 2>&1); then
		pass "$what: $(tail -n 1 <<<"$said")"
	else
		fail "$what"
		diag "$said"
	fi
}

nets=$(net_objects)
echo N >$failslab/ignore-gfp-wait # the allocations that may sleep: most are
echo 0 >$failslab/verbose

modprobe netns_move
for family in ipv4 ipv6; do
	failing "$family N to Y" write $family=N $family=Y
	failing "$family Y to N" write $family=Y $family=N
	echo N >"$genid/parameters/$family"
done
for mode in "${barriers[@]:1}"; do
	failing "keep to $mode" write barrier=keep "barrier=$mode"
	failing "$mode to keep" write "barrier=$mode" barrier=keep
	echo keep >$barrier
done
failing "drop to auto" write barrier=drop barrier=auto
failing "auto to drop" write barrier=auto barrier=drop
echo keep >$barrier
is "$(knobs)" "N N keep" "and all are off"
modprobe -r netns_move netns_genid

genid_ko=$(modinfo -n netns_genid) move_ko=$(modinfo -n netns_move)
failing "loading netns_genid" load "$genid_ko" "ipv4=1 ipv6=1"
for mode in auto drop; do
	failing "loading netns_move ($mode)" load "$move_ko" "barrier=$mode" "$genid_ko"
done
settled "$nets"
done_testing
