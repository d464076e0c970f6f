#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# netns-ab with thousands of argument lists by chance, built with all that the compiler can
# check at run time. It runs on this machine, but measures nothing: its knob is a file,
# and locked. SEED and LISTS say which and how many.
. "$(dirname "$0")/tap.sh"
here=$(dirname "$(realpath "$0")")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seed=${SEED:-$RANDOM} lists=${LISTS:-2000}

build() {
	cp -R "$here"/../{dkms.conf,src} "$work"
	make -s -C "$work/src/netns-ab" clean
	make -s -C "$work/src/netns-ab" CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" 2>&1
}

# A short list cannot tell what a leak is; the kernel ends the process anyway.
export ASAN_OPTIONS=detect_leaks=0
export NETNS_AB_SYSFS=$work/sys
mkdir -p "$work/sys/module/netns_move/parameters"
barrier=$work/sys/module/netns_move/parameters/barrier
echo keep >"$barrier"

ok "netns-ab is built with the compiler's checks" build
said=$("$here/guest/random-arguments" "$seed" "$lists" "$work/src/netns-ab/netns-ab" "$barrier" /sys/class/net)
is "$?" 0 "none of $lists argument lists makes it crash, hang, change a thing or print no line (SEED=$seed)"
diag "$said"
done_testing
