#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# netns-ab report: tables of one file and of two, what it refuses, and the picture. It
# needs no kernel, so this runs here; the files in test/report are made up.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
. test/tap.sh
test/setup || exit
make -s -C src/netns-ab >/dev/null || exit

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
small=test/report/small.json large=test/report/large.json
out=$dir/out err=$dir/err

# report ARGUMENT...: as nobody, where the test runs as root
report() {
	local as=()
	[[ $EUID -ne 0 ]] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	"${as[@]}" env PATH="${path-$PATH}" src/netns-ab/netns-ab report "$@" >"$out" 2>"$err"
}
chmod 777 "$dir"
touch "$out" "$err"

# shows DESCRIPTION ARGUMENT... <WANTED
shows() {
	local what=$1
	shift
	report "$@"
	is "$? $(<"$err")" "0 " "$what: it succeeds"
	is "$(<"$out")" "$(cat)" "$what: the table"
}

# refuses STATUS DESCRIPTION PATTERN ARGUMENT...: one line that matches, nothing on stdout
refuses() {
	local status=$1 what=$2 pattern=$3
	shift 3
	report "$@"
	is "$? $(wc -l <"$err") $(<"$out")" "$status 1 " "$what: status $status and one line"
	ok "which says so" grep -q "^netns-ab: $pattern" "$err"
}

# broken SED-SCRIPT: the small file, edited
broken() { sed "$1" $small >"$dir/broken.json"; }

shows "one file" $small <<'EOF'
small: Linux 6.1.0-57-amd64 x86_64, 2 CPUs, HZ 250; netns-ab 0.1.0, 2026-11-30T12:00:00Z; namespaces 100, runs 6, seed 7

threads  mode           namespaces/s (min-max)        ratio to keep [95 %]
      1  keep           33.4 (30.1-34.1) n=6          1
      1  same           33.7 (29.7-34.3) n=6          1.01 [0.99-1.03] within noise
      1  drop           104.9 (94.9-106.4) n=6        3.14 [3.12-3.19]
      4  keep           41.1 (39.4-43.2) n=6          1
      4  same           41.6 (39.4-44.4) n=6          1.00 [1.00-1.02] within noise
      4  drop           127.7 (123.0-136.5) n=6       3.13 [3.09-3.18]

latency in ms: p50 p90 p99 (median of the runs), maximum of all
threads  mode           move
      1  keep           8.96 22.9 30.3 85.0
      1  same           8.91 22.8 30.3 84.7
      1  drop           2.84 7.32 9.80 27.1
      4  keep           7.31 18.6 24.8 64.6
      4  same           7.18 18.5 24.4 63.9
      4  drop           2.35 5.94 7.96 20.5
EOF
shows "two files" $large $small <<'EOF'
large: Linux 7.2.13-amd64 x86_64, 64 CPUs, HZ unknown; netns-ab 0.1.0, 2026-11-30T12:00:00Z; namespaces 400, runs 3, seed 8
small: Linux 6.1.0-57-amd64 x86_64, 2 CPUs, HZ 250; netns-ab 0.1.0, 2026-11-30T12:00:00Z; namespaces 100, runs 6, seed 7

Not measured alike: the options differ in namespaces

                        large                                                         small
threads  mode           namespaces/s (min-max)        ratio to keep [95 %]            namespaces/s (min-max)        ratio to keep [95 %]
      1  keep           -                             -                               33.4 (30.1-34.1) n=6          1
      1  drop           -                             -                               104.9 (94.9-106.4) n=6        3.14 [3.12-3.19]
      1  same           -                             -                               33.7 (29.7-34.3) n=6          1.01 [0.99-1.03] within noise
      4  keep           85.4 (80.5-87.8) n=3          1                               41.1 (39.4-43.2) n=6          1
      4  drop           478.0 (464.5-495.1) n=3       5.64                            127.7 (123.0-136.5) n=6       3.13 [3.09-3.18]
      4  same           -                             -                               41.6 (39.4-44.4) n=6          1.00 [1.00-1.02] within noise
     16  keep           84.5 (84.4-88.9) n=3          1                               -                             -
     16  drop           473.0 (465.9-493.8) n=3       5.55                            -                             -

latency (move) in ms: p50 p90 p99 (median of the runs), maximum of all
threads  mode           large                   small
      1  keep           -                       8.96 22.9 30.3 85.0
      1  drop           -                       2.84 7.32 9.80 27.1
      1  same           -                       8.91 22.8 30.3 84.7
      4  keep           -                       7.31 18.6 24.8 64.6
      4  drop           -                       2.35 5.94 7.96 20.5
      4  same           -                       7.18 18.5 24.4 63.9
EOF
shows "Markdown" --format markdown $large $small <<'EOF'
- large: Linux 7.2.13-amd64 x86_64, 64 CPUs, HZ unknown; netns-ab 0.1.0, 2026-11-30T12:00:00Z; namespaces 400, runs 3, seed 8
- small: Linux 6.1.0-57-amd64 x86_64, 2 CPUs, HZ 250; netns-ab 0.1.0, 2026-11-30T12:00:00Z; namespaces 100, runs 6, seed 7

Not measured alike: the options differ in namespaces

| threads | mode | large: namespaces/s (min-max) | ratio to keep [95 %] | small: namespaces/s (min-max) | ratio to keep [95 %] |
|---|---|---|---|---|---|
| 1 | keep | - | - | 33.4 (30.1-34.1) n=6 | 1 |
| 1 | drop | - | - | 104.9 (94.9-106.4) n=6 | 3.14 [3.12-3.19] |
| 1 | same | - | - | 33.7 (29.7-34.3) n=6 | 1.01 [0.99-1.03] within noise |
| 4 | keep | 85.4 (80.5-87.8) n=3 | 1 | 41.1 (39.4-43.2) n=6 | 1 |
| 4 | drop | 478.0 (464.5-495.1) n=3 | 5.64 | 127.7 (123.0-136.5) n=6 | 3.13 [3.09-3.18] |
| 4 | same | - | - | 41.6 (39.4-44.4) n=6 | 1.00 [1.00-1.02] within noise |
| 16 | keep | 84.5 (84.4-88.9) n=3 | 1 | - | - |
| 16 | drop | 473.0 (465.9-493.8) n=3 | 5.55 | - | - |

latency (move) in ms: p50 p90 p99 (median of the runs), maximum of all

| threads | mode | large | small |
|---|---|---|---|
| 1 | keep | - | 8.96 22.9 30.3 85.0 |
| 1 | drop | - | 2.84 7.32 9.80 27.1 |
| 1 | same | - | 8.91 22.8 30.3 84.7 |
| 4 | keep | - | 7.31 18.6 24.8 64.6 |
| 4 | drop | - | 2.35 5.94 7.96 20.5 |
| 4 | same | - | 7.18 18.5 24.4 63.9 |
EOF

# --- refused
refuses 2 "no file" "no file given" --format text
refuses 2 "an unknown format" "--format: 'html'" --format html $small
refuses 2 "an unknown kind of picture" "--plot: '$dir/x.pdf'" --plot "$dir/x.pdf" $small
# shellcheck disable=SC2046 # 17 words
refuses 2 "too many files" "more than 16 files" $(yes $small | head -n 17)
refuses 1 "a file that is not there" "$dir/nowhere: No such file" $small "$dir/nowhere"
refuses 1 "a directory" "$dir: " "$dir"
broken '/^}/d'
refuses 1 "half a file" "$dir/broken.json: not JSON: line " $small "$dir/broken.json"
echo '[1, 2]' >"$dir/broken.json"
refuses 1 "JSON of something else" "$dir/broken.json: .*not written by netns-ab" "$dir/broken.json"
broken 's/"program": "netns-ab"/"program": "other"/'
refuses 1 "JSON of another program" "$dir/broken.json: .*not written by netns-ab" "$dir/broken.json"
broken 's/"command": "create"/"command": "leak"/'
refuses 1 "figures of leak" "$dir/broken.json: .*by netns-ab leak" "$dir/broken.json"
broken '/^"options"/d'
refuses 1 "no options" "$dir/broken.json: .*options" "$dir/broken.json"
broken 's/"round": 3/"round": "third"/'
refuses 1 "a word for a number" "$dir/broken.json: .*integer" "$dir/broken.json"
broken 's/"round": 3/"round": 1000/'
refuses 1 "a round that cannot be" "$dir/broken.json: .*round" "$dir/broken.json"
broken 's/"round": 3/"round": -1/'
refuses 1 "nor can a negative one" "$dir/broken.json: .*round" "$dir/broken.json"
broken 's/"mode": "drop"/"mode": "dorp"/'
refuses 1 "a mode that is not in the options" "$dir/broken.json: .*mode" "$dir/broken.json"
broken 's/"modes": \["keep"/"modes": ["it'\''s"/'
refuses 1 "a mode that is no word" "$dir/broken.json: 'it's'" "$dir/broken.json"
broken 's/"modes": \["keep"/"modes": [17/'
refuses 1 "nor is a number" "$dir/broken.json: modes" "$dir/broken.json"
broken 's/"threads": \[1/"threads": [0/'
refuses 1 "0 threads" "$dir/broken.json: threads" "$dir/broken.json"
broken 's/"rate": [0-9.]*/"rate": 0/'
refuses 1 "a rate of 0" "$dir/broken.json: .*rate" "$dir/broken.json"
broken 's/"rate": [0-9.]*/"rate": 1e999/'
refuses 1 "one that is infinite" "$dir/broken.json: not JSON" "$dir/broken.json"
broken 's/"us": \[[0-9]*, /"us": [/'
refuses 1 "100 percentiles" "$dir/broken.json: latency" "$dir/broken.json"
broken '/"order"/d'
refuses 1 "no samples" "$dir/broken.json: samples" "$dir/broken.json"

# --- pictures
well_formed() { xmllint --noout --nonet "$1" && grep -q '<svg' "$1"; }
is_png() { [[ $(od -An -tx1 -N 8 "$1") == " 89 50 4e 47 0d 0a 1a 0a" ]]; }

report --plot "$dir/rates.svg" $large $small
is "$? $(<"$err")" "0 " "an SVG file is made"
ok "which is well-formed" well_formed "$dir/rates.svg"
for text in 'large: Linux 7.2.13-amd64, 64 CPUs' 'small: Linux 6.1.0-57-amd64, 2 CPUs' keep drop same \
	'the request that moves a link'; do
	ok "and has '$text'" grep -qF "$text" "$dir/rates.svg"
done
report --plot "$dir/rates.png" $small
is "$? $(<"$err")" "0 " "a PNG file is made"
ok "and is one" is_png "$dir/rates.png"

broken "s|6.1.0-57-amd64|6.1'; system('touch $dir/run'); '|"
cp "$dir/broken.json" "$dir/it's \`id\`.json"
report --plot "$dir/quotes.svg" "$dir/it's \`id\`.json"
is "$? $(<"$err")" "0 " "quotes in names and texts do no harm"
ok "to the picture" well_formed "$dir/quotes.svg"

before=$(md5sum <"$dir/rates.svg")
mkdir "$dir/bin"
printf '#!/bin/sh\ncat >/dev/null; echo half\nexit 3\n' >"$dir/bin/gnuplot"
chmod 755 "$dir/bin" "$dir/bin/gnuplot"
path=$dir/bin:$PATH
refuses 1 "a gnuplot that fails" "gnuplot failed" --plot "$dir/rates.svg" $small
printf '#!/bin/sh\nexit 3\n' >"$dir/bin/gnuplot"
refuses 1 "one that reads nothing" "gnuplot failed" --plot "$dir/rates.svg" $small
# shellcheck disable=SC2016 # the script's shell expands it
printf '#!/bin/sh\nkill -TERM $PPID\ncat >/dev/null\n' >"$dir/bin/gnuplot"
report --plot "$dir/signal.svg" $small
is $? 143 "a signal ends it"
rm -f "$dir/signal.svg" # it may have been complete
rm "$dir/bin/gnuplot"
path=$dir/bin
refuses 1 "no gnuplot" "cannot run gnuplot: .*installed" --plot "$dir/rates.svg" $small
unset path
refuses 1 "a picture in no directory" "--plot: cannot write '/nowhere/x.svg'" --plot /nowhere/x.svg $small
is "$(md5sum <"$dir/rates.svg")" "$before" "none of these has touched the picture of before"
is "$(ls "$dir")" "$(printf '%s\n' bin broken.json err "it's \`id\`.json" out quotes.svg rates.png rates.svg)" "nor left a file behind"
done_testing
