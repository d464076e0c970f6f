#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The runner of guests itself: the command's output, arguments and status, what ends
# badly, what it refuses, and that it leaves nothing behind.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
. test/tap.sh

suite=bookworm
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir"/{tmp,share}
export TMPDIR=$dir/tmp

images=$(test/vm/image "$suite" cloud) || exit

runner=(test/vm/run --suite "$suite" --mem 512)

# ours: processes that name a file of ours, as QEMU and virtiofsd do, but not grep
ours() { grep -lzsFf <(echo "$TMPDIR/") /proc/[0-9]*/cmdline | cut -d / -f 3; }
# shellcheck disable=SC2317 # it is reached: by ok
none() { [[ ! $(ours) ]]; }

# wait_until COMMAND...: polls a condition
# shellcheck disable=SC2317 # it is reached: by ok
wait_until() {
	local i
	for ((i = 0; i < 600; i++)); do
		"$@" >/dev/null && return
		sleep 0.1
	done
	return 1
}

# --- refused, before anything is built or booted
refused() { # DESCRIPTION ARGUMENT...
	local what=$1
	shift
	"${runner[@]}" "$@" >"$dir/out" 2>"$dir/err"
	is "$? $(wc -l <"$dir/out") $(wc -l <"$dir/err")" "2 0 1" "$what: status 2 and one line"
}
refused "no command" --
refused "an unknown option" --frob -- true
refused "an option without its value" --smp
refused "no number" --smp two -- true
refused "0" --timeout 0 -- true
refused "an unknown suite" --suite slink -- true
refused "an unknown flavour" --flavour vanilla -- true
refused "a directory that is none" --share "$dir/nowhere" -- true
refused "--icount with two processors" --icount --smp 2 -- true
ok "--help succeeds" grep -q '^Usage' <<<"$(test/vm/run --help)"

# --- several guests at a time, one processor each: booting is what takes the time
"${runner[@]}" --smp 1 --timeout 120 -- sh -c 'echo c >/proc/sysrq-trigger' >"$dir/panic.out" 2>"$dir/panic.err" &
panic=$!
"${runner[@]}" --smp 1 --timeout 120 -- no-such-command >"$dir/missing" 2>&1 &
missing=$!

# All bytes, no newline at the end; the second half only after the first was seen here.
perl -e 'print map chr, 0 .. 255, 0 .. 254' >"$dir/share/bytes"
# shellcheck disable=SC2016,SC1003 # as they are
printf '%s\0' '' ' two  blanks ' "it's" '"' $'a\nb\n' '$HOME `id` \' '*' '-n' 'é' >"$dir/share/wanted"
mapfile -d '' -t arguments <"$dir/share/wanted"
mkfifo "$dir/output"
# shellcheck disable=SC2016 # the guest's shell expands it
"${runner[@]}" --smp 1 --timeout 120 --share "$dir/share" -- sh -c '
	printf "%s\0" "$@" >arguments
	cat bytes
	echo stderr >&2
	until [ -e seen ]; do sleep 0.1; done
	cat bytes
	exit 37' sh "${arguments[@]}" >"$dir/output" 2>"$dir/err" &
command=$!
{
	cat <&3 >"$dir/output.copy" &
	ok "output is here while the command still runs" wait_until grep -sq stderr "$dir/output.copy"
	touch "$dir/share/seen"
	wait $!
} 3<"$dir/output"
wait $command
is $? 37 "the command's status is passed on"
ok "every byte of its output is" cmp "$dir/output.copy" <(cat "$dir/share/bytes" <(echo stderr) "$dir/share/bytes")
is "$(<"$dir/err")" "" "and nothing else is printed"
ok "arguments with blanks, quotes and newlines and empty ones are" cmp "$dir/share/arguments" "$dir/share/wanted"

wait $missing
is $? 127 "a command that is not there: 127"
sed '/not found/d; s/^/# /' "$dir/missing"
ok "and the shell's message" grep -q 'no-such-command.*not found' "$dir/missing"
wait $panic
is $? 125 "a panic: 125"
is "$(<"$dir/panic.out")" "" "with no output"
ok "and the console's last lines on stderr" grep -q 'Kernel panic - not syncing: sysrq' "$dir/panic.err"

"${runner[@]}" --smp 1 --timeout 3 --share "$dir/share" -- sleep 1000 >"$dir/out" 2>"$dir/err"
is $? 124 "a timeout: 124"
ok "and it is said" grep -q 'timeout after 3 s' "$dir/err"

"${runner[@]}" --smp 1 --timeout 120 --share "$dir/share" -- sleep 1000 >"$dir/out" 2>"$dir/err" &
victim=$!
ok "a guest runs" wait_until compgen -G "$TMPDIR/*/console"
ok "which can be seen" test -n "$(ours)"
kill -TERM $victim
wait $victim
is $? 143 "SIGTERM ends the runner by that signal's status"

# virtiofsd's own child ends when it sees that virtiofsd has.
ok "no process is left" wait_until none
is "$(ls -A "$TMPDIR")" "" "nor any file"
is "$(test/vm/image "$suite" cloud)" "$images" "nor did the images change"
done_testing
