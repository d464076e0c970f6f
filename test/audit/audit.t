#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The audit finds what it has to find, and fails when it has to fail.
# SUITES narrows the suites; run from the top of the tree by prove.
set -uo pipefail

here=$(dirname "$(realpath "$0")")
site_c=$here/../../src/netns_genid/site.c
read -ra suites <<<"${SUITES:-bookworm trixie sid}"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tests=0 failed=0

# What the tables have, but the audit must find in a kernel's text all the same.
functions=(
	"rt_cache_flush()" "ipv4_sysctl_rtcache_flush()" "ip_rt_multicast_event()"
	"xfrm_policy_insert()" "selinux_notify_policy_change()" "xfrm_set_default() in xfrm_user.ko"
	"fib6_add()" "fib6_update_sernum()" "fib6_update_sernum_upto_root()" "fib6_flush_trees()"
)

ok() { # STATUS NAME [OUTPUT]
	tests=$((tests + 1))
	if [[ $1 -eq 0 ]]; then
		echo "ok $tests - $2"
	else
		echo "not ok $tests - $2"
		failed=1
		[[ ! -s ${3-} ]] || sed 's/^/# /' "$3"
	fi
}

skip() { # NAME REASON
	tests=$((tests + 1))
	echo "ok $tests - $1 # SKIP $2"
}

audit() { # OUTPUT OPTION...
	"$here/run" --suite "$suite" "${@:2}" >"$1" 2>&1
}

has() { grep -qF -- "$2" "$1"; }

# A copy of the tables without the entry of a function.
without() { grep -vF "{ { \"$1\"" "$site_c" >"$tmp/site.c"; }

# A copy with one more entry.
with() { # AFTER-FUNCTION ENTRY
	awk -v after="{ { \"$1\"" -v entry="$2" '{ print } index($0, after) { print entry }' \
		"$site_c" >"$tmp/site.c"
}

test_all_found() {
	local function all=0
	for function in "${functions[@]}"; do
		grep -qE "^(ok|FAIL) +${function//[()]/.} " "$tmp/out" ||
			{ echo "# not found: $function"; all=1; }
	done
	ok $all "$suite: the known functions are found" "$tmp/out"
}

# By itself: nothing of the tables helps it to find a function.
test_found_without_tables() {
	local found
	grep -vE '^\s*\{ \{ "(ipv4_sys|ip_rt_mult|xfrm_set|selinux_|fib6_upd|fib6_fl)' "$site_c" >"$tmp/site.c"
	audit "$tmp/cut" --table "$tmp/site.c"
	found=$(grep -cE '^FAIL .*(ipv4_sysctl_rtcache_flush|ip_rt_multicast_event|xfrm_set_default|selinux_notify_policy_change|fib6_update_sernum|fib6_update_sernum_upto_root|fib6_flush_trees)\(\).* no probe covers it' "$tmp/cut")
	[[ $found -eq 7 ]]
	ok $? "$suite: with most of the tables gone, each of those functions is named" "$tmp/cut"
}

test_one_missing() { # FUNCTION
	without "$1"
	audit "$tmp/cut" --table "$tmp/site.c"
	[[ $? -eq 1 ]] && grep -qE "^FAIL +$1\(\).* no probe covers it" "$tmp/cut" &&
		[[ $(grep -c '^FAIL' "$tmp/cut") -eq 1 ]]
	ok $? "$suite: without $1 in the tables the audit fails and names it" "$tmp/cut"
}

test_invented() {
	with rt_cache_flush '{ { "no_such_function_at_all" }, .net = net_of_net },'
	audit "$tmp/more" --table "$tmp/site.c"
	[[ $? -eq 1 ]] && grep -q '^FAIL .*no_such_function_at_all().*no such function' "$tmp/more"
	ok $? "$suite: a needed function that the kernel lacks fails" "$tmp/more"

	with rt_cache_flush '{ { "no_such_function_at_all", GENID_OPTIONAL }, .net = net_of_net },'
	audit "$tmp/more" --table "$tmp/site.c" && has "$tmp/more" 'none  IPv4 no_such_function_at_all()'
	ok $? "$suite: an optional one is reported" "$tmp/more"

	with rt_cache_flush '{ { "register_netdevice" }, .net = net_of_net },'
	audit "$tmp/more" --table "$tmp/site.c" && has "$tmp/more" 'WARN  IPv4 register_netdevice()'
	ok $? "$suite: a function that is there, but has no bump, is reported" "$tmp/more"
}

# cleanup_module() is in no vmlinux, and in most modules.
test_ambiguous() {
	with rt_cache_flush '{ { "cleanup_module", GENID_MODULE }, "xfrm_user", .net = net_of_net },'
	audit "$tmp/more" --table "$tmp/site.c"
	[[ $? -eq 1 ]] && grep -q '^FAIL .*cleanup_module().*not unique' "$tmp/more"
	ok $? "$suite: a name of two functions fails" "$tmp/more"
}

test_suite() {
	local status
	audit "$tmp/out"
	status=$?
	if [[ $status -eq 2 && $suite != bookworm ]]; then
		skip "$suite" "$(tail -n 1 "$tmp/out")"
		return
	fi
	ok $status "$suite: every function that bumps a counter is covered" "$tmp/out"
	[[ $status -ne 2 ]] || return
	sed 's/^/# /' "$tmp/out"
	test_all_found
	test_found_without_tables
	test_one_missing ip_rt_multicast_event
	test_one_missing fib6_add
	test_one_missing xfrm_set_default
	test_invented
	test_ambiguous
}

for suite in "${suites[@]}"; do
	test_suite
done
echo "1..$tests"
exit $failed
