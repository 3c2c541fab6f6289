#!/usr/bin/env bash
# Whole processes, one per instruction set, compared by hyperfine. The number of calls is found
# first, so that the fastest set works for about half a second: starting a process is noise then.
#
#   bench/hyperfine.sh OP TYPE [N] [BENCH]      for example: cumsum f32 65536
set -euo pipefail

op=${1:?usage: bench/hyperfine.sh OP TYPE [N] [BENCH]}
type=${2:?usage: bench/hyperfine.sh OP TYPE [N] [BENCH]}
n=${3:-65536}
bench=${4:-$(dirname "$0")/../build/bench/lanescan-bench}

isas=$("$bench" list | sed -n 's/^instruction sets on this CPU: //p')
measured=$("$bench" run "$op" "$type" --n "$n" --min-time 0.3)
calls=$(sed -n 's/.* \([0-9]*\) calls$/\1/p' <<<"$measured")

exec hyperfine -N --warmup 1 --runs 5 -L isa "${isas// /,}" \
    --command-name "$op $type, n = $n, {isa}" \
    "$bench run $op $type --n $n --isa {isa} --calls $calls"
