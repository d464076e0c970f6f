#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hurry with a CPU that is busy in user space, which would pass no quiescent state
# before its next tick: by the kernel's own tracing, each call of ours has it reschedule.
. "$(dirname "$0")/functions.sh"

moves=10
busy=
cleanup() {
	[[ ! $busy ]] || kill "$busy"
	trace_off
	ip netns del away
	ip link del d0 2>/dev/null
}

# in_turn: how often the busy process was interrupted by us, and how often it
# rescheduled before the next time
in_turn() {
	awk -v task="-$busy" '
		index($1, task) != length($1) - length(task) + 1 { next }
		/ raise_rcu: / { raised++; due = 1; next }
		due { answered++; due = 0 }
		END { print raised + 0, answered + 0 }
	' $tracing/trace
}

if [[ $(nproc) -lt 2 ]]; then
	skip "there is one processor only" "a busy CPU"
	done_testing
	exit
fi
modprobe dummy numdummies=0
modprobe netns_move
ip netns add away
ip link add d0 type dummy
trace_on raise_rcu rcu_note_context_switch
taskset -c 1 perl -e 'while (1) {}' &
busy=$!

echo hurry >$barrier
echo >$tracing/trace
for ((i = 0; i < moves / 2; i++)); do
	taskset -c 0 ip link set d0 netns away
	taskset -c 0 ip -n away link set d0 netns 1
done
read -r raised answered < <(in_turn)
diag "interrupted $raised times in $moves moves, rescheduled before the next time: $answered"
ok "a move interrupts the busy CPU" test "$raised" -ge $moves
ok "which mostly has rescheduled before the next time" test $((answered * 2)) -ge "$raised"
done_testing
