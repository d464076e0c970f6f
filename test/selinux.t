#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A policy loaded into SELinux bumps IPv4's number in every netns: each of them must
# get a block. SELinux must be the security module from boot on, so this has a guest
# of its own; the policy is the smallest that the kernel takes.
cd "$(dirname "$0")/.." || exit
. test/tap.sh

if [[ ${1-} != inside ]]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	cp test/selinux.t "$work"
	mkdir "$work/test"
	cp test/tap.sh "$work/test"
	mv "$work/selinux.t" "$work/test"

	# The kernel knows initial SIDs by their order.
	sids=(kernel security unlabeled fs file file_labels init any_socket port netif netmsg node
		igmp_packet icmp_socket tcp_socket sysctl_modprobe sysctl sysctl_fs sysctl_kernel
		sysctl_net sysctl_net_unix sysctl_vm sysctl_dev kmod policy scmp_packet devnull)
	{
		echo "class process"
		printf 'sid %s\n' "${sids[@]}"
		echo "class process { transition dyntransition }"
		echo "type all_t;"
		printf "role all_r%s;\n" "" " types all_t"
		echo "allow all_t all_t:process { transition dyntransition };"
		echo "user all_u roles { all_r };"
		printf 'sid %s all_u:all_r:all_t\n' "${sids[@]}"
	} >"$work/policy.conf"
	# The guests fail without one.
	if ! checkpolicy -U allow -c 30 -o "$work/policy" "$work/policy.conf" >"$work/log" 2>&1; then
		diag "$(<"$work/log")"
	fi
	for suite in ${SUITES:-bookworm}; do
		if ! test/vm/image "$suite" cloud >/dev/null 2>&1 && [[ $suite != bookworm ]]; then
			echo "ok 0 - $suite # SKIP its packages cannot be had now"
			continue
		fi
		test/vm/run --suite "$suite" --append "security=selinux selinux=1 enforcing=0" \
			--timeout 300 --share "$work" -- test/selinux.t inside 2>&1 || echo "not ok 0 - the guest ends well"
	done | awk '/^(not )?ok/ { sub(/ok [0-9]+/, "ok " ++n) } !/^1\.\./ { print } END { print "1.." n }'
	exit
fi

genid=/sys/module/netns_genid
listing=/sys/kernel/debug/netns_genid/netns

load_policy() { cat policy >/sys/fs/selinux/load; }
# blocks: inode and IPv4 block of each netns
blocks() { awk '!/^#/ { print $1, int($2 / 256) }' $listing; }
leases() { cat $genid/status/ipv4/leases; }

mount -t selinuxfs selinuxfs /sys/fs/selinux
modprobe netns_genid
is "$(<$genid/status/sites/selinux_notify_policy_change)" off "$(uname -r): this kernel has the site"
for name in a b c; do ip netns add $name; done
ok "a first policy is loaded" load_policy
before=$(awk '!/^#/ { print $2 }' $listing)
ok "a second one as well" load_policy
is "$(awk '!/^#/ { print $2 }' $listing)" "$(awk '{ print $1 + 1 }' <<<"$before")" "it bumps every netns's number"

echo 1 >$genid/parameters/ipv4
for name in d e f; do ip netns add $name; done
is "$(blocks | grep -c ' 0$')" 3 "netns that are new have no block yet"
before=$(leases)
ok "a policy is loaded with the family on" load_policy
is "$(($(leases) - before))" 3 "each of the new netns leases a block, and no other does"
is "$(blocks | grep -c ' 0$')" 0 "none is without one"
is "$(blocks | cut -d' ' -f2 | sort | uniq -d)" "" "and no two share one"
modprobe -r netns_genid
done_testing
