#!/bin/sh
# Compilers' options that would change results are refused, with a sentence that says so; others are not.
#     flags.sh <src> <include> <compiler and its arguments...>
set -eu
src=$1 include=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT INT TERM
status=0

fail() {
    echo "FAIL $*"
    sed 3q "$log"
    status=1
}

compiles() { "$@" -fsyntax-only -w -I "$include" -I "$src" "$src/generic/kernels.c" >"$log" 2>&1; }

for flags in '' -O3 '-O2 -g' '-fno-trapping-math -fno-math-errno' -frounding-math; do
    # Unquoted: several options.
    compiles "$@" -std=c11 $flags || fail "does not compile with '$flags'"
done
for flags in -ffast-math -Ofast -ffinite-math-only; do
    if compiles "$@" -std=c11 $flags; then
        fail "compiles with $flags"
    else
        grep -q 'compile without -ffast-math' "$log" || fail "$flags: another error"
    fi
done
[ $status -ne 0 ] || echo 'the options that change results are refused'
exit $status
