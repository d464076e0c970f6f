# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# TAP, for the tests that run on this machine. (Those in guests have more, and undo
# what they did to the kernel: guest/functions.sh.)

tap_count=0
tap_bad=0

diag() { printf '# %s\n' "${*//$'\n'/$'\n'# }"; }

# ok DESCRIPTION COMMAND...: passes where the command succeeds
ok() {
	local what=$1
	shift
	if "$@"; then
		echo "ok $((++tap_count)) - $what"
	else
		echo "not ok $((++tap_count)) - $what"
		tap_bad=1
		diag "failed: $*"
	fi
}

# is GOT WANTED DESCRIPTION
is() {
	if [[ $1 == "$2" ]]; then
		echo "ok $((++tap_count)) - $3"
	else
		echo "not ok $((++tap_count)) - $3"
		tap_bad=1
		diag "got:    $1"
		diag "wanted: $2"
	fi
}

# skip REASON DESCRIPTION
skip() { echo "ok $((++tap_count)) - $2 # SKIP $1"; }

done_testing() {
	echo "1..$tap_count"
	exit "$tap_bad"
}
