#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# netns-ab create: how namespaces get their links and what is in them, churn, what people
# do in place of the knob, and latencies; and that nothing is left of any of it.
# shellcheck disable=SC2016,SC2317 # perl expands some strings; functions are called by wait_until
. "$(dirname "$0")/functions.sh"

expedited=/sys/kernel/rcu_expedited
first_fqs=/sys/module/rcutree/parameters/jiffies_till_first_fqs

links() { ip -o link show | grep -o ' na[bcp]0[^:@]*'; }

# state: all that must be as it was
state() { echo "$(knobs) $(<$expedited) $(<$first_fqs) $(hooks_left) $(links)"; }

moves() { cat $move/status/moves; }

# json EXPRESSION: of the first sample, as $s, of the options, as $o
json() { perl -MJSON::PP -0777 -ne '$f = decode_json($_); ($s, $o) = ($f->{samples}[0], $f->{options}); print '"$1" /tmp/json; }

modprobe netns_move

refuses "an unknown pattern" pattern create --pattern sideways
refuses "no device at all" devices create --devices 0
refuses "too many devices" devices create --devices 65
refuses "an unknown thing in a namespace" with create --with tap,tun
refuses "a route without an address" route6 create --with addr4,route6
refuses "nothing and something" none create --with none,tap
refuses "a churn of no time" churn create --churn 0
refuses "a churn of so many namespaces" namespaces create --churn 1 -n 5
refuses "--alive without a churn" alive create --alive 5
refuses "more threads than namespaces alive" threads create --churn 1 --alive 2 -t 3
refuses "a port that is made where it belongs" direct create --pattern phys --modes keep,direct

found=$(<$first_fqs)
cleanup() { echo "$found" >$first_fqs; }
echo 3 >$first_fqs
before=$(state)

# --- How links get there. One run of 4, one of 1 to warm up, one of 1 after each of the two.
# moves_of WANTED PATTERN OPTION...
moves_of() {
	local wanted=$1 pattern=$2 from
	shift 2
	from=$(moves)
	run 0 "the pattern $pattern works ($*)" create --pattern "$pattern" -n 4 -t 1 -r 1 -m auto "$@"
	is $(($(moves) - from)) "$wanted" "and makes $wanted moves"
	is "$(state)" "$before" "and leaves nothing"
}
moves_of 7 back
moves_of 14 in --with none --devices 2
moves_of 0 direct
moves_of 14 phys --with addr4,addr6 # in, and back
from=$(moves)
run 0 "the mode direct works" create -n 4 -t 1 -r 1 -m direct,auto
is $(($(moves) - from)) 5 "and moves only for the other mode"

# --- What is in a namespace: netns-ab is stopped, so that one that is complete stays
# inside PATTERN OPTION...: the links and addresses
inside() {
	local pid fd
	netns-ab create -n 64 -t 1 -r 1 -m auto --pattern "$@" >$out 2>$err &
	pid=$!
	complete() { [[ $(find "/proc/$pid/fd" -lname 'net:*' 2>/dev/null | wc -l) -ge 4 ]]; }
	wait_until "there are namespaces" complete
	kill -STOP $pid
	fd=$(find "/proc/$pid/fd" -lname 'net:*' -printf '%f\n' | sort -n | sed -n 2p)
	nsenter --net=/proc/$pid/fd/"$fd" ip -br addr | awk '{ sub(/@.*/, "", $1); print $1; for (i = 3; i <= NF; i++) print $i }' |
		grep -v '^fe80:' | xargs
	kill -TERM $pid
	kill -CONT $pid
	wait $pid
}
is "$(inside back)" "lo 127.0.0.1/8 ::1/128 tap0 eth0 198.18.0.2/24 2001:2::2/64" "a namespace has all by default"
is "$(inside in --devices 2 --with addr6)" "lo 127.0.0.1/8 ::1/128 eth0 2001:2::2/64 eth1 2001:2:0:1::2/64" "and as asked for"
is "$(state)" "$before" "and nothing is left"

# --- Churn
run 0 "a churn works" create --churn 1 --alive 4 -t 2 -r 1 -m drop --json /tmp/json
is "$(json '$s->{namespaces} > 0 && abs($s->{rate} - $s->{namespaces} / $s->{seconds}) < 0.01 && $s->{seconds} >= 1')" 1 \
	"and tells how many namespaces it deleted in the time"
is "$(state)" "$before" "and leaves nothing"
run 0 "a churn of ports works" create --churn 1 --alive 2 -t 1 -r 1 -m drop --pattern phys --devices 2
is "$(state)" "$before" "and leaves nothing"

# --- Latencies
run 0 "all latencies can be measured" create -n 4 -t 2 -r 1 -m auto --devices 2 --probe --held --json /tmp/json
is "$(json 'join " ", map { $s->{latency}{$_}{count} } qw(move creation held)')" "8 4 8" "of each move and namespace"
is "$(json '$s->{latency}{rtnl}{count} > 0')" 1 "and of unrelated requests"
is "$(json '!grep { $s->{latency}{held}{us}[$_] > $s->{latency}{move}{us}[$_] } 0 .. 100')" 1 \
	"a move takes its sender no less than the kernel"
is "$(grep -cE '^ +2 +auto( +[0-9.]+ [0-9.]+ [0-9.]+ [0-9.]+){4}$' $out)" 1 "all are in the table"
is "$(state)" "$before" "and nothing is left"
run 0 "by default not all of them are" create -n 2 -t 1 -r 1 -m drop --json /tmp/json
is "$(json 'join " ", sort keys %{$s->{latency}}')" "creation move" "but these"
mount --bind /dev/null /sys/bus/event_source/devices/kprobe/type
run 1 "without the kernel's probes --held fails" create -n 2 -t 1 -r 1 -m keep --held
ok "and says so" grep -q '^netns-ab: --held: .*kprobe' $err
umount /sys/bus/event_source/devices/kprobe/type

# --- What people do in place of the knob
# during SIGNAL FILE VALUE OPTION...: the file has that value during the measurement, which SIGNAL ends
during() {
	local signal=$1 file=$2 value=$3 pid
	shift 3
	perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' netns-ab create -n 400 -t 2 "$@" >$out 2>$err &
	pid=$!
	begun() { [[ $(<"$file") = "$value" && $(links) ]]; }
	wait_until "$file is $value" begun
	kill -"$signal" $pid
	wait $pid
	is $? $((128 + $(kill -l "$signal"))) "SIG$signal ends it by that signal ($*)"
	wait_until "its links are gone" sh -c "! ip -o link | grep -q ' na[bcp]0'"
	is "$(state)" "$before" "and all is as before"
}
during TERM $expedited 1 -m rcu_expedited
during INT $first_fqs 0 -m first_fqs --pattern in --probe --held
run 0 "both are put back at the end" create -n 2 -t 1 -r 1 -m keep,rcu_expedited,first_fqs
is "$(state)" "$before" "to what they were"

perl -e 'exec @ARGV' netns-ab create --churn 60 --alive 4 -t 2 -m auto --pattern phys --probe --held >$out 2>$err &
pid=$!
away() { [[ $(find "/proc/$pid/fd" -lname 'net:*' 2>/dev/null | wc -l) -ge 4 ]]; }
wait_until "a churn is under way" away
kill -TERM $pid
wait $pid
is $? 143 "SIGTERM ends a churn"
is "$(state)" "$before" "and leaves nothing"
done_testing
