# SPDX-License-Identifier: GPL-2.0-only
#
# For people. DKMS and the kernel's build read Kbuild alone.

PACKAGE	:= $(shell sed -n 's/^PACKAGE_NAME="\(.*\)"/\1/p' dkms.conf)
VERSION	:= $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)

# The kernel to build and install for: the running one, or the newest whose
# headers are installed where the running one has none (as in a container).
KVER	?= $(firstword $(notdir $(patsubst %/build,%,$(wildcard /lib/modules/$(shell uname -r)/build \
	   $(shell ls -1dv /lib/modules/*/build 2>/dev/null | tac)))))
KDIR	?= /lib/modules/$(KVER)/build
PREFIX	?= /usr/local
DKMS	?= dkms
SRC	:= /usr/src/$(PACKAGE)-$(VERSION)

all: modules netns-ab

modules:
	@test -d '$(KDIR)' || { echo 'no kernel headers in "$(KDIR)"; say KDIR=' >&2; exit 1; }
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

netns-ab:
	$(MAKE) -C src/netns-ab

clean:
	test ! -d '$(KDIR)' || $(MAKE) -C $(KDIR) M=$(CURDIR) clean
	$(MAKE) -C src/netns-ab clean
	$(MAKE) -C test/unit clean

# What a user of DKMS would type, after taking away this very version: it may be
# there from an earlier state of the tree.
install: netns-ab
	@test -n '$(KVER)' || { echo 'no kernel headers are installed' >&2; exit 1; }
	$(DKMS) remove $(PACKAGE)/$(VERSION) --all >/dev/null 2>&1 || true
	rm -rf $(SRC)
	mkdir -p $(SRC)
	cp -R COPYING Kbuild dkms.conf include src $(SRC)
	$(MAKE) -C $(SRC)/src/netns-ab clean
	$(DKMS) add $(PACKAGE)/$(VERSION)
	$(DKMS) build $(PACKAGE)/$(VERSION) -k $(KVER)
	$(DKMS) install $(PACKAGE)/$(VERSION) -k $(KVER)
	$(MAKE) -C src/netns-ab install PREFIX=$(PREFIX)

uninstall:
	$(DKMS) remove $(PACKAGE)/$(VERSION) --all || true
	rm -rf $(SRC)
	$(MAKE) -C src/netns-ab uninstall PREFIX=$(PREFIX)

# These run in guests and touch nothing on this machine but the cache (test/vm/run --help).
bench:
	test/bench

# All suites, modes and latencies, with files, a picture and tables in FOLDER.
bench-full:
	test/bench-full $(FOLDER)

check:
	test/check

lint:
	test/lint

# What each mode costs others; the modules on a kernel full of checks, which takes a while to build.
cost:
	test/cost

check-debug:
	test/debug/check

audit:
	test/audit/run $(if $(SUITE),--suite $(SUITE)) $(if $(VMLINUX),--vmlinux $(VMLINUX)) \
		$(if $(KALLSYMS),--kallsyms $(KALLSYMS)) $(if $(HEADERS),--headers $(HEADERS)) \
		$(if $(MODULES),--modules $(MODULES))

.PHONY: all modules netns-ab clean install uninstall bench bench-full check lint cost check-debug audit
