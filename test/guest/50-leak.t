#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Datagrams that a socket goes on sending through a device after its move to
# another netns: with the kernel's own route generation numbers they are seen, with
# unique ones there is none, in any mode of the barrier.
. "$(dirname "$0")/functions.sh"


cleanup() { rm -f "$figures"; }

# leak OPTION...: measure; the table becomes comment lines
leak() {
	: >"$figures"
	netns-ab leak --json "$figures" "$@" | sed 's/^/# /'
}

# FAMILY ROUTE NUMBERS MODE, in the last measurement
trials() { leaked "family=$1" "route=$2" "numbers=$3" "mode=$4"; }
seen() { [[ $(trials "$@") -ge 1 ]]; }
none() { [[ $(trials "$@") = 0 ]]; }

modprobe netns_move || exit
found=$(<$barrier)

# Those that the kernel accepts, in a list with commas.
modes=keep
for mode in hurry auto expedite drop; do
	echo $mode 2>/dev/null >$barrier && modes+=,$mode
done
echo "$found" >$barrier
mode_list=${modes//,/ }

# Many sockets, each of which tries one number, and a nexthop group: nearly every
# trial leaks then.
sure=(--sweep 16 --route group --datagrams 2000)

if [[ $(</sys/module/netns_genid/status/ipv4/state) = native ]]; then
	echo "1..0 # SKIP this kernel makes the numbers unique by itself"
	exit
fi

leak "${sure[@]}" --numbers native --trials 10 --modes keep
for family in 4 6; do
	ok "IPv$family: the kernel's own numbers leak" seen $family group native keep
done

leak "${sure[@]}" --route plain,group --numbers unique --trials 3 --modes $modes
for family in 4 6; do
	for route in plain group; do
		for mode in $mode_list; do
			ok "IPv$family, $route, $mode: unique numbers do not" none $family $route unique "$mode"
		done
	done
done

leak "${sure[@]}" --numbers late --trials 3 --modes $modes
for family in 4 6; do
	for mode in $mode_list; do
		ok "IPv$family, $mode: nor when they come while routes are cached" none $family group late "$mode"
	done
done

# The move does not change this target's number. What the test before this one would
# not notice: that it was left as it was when the family was switched on.
still=(--family 6 --bare-target --route group --datagrams 2000 --trials 21 --modes keep)

leak "${still[@]}" --numbers native,late
ok "IPv6, a target that the move does not bump: the kernel's own numbers leak" seen 6 group native keep
ok "unique numbers that come while routes are cached do not" none 6 group late keep

ok "the knobs are as they were" test "$(knobs)" = "N N $found"

leak "${sure[@]}" --numbers native --trials 5 --modes keep
for family in 4 6; do
	ok "IPv$family: and with the kernel's own numbers again, it leaks again" seen $family group native keep
done
done_testing
