# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# For the tests of this directory, which run as root in a guest: the knobs, the
# kernel's log and its tracing. A test that changes something undoes it in a function
# named "cleanup".

. "$(dirname "${BASH_SOURCE[0]}")/../tap.sh"

genid=/sys/module/netns_genid
move=/sys/module/netns_move
knob4=$genid/parameters/ipv4
knob6=$genid/parameters/ipv6
barrier=$move/parameters/barrier
listing=/sys/kernel/debug/netns_genid/netns
tracing=/sys/kernel/tracing
# shellcheck disable=SC2034 # for the tests
readonly genid move knob4 knob6 barrier listing tracing

cleanup() { :; }
# shellcheck disable=SC2317 # it is reached: by the trap
at_exit() {
	local status=$?
	cleanup
	modprobe -r netns_move netns_genid 2>/dev/null
	[[ $tap_bad -eq 0 ]] || status=1
	exit "$status"
}
trap at_exit EXIT

# errno_of_write FILE VALUE: OK, or the name of the error that the write gets
errno_of_write() {
	perl -e '
		my %names = (1 => "EPERM", 13 => "EACCES", 16 => "EBUSY", 19 => "ENODEV",
			     22 => "EINVAL", 95 => "EOPNOTSUPP");
		open(my $file, ">", $ARGV[0]) or die "$ARGV[0]: $!\n";
		my $done = defined syswrite($file, $ARGV[1]);
		print $done ? "OK\n" : ($names{$! + 0} // "$!") . "\n";
	' "$1" "$2"
}

# mark_log: log_since_mark prints what the kernel logs from here on
mark_log() {
	log_mark="netns-genid test: mark $RANDOM$RANDOM"
	echo "$log_mark" >/dev/kmsg
}
log_since_mark() { dmesg | sed "1,/$log_mark/d"; }

# knobs: the state of all three, in a line
knobs() { echo "$(<"$knob4") $(<"$knob6") $(<"$barrier")"; }

# wait_until DESCRIPTION COMMAND...: polls a condition; its failure is a test's
wait_until() {
	local what=$1 i
	shift
	for ((i = 0; i < 600; i++)); do
		"$@" && return 0
		sleep 0.1
	done
	fail "in time: $what"
	return 1
}

# hooks_left: any hook or probe of ours, or of anybody's
hooks_left() { cat /sys/kernel/debug/kprobes/list $tracing/enabled_functions; }

# inode_of NETNS: as the listing and lsns have it
inode_of() { stat -L -c %i "/run/netns/$1"; }

# numbers_of NETNS: rt_genid and fib6_sernum
numbers_of() { awk -v inode="$(inode_of "$1")" '$1 == inode { print $2, $3 }' $listing; }

# number 4|6 NETNS
number() { numbers_of "$2" | awk -v family="$1" '{ print $(family / 2 - 1) }'; }

# duplicates: numbers held by more than one netns, as family:number
duplicates() {
	awk '!/^#/ { n["ipv4:" $2]++; n["ipv6:" $3]++ }
	     END { for (i in n) if (n[i] > 1) print i }' $listing
}

# --- which functions "ip" calls, by kprobe events of one group
trace_group=netns_genid_test

# trace_on FUNCTION...: trace calls of these
trace_on() {
	local function
	for function; do echo "p:$trace_group/$function $function" >>$tracing/kprobe_events; done
	echo 1 >$tracing/events/$trace_group/enable
}

# trace_returns FUNCTION: trace its returns as well, as FUNCTION_return
trace_returns() {
	echo "r:$trace_group/$1_return $1" >>$tracing/kprobe_events
	echo 1 >$tracing/events/$trace_group/enable
}

# trace_off: no event of ours is left
trace_off() {
	local event
	echo 0 >$tracing/events/$trace_group/enable
	for event in "$tracing/events/$trace_group"/*/; do
		echo "-:$trace_group/$(basename "$event")" >>$tracing/kprobe_events
	done
}

# calls FUNCTION: how often "ip" called it since the trace was cleared
calls() { grep -c "^ *ip-.* $1: " $tracing/trace; }

figures=/tmp/figures

# leaked KEY=VALUE...: trials that leaked, of each result in $figures (netns-ab leak --json)
# that has these values
leaked() {
	local results condition
	results=$(grep -o '{[^{}]*"leaked"[^{}]*}' "$figures")
	for condition; do
		results=$(grep -E "\"${condition%%=*}\": \"?${condition#*=}\"?," <<<"$results")
	done
	sed -n 's/.*"leaked": \([0-9]*\),.*/\1/p' <<<"$results"
}

# --- netns-ab, what it printed in $out and $err
out=/tmp/out
err=/tmp/err

# run STATUS DESCRIPTION ARGUMENT...: netns-ab ends with that status
run() {
	local wanted=$1 what=$2 got
	shift 2
	netns-ab "$@" >$out 2>$err
	got=$?
	is "$got" "$wanted" "$what"
	[[ $got -eq $wanted ]] || diag "$(<$err)"
}

# refuses DESCRIPTION PATTERN ARGUMENT...: one line that matches, and status 2
refuses() {
	local what=$1 pattern=$2
	shift 2
	run 2 "$what is refused" "$@"
	is "$(wc -l <$err)" 1 "in one line"
	ok "that tells why" grep -q "^netns-ab: .*$pattern" $err
}
