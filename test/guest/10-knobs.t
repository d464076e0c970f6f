#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Knobs: their modes and defaults, what they refuse and with which errno, and
# that a refused write changes nothing.
. "$(dirname "$0")/functions.sh"

attributes() { stat -c '%A %U' "$1"; }

refuses() { # FILE VALUE ERRNO
	local before
	before=$(knobs)
	is "$(errno_of_write "$1" "$2")" "$3" "${1##*/}: '${2//$'\n'/\\n}' gives $3"
	is "$(knobs)" "$before" "and changes nothing"
}

takes() { # FILE VALUE READ
	is "$(errno_of_write "$1" "$2")" OK "${1##*/}: '${2//$'\n'/\\n}' is taken"
	is "$(<"$1")" "$3" "and read as $3"
}

ok "modprobe netns_move" modprobe netns_move
ok "loads netns_genid" test -d $genid
ok "rmmod netns_genid fails while netns_move uses it" sh -c '! rmmod netns_genid 2>/dev/null'

for knob in $knob4 $knob6 $barrier; do
	is "$(attributes "$knob")" "-rw-r--r-- root" "${knob##*/} is written by root, read by all"
done
is "$(knobs)" "N N keep" "all are off at first"
is "$(hooks_left)" "" "and there is no hook"

for file in $(find $genid/status $move/status -type f | sort); do
	is "$(attributes "$file")" "-r--r--r-- root" "${file#/sys/module/} is read-only, and read by all"
	is "$(wc -l <"$file")" 1 "with one value"
done
is "$(attributes $listing)" "-r-------- root" "the listing of all netns is root's"

for knob in $knob4 $knob6; do
	for value in Y 1 y on; do takes "$knob" "$value" Y; done
	for value in N 0 n $'off\n'; do takes "$knob" "$value" N; done
	for value in " " 2 maybe -1 Q $'\n'; do refuses "$knob" "$value" EINVAL; done
done
for pair in 1:drop 0:keep Y:drop N:keep drop:drop hurry:hurry auto:auto expedite:expedite auto:auto hurry:hurry $'drop\n:drop' expedite:expedite keep:keep; do
	takes $barrier "${pair%:*}" "${pair#*:}"
done
for value in " " KEEP drops dropp "keep drop" 2 -1 y n; do refuses $barrier "$value" EINVAL; done
echo expedite >$barrier
for value in keeep 3; do refuses $barrier "$value" EINVAL; done
echo keep >$barrier

for module in netns_genid netns_move; do
	info=$(modinfo $module)
	for field in description: license: version:; do
		ok "modinfo $module has $field" grep -q "^$field *[^ ]" <<<"$info"
	done
done
ok "modinfo tells ipv4's values and default" grep -q '^parm: *ipv4:.*Y or N, default N.*(bool)' <<<"$(modinfo netns_genid)"
ok "modinfo tells barrier's values and default" grep -q '^parm: *barrier:.*drop.*default keep.*(charp)' <<<"$(modinfo netns_move)"
done_testing
