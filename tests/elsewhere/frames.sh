#!/bin/sh
# On Win64 stack frames are aligned to 16 bytes only (lanes/compiler.h): nothing moves a register of 32 or 64 bytes to memory
# or from there with an instruction that faults unless the address is a multiple of that.
#     frames.sh <objdump> <archive of kernels>...
set -eu
objdump=$1
shift
"$objdump" -d --no-show-raw-insn "$@" | awk '
    /[yz]mm/ && /\(/ && /\tvmov/ { moves++ }
    /[yz]mm/ && /\(/ && /\tvmov(aps|apd|dqa|dqa32|dqa64) / { print; bad = 1 }
    END { print moves + 0, "moves of 32 or 64 bytes"; exit bad || moves < 1000 }'
