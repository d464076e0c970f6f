#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# netns-ab tap and routes: what they refuse, that every packet is accounted for and a
# missing one is noticed, that routes are changed with the hooks in place, and that the
# knobs are put back and nothing is left however they end.
. "$(dirname "$0")/functions.sh"

json=/tmp/json

cleanup() { rm -f $err $out $json*; }

# bad PATTERN ARGUMENT...: they are refused with one line that matches
bad() { refuses "'${*:2}'" "$@"; }

# begin ARGUMENT...: netns-ab in the background
begin() {
	netns-ab "$@" >$out 2>$err &
	pid=$!
}

# ends STATUS DESCRIPTION: what has begun ends with that status
ends() {
	wait $pid
	is $? "$1" "$2"
}

inside() { nsenter --net="/proc/$pid/ns/net" "$@" 2>/dev/null; }
sends() { [[ $(awk '$1 == "tap1:" { print $3 }' "/proc/$pid/net/dev") -gt 1000 ]]; }
all_stopped() { ! grep -h ^State "/proc/$pid/task"/*/status | grep -qv 'T (stopped)'; }
namespaces() { grep -vc '^#' $listing; }
none_left() { [[ $(namespaces) = "$before" ]]; }
leases() { echo $(($(<$genid/status/ipv4/leases) + $(<$genid/status/ipv6/leases))); }

# sums: a line for each run of tap: packets sent, those received and dropped, those
# received, those dropped by the queueing discipline
sums() {
	# shellcheck disable=SC2016 # perl expands these
	perl -MJSON::PP -0777 -ne '
		for (@{decode_json($_)->{samples}}) {
			my $t = $_->{total};
			my $sum = $t->{received};
			$sum += $_ for values %{$t->{dropped}};
			print "$t->{sent} $sum $t->{received} $t->{dropped}{qdisc}\n";
		}' $json
}

modprobe netns_move || exit
before=$(namespaces)
echo 1 >$knob6
echo expedite >$barrier

bad seconds tap --seconds 0
bad readers tap --readers poll,sleep
bad surplus tap surplus
bad routes routes --routes 100001
bad threads routes --threads 1,x
bad family routes --family 5
bad modes routes --modes keep
run 1 "an unknown mode fails" tap --modes keep,wrong
run 1 "a file that cannot be written fails" routes -n 10 --json /nowhere/file
is "$(knobs) $(namespaces)" "Y Y expedite $before" "none of these has changed a thing"

run 0 "tap succeeds" tap -s 1 -r 1 -m keep,drop --json $json
is "$(knobs)" "Y Y expedite" "it puts the knobs back"
wait_until "the namespace is gone" none_left
is "$(sums | wc -l)" 4 "there is a run for each mode and reader"
is "$(sums | awk '$1 == $2 && $3' | wc -l)" 4 "with packets, each accounted for"
diag "$(<$out)"

# Stopped meanwhile: what is sent while a queueing discipline is changed may get lost.
begin tap -s 2 -r 1 -m keep --readers read --json $json
wait_until "it sends" sends
kill -STOP $pid
wait_until "it has stopped" all_stopped
ok "a queueing discipline that drops comes in between" \
	inside tc qdisc replace dev tap0 root tbf rate 1mbit burst 2kb limit 10kb
kill -CONT $pid
ends 0 "which makes no difference to the account"
is "$(sums | awk '$1 == $2 && $4' | wc -l)" 1 "that has its drops"

# The bridge drops what would go back to where it came from, and counts it nowhere.
begin tap -s 2 -r 1 -m keep
wait_until "it sends" sends
ok "the bridge loses the way" inside bridge fdb replace 02:00:00:00:00:02 dev tap1 master static
ends 1 "packets that nobody counts fail the run"
ok "which tells how many" grep -q '^netns-ab: [0-9]* packets sent, but [0-9]* accounted for' $err
is "$(knobs)" "Y Y expedite" "with the knobs put back"

leased=$(leases)
run 0 "routes succeeds" routes -n 1280 -t 1,2 -r 1 --json $json
is "$(knobs)" "Y Y expedite" "it puts the knobs back"
is "$(grep -cE '^[12] +IPv[46] +(add|delete) ' $out)" 8 "the table is complete"
# shellcheck disable=SC2016 # perl expands it
is "$(perl -MJSON::PP -0777 -ne 'print scalar @{decode_json($_)->{samples}}' $json)" 8 "and the file"
# 1280 additions are 10 leases, in 1 and 2 namespaces, of 2 families.
ok "the hooks were in place in half of the runs" test $(($(leases) - leased)) -ge 60
ok "and only in half" test $(($(leases) - leased)) -lt 100
diag "$(<$out)"

for command in "tap -s 100" "routes -t 1,2 -r 100"; do
	# shellcheck disable=SC2086 # words
	begin $command --json $json.file
	wait_until "it has begun" sh -c "! [ \$(grep -vc '^#' $listing) = $before ]"
	kill -TERM $pid
	ends 143 "$command: SIGTERM ends it by that signal"
	is "$(knobs)" "Y Y expedite" "with the knobs put back"
	wait_until "all namespaces are gone" none_left
	is "$(namespaces)" "$before" "and no namespace left"
	ok "nor a half written file" sh -c "! ls $json.file* 2>/dev/null"
done
echo keep >$barrier
echo 0 >$knob6
done_testing
