#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# netns-ab: what it prints, what it refuses, and that it puts back the knobs and
# leaves nothing behind however it ends.
. "$(dirname "$0")/functions.sh"

left() { ip -o link show | grep -o ' nab[^:@]*'; }

run 1 "without the modules it fails" create -n 10 -t 1 -r 1
ok "and says what to load" grep -q '^netns-ab: .*modprobe netns_move' $err

modprobe netns_move
run 0 "--help succeeds" --help
run 0 "--version succeeds" --version
ok "and names the version of the modules" grep -qx "netns-ab $(<$move/version)" $out

refuses "no subcommand" ""
refuses "an unknown subcommand" kreate kreate
refuses "an unknown option" frob create --frob
refuses "no number" "namespaces.*many" create --namespaces many
refuses "0 namespaces" namespaces create -n 0
refuses "a negative number" namespaces create -n -5
refuses "no list of numbers" threads create --threads 1,,4
refuses "an empty list" threads create --threads ""
refuses "no runs" runs create --runs 0
refuses "a seed that is none" seed create --seed 0
refuses "a precision of 0" precision create --precision 0
refuses "a time limit for nothing" time-limit create --time-limit 5
refuses "a missing value" value create --runs
refuses "an argument too many" surplus create surplus
run 1 "an unknown mode fails" create -n 4 -t 1 -r 1 -m keep,wrong
ok "and names the mode" grep -q '^netns-ab: .*wrong' $err
run 1 "a file that cannot be written fails" create -n 4 -t 1 -r 1 --json /nowhere/file
ok "and is named" grep -q '^netns-ab: .*/nowhere/file' $err
setpriv --reuid=65534 --regid=65534 --clear-groups netns-ab create >$out 2>$err
ok "without root it fails" test $? -ne 0
is "$(wc -l <$err)" 1 "in one line"
is "$(knobs) $(left)" "N N keep " "none of these has changed a thing"

echo 1 >$knob6
echo expedite >$barrier
run 0 "a small measurement succeeds" create -n 8 -t 1,2 -r 2 -m keep,drop --json /tmp/json
is "$(knobs) $(left)" "Y Y expedite " "it puts the knobs back and leaves nothing"
is "$(grep -cE '^ +[12] +(keep|drop) +[0-9.]+ \(.* n=2' $out)" 4 "the table has a line for each thread count and mode"
is "$(tr -d '\r' <$err | wc -c)" 0 "there is no progress line in a pipe"
# shellcheck disable=SC2016 # perl expands it
ok "the JSON file is valid" perl -MJSON::PP -0777 -ne 'decode_json($_)' /tmp/json
is "$(perl -MJSON::PP -0777 -ne 'print scalar @{decode_json($_)->{samples}}' /tmp/json)" 8 "and has every run"

# order SEED: the modes in the order in which they ran
order() {
	netns-ab create -n 2 -t 1 -r 6 -m keep,drop --seed "$1" --json /tmp/json >$out || return
	perl -MJSON::PP -0777 -ne 'print map "$_->{mode} ", @{decode_json($_)->{samples}}' /tmp/json
}
first=$(order 7)
ok "the seed is printed" grep -q 'seed 7$' $out
is "$(order 7)" "$first" "and the same one repeats the order"

# runs: how many there are of each mode
runs() { perl -MJSON::PP -0777 -ne '$n{$_->{mode}}++ for @{decode_json($_)->{samples}}; print "@n{qw(keep drop)}"' /tmp/json; }

# Two modes: it looks after every second round from the fifth on, the least for an interval.
run 0 "a measurement that need not be precise succeeds" create -n 2 -t 1 -r 1 -m keep,drop --precision 100 --json /tmp/json
is "$(runs)" "6 6" "and ends as soon as there are intervals"
ok "which are printed" grep -qE 'drop .* \[[0-9.]+-[0-9.]+\]' $out
run 0 "one that cannot be as precise as is asked for ends, too" create -n 2 -t 1 -r 3 -m keep,drop --precision 1 --time-limit 1 --json /tmp/json
ok "by the time limit" grep -q 'time was up' $out

for signal in TERM INT; do
	rm -f /tmp/json
	# An asynchronous command would have SIGINT ignored.
	perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' netns-ab create -n 400 -t 2 --json /tmp/json >$out 2>$err &
	pid=$!
	wait_until "it has begun" sh -c "ip -o link | grep -q ' nab'"
	kill -$signal $pid
	wait $pid
	is $? $((128 + $(kill -l $signal))) "SIG$signal ends it by that signal"
	is "$(knobs)" "Y Y expedite" "with the knobs put back"
	wait_until "its links are gone" sh -c "! ip -o link | grep -q ' nab'"
	is "$(left)" "" "and nothing left"
	ok "nor a half written file" sh -c '! ls /tmp/json* 2>/dev/null'
done
echo keep >$barrier
echo 0 >$knob6
done_testing
