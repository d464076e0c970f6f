#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The three knobs and netns-ab under thousands of writes and some argument lists by chance
# (test/random.t has thousands of those): always an errno or a line, never a changed state.
# SEED says which ones, to have the same again.
. "$(dirname "$0")/functions.sh"
here=$(dirname "$0")

seed=${SEED:-$RANDOM} writes=${WRITES:-2000} lists=${LISTS:-100}

modprobe netns_move || exit
mark_log
said=$("$here/random-writes" "$seed" "$writes")
is $? 0 "each of $writes writes changes what it should, or gets the errno that it should (SEED=$seed)"
diag "$said"
for errno in "Invalid argument" "Device or resource busy" taken; do
	ok "some of them are: $errno" grep -q "[0-9] $errno" <<<"$said"
done
is "$(log_since_mark | grep -vE ' netns_(genid|move): ')" "" "the kernel logs nothing but the knobs' own lines"
echo keep >$barrier
echo N >$knob4
echo N >$knob6
is "$(knobs)" "N N keep" "and all can be off again"
is "$(hooks_left)" "" "with no hook left"

echo 1 >$knob6
echo expedite >$barrier
said=$("$here/random-arguments" "$seed" "$lists" "$(type -P netns-ab)" $barrier $knob4 $knob6 /sys/class/net)
is $? 0 "each of $lists argument lists ends in a line, and changes nothing (SEED=$seed)"
diag "$said"
echo keep >$barrier
echo N >$knob6
done_testing
