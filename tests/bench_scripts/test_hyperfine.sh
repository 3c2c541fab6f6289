#!/usr/bin/env bash
# bench/hyperfine.sh with a program that only sleeps: a millisecond a call on one set, two on the other,
# though it claims that a call takes 20, so that the number of calls must be found again.
#     test_hyperfine.sh <hyperfine.sh>
set -euo pipefail
script=$1
command -v hyperfine >/dev/null || { echo 'SKIP hyperfine is not installed'; exit 77; }
fail() { echo "FAIL $*"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bench"
cat >"$folder/bench/fake" <<'FAKE'
#!/bin/bash
if [[ $1 == list ]]; then
    echo 'instruction sets on this CPU: avx512 generic'
    exit
fi
[[ $2 == cumsum ]] || { echo "no $2" >&2; exit 2; }
isa=avx512 calls=1
for ((i = 4; i < $#; i += 2)); do
    value=$((i + 1))
    case ${!i} in
    --isa) isa=${!value} ;;
    --calls) calls=${!value} ;;
    esac
done
[[ $isa == generic ]] && calls=$((2 * calls))
[[ $* != *--calls* ]] || sleep "$((calls / 1000)).$(printf %03d $((calls % 1000)))"
echo "cumsum f32, n = 1000, $isa: 20000 ns/element, 1 calls"
FAKE
chmod +x "$folder/bench/fake"
export LANESCAN_HYPERFINE_RUNS=2
out=$("$script" cumsum f32 1000 "$folder/bench/fake" 2>&1)

[[ $out == *'less than 0.2 s: again, with 42 calls'* ]] || fail "short processes were believed: $out"
# How often depends on what starting a process costs; no time is below what was slept.
[[ $out =~ 'ns per element, '([0-9]+)' calls of 1000 elements: avx512 '([0-9]+)'.'[0-9]{3}', generic '([0-9]+)'.'[0-9]{3}$ ]] ||
    fail "there are no times: $out"
calls=${BASH_REMATCH[1]}
((calls == 42 || calls == 84 || calls == 168 || calls == 336)) || fail "$calls calls"
((BASH_REMATCH[2] >= 1000 && BASH_REMATCH[3] >= 2000)) || fail "the times are wrong: ${BASH_REMATCH[0]}"
grep -o '"min": [0-9.]*' "$folder/hyperfine/cumsum-f32-1000.json" | awk '$2 < 0.2 { exit 1 }' ||
    fail 'a process of less than 0.2 s was accepted'
[[ $(cd "$folder/hyperfine" && echo *) == 'cumsum-f32-1000.json cumsum-f32-1000.md' ]] || fail 'files are missing'
grep -q '"isa": "generic"' "$folder/hyperfine/cumsum-f32-1000.json" || fail 'the JSON has no instruction set'
grep -q 'n=1000 avx512' "$folder/hyperfine/cumsum-f32-1000.md" || fail 'the Markdown has no heading'

status=0
out=$("$script" cumsup f32 1000 "$folder/bench/fake" 2>&1) || status=$?
[[ $status == 2 && $out == 'no cumsup' ]] || fail "an unknown operation: $status $out"
for arguments in 'cumsum' 'cumsum f32 0' 'cumsum f32 -1' 'cumsum f32 many'; do
    status=0
    "$script" $arguments >"$folder/out" 2>&1 || status=$?
    [[ $status == 2 && $(wc -l <"$folder/out") == 1 ]] || fail "$arguments: $status $(cat "$folder/out")"
done
echo 'hyperfine.sh: calls, times, files and errors are right'
