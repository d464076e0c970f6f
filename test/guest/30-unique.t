#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# No number is held by two netns while the families are on, whatever goes on in
# 200 of them. With the families off the same activity does make duplicates.
. "$(dirname "$0")/functions.sh"

netns=200
pref=1000
RANDOM=${SEED:=$RANDOM}
diag "SEED=$SEED"

cleanup() { ip -all netns del; }

# activity NETNS: some of it, by chance; nothing in it fails when done again
activity() {
	local i n=$((RANDOM % 6 + 1))
	for ((i = 0; i < n; i++)); do
		case $((RANDOM % 5)) in
		0) echo "addr replace 198.18.$i.1/24 dev d0" ;;
		1) echo "addr replace 2001:2::$i/64 dev d0 nodad" ;;
		2) echo "route replace 203.0.113.$i dev lo" ;;
		3) echo "route replace 2001:db8::$i dev lo" ;;
		4) echo "link set d0 down" && echo "link set d0 up" ;;
		esac
	done | ip -n "$1" -batch -
	if ((RANDOM % 2)); then
		flush "$1" 3
	fi
	if ((RANDOM % 8 == 0)); then
		ip -n "$1" -6 rule add pref $((++pref)) table 100
	fi
}

# flush NETNS N: the sysctl, N times
flush() { ip netns exec "$1" sh -c "for i in \$(seq $2); do echo 1 >/proc/sys/net/ipv4/route/flush; done"; }

storm() {
	local i
	for ((i = 0; i < netns; i++)); do
		ip netns add "u$i"
		# lo makes both families count.
		printf '%s\n' "link set lo up" "link add d0 type dummy" "link set d0 up" | ip -n "u$i" -batch -
		activity "u$i"
	done
}

listed() { grep -vc '^#' $listing; }

modprobe dummy numdummies=0
modprobe netns_move

storm
is "$(listed)" "$((netns + 1))" "the listing has every netns"
ok "with the families off, numbers are held twice" test -n "$(duplicates)"

# The netns of before stay: their equal numbers must end when the families go on.
echo 1 >$knob4
echo 1 >$knob6
is "$(duplicates)" "" "none is from the moment that the families are on"
is "$(cat $genid/status/ipv{4,6}/renewed | tr '\n' ' ')" "$((netns + 1)) $((netns + 1)) " "every netns got a block"
for ((i = 0; i < netns; i++)); do activity "u$i"; done
is "$(duplicates)" "" "nor later, with netns from before"

ip -all netns del
storm
is "$(duplicates)" "" "nor with netns that are new"
is "$(cat $genid/status/ipv{4,6}/missed | tr '\n' ' ')" "0 0 " "no lease was missed"

# Half a block a lease: many increments cost few leases.
before=$(<$genid/status/ipv4/leases)
flush u0 1280 &
flush u1 1280
wait
is "$(duplicates)" "" "nor after 1280 flushes each in two netns side by side"
leases=$(($(<$genid/status/ipv4/leases) - before))
ok "which cost a lease per half block: 20 or so ($leases)" test "$leases" -ge 19 -a "$leases" -le 22

echo 0 >$knob4
echo 0 >$knob6
for i in 2 3; do flush u$i 700; done
echo 1 >$knob4
echo 1 >$knob6
is "$(duplicates)" "" "nor after the families were off and numbers grew past other netns's blocks"
for ((i = 4; i < 40; i++)); do activity "u$i"; done
is "$(duplicates)" "" "nor after more activity then"
done_testing
