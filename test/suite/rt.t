#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# PREEMPT_RT: knobs, uniqueness, the barrier, and that auto is not taken in.
cd "$(dirname "$0")/../.." || exit
exec test/suite/run bookworm rt test/guest/{10,20,30,40,45,52,99}-*.t
