#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hurry and auto, by the kernel's own tracing: with hurry each move calls
# rcu_barrier() once, which has returned before the device changes netns. With auto
# so does each move of a device that was ever used; a fresh one gets
# synchronize_net() in its place.
. "$(dirname "$0")/functions.sh"

cleanup() {
	trace_off
	ip -all netns del
	ip link del d0 2>/dev/null
	ip link del br0 2>/dev/null
}

# moves DESCRIPTION [NETNS]: d0 moves away; NETNS is where it is
moves() {
	echo >$tracing/trace
	ip ${2:+-n $2} link set d0 netns away
	barriers=$(calls rcu_barrier)
	syncs=$(calls synchronize_net)
	ip -n away link del d0
	what=$1
}

is_fresh() {
	moves "$@"
	is "$barriers $((syncs - native))" "0 1" "$what is fresh: no barrier, synchronize_net() in its place"
}

is_used() {
	moves "$@"
	is "$barriers" 1 "$what is not fresh: the barrier is called"
}

new() { ip link add d0 type dummy; }

modprobe dummy numdummies=0
modprobe bridge
modprobe netns_move
ip netns add away
ip netns add other
trace_on rcu_barrier synchronize_net peernet2id_alloc
trace_returns rcu_barrier

new
moves "keep"
is "$barriers" 1 "keep: a move calls rcu_barrier() once"
native=$syncs

# --- hurry
echo hurry >$barrier
is "$(knobs)" "N N hurry" "hurry holds no family"
new
moves "a new device"
is "$barriers $syncs" "1 $native" "hurry: a move calls rcu_barrier() once, and nothing else"
is "$(sed -n 's/^ *ip-.* \(rcu_barrier\|rcu_barrier_return\|peernet2id_alloc\): .*/\1/p' $tracing/trace | head -n 3 | tr '\n' ' ')" \
	"rcu_barrier rcu_barrier_return peernet2id_alloc " "it has returned before the device changes netns"
is "$(cat $move/status/hurried)" 1 "the counters say so"
kicks=$(cat $move/status/kicks)
ok "it was hurried, and not for ever ($kicks kicks)" test "$kicks" -ge 1 -a "$kicks" -le 64
is "$(cat $move/status/kicks)" "$kicks" "with no move under way there is no kick"

# --- from one to another
echo drop >$barrier
is "$(knobs)" "Y Y drop" "from hurry to drop: both families are held"
is "$(errno_of_write $knob4 0)" EBUSY "indeed"
echo hurry >$barrier
is "$(knobs)" "N N hurry" "and back: both are let go"

# --- auto
new
echo auto >$barrier
is "$(knobs)" "N N auto" "auto holds no family"
is_used "a device that was there before"
new
is_fresh "a new device"
new
ip link set d0 up
is_used "a device that is up"
new
ip link set d0 up
ip link set d0 down
is_used "a device that was up"
new
ip addr add 198.18.0.1/24 dev d0
ip addr del 198.18.0.1/24 dev d0
is_used "a device that had an IPv4 address while down"
new
ip addr add 2001:2::1/64 dev d0 nodad
ip addr del 2001:2::1/64 dev d0
is_used "a device that had an IPv6 address while down"
ip link add br0 type bridge
new
ip link set d0 master br0
ip link set d0 nomaster
is_used "a device that was enslaved while down"
new
ip link set d0 netns other
ip -n other link set d0 netns 1
is_used "a device that moved there and back"
ip -n other link add d0 type dummy
is_fresh "a new device in another netns" other
ip link add d0 type veth peer name d1
is_fresh "a new veth end"
ip link add br1 type bridge
ip link add d0 type dummy
ip link set d0 address 02:00:00:00:00:01 mtu 1400 txqueuelen 10
is_fresh "a new device with other settings"
ip link del br1

# A flag IFF_UP in the message that moves: the kernel moves first.
new
echo >$tracing/trace
ip link set d0 netns away up
is "$(calls rcu_barrier)" 0 "moved and set up in one message, it is fresh when it moves"
ip -n away link del d0

echo keep >$barrier
echo auto >$barrier
new
is_fresh "after keep and auto again a new device"
echo keep >$barrier
done_testing
