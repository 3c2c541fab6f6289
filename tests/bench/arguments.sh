#!/bin/sh
# What lanescan-bench makes of its arguments: wrong ones get one sentence, at once, and nothing
# else.
#     arguments.sh <lanescan-bench>
set -eu
bench=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
checks=0 failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# refused WORDS ARGUMENTS...: an exit status that is not 0, nothing on stdout, no file, and one line
# on stderr that begins with the program's name and holds WORDS.
refused() {
    words=$1
    shift
    checks=$((checks + 1))
    mkdir "$folder/in"
    status=0
    (cd "$folder/in" && "$bench" "$@" >../out 2>../err </dev/null) || status=$?
    [ "$status" -ne 0 ] && [ "$status" -lt 126 ] || fail "$*: exit status $status"
    [ ! -s "$folder/out" ] || fail "$*: something on stdout"
    [ -z "$(ls -A "$folder/in")" ] || fail "$*: left a file behind"
    [ "$(wc -l <"$folder/err")" -eq 1 ] || fail "$*: not one line on stderr"
    grep -q "^lanescan-bench: .*$words" "$folder/err" ||
        fail "$*: no '$words' in: $(cat "$folder/err")"
    rm -rf "$folder/in"
}

isas=$("$bench" list | sed -n 's/^instruction sets on this CPU: //p')
[ -n "$isas" ] || fail 'list names no instruction set'
lacking=
for isa in avx512 avx2 neon; do
    case " $isas " in
    *" $isa "*) ;;
    *) lacking=$isa ;;
    esac
done

refused "cannot do 'walk'" walk
refused "cannot do 'list' with these" list everything
refused 'needs an operation and a type' run
refused 'needs an operation and a type' run cumsum
refused 'needs an operation and a type' run cumsum --n 8
refused "no operation 'cumsome'" run cumsome f32
refused "no type 'f31'" run cumsum f31
refused 'no cumprod of i32' run cumprod i32
refused "no operation 'cumsome'" sweep --op cumsome
refused "no type 'x'" sweep --type x
refused 'no logsumexp of i64' sweep --op logsumexp --type i64
refused "cannot run instruction set '$lacking'" run cumsum f32 --isa "$lacking"
refused "cannot run instruction set '$lacking'" sweep --isa "$lacking"
refused "cannot run instruction set 'sse9'" tensors --isa sse9
refused "cannot run instruction set ''" run cumsum f32 --isa ''
for n in 0 -1 -65536 1.5 nan inf 1e99 x '' 8x; do
    refused '--n needs a whole number' run cumsum f32 --n "$n"
done
for calls in 0 -3 2.5 many; do
    refused '--calls needs a whole number' run cumsum f32 --calls "$calls"
done
for seconds in 0 -1 nan inf 3601 soon ''; do
    refused '--min-time needs seconds' run cumsum f32 --min-time "$seconds"
done
for n in 1e13 1e15 9007199254740992; do
    refused 'not enough memory' run cumsum f64 --n "$n" --json x.json
done
refused "no layout 'diagonal'" run cumsum f32 --layout diagonal
refused 'needs a square number' run cumsum f32 --layout first --n 65535
refused 'needs a multiple of 8' run cumsum f32 --layout lines_of_8 --n 12
refused 'logsumexp has no layout but line' run logsumexp f32 --layout last
for option in --n --isa --layout --min-time --calls --json --csv; do
    refused "$option needs a value" run cumsum f32 "$option"
done
for option in --op --type --isa --json --csv; do
    refused "$option needs a value" sweep "$option"
done
for threads in 0 -1 1.5 many ''; do
    refused '--threads needs a whole number' scaling --threads "$threads"
    refused '--threads needs a whole number' run cumsum f32 --layout tensor --threads "$threads"
done
refused '--threads is at most 4096' scaling --threads 4097
refused '--threads is at most 4096' scaling --threads 1e15
refused 'lines have one thread' run cumsum f32 --layout line --threads 2
refused "unknown option '--threads'" sweep --threads 2
refused "unknown option '--layout'" scaling --layout tensor
refused 'no logsumexp of i64' scaling --op logsumexp --type i64
refused 'cannot write nowhere/r' scaling --json nowhere/r
refused 'not both' run cumsum f32 --calls 3 --min-time 1
refused 'a file each' run cumsum f32 --json results --csv results
refused "unknown option '--fast'" run cumsum f32 --fast
refused "unknown option 'f64'" run cumsum f32 f64
refused "unknown option '--n'" sweep --n 8
refused "unknown option '--quick'" tensors --quick

# Found before the measurements, which would take an hour here.
for option in --json --csv; do
    refused 'cannot write nowhere/r' run cumsum f32 --min-time 3600 "$option" nowhere/r
    refused 'cannot write /' run cumsum f32 --min-time 3600 "$option" /
    refused 'cannot write' run cumsum f32 --min-time 3600 "$option" ''
done
refused 'cannot write nowhere/r' run cumsum f32 --min-time 3600 --json good.json --csv nowhere/r
refused 'cannot write nowhere/r' sweep --json nowhere/r

# The instruction set asked for is the one that runs, whatever the environment says.
for isa in $isas; do
    for layout in line first; do
        checks=$((checks + 1))
        line=$(LANESCAN_ISA=generic "$bench" run cumsum f32 --n 64 --calls 3 --isa "$isa" \
            --layout "$layout" --csv "$folder/isa.csv")
        case $line in
        *" $isa: "*" 3 calls") ;;
        *) fail "--isa $isa, layout $layout, said: $line" ;;
        esac
        grep -q ",lanescan,$isa,cumsum,f32,false,uniform,64,$layout," "$folder/isa.csv" ||
            fail "--isa $isa, layout $layout: not in the file"
    done
done
line=$(LANESCAN_ISA=generic "$bench" run cumsum f32 --n 64 --calls 3)
case $line in
*' generic: '*) ;;
*) fail "LANESCAN_ISA=generic ran: $line" ;;
esac

# An old file is there until the new one is whole.
echo old >"$folder/old.json"
if "$bench" run cumsum f32 --n 1e15 --json "$folder/old.json" 2>"$folder/err"; then
    fail 'an impossible size was measured'
fi
[ "$(cat "$folder/old.json")" = old ] || fail 'the old file is gone'

echo "$checks checks, $failures failures"
[ "$failures" -eq 0 ] && [ "$checks" -gt 0 ]
