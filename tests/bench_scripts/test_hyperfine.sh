#!/usr/bin/env bash
# bench/hyperfine.sh with a program that counts, six times as far on one set as on the other, and
# claims that a call takes far longer than it does, so that the number of calls must be found again.
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
[[ $isa == generic ]] && calls=$((6 * calls))
[[ $* != *--calls* ]] || awk -v n=$((30000 * calls)) 'BEGIN { while (i < n) i++ }'
echo "cumsum f32, n = 1000, $isa: 20000 ns/element, 1 calls"
FAKE
chmod +x "$folder/bench/fake"
export LANESCAN_HYPERFINE_RUNS=2 LANESCAN_HYPERFINE_SECONDS=0.05
out=$("$script" cumsum f32 1000 "$folder/bench/fake" 2>&1)

[[ $out == *'less than 0.05 s: again, with 12 calls'* ]] ||
    fail "short processes were believed: $out"
times='ns per element, ([0-9]+) calls of 1000 elements: '
times+='avx512 ([0-9]+)\.[0-9]{3}, generic ([0-9]+)\.[0-9]{3}$'
[[ $out =~ $times ]] || fail "there are no times: $out"
calls=${BASH_REMATCH[1]} fast=${BASH_REMATCH[2]} slow=${BASH_REMATCH[3]}
((calls >= 12 && calls % 6 == 0)) || fail "$calls calls"
((fast * calls * 1000 >= 49000000 && slow > 0)) ||
    fail "$fast ns are too few for $calls calls in 0.05 s"
worked=$(grep -o '"user": [0-9.e-]*' "$folder/hyperfine/cumsum-f32-1000.json")
awk 'NR == 1 { one = $2 } NR == 2 { two = $2 } END { exit !(one >= 0.05 && two > 1.3 * one) }' \
    <<<"$worked" ||
    fail "not 0.05 s on one set and far more on the other: $worked"
[[ $(cd "$folder/hyperfine" && echo *) == 'cumsum-f32-1000.json cumsum-f32-1000.md' ]] ||
    fail 'files are missing'
grep -q '"isa": "generic"' "$folder/hyperfine/cumsum-f32-1000.json" ||
    fail 'the JSON has no instruction set'
grep -q 'n=1000 avx512' "$folder/hyperfine/cumsum-f32-1000.md" || fail 'the Markdown has no heading'

status=0
out=$("$script" cumsup f32 1000 "$folder/bench/fake" 2>&1) || status=$?
[[ $status == 2 && $out == 'no cumsup' ]] || fail "an unknown operation: $status $out"
for arguments in 'cumsum' 'cumsum f32 0' 'cumsum f32 -1' 'cumsum f32 many'; do
    status=0
    read -ra words <<<"$arguments"
    "$script" "${words[@]}" >"$folder/out" 2>&1 || status=$?
    [[ $status == 2 && $(wc -l <"$folder/out") == 1 ]] ||
        fail "$arguments: $status $(cat "$folder/out")"
done
echo 'hyperfine.sh: calls, times, files and errors are right'
