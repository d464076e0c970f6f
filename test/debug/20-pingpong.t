#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A device moves to and fro between two netns that forward through it and are told of
# packets that were too big, while every knob is flipped every 10 ms.
. "$(dirname "$0")/functions.sh"
here=$(dirname "$0")

# shellcheck disable=SC2317 # it is reached: by the trap
cleanup() {
	touch $stop
	wait
	[[ ! -e $tracing/events/$trace_group ]] || trace_off
	ip -all netns del
}

# exceptions: how many were stored so far, of IPv4 and of IPv6
exceptions() {
	awk '$1 ~ /(^|\/)(update_or_create_fnhe|rt6_insert_exception)$/ { print $2 }' $tracing/kprobe_profile | paste -sd' '
}

modprobe netns_move
nets=$(net_objects)
trace_on update_or_create_fnhe rt6_insert_exception
for netns in here there peer; do
	ip netns add $netns
	ip -n $netns link set lo up
	ip netns exec $netns sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1
done
# A forwarder's other device, to which what the peer sends is meant to go.
for netns in here there; do
	ip -n $netns -batch - <<-END
		link add other type dummy
		link set other up
		addr add 203.0.113.1/24 dev other
		addr add 2001:db8:200::1/64 dev other nodad
	END
done
ip -n here link add pp type veth peer name peer
ip -n here link set peer netns peer
ip -n here link set pp up
mac=$(ip netns exec here cat /sys/class/net/pp/address)
ip -n peer -batch - <<-END
	link set peer up
	addr add 198.18.7.2/24 dev peer
	addr add 2001:2:7::2/64 dev peer nodad
	neigh add 198.18.7.1 lladdr $mac dev peer nud permanent
	neigh add 2001:2:7::1 lladdr $mac dev peer nud permanent
	route add default via 198.18.7.1
	route add default via 2001:2:7::1
END
ip netns exec peer "$here/flood" $stop 203.0.113.9 2001:db8:200::9 198.51.100.9 2001:db8:101::9 >/tmp/sent &
ip netns exec peer "$here/toobig" $stop 198.18.7.1 2001:2:7::1 \
	198.51.100.7 198.51.101.7 2001:db8:100::7 2001:db8:101::7 >/tmp/toobig &
"$here/pingpong" pp here there $stop >/tmp/moved 2>/tmp/refused &
toggle_all
run_for $((2 * seconds))
ok "a device moved $(</tmp/moved) times" test "$(</tmp/moved)" -ge 2
ok "while $(</tmp/sent) datagrams were sent to be forwarded" test "$(</tmp/sent)" -ge 10
read -r exceptions4 exceptions6 < <(exceptions)
trace_off
diag "$(</tmp/toobig) packets were too big; exceptions stored: IPv4 $exceptions4, IPv6 $exceptions6"
ok "exceptions with a path MTU were stored, of each family" test "$exceptions4" -ge 1 -a "$exceptions6" -ge 1
cat /tmp/refused
diag "forwarded to the other device:" "$(for netns in here there; do ip netns exec $netns cat /sys/class/net/other/statistics/tx_packets; done | paste -sd' ')"
toggled
ip -all netns del
settled "$nets"
done_testing
