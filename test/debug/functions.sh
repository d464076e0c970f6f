# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# For the tests of this directory, which run as root in a guest of the debug kernel
# (see ./kernel): the functions of test/guest, load, and what the checkers of that
# kernel have to say.
. "$(dirname "$0")/../guest/functions.sh"

seconds=${SECONDS_EACH:-20}
stop=/tmp/stop
counts=/tmp/counts
leaks=/sys/kernel/debug/kmemleak
barriers=(keep hurry auto expedite drop)
# shellcheck disable=SC2034 # for the tests
readonly seconds stop counts leaks barriers

rm -rf $stop $counts
mkdir $counts

# count NAME [N]: NAME in the summary is N more. One writer for each name.
count() {
	local n=0
	[[ ! -e $counts/$1 ]] || n=$(<"$counts/$1")
	echo $((n + ${2:-1})) >"$counts/$1"
}
counted() { cat "$counts/$1" 2>/dev/null || echo 0; }

# pause: about 10 ms, without a process
mkfifo /tmp/never.$$
exec {never}<>/tmp/never.$$
rm /tmp/never.$$
pause() { read -r -t 0.01 -u "$never" || :; }

# toggle KNOB VALUE...: writes the values to it in random order until the end. N to a
# family that is held is refused (EBUSY): as it should be.
toggle() {
	local knob=$1 name=${1##*/} done=0 refused=0
	shift
	while [[ ! -e $stop ]]; do
		if echo "${@:RANDOM % $# + 1:1}" >"$knob"; then ((++done)); else ((++refused)); fi
		pause
	done 2>>"$counts/$name.errors"
	count "$name" $done
	count "$name.refused" $refused
}

# toggled: tests what came of it
toggled() {
	diag "writes (refused): barrier $(counted barrier) ($(counted barrier.refused))," \
		"ipv4 $(counted ipv4) ($(counted ipv4.refused)), ipv6 $(counted ipv6) ($(counted ipv6.refused))"
	diag "moves while barrier was not keep: $(<$move/status/moves)," \
		"hurried $(<$move/status/hurried), expedited $(<$move/status/expedited)," \
		"skipped $(<$move/status/skipped), missed $(<$move/status/missed)"
	diag "leases: ipv4 $(<$genid/status/ipv4/leases), ipv6 $(<$genid/status/ipv6/leases)"
	is "$(counted barrier.refused)" 0 "no write to barrier failed"
	is "$(grep -hv 'Device or resource busy' $counts/ipv?.errors)" "" "none to a family but for EBUSY"
}

# toggle_all: each of the knobs from a process of its own. Most of the time the families
# are not held, so that their knobs are good for something.
toggle_all() {
	toggle $barrier "${barriers[@]}" keep hurry auto keep hurry auto &
	toggle $knob4 Y N &
	toggle $knob6 Y N &
}

# creator NAME: makes and deletes namespaces as a container manager does. Host ends have
# new names each time, for they go after their netns, and some time later.
creator() {
	local n=0
	while [[ ! -e $stop ]]; do
		ip netns add "$1"
		ip -n "$1" -force -batch - <<-END
			link set lo up
			link add h$1.$n type veth peer name eth0
			link set h$1.$n netns 1
			addr add 198.18.0.2/24 dev eth0
			addr add 2001:2::2/64 dev eth0 nodad
			link set eth0 up
			route add default via 198.18.0.1
			route add default via 2001:2::1
		END
		ip link set "h$1.$n" up
		ip netns del "$1"
		((++n))
	done
	count "netns.$1" $n
}

# run_for SECONDS: then everything in the background ends
run_for() {
	sleep "$1"
	touch $stop
	wait
	rm $stop
}

# net_objects: how many struct net there are. A shrink takes those out of KASAN's
# quarantine that are freed but not for use yet.
net_objects() {
	echo 1 >/sys/kernel/slab/net_namespace/shrink
	awk '$1 == "net_namespace" { print $2 }' /proc/slabinfo
}

# no_more_nets_than N: but for what the kernel frees only when the next netns goes
# (net_complete_free(), since 6.1.120 or so): one more goes, and is left itself.
no_more_nets_than() {
	ip netns add another
	ip netns del another
	[[ $(net_objects) -le $(($1 + 2)) ]]
}

# complaints: what the checkers have logged
complaints() {
	dmesg | grep -E 'BUG|WARNING:|Oops|ODEBUG|KASAN|INFO: |waiting for .* to become free|ref_tracker|suspicious|possible .* (locking|recursive)|stall|refcount_t|unwind'
}

# memory_leaks: what kmemleak finds in two scans. What was freed a moment ago may
# still be on its way through RCU, and pointers are seen late: hence two.
memory_leaks() {
	echo scan >$leaks
	sleep 1
	echo scan >$leaks
	cat $leaks
}

# settled NETS: the tests that end every file
settled() {
	modprobe -r netns_move netns_genid
	is "$(hooks_left)" "" "no hook is left"
	wait_until "$1 objects of net_namespace, as at first" no_more_nets_than "$1" &&
		pass "as many objects of net_namespace as at first ($1, now $(net_objects))"
	is "$(complaints)" "" "no checker complains"
}
