#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Netns end with devices in them, some of which move back to the initial one at that very
# moment, while every knob is flipped every 10 ms. (What the kernel itself moves back are
# devices of hardware, which this guest has none of; it deletes a dummy.)
. "$(dirname "$0")/functions.sh"

# shellcheck disable=SC2317 # it is reached: by the trap
cleanup() {
	touch $stop
	wait
	ip -all netns del
}

tearer() {
	local n=0 device
	while [[ ! -e $stop ]]; do
		device=d$1.$n
		ip netns add "$1"
		ip link add "$device" type dummy
		ip link set "$device" netns "$1"
		ip -n "$1" -force -batch - <<-END
			link set $device up
			addr add 198.18.3.1/24 dev $device
			addr add 2001:2:3::1/64 dev $device nodad
			route add 198.51.100.0/24 via 198.18.3.2
			route add 2001:db8:3::/48 via 2001:2:3::2
		END
		if ((n % 2)); then
			ip -n "$1" link set "$device" netns 1 2>/dev/null &
			ip netns del "$1"
			wait $!
		else
			ip netns del "$1"
		fi
		# It is here, or goes with its netns.
		[[ ! -e /sys/class/net/$device ]] || ip link del "$device"
		((++n))
	done
	count "torn.$1" $n
}

modprobe netns_move
nets=$(net_objects)
for i in 1 2 3; do tearer "t$i" & done
toggle_all
run_for "$seconds"
torn=$(cat $counts/torn.* | awk '{ n += $1 } END { print n }')
ok "$torn netns ended with a device in them" test "$torn" -ge 2
toggled
settled "$nets"
done_testing
