#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Off costs nothing: with every knob off, no byte of the kernel's text differs from
# before the modules were loaded.
. "$(dirname "$0")/functions.sh"

# text_sum: of all of the kernel's text, from /proc/kcore
text_sum() {
	perl -e '
		my ($start, $end) = map { hex } @ARGV;
		open(my $core, "<:raw", "/proc/kcore") or die "/proc/kcore: $!\n";
		sysread($core, my $header, 64);
		my ($phoff, $phnum) = unpack("x32 Q x16 S", $header);
		for my $i (0 .. $phnum - 1) {
			sysseek($core, $phoff + 56 * $i, 0);
			sysread($core, my $ph, 56);
			my ($offset, $vaddr, undef, $size) = unpack("x8 Q4", $ph);
			next if $start < $vaddr || $start - $vaddr >= $size;
			sysseek($core, $offset + $start - $vaddr, 0);
			while ($start < $end) {
				my $want = $end - $start > 65536 ? 65536 : $end - $start;
				my $n = sysread($core, my $text, $want) or die "/proc/kcore: $!\n";
				print $text;
				$start += $n;
			}
			exit 0;
		}
		die "no such text in /proc/kcore\n";
	' "$(symbol _stext)" "$(symbol _etext)" | sha256sum | cut -c 1-16
}
symbol() { awk -v name="$1" '$3 == name { print $1; exit }' /proc/kallsyms; }

# Static keys that the first netns and the first move flip are flipped before.
modprobe dummy numdummies=0
ip netns add away
ip link add d0 type dummy
ip link set d0 up
ip link set d0 netns away
ip netns del away

before=$(text_sum)
is "$(text_sum)" "$before" "the kernel's text rests"
modprobe netns_move
is "$(text_sum)" "$before" "loading changes no byte of it"
echo 1 >$knob4
ok "a family that is on does" test "$(text_sum)" != "$before"
echo 0 >$knob4
is "$(text_sum)" "$before" "off, it is as it was"
echo drop >$barrier
ok "the barrier dropped changes it" test "$(text_sum)" != "$before"
echo keep >$barrier
is "$(text_sum)" "$before" "kept, it is as it was"
for mode in hurry auto expedite; do
	echo $mode >$barrier
	ok "$mode changes it" test "$(text_sum)" != "$before"
done
modprobe -r netns_move netns_genid
is "$(text_sum)" "$before" "unloaded while on, it is as it was"
done_testing
