#!/usr/bin/env bash
# Whole processes, one per instruction set, compared by hyperfine: one call of it for each
# operation, type and size, because its ratios are over all that one call measures.
#
#   bench/hyperfine.sh [OP TYPE [N [BENCH]]]    for example: cumsum f32 65536; else a short list
#
# Starting a process and making its data takes milliseconds, so that each works for 200 ms or more:
# the number of calls is found first, on the fastest set, and doubled if that was not enough.
# Results stay in hyperfine/OP-TYPE-N.json and .md of the build folder.
# LANESCAN_HYPERFINE_RUNS: runs of each process, at least 2; default 5.
# LANESCAN_HYPERFINE_SECONDS: the least time of the CPU that each works for; default 0.2.
set -euo pipefail

least_seconds=${LANESCAN_HYPERFINE_SECONDS:-0.2}
runs=${LANESCAN_HYPERFINE_RUNS:-5}
bench=${4:-$(dirname "$0")/../build/bench/lanescan-bench}
out=$(dirname "$bench")/../hyperfine
short_list='cumsum f32 65536
cumsum f32 16777216
cumsum f64 65536
cumprod f64 65536
cummax f32 65536
logcumsumexp f32 65536
logcumsumexp f64 65536
logsumexp f64 65536
logaddexp f32 65536'

# Calls that take about twice the least time: by the fastest of several tries, as others slow some
# down.
calls_for() {
    local op=$1 type=$2 n=$3 measured=
    for _ in 1 2 3 4 5; do
        measured+=$("$bench" run "$op" "$type" --n "$n" --min-time 0.03)$'\n'
    done
    sed -n 's|.*: \([0-9.]*\) ns/element, .*|\1|p' <<<"$measured" | sort -g |
        awk -v n="$n" -v seconds="$least_seconds" \
            'NR == 1 { printf "%d\n", 2 * seconds * 1e9 / ($1 > 0 ? $1 : 1e-4) / n + 1 }'
}

measure() {
    local op=$1 type=$2 n=$3 calls=$4 name=$out/$1-$2-$3
    hyperfine -N --warmup 1 --runs "$runs" -L isa "$isas" \
        --export-json "$name.json" --export-markdown "$name.md" --export-csv "$name.csv" \
        --command-name "$op $type n=$n {isa}" \
        "$bench run $op $type --n $n --isa {isa} --calls $calls"
}

# Columns of hyperfine's CSV: command, mean, stddev, median, user, system, min, max, isa.
# `user` is what a process has worked, on a busy machine too.
least_work() {
    awk -F, 'NR == 2 || (NR > 2 && $5 < least) { least = $5 } END { print least }' "$1"
}

per_element() {
    awk -F, -v elements="$2" \
        'NR > 1 { printf "%s%s %.3f", (NR == 2 ? "" : ", "), $9, 1e9 * $4 / elements }
        END { print "" }' "$1"
}

compare() {
    local op=$1 type=$2 n=$3 calls csv=$out/$1-$2-$3.csv
    "$bench" run "$op" "$type" --n "$n" --calls 1 >/dev/null \
        # says what is wrong with these, if anything
    calls=$(calls_for "$op" "$type" "$n")
    measure "$op" "$type" "$n" "$calls"
    while awk -v s="$(least_work "$csv")" -v least="$least_seconds" \
        'BEGIN { exit !(s < least) }'; do
        calls=$((2 * calls))
        printf 'The fastest worked for less than %s s: again, with %d calls\n' "$least_seconds" \
            "$calls"
        measure "$op" "$type" "$n" "$calls"
    done
    printf 'ns per element, %d calls of %d elements: %s\n' "$calls" "$n" \
        "$(per_element "$csv" $((calls * n)))"
    rm "$csv"
}

case $# in
0) list=$short_list ;;
2 | 3 | 4)
    list="$1 $2 ${3:-65536}"
    [[ ${3:-1} =~ ^[1-9][0-9]*$ ]] || {
        echo "hyperfine.sh: $3 is no number of elements" >&2
        exit 2
    }
    ;;
*)
    echo 'usage: bench/hyperfine.sh [OP TYPE [N [BENCH]]]' >&2
    exit 2
    ;;
esac
[[ -x $bench ]] || {
    echo "hyperfine.sh: there is no $bench; ./dev hyperfine builds it" >&2
    exit 2
}
mkdir -p "$out"
isas=$("$bench" list | sed -n 's/^instruction sets on this CPU: //p')
isas=${isas// /,}
while read -r op type n; do
    compare "$op" "$type" "$n" </dev/null
done <<<"$list"
