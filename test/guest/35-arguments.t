#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each site's netns is the right one: a function is driven in a netns that needs a
# lease, and that netns gets it, and no other does. The kernel's own tracing tells
# that it was this function that came first.
. "$(dirname "$0")/functions.sh"

pref=1000

cleanup() {
	trace_off
	ip -all netns del
	modprobe -r xfrm_user 2>/dev/null
}

# others 4|6 NETNS: the numbers of that family in all other netns
others() { awk -v inode="$(inode_of "$2")" -v column=$(($1 / 2)) '$1 != inode { print $1, $column }' $listing; }

# ripe NUMBER: whether a netns with that number leases when it counts on
ripe() { (($1 < 256 || $1 % 256 >= 128)); }

# ripen NETNS: has IPv6 count on until it would lease, by the flush of its rules
ripen() {
	local n
	n=$(number 6 "$1")
	for ((n %= 256; n < 120; n++)); do echo "rule add pref $((++pref)) table 77"; done >/tmp/rules
	ip -n "$1" -6 -batch /tmp/rules
	until ripe "$(number 6 "$1")"; do ip -n "$1" -6 rule add pref $((++pref)) table 77; done
}

# first_site: which function of the tables was the first one called
first_site() { sed -n "s/^[^#].* \([a-z0-9_]*\): (.*/\1/p" $tracing/trace | head -n 1; }

# drives FUNCTION 4|6 NETNS DESCRIPTION COMMAND...
drives() {
	local site=$1 family=$2 netns=$3 what=$4 before after rest function
	shift 4
	if [[ $(<"$genid/status/sites/$site") == absent ]]; then
		skip "this kernel has no $site()" "$what"
		return
	fi
	before=$(number "$family" "$netns")
	rest=$(others "$family" "$netns")
	ripe "$before" || diag "$netns is not ripe: $before"
	echo 0 >$tracing/events/$trace_group/enable
	for function in ${family_sites[$family]}; do echo 1 >"$tracing/events/$trace_group/$function/enable"; done
	echo >$tracing/trace
	"$@" || diag "failed: $*"
	echo 0 >$tracing/events/$trace_group/enable
	after=$(number "$family" "$netns")
	is "$(first_site)" "$site" "$what calls $site()"
	ok "which leases a block for this netns ($before -> $after)" \
		test $((after / 256)) -gt $((before / 256)) -a $((after % 256)) -lt 128
	is "$(others "$family" "$netns")" "$rest" "and for no other"
}

# fresh NETNS...: netns that have not counted yet, with a dummy that is down
fresh() {
	local name
	for name; do
		ip netns add "$name"
		ip -n "$name" link add d0 type dummy
	done
}

# too_big NETNS FROM TO: an ICMPv6 packet too big, about an echo request that FROM would
# have sent to TO, comes in at FROM
# shellcheck disable=SC2016 # perl expands these
too_big() {
	ip netns exec "$1" perl -MSocket=:all -e '
		my ($from, $to) = map { inet_pton(AF_INET6, $_) } @ARGV;
		my $echo = pack("C C n n n", 128, 0, 0, 1, 1) . "x" x 8;
		my $quoted = pack("N n C C", 0x60000000, length $echo, 58, 64) . $from . $to . $echo;
		socket(my $raw, AF_INET6, SOCK_RAW, 58) or die "socket: $!\n";
		send($raw, pack("C C n N", 2, 0, 0, 1300) . $quoted, 0, pack_sockaddr_in6(0, $from)) or die "send: $!\n";
	' "$2" "$3"
}

modprobe dummy numdummies=0
modprobe veth
modprobe xfrm_user
modprobe netns_move
echo 1 >$knob4
echo 1 >$knob6

declare -A family_sites=([4]="" [6]="")
for file in "$genid"/status/sites/*; do
	site=${file##*/}
	[[ $(<"$file") == absent ]] && continue
	trace_on "$site"
	case $site in fib6_*) family=6 ;; *) family=4 ;; esac
	family_sites[$family]+=" $site"
done

# A netns that is not fresh, in both families: its numbers must not move.
fresh bystander
ip -n bystander link set lo up

# --- IPv4
fresh a b c d e
drives rt_cache_flush 4 a "an address added" ip -n a addr add 198.18.0.1/24 dev d0
drives ipv4_sysctl_rtcache_flush 4 b "the sysctl" ip netns exec b sh -c 'echo 1 >/proc/sys/net/ipv4/route/flush'
# shellcheck disable=SC2016 # perl expands these
drives ip_rt_multicast_event 4 c "a multicast group joined" ip netns exec c perl -MSocket=:all -e '
	socket(my $s, AF_INET, SOCK_DGRAM, 0) or die;
	setsockopt($s, IPPROTO_IP, 35, pack("a4 a4 i", inet_aton("239.1.1.1"), INADDR_ANY, 2)) or die "join: $!\n";'
drives xfrm_policy_insert 4 d "an IPv4 policy added" ip -n d xfrm policy add src 198.18.0.0/24 dst 198.18.1.0/24 dir out
drives xfrm_set_default 4 e "the default policy set" ip -n e xfrm policy setdefault in accept fwd accept out accept

# By root of a container: in a user namespace that owns the netns.
unshare --user --map-root-user --net sleep 1000 &
inside=$!
in_user_namespace() { [[ $(readlink "/proc/$inside/ns/net") != "$(readlink /proc/self/ns/net)" && -n $(<"/proc/$inside/uid_map") ]]; }
wait_until "there is a user namespace" in_user_namespace
ip netns attach inside $inside
drives ipv4_sysctl_rtcache_flush 4 inside "the sysctl, by root of a user namespace" \
	nsenter --target $inside --user --net --preserve-credentials sh -c 'echo 1 >/proc/sys/net/ipv4/route/flush'
kill $inside

# --- IPv6
fresh f g h
drives fib6_add 6 f "an address added" ip -n f addr add 2001:2::1/64 dev d0 nodad
drives fib6_flush_trees 6 g "a rule added" ip -n g -6 rule add pref 50 table 50
drives fib6_flush_trees 6 h "an IPv6 policy added" ip -n h xfrm policy add src 2001:2::/64 dst 2001:2:1::/64 dir out

ip netns add i
ip -n i link add d0 type veth peer name d1
printf '%s\n' "link set lo up" "link set d0 addrgenmode none up" "link set d1 addrgenmode none up" \
	"addr add 2001:2::1/64 dev d0 nodad" "route add 2001:db8:1::/64 via 2001:2::2" | ip -n i -batch -
wait_until "the link is up" sh -c 'ip -n i link show d0 | grep -q "state UP"'
ripen i
drives fib6_add 6 i "a route added" ip -n i route add 2001:db8:2::/64 via 2001:2::2
ripen i
drives fib6_add 6 i "a route replaced" ip -n i route replace 2001:db8:2::/64 via 2001:2::3
ripen i
before=$(numbers_of bystander)
ip -n i route del 2001:db8:2::/64
is "$(numbers_of bystander)" "$before" "a route deleted changes no other netns"
ripen i
drives fib6_update_sernum 6 i "a packet too big" too_big i 2001:2::1 2001:db8:1::9
ripen i

# The kernel looks at a carrier in its own time.
carrier_comes() {
	ip -n j link set d0 carrier on
	wait_until "the kernel sees the carrier" grep -q 'fib6_.*(' $tracing/trace
}
fresh j
printf '%s\n' "link set d0 up" "addr add 2001:2::1/64 dev d0 nodad" "link set d0 carrier off" | ip -n j -batch -
wait_until "the kernel sees that the carrier is gone" sh -c 'ip -n j -6 route show dev d0 | grep -q linkdown'
ripen j
drives fib6_update_sernum_upto_root 6 j "a carrier" carrier_comes

if [[ $(<$genid/status/sites/fib6_update_sernum_stub) == armed ]]; then site=fib6_update_sernum_stub; else site=fib6_flush_trees; fi
ip -n i nexthop add id 1 via 2001:2::2 dev d0
ip -n i route add 2001:db8:3::/64 nhid 1
ripen i
drives $site 6 i "a nexthop object replaced" ip -n i nexthop replace id 1 via 2001:2::3 dev d0
done_testing
