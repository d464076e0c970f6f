#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Senders that never check their route again, while their device is moved to another
# netns: a corked UDP socket, and one asleep in sendmsg(). The modes that wait for the
# callbacks of the move discard their datagrams (where the route is a plain one), drop
# and expedite let them leave through the device in its new netns.
. "$(dirname "$0")/functions.sh"

trials=6

cleanup() { rm -f "$figures"; }

# SENDER FAMILY NUMBERS MODE, in the last measurement
of() { leaked "sender=$1" "family=$2" "numbers=$3" "mode=$4"; }
none() { [[ $(of "$@") = 0 ]]; }
half() { [[ $(of "$@") -ge $((trials / 2)) ]]; }
some() { # SENDER NUMBERS MODE: of both families
	[[ $(of "$1" 4 "$2" "$3") -ge 1 || $(of "$1" 6 "$2" "$3") -ge 1 ]]
}

# measure OPTION...: the table becomes comment lines
measure() {
	: >"$figures"
	netns-ab leak --trials $trials --json "$figures" "$@" | sed 's/^/# /'
}

modprobe netns_move || exit
found=$(<$barrier)

waiting=(keep) others=()
for mode in hurry auto; do
	echo $mode 2>/dev/null >$barrier && waiting+=("$mode")
done
for mode in expedite drop; do
	echo $mode 2>/dev/null >$barrier && others+=("$mode")
done
echo "$found" >$barrier
if [[ $(</sys/module/netns_genid/status/ipv4/state) = native ]]; then
	echo "1..0 # SKIP this kernel makes the numbers unique by itself"
	exit
fi

list() { local IFS=,; echo "$*"; }

measure --sender cork,asleep --route plain --modes "$(list "${waiting[@]}" "${others[@]}")"
for sender in cork asleep; do
	for family in 4 6; do
		for mode in "${waiting[@]}"; do
			ok "IPv$family, $sender, $mode: discarded" none $sender $family unique "$mode"
		done
		ok "IPv$family, $sender, keep: and with the kernel's own numbers" none $sender $family native keep
	done
	for mode in "${others[@]}"; do
		ok "$sender, $mode: sent, some of them" some $sender unique "$mode"
	done
done

# One callback more has to run here, and so there is more time.
if [[ ${#others[@]} -gt 0 ]]; then
	measure --sender cork --route nexthop --numbers unique --modes "$(list "${others[@]}")"
fi
for family in 4 6; do
	for mode in "${others[@]}"; do
		ok "IPv$family, cork, nexthop object, $mode: sent, every second at least" \
			half cork $family unique "$mode"
	done
done

ok "the knobs are as they were" test "$(knobs)" = "N N $found"
done_testing
