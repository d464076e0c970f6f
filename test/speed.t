#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The ratio of drop to keep, with the clock that counts instructions: at least 2.1,
# and the runs of a mode within 3 % of each other. (Emulated, so it says nothing of
# speed in seconds.)
cd "$(dirname "$0")/.." || exit

echo "1..3"
json=$(mktemp -d)
trap 'rm -rf "$json"' EXIT
test/vm/run --icount --timeout 600 --share "$json" -- sh -c '
	modprobe netns_move &&
	netns-ab create --namespaces 60 --threads 1 --runs 5 --modes keep,drop --json /share/runs' 2>&1 |
	sed 's/^/# /'
[[ -s $json/runs ]] || exit

# shellcheck disable=SC2016 # perl expands these
perl -0777 -MJSON::PP -e '
	my $out = decode_json(<>);
	my %rates;
	push @{$rates{$_->{mode}}}, $_->{rate} for @{$out->{samples}};
	my %median;
	for my $mode (qw(keep drop)) {
		my @rate = sort { $a <=> $b } @{$rates{$mode}};
		$median{$mode} = $rate[$#rate / 2];
		my $spread = ($rate[-1] - $rate[0]) / $median{$mode};
		printf "%sok - runs with %s are within 3 %% of each other (%.1f %%)\n",
			$spread <= 0.03 ? "" : "not ", $mode, 100 * $spread;
	}
	my $ratio = $median{drop} / $median{keep};
	printf "%sok - drop is at least 2.1 times keep (%.2f)\n", $ratio >= 2.1 ? "" : "not ", $ratio;
' "$json/runs"
