#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The end of the sequence, which a debug build of the module is set close to: later laps
# step over the blocks that a netns still holds; numbers that grew past the end, or into
# blocks of others, while the families were off are made unique when they are on again,
# and so they are when the module was unloaded meanwhile.
. "$(dirname "$0")/functions.sh"

debug_ko=/usr/lib/netns-genid-debug/netns_genid.ko
stop=/tmp/stop
pref=1000
declare -A last=([4]=$((0xffffff)) [6]=$((0x7ffffe)))

cleanup() {
	touch $stop
	wait
	ip -all netns del
}

# status NAME: of both families
status() { echo "$(<$genid/status/ipv4/"$1") $(<$genid/status/ipv6/"$1")"; }

# turn Y|N: both families
turn() { echo "$1" >$knob4 && echo "$1" >$knob6; }

# at 4|6 LAP N: N blocks of this lap are taken, laps being counted from 0
at() { echo $((last[$1] * $2 + $3)) >"/sys/kernel/debug/netns_genid/ipv$1_taken"; }

# left LAP N: N blocks of this lap are left
left() {
	at 4 "$1" $((last[4] - $2))
	at 6 "$1" $((last[6] - $2))
}

# shared: blocks held by more than one netns, as family:block. Block 0 is anybody's.
shared() {
	awk '!/^#/ { n["ipv4:" int($2 / 256)]++; n["ipv6:" int($3 / 256)]++ }
	     END { for (i in n) if (n[i] > 1 && i !~ /:0$/) print i }' $listing
}

# block 4|6 NETNS
block() { echo $(($(number "$1" "$2") / 256)); }

# count 4|6 NETNS N: has it count N times
count() {
	local i
	if [[ $1 = 4 ]]; then
		ip netns exec "$2" sh -c "for i in \$(seq $3); do echo 1 >/proc/sys/net/ipv4/route/flush; done"
	else
		for ((i = 0; i < $3; i++)); do echo "rule add pref $((++pref)) table 77"; done >/tmp/rules
		ip -n "$2" -6 -batch /tmp/rules
	fi
}

# new NETNS...: netns that count a few times, and so lease
new() {
	local netns
	for netns; do
		ip netns add "$netns"
		ip -n "$netns" -batch - <<-END
			link set lo up
			addr add 198.18.0.1/32 dev lo
			addr add 2001:2::1/128 dev lo
		END
	done
}

# meet NETNS OTHER: with the families off, it counts on until it holds the numbers of
# OTHER. IPv4 begins again from 0 after 32 bits, IPv6 from 1 after 31.
meet() {
	local -A steps=(
		[4]=$((($(number 4 "$2") - $(number 4 "$1")) & 0xffffffff))
		[6]=$((($(number 6 "$2") - $(number 6 "$1")) & 0x7fffffff))
	)
	(($(number 6 "$1") < $(number 6 "$2"))) || ((steps[6]--))
	if ((steps[4] > 5000 || steps[6] > 5000)); then
		fail "$1 ($(numbers_of "$1")) is some steps away from $2 ($(numbers_of "$2"))"
		return
	fi
	count 4 "$1" "${steps[4]}"
	count 6 "$1" "${steps[6]}"
	is "$(numbers_of "$1")" "$(numbers_of "$2")" \
		"off, a netns counts into the numbers of another (${steps[4]}, ${steps[6]} steps)"
}

# all_unique DESCRIPTION
all_unique() { is "$(shared) $(duplicates) $(status missed)" "  0 0" "$1"; }

sample() {
	local n
	for ((n = 0; ; n++)); do
		duplicates
		[[ ! -e $stop ]] || break
	done >/tmp/seen
	echo $n >/tmp/samples
}

rm -f $stop
insmod $debug_ko || exit
modprobe netns_move
turn Y

# --- the first lap, and its end
new s1 s2 s3 s4 s5
all_unique "in the first lap each netns has a block of its own"
is "$(status laps)" "0 0" "which is the first"
turn N
meet s1 s2
turn Y
all_unique "on again, each has a block of its own"

sleepers=$(for i in 1 2 3 4 5; do numbers_of s$i; done)
left 0 2
new w1 w2
is "$(block 4 w1) $(block 6 w1)" "$((last[4] - 1)) $((last[6] - 1))" "a lease gets the last block but one"
is "$(block 4 w2) $(block 6 w2)" "${last[4]} ${last[6]}" "then the last one"
is "$(status laps)" "1 1" "which ends the lap"
new w3 w4
is "$(block 4 w3) $(block 6 w3)" "2 2" "then they begin again, with blocks that are free"
all_unique "each netns has a block of its own"

# A lease of a later lap looks at 64 blocks, the first of which is two ahead.
for family in 4 6; do at $family 1 $(($(block $family s1) - 2)); done
new w5
for family in 4 6; do
	is "$(block $family w5)" $(($(block $family s5) + 2)) \
		"IPv$family: blocks that are held are stepped over, and the one that the last of these may run into"
done
is "$(for i in 1 2 3 4 5; do numbers_of s$i; done)" "$sleepers" "their numbers have not changed"
all_unique "each netns has a block of its own"

# --- past the end, while off
turn N
meet w2 w3
ok "so a number is held twice" test -n "$(duplicates)"
turn Y
all_unique "on again, each has a block of its own"

# --- more laps, with netns that lease side by side
sample &
for lap in 2 3 4; do
	left $((lap - 1)) 3
	new v$lap x$lap y$lap
	count 4 s1 400 &
	counting=$!
	count 4 v$lap 400
	count 6 s2 400
	count 6 x$lap 400
	wait $counting
	is "$(status laps)" "$lap $lap" "lap $((lap + 1))"
	all_unique "each netns has a block of its own"
done
touch $stop
wait
is "$(sort -u /tmp/seen)" "" "and no number was held twice at any of $(</tmp/samples) looks"
rm $stop

# --- what it is all for
netns-ab leak --sweep 16 --route group --datagrams 2000 --trials 4 --numbers native,unique --json "$figures" >/tmp/table
sed 's/^/# /' /tmp/table
is "$(leaked numbers=unique | paste -sd" ")" "0 0" "routes are told apart by numbers of a later lap"
ok "which takes numbers: without, there are leaks" test "$(leaked numbers=native | sort -n | tail -n 1)" -ge 1

# --- unloaded and loaded again
left 5 2
new top
is "$(block 4 top) $(block 6 top)" "${last[4]} ${last[6]}" "a netns holds the last block"
modprobe -r netns_move netns_genid
modprobe netns_move
ok "the build that is installed cannot be set like that" test ! -e /sys/kernel/debug/netns_genid/ipv4_taken
turn Y
is "$(status laps)" "1 1" "loaded again, the sequences begin above the largest number: at their end"
all_unique "each netns has a block of its own"
new z1 z2 z3
count 4 s1 300
count 6 s1 300
turn N
count 4 z1 300
count 6 z1 300
turn Y
all_unique "and in later ones, and on again"
done_testing
