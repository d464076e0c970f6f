#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the checkers say once all is over.
. "$(dirname "$0")/functions.sh"

is "$(memory_leaks)" "" "kmemleak finds nothing in two scans"
is "$(complaints)" "" "no checker complains"
is "$(hooks_left)" "" "no hook is left"
done_testing
