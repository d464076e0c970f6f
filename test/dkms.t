#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# dkms and make install, in a suite's root file system (SUITE=bookworm) while some
# other kernel runs: for the kernel that is installed, for one that comes later, and
# for those that the package is not for.
#
# As in vm/layer, all is done in an overlay on the base, in mount and PID namespaces
# of our own.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
suite=${SUITE:-bookworm}

if [[ ${1-} != inside ]]; then
	images=$(test/vm/image "$suite" cloud) || exit
	tmp=$(mktemp -d)
	trap 'rmdir "$tmp"' EXIT
	unshare --mount --pid --fork --kill-child --propagation private \
		test/dkms.t inside "${images%%$'\n'*}" "$tmp"
	exit
fi

. test/tap.sh
base=$2 tmp=$3
kver=$(<"$base/kver")
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)
package=netns-genid/$version
root=$tmp/root
debs=${NETNS_GENID_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/netns-genid}/$suite-debs

mount -t tmpfs dkms "$tmp" || exit
mkdir "$tmp"/{upper,work,root}
mount -t overlay overlay "$root" -o "lowerdir=$base/root,upperdir=$tmp/upper,workdir=$tmp/work" || exit
mount -t proc proc "$root/proc"
mount -t tmpfs tmp "$root/tmp"
cp /etc/resolv.conf "$root/etc" # the base's may be of another day

in_root() {
	env -i PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root INITRD=No \
		DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} \
		chroot "$root" "$@" </dev/null
}

# run STATUS DESCRIPTION COMMAND...: in the root; its output is shown where it ends otherwise
run() {
	local wanted=$1 what=$2 got
	shift 2
	in_root "$@" >"$tmp/log" 2>&1
	got=$?
	is "$got" "$wanted" "$what"
	[[ $got -eq $wanted ]] || diag "$(tail -n 40 "$tmp/log")"
}

files() { (cd "$root" && find "$@" -xdev | sort); }
changes() { diff <(echo "$1") <(echo "$2") | grep '^[<>]'; }

# status KVER: as dkms has it
status() { in_root dkms status "$package" -k "$1" | sed 's/.*: //'; }

# installed KVER: both modules are there, for that kernel
installed() {
	local module vermagic
	is "$(status "$1")" installed "$1: dkms says that it is installed"
	is "$(cd "$root/lib/modules/$1/updates/dkms" 2>/dev/null && echo *)" \
		"$(echo netns_{genid,move}.ko"$(suffix "$1")")" "both modules are in updates/dkms"
	for module in netns_genid netns_move; do
		vermagic=$(in_root modinfo -k "$1" -F vermagic $module 2>/dev/null)
		is "${vermagic%% *}" "$1" "$module is made for this kernel"
	done
}

# suffix KVER: what this kernel's modules are compressed with
suffix() { (cd "$root/lib/modules/$1/kernel/net/ipv4" && echo ip_gre.ko*) | sed 's/.*\.ko//'; }

gone() { # KVER
	is "$(files lib/modules/"$1" | grep netns_)" "" "$1: the modules are gone"
	ok "and modinfo finds none" not_found "$1"
}
# shellcheck disable=SC2317 # it is reached: by ok
not_found() {
	! in_root modinfo -k "$1" netns_genid &>/dev/null && ! in_root modinfo -k "$1" netns_move &>/dev/null
}

lay_tree() { # DIR FILE...
	mkdir -p "$root$1"
	git ls-files -coz --exclude-standard -- "${@:2}" |
		tar -c --null --files-from=- --owner=0 --group=0 | tar -x -C "$root$1"
}

# Else the version of the modules would say less.
[[ $(uname -r) != "$kver" ]] || diag "the kernel that runs here is $kver itself"

# --- make install, make uninstall
make=(make -C /tmp/tree "KVER=$kver")
lay_tree /tmp/tree COPYING Kbuild Makefile dkms.conf include src
touch "$root/tmp/tree/src/obsolete.h"
mkdir -p "$root/usr/local/share/man/man8" # everybody's: not ours to take away
before=$(files .)

run 0 "make install" "${make[@]}" install
installed "$kver"
run 0 "netns-ab is there" netns-ab --version
rm "$root/tmp/tree/src/obsolete.h"
sed -i 's/MODULE_DESCRIPTION("/&Newer: /' "$root"/tmp/tree/src/*/main.c
run 0 "make install again, of a newer state" "${make[@]}" install
installed "$kver"
ok "the sources are the newer ones" test ! -e "$root/usr/src/${package/\//-}/src/obsolete.h"
for module in netns_genid netns_move; do
	ok "and so is $module" grep -q ^Newer <<<"$(in_root modinfo -k "$kver" -F description $module)"
done
run 0 "make uninstall" "${make[@]}" uninstall
# dkms makes its signing key once, where it can, and keeps it.
is "$(changes "$before" "$(files .)" | grep -v '/var/lib/dkms/mok\.')" "" "no file is left, and none is missing"

# --- dkms by hand
lay_tree "/usr/src/${package/\//-}" COPYING Kbuild dkms.conf include src
run 0 "dkms add" dkms add "$package"
is "$(in_root dkms status "$package")" "$package: added" "dkms says that it is added"
run 0 "dkms build" dkms build "$package" -k "$kver"
is "$(status "$kver")" built "dkms says that it is built"
run 0 "dkms install" dkms install "$package" -k "$kver"
installed "$kver"

# --- kernels that the package is not for
traces() { files lib/modules var/lib/dkms usr/src; }

# fake KVER [WITHOUT]: a kernel that has the real one's headers, but a setting
fake() {
	mkdir "$root/lib/modules/$1"
	cp -a "$root/usr/src/linux-headers-$kver" "$root/lib/modules/$1/build"
	# Newer versions of dkms read the latter of these, older ones the former.
	[[ ! ${2-} ]] || sed -i "s/^$2=.*/# $2 is not set/" \
		"$root/lib/modules/$1/build"/{.config,include/config/auto.conf}
}

# excluded DESCRIPTION OPTION...
excluded() {
	local before
	before=$(traces)
	run 77 "$1 is left out: dkms's status 77" dkms build "$package" "${@:2}"
	is "$(changes "$before" "$(traces)")" "" "and nothing is left behind"
}

fake 5.10.0-1-fake
excluded "5.10.0-1-fake" -k 5.10.0-1-fake
for config in KPROBES DYNAMIC_FTRACE NET_NS IPV6; do
	fake "$kver-no-$config" "CONFIG_$config"
	excluded "a kernel without CONFIG_$config" -k "$kver-no-$config"
done
excluded "aarch64" -k "$kver" -a aarch64

# A kernel that is not left out is built for, which these headers of nothing let fail.
attempt() { # KVER
	mkdir -p "$root/lib/modules/$1/build/include"
	printf 'all modules:\n\tfalse\n' >"$root/lib/modules/$1/build/Makefile"
	in_root dkms build "$package" -k "$1" >"$tmp/log" 2>&1
	echo $?
}
for release in 2.6.32-5-fake 3.16.0 4.19.0-27-fake 4.6.1 5.6.1 5.19 5.19.17 6.0 6.0.0-6-fake 6.0.19; do
	is "$(attempt $release)" 77 "$release is too old"
done
for release in 6.1 6.1.0-1-fake 6.1.100 6.1-rc3 6.9.12 6.10 6.12.1+deb13-fake \
	6.100.1 7.0 7.2.13-fake 10.0 10.0.1-fake 16.0.3 61.5; do
	is "$(attempt $release)" 10 "$release is built for"
done
find "$root/lib/modules" -mindepth 1 -maxdepth 1 ! -name "$kver" -exec rm -rf {} +

# --- a kernel that comes later
# Downloads are kept for the next time; one test at a time uses them.
mkdir -p "$debs"
exec 9>"$debs.lock"
flock 9
mount --bind "$debs" "$root/var/cache/apt/archives"

get() { in_root timeout 240 apt-get -q -o APT::Sandbox::User=root "$@" >"$tmp/log" 2>&1; }

# another_kernel: one of the suite's that is not installed: the newest cloud kernel
# of the same series, or else the newest with PREEMPT_RT
another_kernel() {
	local series flavour
	series=$(cut -d. -f1,2 <<<"$kver")
	for flavour in cloud rt; do
		in_root apt-cache search --names-only "^linux-image-${series}[.].*-$flavour-amd64\$" |
			sed 's/^linux-image-//; s/ .*//' | grep -vxF "$kver" | sort -V | tail -n 1
	done | head -n 1
}

fetch() {
	# Past their date are lists of sid only; what was fetched is not what is tested.
	get update -o APT::Update::Error-Mode=any -o Acquire::Check-Valid-Until=false || return
	later=$(another_kernel)
	[[ $later ]] || { echo "no other kernel" >"$tmp/log"; return 1; }
	get install -y --no-install-recommends --download-only "linux-image-$later" "linux-headers-$later"
}

later=
if fetch; then
	diag "the later kernel is $later"
	run 0 "apt-get install of a later kernel and its headers" \
		apt-get -qy --no-install-recommends -o APT::Sandbox::User=root -o Dpkg::Options::=--force-unsafe-io \
		install "linux-image-$later" "linux-headers-$later"
	ok "runs the hook of dkms" grep -q '/etc/kernel/.*postinst.d/dkms' "$tmp/log"
	installed "$later"
	installed "$kver"
	get autoclean
else
	diag "$(tail -n 10 "$tmp/log")"
	skip "no other kernel could be had from the archive" "dkms builds for a kernel that comes later"
	later=
fi

# --- remove
run 0 "dkms remove --all" dkms remove "$package" --all
is "$(in_root dkms status)" "" "dkms has no package"
for release in "$kver" ${later:+"$later"}; do gone "$release"; done
is "$(files var/lib/dkms | grep netns)" "" "nothing is left in dkms's own tree"
done_testing
