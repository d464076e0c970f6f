#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# No number is held by two netns while the families are on, whatever goes on in
# them. With the families off the same activity does make duplicates.
. "$(dirname "$0")/functions.sh"

old=60		# netns from before the families are on
new=200		# netns made while they are
pref=1000
RANDOM=${SEED:=$RANDOM}
diag "SEED=$SEED"

cleanup() { ip -all netns del; }

# requests: some, by chance, for ip; none fails when made again
requests() {
	local i n=$((RANDOM % 6 + 1))
	for ((i = 0; i < n; i++)); do
		case $((RANDOM % 5)) in
		0) echo "addr replace 198.18.$i.1/24 dev d0" ;;
		1) echo "addr replace 2001:2::$i/64 dev d0 nodad" ;;
		2) echo "route replace 203.0.113.$i dev lo" ;;
		3) echo "route replace 2001:db8::$i dev lo" ;;
		4) echo "link set d0 down" && echo "link set d0 up" ;;
		esac
	done
}

# activity NETNS [REQUEST...]: these, then some by chance
activity() {
	local netns=$1
	shift
	{
		printf '%s\n' "$@"
		requests
	} | ip -n "$netns" -batch -
	if ((RANDOM % 3 == 0)); then
		flush "$netns" 3
	fi
	if ((RANDOM % 8 == 0)); then
		ip -n "$netns" -6 rule add pref $((++pref)) table 100
	fi
}

# flush NETNS N: the sysctl, N times
flush() { ip netns exec "$1" sh -c "for i in \$(seq $2); do echo 1 >/proc/sys/net/ipv4/route/flush; done"; }

# storm FIRST LAST: make netns of these numbers. lo makes both families count.
storm() {
	local i
	for ((i = $1; i <= $2; i++)); do echo "netns add u$i"; done | ip -batch -
	for ((i = $1; i <= $2; i++)); do
		activity "u$i" "link set lo up" "link add d0 type dummy" "link set d0 up"
	done
}

listed() { grep -vc '^#' $listing; }

modprobe dummy numdummies=0
modprobe netns_move

storm 1 $old
is "$(listed)" "$((old + 1))" "the listing has every netns"
ok "with the families off, numbers are held twice" test -n "$(duplicates)"

# The netns of before stay: their equal numbers must end when the families go on.
echo 1 >$knob4
echo 1 >$knob6
is "$(duplicates)" "" "none is from the moment that the families are on"
is "$(cat $genid/status/ipv{4,6}/renewed | tr '\n' ' ')" "$((old + 1)) $((old + 1)) " "every netns got a block"
for ((i = 1; i <= old; i++)); do activity "u$i"; done
is "$(duplicates)" "" "nor later, in netns from before"
storm $((old + 1)) $((old + new))
is "$(duplicates)" "" "nor with $new that are new"
is "$(cat $genid/status/ipv{4,6}/missed | tr '\n' ' ')" "0 0 " "no lease was missed"

# Half a block a lease: many increments cost few leases.
before=$(<$genid/status/ipv4/leases)
flush u1 1280 &
flush u2 1280
wait
is "$(duplicates)" "" "nor after 1280 flushes each in two netns side by side"
leases=$(($(<$genid/status/ipv4/leases) - before))
ok "which cost a lease per half block: 20 or so ($leases)" test "$leases" -ge 19 -a "$leases" -le 22

echo 0 >$knob4
echo 0 >$knob6
for i in 3 4; do flush u$i 700; done
echo 1 >$knob4
echo 1 >$knob6
is "$(duplicates)" "" "nor after the families were off and numbers grew past other netns's blocks"
for ((i = 5; i < 40; i++)); do activity "u$i"; done
is "$(duplicates)" "" "nor after more activity then"
done_testing
