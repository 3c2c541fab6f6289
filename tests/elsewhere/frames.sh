#!/bin/sh
# On Win64 stack frames are aligned to 16 bytes only (lanes/compiler.h): nothing moves a register of
# 32 or 64 bytes to memory or from there with an instruction that faults unless the address is a
# multiple of that.
#     frames.sh <objdump> <archive of kernels>...
set -eu
objdump=$1
shift

# Prints the moves that may fault, of disassembled code; fails where there is one, or fewer moves
# than $1.
judge() {
    awk -v least="$1" '
        /[yz]mm/ && /\(/ && /\tvmov/ { moves++ }
        /[yz]mm/ && /\(/ && /\tvmov(aps|apd|dqa|dqa32|dqa64) / { print; bad = 1 }
        END { print moves + 0, "moves of 32 or 64 bytes"; exit bad || moves < least }'
}

for fault in 'vmovaps %ymm6,0x40(%rsp)' 'vmovdqa64 -0x40(%rbp),%zmm17'; do
    ! printf '  1f:\t%s\n' "$fault" | judge 1 >/dev/null ||
        { echo "FAIL $fault is not found"; exit 1; }
done
"$objdump" -d --no-show-raw-insn "$@" | judge 1000
