#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# 100 times load, toggle, unload while namespaces are created.
. "$(dirname "$0")/functions.sh"

rounds=${ROUNDS:-100}
stop=/tmp/stop

cleanup() {
	touch $stop
	wait
	ip -all netns del
}

# Creates and deletes namespaces as a container manager does, and counts them.
creator() {
	local n=0
	while [[ ! -e $stop ]]; do
		ip netns add "c$1"
		ip -n "c$1" -batch - <<-END
			link set lo up
			link add h$1 type veth peer name eth0
			link set h$1 netns 1
			addr add 198.18.$1.2/24 dev eth0
			addr add 2001:2:$1::2/64 dev eth0 nodad
			link set eth0 up
			route add default via 198.18.$1.1
		END
		ip link set "h$1" up
		ip netns del "c$1"
		wait_until "h$1 is gone" test ! -e "/sys/class/net/h$1" || break
		echo $((++n)) >"/tmp/made.$1"
	done
}

rm -f $stop
modprobe veth
creator 1 &
creator 2 &

bad=0
for ((i = 0; i < rounds; i++)); do
	modprobe netns_move || { bad=$((bad + 1)); continue; }
	case $((i % 6)) in
	0) echo drop >$barrier && echo keep >$barrier ;;
	1) echo expedite >$barrier && echo drop >$barrier ;;
	2) echo 1 >$knob4 && echo 1 >$knob6 && echo expedite >$barrier ;;
	3) echo 1 >$knob6 && echo drop >$barrier && echo keep >$barrier && echo 0 >$knob6 ;;
	4) echo hurry >$barrier && echo auto >$barrier && echo drop >$barrier ;;
	5) echo auto >$barrier ;;
	esac || bad=$((bad + 1))
	modprobe -r netns_move netns_genid || bad=$((bad + 1))
done
is "$bad" 0 "$rounds times load, toggle, unload"
touch $stop
wait
made=$(($(cat /tmp/made.1) + $(cat /tmp/made.2)))
ok "while $made namespaces were created" test "$made" -ge 10
is "$(hooks_left)" "" "no hook is left"
ok "both modules are gone" test ! -e $move -a ! -e $genid
done_testing
