#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a move calls, by the kernel's own tracing: rcu_barrier() once with keep and
# never with drop and expedite, which calls synchronize_net() once more instead.
. "$(dirname "$0")/functions.sh"

moves=20
cleanup() {
	trace_off
	ip netns del away
	ip link del d0 2>/dev/null
}

move_there_and_back() {
	local i
	for ((i = 0; i < moves / 2; i++)); do
		ip link set d0 netns away
		ip -n away link set d0 netns 1
	done
}

# per_move FUNCTION: calls of it per move, for the trace as it is
per_move() { awk -v n="$(calls "$1")" -v m=$moves 'BEGIN { printf "%g", n / m }'; }

counters() { (cd $move/status && cat moves skipped expedited missed | tr '\n' ' '); }

modprobe dummy numdummies=0
modprobe netns_move
ip netns add away
ip link add d0 type dummy
trace_on rcu_barrier synchronize_net

trace_moves() {
	echo >$tracing/trace
	move_there_and_back
}

trace_moves
is "$(per_move rcu_barrier)" 1 "keep: a move calls rcu_barrier() once"
native=$(per_move synchronize_net)
is "$(counters)" "0 0 0 0 " "and is not counted: nothing of ours is in the kernel then"

echo drop >$barrier
trace_moves
is "$(per_move rcu_barrier)" 0 "drop: never"
is "$(per_move synchronize_net)" "$native" "and synchronize_net() as often as with keep"
is "$(counters)" "$moves $moves 0 0 " "the counters say so"

echo expedite >$barrier
trace_moves
is "$(per_move rcu_barrier)" 0 "expedite: never"
is "$(per_move synchronize_net)" "$((native + 1))" "and synchronize_net() once more than with keep"
is "$(counters)" "$((2 * moves)) $moves $moves 0 " "the counters say so"

echo >$tracing/trace
echo keep >$barrier
is "$(grep -c ": rcu_barrier: " $tracing/trace)" 2 "going back to keep waits for callbacks and those that they queue"
trace_moves
is "$(per_move rcu_barrier)" 1 "keep again: a move calls rcu_barrier() once"
is "$(per_move synchronize_net)" "$native" "and synchronize_net() as often as at first"
is "$(counters)" "$((2 * moves)) $moves $moves 0 " "and the counters stand"

modprobe -r netns_move
trace_moves
is "$(per_move rcu_barrier)" 1 "unloaded: a move calls rcu_barrier() once"
done_testing
