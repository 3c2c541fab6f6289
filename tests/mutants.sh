#!/bin/sh
# The judges judged: kernels with one deliberate fault each (mutants.txt) must be rejected, and the same
# build without a fault accepted. A fault whose text is no longer in the source is an error.
# The mutants are portable code with the loops that real lanes take, which the portable kernels skip; each
# is compiled with the kernels of its operation only (mutant_kernels.c).
#     mutants.sh <src> <mutants.txt> <bits> <special> <guard> <across> <complex> <accuracy> <compiler and its arguments...>
set -eu
src=$1 list=$2 bits=$3 special=$4 guard=$5 across=$6 complex=$7 accuracy=$8
shift 8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export LANESCAN_TEST_STOP=1 LANESCAN_TEST_SCALE=16 LANESCAN_TEST_KERNELS=
workers=$(nproc 2>/dev/null || echo 1)

# The operation of a kernel: cumsum of cumsum_f32.
operation_of() { echo "${1%%_*}"; }

compile() { # folder with sources, operation, shared object, compiler...
    folder=$1 operation=$2 object=$3
    shift 3
    "$@" -std=c11 -Og -w -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -shared \
        -DLANESCAN_LONG_APART=1 "-DMUTANT_$operation" -I "$folder" -I "$folder/generic" -I "$src/../include" \
        "$(dirname "$list")/mutant_kernels.c" "$folder/last_set.c" -lm -o "$object"
}

judge() { # judge, shared object: the status of the judge
    case $1 in
    bits) "$bits" "$2" ;;
    special) "$special" "$2" ;;
    guard) "$guard" "$2" ;;
    across) "$across" "$2" ;;
    complex) "$complex" "$2" ;;
    accuracy) "$accuracy" "$2" quick ;;
    *) echo "no judge is called $1"; return 99 ;;
    esac >"$log" 2>&1
}

fail() {
    echo "FAIL $*"
    status=1
}

originals=$work/originals
cp -r "$src" "$originals"
sed 's/\(define LANESCAN_LANES_ARE_SCALARS\) 1$/\1 0/' "$src/generic/types.h" >"$originals/generic/types.h"
if cmp -s "$src/generic/types.h" "$originals/generic/types.h"; then
    echo 'FAIL src/generic/types.h: no LANESCAN_LANES_ARE_SCALARS to turn off'
    exit 1
fi

# What is judged: lines of "operation judge", as the list has them.
pairs() {
    while IFS='|' read -r name _ kernels judges _; do
        case $name in '' | '#'*) continue ;; esac
        for by in $judges; do echo $(operation_of $kernels) "$by"; done
    done <"$list" | sort -u
}

accept_faultless() { # operation, compiler...
    operation=$1
    LANESCAN_TEST_KERNELS=$1
    shift
    if ! compile "$originals" "$operation" "$work/$operation.so" "$@" 2>"$log"; then
        fail "the faultless $operation does not compile: $(grep -m 1 error "$log")"
        return
    fi
    for by in $(pairs | sed -n "s/^$operation //p"); do
        judge "$by" "$work/$operation.so" || fail "$by rejects the faultless $operation: $(head -n 3 "$log")"
    done
}

reject() { # name, file, kernels, judges, expression, compiler...
    name=$1 file=$2 judges=$4 expression=$5
    LANESCAN_TEST_KERNELS=$3
    shift 5
    rm -rf "$mutated"
    cp -r "$originals" "$mutated"
    sed "$expression" "$originals/$file" >"$mutated/$file"
    if cmp -s "$originals/$file" "$mutated/$file"; then
        fail "$name: its text is not in $file any more"
        return
    fi
    if ! compile "$mutated" "$(operation_of "$LANESCAN_TEST_KERNELS")" "$work/$name.so" "$@" 2>"$log"; then
        fail "$name does not compile: $(grep -m 1 error "$log")"
        return
    fi
    for by in $judges; do
        code=0
        judge "$by" "$work/$name.so" || code=$?
        case $code in
        1 | 13[0-9]) echo "$name: rejected by $by: $(grep -m 1 FAIL "$log" | cut -c 1-110)" ;;
        *) fail "$name: accepted by $by (status $code)" ;;
        esac
    done
}

# One worker per CPU: worker w takes the jobs w, w + workers, ...: the faultless operations, then the list.
work_off() { # worker, compiler...
    worker=$1 job=0 status=0 log=$work/log.$1 mutated=$work/src.$1
    shift
    for operation in $(pairs | cut -d ' ' -f 1 | uniq); do
        job=$((job + 1))
        [ $((job % workers)) -eq "$worker" ] || continue
        accept_faultless "$operation" "$@"
    done
    while IFS='|' read -r name file kernels judges expression; do
        case $name in '' | '#'*) continue ;; esac
        job=$((job + 1))
        [ $((job % workers)) -eq "$worker" ] || continue
        # Unquoted: without the blanks around.
        reject $name $file $kernels "$judges" "$expression" "$@"
    done <"$list"
    return $status
}

pids='' worker=0
while [ "$worker" -lt "$workers" ]; do
    work_off "$worker" "$@" &
    pids="$pids $!"
    worker=$((worker + 1))
done
status=0
for pid in $pids; do wait "$pid" || status=1; done
exit $status
