#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
exec "$(dirname "$0")/run" sid
