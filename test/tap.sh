# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# TAP, for all tests that are shell scripts.

tap_count=0
tap_bad=0

pass() { echo "ok $((++tap_count)) - $1"; }
fail() {
	echo "not ok $((++tap_count)) - $1"
	tap_bad=1
}
diag() { printf '# %s\n' "${*//$'\n'/$'\n'# }"; }

# ok DESCRIPTION COMMAND...: passes where the command succeeds
ok() {
	local what=$1
	shift
	if "$@"; then pass "$what"; else
		fail "$what"
		diag "failed: $*"
	fi
}

# is GOT WANTED DESCRIPTION
is() {
	if [[ $1 == "$2" ]]; then pass "$3"; else
		fail "$3"
		diag "got:    $1"
		diag "wanted: $2"
	fi
}

# skip REASON DESCRIPTION
skip() { echo "ok $((++tap_count)) - $2 # SKIP $1"; }

# done_testing: the plan; fails where a test did, which is the script's status then
done_testing() {
	echo "1..$tap_count"
	[[ $tap_bad -eq 0 ]]
}
