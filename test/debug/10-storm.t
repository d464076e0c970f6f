#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# 1, 4 and 16 processes create namespaces while every knob is flipped every 10 ms.
. "$(dirname "$0")/functions.sh"

# shellcheck disable=SC2317 # it is reached: by the trap
cleanup() {
	touch $stop
	wait
	ip -all netns del
}

modprobe netns_move
nets=$(net_objects)
for creators in 1 4 16; do
	before=$(cat $counts/netns.* 2>/dev/null | awk '{ n += $1 } END { print n + 0 }')
	changes=$(counted barrier)
	for ((i = 0; i < creators; i++)); do creator "c$i" & done
	toggle_all
	run_for "$seconds"
	made=$(($(cat $counts/netns.* | awk '{ n += $1 } END { print n }') - before))
	changes=$(($(counted barrier) - changes))
	ok "$creators creators made $made namespaces, $changes changes of barrier" test $made -ge 1 -a $changes -ge 1
done
toggled
echo 1 >$knob4 && echo 1 >$knob6
is "$(duplicates)" "" "with both families on, no number is there twice"
settled "$nets"
done_testing
