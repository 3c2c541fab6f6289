#!/bin/sh
# LANESCAN_ISA is a ceiling, and an unknown value is ignored.
#     dispatch_environment.sh <isa_report> [words before it, such as an emulator]
set -eu
report=$1
shift
unset LANESCAN_ISA
best=$("$@" "$report" | head -n 1)
runnable=$("$@" "$report" | tail -n +2)
status=0

check() { # value of LANESCAN_ISA, expected set, command...
    value=$1 want=$2
    shift 2
    got=$(LANESCAN_ISA=$value "$@" | head -n 1)
    if [ "$got" = "$want" ]; then
        echo "LANESCAN_ISA='$value': $got"
    else
        echo "FAIL LANESCAN_ISA='$value': got $got, expected $want"
        status=1
    fi
}

[ -n "$best" ] && [ "$best" = "$(echo "$runnable" | head -n 1)" ] ||
    { echo "FAIL not the best set: '$best'"; status=1; }
for value in '' nonsense AVX2 'avx2 ' generic_fma; do
    check "$value" "$best" "$@" "$report"
done
for isa in $runnable; do
    check "$isa" "$isa" "$@" "$report"
done
check generic generic "$@" "$report"
exit $status
