#!/usr/bin/env bash
# The fuzzers, each for some seconds, two at a time; then what they did, and the findings with the
# command that repeats each. New cases are kept in the build folder and are used by the next run.
#     run.sh <build folder> <seconds> [target...]
#     run.sh <build folder> merge [target...]    the committed corpus anew: what reaches most
set -euo pipefail
build=$1 seconds=$2
shift 2
here=$(dirname "$0")
programs=$build/tests/fuzz
targets=("$@")
if ((${#targets[@]} == 0)); then
    for program in "$programs"/fuzz_*; do
        [[ -x $program && ! -d $program ]] && targets+=("${program##*/fuzz_}")
    done
fi
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} \
    UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}

# The kernels have so many branches that counting and weighing them would take most of the time.
options_of() {
    case $1 in
    npy | text) echo "-max_len=1024 -dict=$here/$1.dict" ;;
    *) echo '-max_len=700 -entropic=0 -use_counters=0' ;;
    esac
}

# unpack FOLDER FILE.cases...: those that are there.
unpack() {
    local folder=$1 path
    shift
    mkdir -p "$folder"
    for path; do
        [[ ! -e $path ]] || "$here/pack.py" unpack "$folder" "$path"
    done
}

fuzz() { # target: its log is in the build folder
    local name=$1 options committed=$build/committed/$1
    read -ra options <<<"$(options_of "$name")"
    rm -rf "$committed"
    unpack "$committed" "$here/corpus/$name.cases" "$here/named/$name.cases"
    mkdir -p "$build/corpus/$name" "$here/found"
    "$programs/fuzz_$name" "${options[@]}" -max_total_time="$seconds" -timeout=60 \
        -report_slow_units=60 -print_final_stats=1 \
        -artifact_prefix="$here/found/$name-" "$build/corpus/$name" "$committed" \
        >"$build/fuzz_$name.log" 2>&1 </dev/null
}

# The first and the last coverage in the log: "#123 INITED cov: 456 ft: ..."
coverage() {
    sed -n 's/^#.* cov: \([0-9]*\) .*/\1/p' "$1" | "$2" -n 1
}

report() { # target, status
    local log=$build/fuzz_$1.log runs first last case
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    first=$(coverage "$log" head)
    last=$(coverage "$log" tail)
    printf '%-8s %9s executions, coverage %s, %s new\n' "$1" "${runs:-?}" "${last:-?}" \
        "$((${last:-0} - ${first:-0}))"
    (($2 == 0)) && return
    grep -E '^(FAIL|by )|ERROR: |runtime error|SUMMARY' "$log" | head -n 12 || tail -n 20 "$log"
    case=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    [[ -z $case ]] || printf 'Finding: %s\nAgain:   %s %s\n' "$case" "$programs/fuzz_$1" "$case"
    return 1
}

# From the committed cases and those of the build folder: at most so many, by the names that
# libFuzzer gives; named/ stays as it is.
merge() {
    local name=$1 options control path most=96
    local committed=$here/corpus/$name.cases work=$build/merge_$name
    read -ra options <<<"$(options_of "$name")"
    rm -rf "$work"
    mkdir -p "$work/all" "$work/new" "$work/chosen" "$build/corpus/$name"
    unpack "$work/named" "$here/named/$name.cases"
    unpack "$work/all" "$committed" "$here/named/$name.cases"
    cp "$build/corpus/$name"/* "$work/all/" 2>/dev/null || true
    control=$work/control
    "$programs/fuzz_$name" "${options[@]}" -merge=1 -merge_control_file="$control" "$work/new" \
        "$work/all" \
        >"$work/log" 2>&1 </dev/null
    while read -r path; do
        [[ -e $work/named/${path##*/} ]] ||
            cp "$path" "$work/chosen/$(sha1sum "$path" | cut -c1-12)"
    done < <("$here/choose.py" "$control" "$most")
    {
        printf '# Of the cases of %s those that reach most: %s\n' "$name" \
            './dev fuzz merge makes this file, ../pack.py knows its form.'
        "$here/pack.py" pack "$work/chosen"/*
    } >"$committed"
    printf '%-8s %d cases, %d bytes\n' "$name" "$(find "$work/chosen" -type f | wc -l)" \
        "$(wc -c <"$committed")"
}

if [[ $seconds == merge ]]; then
    for name in "${targets[@]}"; do merge "$name"; done
    exit
fi
status=0
for ((i = 0; i < ${#targets[@]}; i += 2)); do
    pair=("${targets[@]:i:2}")
    pids=()
    for name in "${pair[@]}"; do
        fuzz "$name" &
        pids+=($!)
    done
    for k in "${!pair[@]}"; do
        ended=0
        wait "${pids[k]}" || ended=$?
        report "${pair[k]}" "$ended" || status=1
    done
done
exit $status
