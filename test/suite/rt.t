#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# PREEMPT_RT: knobs, uniqueness and the barrier.
cd "$(dirname "$0")/../.." || exit
exec test/suite/run bookworm rt test/guest/{10,20,30,40,99}-*.t
