#!/bin/sh
# The suites judged: sources with one deliberate fault each (mutants.txt) must be rejected by one of the suites
# named, and the same build without a fault accepted by all of them. A fault whose text is no longer in the source is an
# error. At the end the score: how many were found, by which suites, and the names of those that were not.
#     mutants.sh <quick | all> <src> <tests> <built tests> <compiler and its arguments...>
# quick: without those that take longest, libraries with all kernels and sums of exponentials.
# MUTANT_ONLY: a pattern of names, for work on some. MUTANT_LACKS: sets that this CPU is to lack.
#
# Mutants of a set that this CPU cannot run are compiled all the same: with the fault there must be
# other machine code than without it, so that it is known to be applied, and not compiled away.
#
# Nothing that is linked lacks the fault, as in a library that has it: a suite that compares instruction sets compares a
# mutant of a file that they share with itself (LANESCAN_TEST_REFERENCE), and so does not find it. Only a mutant
# of one set's own file meets another set.
# Shared files are compiled as portable code with the loops that real lanes take, which the portable kernels skip; the
# kernels of one operation only (mutant_kernels.c), since compiling takes most of the time.
set -eu
extent=$1 src=$2 tests=$3 built=$4
shift 4
list=$tests/mutants.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export LANESCAN_TEST_STOP=1 LANESCAN_TEST_SCALE=16
workers=$(nproc 2>/dev/null || echo 1)

# ---- a mutant: file in src, "kernels" of the list ----

# The instruction set that a file is compiled for.
set_of() {
    case $1 in
    avx2/* | x86_*) echo avx2 ;;
    environment.h | cpu_builtin.c) echo x86 ;; # what is mutated of these needs no more than that
    avx512/*) echo avx512 ;;
    neon/*) echo neon ;;
    *) echo generic ;;
    esac
}

is_shared() { # file or -: do all sets have it?
    case $1 in
    - | generic/* | avx2/* | avx512/* | neon/* | x86_*) return 1 ;;
    esac
}

# The operation of kernels: cumsum of cumsum_f32, scalars:cumsum of scalars:cumsum_f32.
operation_of() { echo "${1%%_*}"; }

is_left_out() { # kernels
    case $extent:$1 in
    quick:all | quick:logcumsumexp*) return 0 ;;
    *) return 1 ;;
    esac
}

is_asked_for() { # name
    # Unquoted: a pattern.
    case $1 in
    ${MUTANT_ONLY:-*}) return 0 ;;
    *) return 1 ;;
    esac
}

. "$tests/mutant_build.sh"

# ---- judging ----

run() { timeout 300 "$@" >"$log" 2>&1; }

run_with_library() { run env "LD_PRELOAD=$mine/library.so" "$@"; }

# The status of a judge; 99 where there is nothing to judge.
judge() { # judge, set, operation, compiler...
    judge=$1
    set -- $(artefact_of "$1" "$2" "$3") - "$@"
    artefact=$1 first=$2 second=$3
    shift 7
    if ! [ -e "$mine/$artefact.$first.made" ]; then
        "make_$artefact" "$first" "$second" "$@" || return 99
        : >"$mine/$artefact.$first.made"
    fi
    case $judge in
    golden) run "$built/golden" "$mine/table.so" "$tests/golden.txt" ;;
    accuracy | complex_accuracy) run "$built/$judge" "$mine/table.so" quick ;;
    golden_public)
        run_with_library "$built/public/$judge" "$tests/golden.txt" "$tests/public/golden_tensors.txt" ;;
    accuracy_worst)
        run_with_library "$built/$judge" "$tests/worst.txt" "$src/../include/lanescan.h" "$src/../docs/contract.md" ;;
    environment_*) run_with_library "$built/environment/$judge" ;;
    dispatch_environment) run_with_library sh "$tests/$judge.sh" "$built/isa_report" ;;
    *)
        case $artefact in
        table | vocabulary) run "$built/$judge" "$mine/$artefact.so" ;;
        program) run "$mine/program" ;;
        library) run_with_library "$built/$judge" ;;
        esac ;;
    esac
}

fail() {
    echo "FAIL $*"
    status=1
}

# A tree of its own, with the fault if there is one, as those kernels need it.
use_tree() { # file or -, kernels, expression
    rm -rf "$tree" "$mine"
    cp -r "$originals" "$tree"
    mkdir "$mine"
    file=$1
    [ "$file" = - ] || sed "$3" "$originals/$file" >"$tree/$file"
    case $2 in
    scalars:*) [ "$file" = generic/types.h ] || cp "$src/generic/types.h" "$tree/generic/types.h" ;;
    esac
    LANESCAN_TEST_KERNELS=${2#scalars:}
    case $2 in - | all) LANESCAN_TEST_KERNELS= ;; esac
    export LANESCAN_TEST_KERNELS
    unset LANESCAN_TEST_REFERENCE
    if is_shared "$file"; then export LANESCAN_TEST_REFERENCE=itself; fi
}

# An artefact without a fault.
accept_faultless() { # artefact, set or judge, operation, judges, compiler...
    what="$1 $2 $3" set=$2 operation=$3 judges=$4
    shift 4
    use_tree - "$operation"
    for by in $judges; do
        code=0
        judge "$by" "$set" "$operation" "$@" || code=$?
        [ "$code" -eq 0 ] || fail "$by rejects the faultless $what (status $code): $(head -n 3 "$log")"
    done
}

# Compiles the mutant whose tree is in use and, once for all, what has no fault at the same place.
compare_code() { # name, file, kernels, judges, expression, set, compiler...
    name=$1 examined=$2 kernels=$3 by=${4%% *} expression=$5 set=$6
    shift 6
    operation=$(operation_of "$kernels")
    faultless=$work/faultless.$worker.$(artefact_of "$by" "$set" "$operation" | tr ' ' -)
    if ! [ -e "$faultless" ]; then
        use_tree - "$kernels"
        if ! make_object "$by" "$set" "$operation" "$faultless" "$@"; then
            fail "without a fault: $(head -n 3 "$log")"
            return
        fi
        use_tree "$examined" "$kernels" "$expression"
    fi
    if ! make_object "$by" "$set" "$operation" "$mine/mutant.o" "$@"; then
        fail "$name: $(head -n 3 "$log")"
    elif cmp -s "$faultless" "$mine/mutant.o"; then
        fail "$name: $set has the same machine code without it"
        echo "survived $name" >>"$score"
    else
        echo "$name: other machine code, not run"
        echo "compiled $set $name" >>"$score"
    fi
}

# Prints a line, and adds one to the score: "found <judge>", "survived <name>",
# "compiled <set> <name>", "skipped <set> <name>" or "left out".
examine() { # name, file, kernels, judges, expression, compiler...
    name=$1 file=$2 kernels=$3 judges=$4 expression=$5
    shift 5
    use_tree "$file" "$kernels" "$expression"
    if cmp -s "$originals/$file" "$tree/$file"; then
        fail "$name: its text is not in $file any more"
        return
    fi
    mutated_set=$(set_of "$file") operation=$(operation_of "$kernels")
    if is_left_out "$kernels"; then
        echo "left out" >>"$score"
        return
    fi
    if grep -q "this CPU cannot run" "$work/lacks.$mutated_set" 2>/dev/null; then
        compare_code "$name" "$file" "$kernels" "$judges" "$expression" "$mutated_set" "$@"
        return
    fi
    if [ -e "$work/lacks.$mutated_set" ]; then
        echo "SKIP $name: $(cat "$work/lacks.$mutated_set")"
        echo "skipped $mutated_set $name" >>"$score"
        return
    fi
    for by in $judges; do
        code=0
        judge "$by" "$mutated_set" "$operation" "$@" || code=$?
        case $code in
        0) ;;
        1 | 124 | 13[0-9])
            echo "$name: found by $by: $(grep -m 1 FAIL "$log" | cut -c 1-110 | grep . || echo "status $code")"
            echo "found $by" >>"$score"
            return ;;
        *)
            fail "$name: status $code of $by: $(head -n 3 "$log")"
            return ;;
        esac
    done
    fail "$name survives $judges"
    echo "survived $name" >>"$score"
}

# Lines "artefact set operation judge", of what can be judged here.
artefacts() {
    while IFS='|' read -r name file kernels judges _; do
        case $name in '' | '#'*) continue ;; esac
        if is_left_out $kernels || ! is_asked_for $name; then continue; fi
        set=$(set_of $file)
        [ -e "$work/lacks.$set" ] && continue
        for by in $judges; do echo "$(artefact_of "$by" "$set" "$(operation_of $kernels)") $by"; done
    done <"$list" | sort -u
}

# One worker per CPU: worker w takes the jobs w, w + workers, ...: what has no fault, then the list.
work_off() { # worker, compiler...
    worker=$1 job=0 status=0 log=$work/log.$1 tree=$work/src.$1 mine=$work/made.$1 score=$work/score.$1
    shift
    artefacts >"$work/artefacts.$worker"
    cut -d ' ' -f 1-3 "$work/artefacts.$worker" | uniq >"$work/distinct.$worker"
    while read -r artefact set operation <&3; do
        job=$((job + 1))
        [ $((job % workers)) -eq "$worker" ] || continue
        accept_faultless "$artefact" "$set" "$operation" \
            "$(sed -n "s/^$artefact $set $operation //p" "$work/artefacts.$worker" | tr '\n' ' ')" "$@"
    done 3<"$work/distinct.$worker"
    while IFS='|' read -r name file kernels judges expression <&3; do
        case $name in '' | '#'*) continue ;; esac
        # Unquoted: without the blanks around.
        is_asked_for $name || continue
        job=$((job + 1))
        [ $((job % workers)) -eq "$worker" ] || continue
        examine $name $file $kernels "$(echo $judges)" "$expression" "$@"
    done 3<"$list"
    return $status
}

originals=$work/originals
cp -r "$src" "$originals"
sed 's/\(define LANESCAN_LANES_ARE_SCALARS\) 1$/\1 0/' "$src/generic/types.h" >"$originals/generic/types.h"
if cmp -s "$src/generic/types.h" "$originals/generic/types.h"; then
    echo 'FAIL src/generic/types.h: no LANESCAN_LANES_ARE_SCALARS to turn off'
    exit 1
fi
for set in avx2 avx512 neon; do # a vocabulary that neither this build nor this CPU has
    code=0
    LANESCAN_TEST_SCALE=4000 "$built/vocabulary" "$set" >"$work/log" || code=$?
    [ "$code" -ne 77 ] || sed -n 's/^SKIP //p' "$work/log" >"$work/lacks.$set"
done
for set in ${MUTANT_LACKS:-}; do
    [ -e "$work/lacks.$set" ] ||
        echo "this CPU cannot run $set, as MUTANT_LACKS has it" >"$work/lacks.$set"
done
[ -n "${MUTANT_FLAGS_avx2:-}" ] || echo "this build is not for x86" >"$work/lacks.x86"
log=$work/log tree=$originals
make_core '' "$work/core" "$MUTANT_CORE_FLAGS" "$@" || { cat "$log"; exit 1; }

pids='' worker=0
while [ "$worker" -lt "$workers" ]; do
    work_off "$worker" "$@" &
    pids="$pids $!"
    worker=$((worker + 1))
done
status=0
for pid in $pids; do wait "$pid" || status=1; done

sort "$work"/score.* >"$work/score"
by() { sed -n 's/^found //p' "$work/score" | uniq -c | sort -rn | sed 's/^ *\([0-9]*\) \(.*\)/\2 \1/' | paste -sd , - | sed 's/,/, /g'; }
found=$(grep -c '^found' "$work/score") || true
judged=$(grep -c -e '^found' -e '^survived' "$work/score") || true
for set in avx2 avx512 neon x86; do
    compiled=$(grep -c "^compiled $set " "$work/score") || true
    [ "$compiled" -eq 0 ] ||
        echo "$compiled of $set compiled to other code, not run: $(cat "$work/lacks.$set")"
    skipped=$(sed -n "s/^skipped $set //p" "$work/score")
    [ -z "$skipped" ] || echo "SKIP of $set, not judged:" $skipped
done
left_out=$(grep -c '^left' "$work/score") || true
[ "$left_out" -eq 0 ] || echo "SKIP of $left_out that take longest: the slow suite has them"
echo "found by $(by)"
survivors=$(sed -n 's/^survived //p' "$work/score")
[ -z "$survivors" ] || echo "survivors:" $survivors
echo "$found of $judged mutants were found"
exit $status
