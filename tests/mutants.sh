#!/bin/sh
# The judges judged: kernels with one deliberate fault each (mutants.txt) must be rejected, and the same
# build without a fault accepted. A fault whose text is no longer in the source is an error.
#     mutants.sh <src> <mutants.txt> <bits> <special> <guard> <accuracy> <compiler and its arguments...>
set -eu
src=$1 list=$2 bits=$3 special=$4 guard=$5 accuracy=$6
shift 6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export LANESCAN_TEST_STOP=1 LANESCAN_TEST_SCALE=16 LANESCAN_TEST_KERNELS=
status=0

compile() { # folder with sources, shared object, compiler...
    folder=$1 object=$2
    shift 2
    "$@" -std=c11 -Og -w -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -shared \
        -Dlanescan_kernels_generic=lanescan_kernels_mutant -I "$folder" -I "$folder/generic" \
        "$folder/generic/kernels.c" "$folder/last_set.c" -lm -o "$object"
}

judge() { # judge, shared object: the status of the judge
    case $1 in
    bits) "$bits" "$2" ;;
    special) "$special" "$2" ;;
    guard) "$guard" "$2" ;;
    accuracy) "$accuracy" "$2" quick ;;
    *) echo "no judge is called $1"; return 99 ;;
    esac >"$work/log" 2>&1
}

fail() {
    echo "FAIL $*"
    status=1
}

compile "$src" "$work/faultless.so" "$@" -O1
for name in bits special guard accuracy; do
    judge "$name" "$work/faultless.so" || fail "$name rejects the faultless kernels: $(head -n 3 "$work/log")"
done

while IFS='|' read -r name file kernels judges expression; do
    case $name in '' | '#'*) continue ;; esac
    name=$(echo $name) file=$(echo $file) # without the blanks around
    LANESCAN_TEST_KERNELS=$(echo $kernels)
    rm -rf "$work/src"
    cp -r "$src" "$work/src"
    sed "$expression" "$src/$file" >"$work/src/$file"
    if cmp -s "$src/$file" "$work/src/$file"; then
        fail "$name: its text is not in $file any more"
        continue
    fi
    if ! compile "$work/src" "$work/$name.so" "$@" 2>"$work/log"; then
        fail "$name does not compile: $(grep -m 1 error "$work/log")"
        continue
    fi
    for by in $judges; do
        code=0
        judge "$by" "$work/$name.so" || code=$?
        case $code in
        1 | 13[0-9]) echo "$name: rejected by $by: $(grep -m 1 FAIL "$work/log" | cut -c 1-110)" ;;
        *) fail "$name: accepted by $by (status $code)" ;;
        esac
    done
done <"$list"
exit $status
