#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The last one: after all tests the kernel's log has no complaint.
. "$(dirname "$0")/functions.sh"

complaints() { dmesg | grep -E 'BUG|WARNING|Oops|stall|waiting for .* to become free|blocked for more than|leak'; }

is "$(complaints)" "" "no BUG, WARNING, stall or leaked device in the log"
is "$(hooks_left)" "" "no hook or probe is left"
ok "no module of ours is loaded" test ! -e $move -a ! -e $genid
ok "no kernel feature was switched off by a bug" test "$(cat /proc/sys/kernel/ftrace_enabled)" = 1
done_testing
