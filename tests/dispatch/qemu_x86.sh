#!/bin/sh
# The x86 build on an older CPU, emulated: it picks what that CPU has, and gives the golden bits. An
# instruction that leaked into code for every CPU would stop it here.
#     qemu_x86.sh <CPU model> <expected set> <isa_report> <golden>
set -eu
model=$1 want=$2 report=$3 golden=$4
command -v qemu-x86_64 >/dev/null || { echo "SKIP qemu-x86_64 is not installed"; exit 77; }
run() { qemu-x86_64 -cpu "$model" "$@" 2>&1; }
got=$(run "$report" | grep -v '^qemu-x86_64: warning' | head -n 1)
[ "$got" = "$want" ] || { echo "FAIL $model picks '$got', expected '$want'"; exit 1; }
echo "$model: $got"
status=0
run "$golden" "$want" || status=$?
[ "$status" -eq 0 ] || { echo "FAIL $model: status $status"; exit 1; } # nor is it a SKIP
