#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Load, set, unload in a loop while namespaces are created.
. "$(dirname "$0")/functions.sh"

# shellcheck disable=SC2317 # it is reached: by the trap
cleanup() {
	touch $stop
	wait
	ip -all netns del
}

nets=$(net_objects)
creator l1 &
creator l2 &
loads=0 bad=0 end=$((SECONDS + seconds))
while ((SECONDS < end)); do
	# As modprobe.d would: half of them are on from the first moment.
	options=()
	((loads % 2)) && options=(barrier="${barriers[loads / 2 % 5]}")
	modprobe netns_move "${options[@]}" || ((++bad))
	for ((i = 0; i < 3; i++)); do
		echo "${barriers[RANDOM % 5]}" >$barrier || ((++bad))
		echo Y >$knob4 || ((++bad))
	done
	# A module with a site comes and goes under the hooks.
	case $((loads % 3)) in
	0) modprobe xfrm_user ;;
	1) modprobe -r xfrm_user ;;
	esac
	modprobe -r netns_move netns_genid || ((++bad))
	((++loads))
done
run_for 0
is "$bad" 0 "$loads times load, set, unload"
ok "while $(($(cat $counts/netns.l1) + $(cat $counts/netns.l2))) namespaces were created" \
	test $(($(cat $counts/netns.l1) + $(cat $counts/netns.l2))) -ge 1
ok "both modules are gone" test ! -e $move -a ! -e $genid
modprobe -r xfrm_user 2>/dev/null
settled "$nets"
done_testing
