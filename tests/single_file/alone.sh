#!/bin/sh
# Each operation alone, of all types and with its gradient, is C that compiles without a warning:
# nothing of the others is missing. (What such builds compute, the suites of `light` say for some.)
#     alone.sh <root of the sources> <instruction sets, with commas> <compiler...>
set -eu
root=$1 sets=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ops=$(sed -nE 's/^(OPERATION|FUNCTION)\([A-Z_]+, ([a-z_]+).*/\2/p' "$root/src/ops/ops.def")
[ -n "$ops" ]
for op in $ops; do
    "$root/tools/single_file.py" --compiler "$*" --isas "$sets" --ops "$op" "$folder"
    "$@" -O1 -fsyntax-only -Wall -Wextra -Werror "$folder/lanescan.c" 2>"$folder/log" || {
        cat "$folder/log"
        echo "FAIL $op alone"
        exit 1
    }
    echo "$op"
done
