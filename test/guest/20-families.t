#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The families: on and off, held by the barrier's modes, against
# kernel.ftrace_enabled, and set by modprobe.
. "$(dirname "$0")/functions.sh"

cleanup() { sysctl -qw kernel.ftrace_enabled=1; }

status() { cat "$genid/status/$1"; }
# numbers 4|6: of the one netns there is
numbers() { awk -v family="$1" '!/^#/ { print $(family / 2) }' $listing; }

modprobe netns_move
is "$(status ipv4/state) $(status ipv6/state)" "off off" "off at first, by the status"
is "$(status sites/rt_cache_flush) $(status sites/fib6_add)" "off off" "and so are their sites"

# --- on and off
echo 1 >$knob4
is "$(knobs)" "Y N keep" "IPv4 alone can be on"
is "$(status sites/rt_cache_flush) $(status sites/fib6_add)" "armed off" "its sites are armed, the other's are not"
ok "by the kernel's own list too" grep -q '^rt_cache_flush .*netns_genid' $tracing/enabled_functions
is "$(status ipv4/leases) $(status ipv4/renewed)" "1 1" "the one netns got a lease"
ok "which its number shows" test "$(numbers 4)" -ge 256
echo 1 >$knob6
ip netns add late
is "$(status ipv4/leases) $(status ipv6/leases)" "1 1" "a new netns has no lease yet"
ip -n late link set lo up
is "$(status ipv4/leases) $(status ipv6/leases)" "2 2" "it gets one when it first counts"
ip netns del late
echo 0 >$knob4
echo 0 >$knob6
is "$(hooks_left)" "" "off leaves no hook"
ok "and the numbers as they are" test "$(numbers 4)" -ge 256 -a "$(numbers 6)" -ge 256

# --- held
echo 1 >$knob6
echo drop >$barrier
is "$(knobs)" "Y Y drop" "drop switches both families on"
for knob in $knob4 $knob6; do
	mark_log
	is "$(errno_of_write "$knob" 0)" EBUSY "${knob##*/} cannot be switched off then"
	is "$(log_since_mark | grep -c "netns_genid: ${knob##*/}: held on by netns_move")" 1 "one line in the log says by what it is held"
	is "$(log_since_mark | wc -l)" 1 "and there is no other"
	is "$(errno_of_write "$knob" 1)" OK "switching it on is no error"
done
is "$(knobs)" "Y Y drop" "and all is as it was"
echo expedite >$barrier
is "$(errno_of_write $knob4 0)" EBUSY "expedite holds as well"
echo keep >$barrier
is "$(knobs)" "Y Y keep" "keep lets both go; they stay, as both were switched on by hand"
echo 0 >$knob4
echo 0 >$knob6
echo 1 >$knob6
echo drop >$barrier
echo keep >$barrier
is "$(knobs)" "N Y keep" "a family that drop switched on goes off with it, another stays"
echo 0 >$knob6

# --- kernel.ftrace_enabled
echo 1 >$knob4
is "$(errno_of_write /proc/sys/kernel/ftrace_enabled 0)" EBUSY "the kernel refuses ftrace_enabled=0 while a family is on"
echo 0 >$knob4
is "$(errno_of_write /proc/sys/kernel/ftrace_enabled 0)" OK "and takes it when all are off"
for knob in $knob4 $knob6; do
	mark_log
	is "$(errno_of_write "$knob" 1)" EBUSY "then ${knob##*/} refuses to go on"
	is "$(log_since_mark | grep -c 'ftrace_enabled')" 1 "with the cause in the log"
done
is "$(errno_of_write $barrier drop)" EBUSY "and so does the barrier"
is "$(knobs)" "N N keep" "nothing has changed"
sysctl -qw kernel.ftrace_enabled=1
is "$(errno_of_write $barrier drop)" OK "with ftrace back it works"
echo keep >$barrier

# --- kprobes disarmed: only the native barrier comes back
echo drop >$barrier
echo 0 >/sys/kernel/debug/kprobes/enabled
ip netns add other
ip link add d0 type dummy
before=$(cat $move/status/skipped)
ip link set d0 netns other
is "$(cat $move/status/skipped)" "$before" "with all kprobes disarmed the native barrier is back"
echo 1 >/sys/kernel/debug/kprobes/enabled
ip -n other link set d0 netns 1
is "$(cat $move/status/skipped)" "$((before + 1))" "and it is dropped again when they are armed"
ip link del d0
ip netns del other
echo keep >$barrier

# --- modules that have a site come and go
site=$genid/status/sites/xfrm_set_default
modprobe -r xfrm_user 2>/dev/null
is "$(<$site)" absent "a site in a module that is not loaded is absent"
echo 1 >$knob4
modprobe xfrm_user
is "$(<$site)" armed "it is armed when the module comes"
before=$(status ipv4/leases)
ip netns add fresh
ip netns exec fresh ip xfrm policy setdefault in accept fwd accept out accept
is "$(status ipv4/leases)" "$((before + 1))" "and leases"
ip netns del fresh
wait_until "xfrm_user is unused" modprobe -r xfrm_user
is "$(<$site)" absent "it is absent again when the module goes"
ok "and gone from the kernel's list" sh -c "! grep -q xfrm_set_default $tracing/enabled_functions"
echo 0 >$knob4
modprobe xfrm_user
is "$(<$site)" off "loaded while the family is off, it is off"
echo 1 >$knob4
is "$(<$site)" armed "and armed with the family"
echo 0 >$knob4
modprobe -r netns_move netns_genid
modprobe netns_move
is "$(<$site)" off "it is found as well where it was there first"
modprobe -r xfrm_user

# --- by modprobe
modprobe -r netns_move netns_genid
modprobe netns_genid ipv4=1 ipv6
is "$(<$knob4) $(<$knob6)" "Y Y" "modprobe switches families on"
modprobe -r netns_genid
modprobe netns_move barrier=expedite
is "$(knobs)" "Y Y expedite" "and sets the barrier"
modprobe -r netns_move netns_genid
is "$(hooks_left)" "" "unloading leaves no hook, whatever was on"
ok "an unknown value stops modprobe" sh -c '! modprobe netns_move barrier=maybe 2>/dev/null'
ok "and the module is not loaded" test ! -e $move
modprobe -r netns_genid
sysctl -qw kernel.ftrace_enabled=0
ok "modprobe fails where the knob cannot be set" sh -c '! modprobe netns_genid ipv4=1 2>/dev/null'
ok "and leaves nothing behind" test ! -e $genid
sysctl -qw kernel.ftrace_enabled=1
done_testing
