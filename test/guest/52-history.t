#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A device that is made to look fresh while a corked socket holds a route through it: set
# down, addressed while down, enslaved and released, moved there and back. auto is not
# taken in: it calls the barrier, and the datagram is discarded as with hurry. With drop
# it leaves through the device in its new netns.
. "$(dirname "$0")/functions.sh"

trials=4
# PREEMPT_RT has 1, and then a move takes so long, in any mode, that no route outlives it.
rcu_normal=/sys/kernel/rcu_normal
normal=$(<$rcu_normal)

cleanup() {
	rm -f "$figures"
	echo "$normal" >$rcu_normal
}

# of FAMILY MODE: trials that leaked in the last measurement
of() { leaked "family=$1" "mode=$2"; }

# measure OPTION...: the table becomes comment lines
measure() {
	: >"$figures"
	netns-ab leak --cork --route plain --numbers unique --trials $trials --json "$figures" "$@" | sed 's/^/# /'
}

ways() { echo "$(<$move/status/expedited) $(<$move/status/hurried)"; }

# drop_leaks STEPS: tried again where it does not, for a move there and back gives the
# route's callbacks time: in half of the trials or more they are done by then.
drop_leaks() {
	local i
	for i in {1..10}; do
		measure --before "$1" --modes drop
		(($(of 4 drop) + $(of 6 drop) == 0)) || return 0
	done
	return 1
}

# history STEPS MOVES MODE...: of so many moves a trial; with hurry, auto and others
history() {
	local mode family hurried modes="${*:3}"
	hurried=$(<$move/status/hurried)
	measure --before "$1" --modes "${modes// /,}"
	for family in 4 6; do
		for mode in $modes; do
			is "$(of $family "$mode")" 0 "$1, IPv$family, $mode: discarded"
		done
	done
	# Two families, each with hurry and with auto.
	is "$(ways)" "0 $((hurried + 4 * trials * $2))" "$1: hurry and auto call the barrier in each move"
	ok "$1, drop: sent, some of them" drop_leaks "$1"
}

if ! modprobe bridge 2>/dev/null; then
	echo "1..0 # SKIP this kernel has no bridge"
	exit
fi
modprobe netns_move || exit
if [[ $(<$genid/status/ipv4/state) = native ]]; then
	echo "1..0 # SKIP this kernel makes the numbers unique by itself"
	exit
fi

echo 0 >$rcu_normal
history bridge,down,address 1 keep hurry auto
history bridge,down,address,back 3 hurry auto
# shellcheck disable=SC2016 # perl expands it
is "$(perl -MJSON::PP -0777 -ne 'print "@{decode_json($_)->{options}{before}}"' "$figures")" \
	"bridge down address back" "the JSON file tells what came before the move"
is "$(knobs)" "N N keep" "the knobs are as they were"
done_testing
