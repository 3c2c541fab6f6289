#!/bin/sh
# The suites judged: sources with one deliberate fault each (list.txt) must be rejected by one of
# the suites named, and the same build without a fault accepted by all of them. At the end the
# score: how many were found, by which suites, and the names of those that were not.
#     mutants.sh <quick | all> <source root> <build root> <compiler and its arguments...>
# quick: the first mutant of each file in src that this CPU can run. Whatever is judged, all of the
# list must still change their files, or nothing is judged. meson.build gives the rest as variables
# MUTANT_*.
# MUTANT_ONLY: a pattern of names, for work on some. MUTANT_LACKS: sets that this CPU is to lack.
#
# A mutant is judged as a library that has the fault would be. One of portable code, which is what
# the other sets are compared with and call, is compared with itself (LANESCAN_TEST_REFERENCE): as
# with all code that sets share, something else than a comparison must find it. Only a mutant of one
# set's own code, or of code for lanes, meets the portable.
#
# Mutants of a set that this CPU cannot run are compiled all the same: with the fault there must be
# other machine code than without it, so that it is known to be applied, and not compiled away.
set -eu
extent=$1 root=$2 build=$3
shift 3
MUTANT_COMPILER="$*"
src=$root/src tests=$root/tests built=$build/tests
list=$tests/mutants/list.txt
work=$(mktemp -d)
pids=
trap 'rm -rf "$work"' EXIT
# Unquoted: several.
trap 'kill $pids 2>/dev/null; exit 1' INT TERM
export LANESCAN_TEST_STOP=1 LANESCAN_TEST_SCALE=16
workers=$(nproc 2>/dev/null || echo 1)

. "$tests/mutants/build.sh"

# ---- the list ----

# Its rows, without comments and without blanks around the fields:
# name|file|units|judges|expression.
rows() {
    sed '/^#/d; /^ *$/d
        s/ *| */|/; s/ *| */|/2; s/ *| */|/3; s/ *| */|/4' "$list" |
        while IFS='|' read -r name rest; do
            # Unquoted: a pattern.
            case $name in ${MUTANT_ONLY:-*}) printf '%s|%s\n' "$name" "$rest" ;; esac
        done
}

# What this CPU or build must have for a mutant.
needs() { # file, units
    case $1 in
    # What is mutated of these needs no more than that.
    choose/environment.h | choose/cpu*.c | lanes/sets.h) echo x86 ;;
    *) set_of "$2" ;;
    esac
}

# Those to judge.
chosen() {
    case $extent in
    quick)
        rows | while IFS='|' read -r name file units rest; do
            [ -e "$work/lacks.$(needs "$file" "$units")" ] ||
                printf '%s|%s|%s|%s\n' "$name" "$file" "$units" "$rest"
        done | awk -F '|' '!judged[$2]++'
        ;;
    *) rows ;;
    esac
}

# The names of those that change nothing, of one in so many rows as there are workers: their text is
# not in the source any more.
without_their_text() { # worker
    of_content=
    rows | sed -n "$(($1 + 1))~${workers}p" | while IFS='|' read -r name file _ _ expression; do
        if [ "$file" != "$of_content" ]; then
            content=$(cat "$src/$file") || content=
            of_content=$file
        fi
        { faulty=$(sed "$expression" "$src/$file") && [ "$faulty" != "$content" ]; } ||
            echo "$name of $file"
    done
}

# ---- judging ----

run() { timeout 300 "$@" >"$log" 2>&1; }

run_with_library() { run env "LD_PRELOAD=$mine/library" "$@"; }

judge() { # judge, set, units: the judge's status; 99 where there is nothing to judge
    judge=$1 set=$2 artefact=$(artefact_of "$1" "$3")
    if ! [ -e "$mine/$artefact" ]; then
        "make_${artefact%%-*}" "$set" "$judge" || return 99
    fi
    unset LANESCAN_TEST_REFERENCE LANESCAN_ISA
    case $set in
    "$MUTANT_PORTABLE" | generic) export LANESCAN_TEST_REFERENCE=itself ;;
    esac
    case " $lane_sets " in *" $set "*) export LANESCAN_ISA="$set" ;; esac
    set -- "$built"/*/"$judge"
    case $artefact:$judge in
    table:*accuracy) run "$1" "$mine/table" quick ;;
    table:* | vocabulary:*) run "$1" "$mine/$artefact" ;;
    program-*:complex_accuracy) run "$mine/$artefact" "$MUTANT_PORTABLE" quick ;;
    library:threads_*) run_with_library env LANESCAN_TEST_SCALE=1 "$1" ;;
    program-*_tsan) run env TSAN_OPTIONS=halt_on_error=1:exitcode=1 "$mine/$artefact" ;;
    program-*) run "$mine/$artefact" ;;
    *:accuracy_worst)
        run_with_library "$1" "$tests/accuracy/worst.txt" "$root/include/lanescan.h" \
            "$root/docs/contract.md" "$root/docs/complex.md" ;;
    *:dispatch_environment)
        run_with_library sh "$tests/dispatch/environment.sh" "$built/dispatch/isa_report" ;;
    *) run_with_library "$1" ;;
    esac
}

fail() {
    echo "FAIL $*"
    status=1
}

# What has no fault: all units of a set in one artefact, which all their judges must accept.
accept_faultless() { # set, artefact
    rm -rf "$mine"
    mkdir "$mine"
    sed -n "s/^$1 $2 //p" "$work/plan" >"$mine/plan"
    if ! compile_faultless $(cut -d ' ' -f 2- "$mine/plan" | tr ' ' '\n' | sort -u); then
        fail "the faultless $2 of $1: $(head -n 3 "$log")"
        return
    fi
    for by in $(cut -d ' ' -f 1 "$mine/plan" | sort -u); do
        code=0
        judge "$by" "$1" "$(sed -n "s/^$by //p" "$mine/plan" | head -n 1)" || code=$?
        [ "$code" -eq 0 ] ||
            fail "$by rejects the faultless $2 of $1 (status $code): $(head -n 3 "$log")"
    done
}

# Machine code with and without the fault, where it cannot run.
compare_code() { # name, set:unit ...
    name=$1
    shift
    for each in "$@"; do
        tree=$own_tree
        if ! compile_unit "$each" "$mine/faulty" || ! compile_faultless "$each"; then
            fail "$name: $(head -n 3 "$log")"
            return
        fi
        strip -R .comment "$mine/faulty"
        strip -R .comment "$work/faultless/$(object_of "$each").o" -o "$mine/faultless"
        if ! cmp -s "$mine/faultless" "$mine/faulty"; then
            echo "$name: other machine code, not run"
            echo "compiled $needed $name" >>"$score"
            return
        fi
    done
    fail "$name: $needed has the same machine code without it"
    echo "survived $name" >>"$score"
}

# Prints a line, and adds one to the score: "found <judge>", "survived <name>",
# "compiled <set> <name>" or "skipped <set> <name>".
examine() { # name, file, units, judges, expression
    name=$1 units=$3 judges=$4
    needed=$(needs "$2" "$3")
    rm -rf "$own_tree" "$mine"
    mkdir "$mine"
    tree=$own_tree
    cp -r "$src" "$tree"
    sed "$5" "$src/$2" >"$tree/$2"
    if grep -q "this CPU cannot run" "$work/lacks.$needed" 2>/dev/null; then
        compare_code "$name" $(units_of "$3" "$2")
        return
    fi
    if [ -e "$work/lacks.$needed" ]; then
        echo "SKIP $name: $(cat "$work/lacks.$needed")"
        echo "skipped $needed $name" >>"$score"
        return
    fi
    if ! compile_units $(units_of "$3" "$2"); then
        fail "$name: $(head -n 3 "$log")"
        return
    fi
    for by in $judges; do
        code=0
        judge "$by" "$(set_of "$units")" "$units" || code=$?
        case $code in
        0) ;;
        1 | 124 | 13[0-9])
            why=$(grep -m 1 FAIL "$log" | cut -c 1-110 | grep .) || why="status $code"
            echo "$name: found by $by: $why"
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

# What is to be accepted without a fault: "set artefact judge unit ...".
plan() {
    while IFS='|' read -r _ file units judges _; do
        [ -e "$work/lacks.$(needs "$file" "$units")" ] && continue
        for by in $judges; do
            echo "$(set_of "$units") $(artefact_of "$by" "$units") $by" $(units_of "$units" "$file")
        done
    done <"$work/rows" | sort -u
}

# One worker per CPU, each of which takes the first job that none has taken: what has no fault, then
# the list.
take() {
    job=$((job + 1))
    mkdir "$work/jobs/$job" 2>/dev/null
}

work_off() { # worker
    worker=$1 job=0 status=0 log=$work/log.$1 score=$work/score.$1
    own_tree=$work/src.$1 mine=$work/made.$1
    while read -r set artefact <&3; do
        ! take || accept_faultless "$set" "$artefact"
    done 3<"$work/artefacts"
    while IFS='|' read -r name file units judges expression <&3; do
        take || continue
        examine "$name" "$file" "$units" "$judges" "$expression"
        echo "$name" >>"$work/tried.$worker"
    done 3<"$work/rows"
    return $status
}

stale=$(
    worker=0
    while [ "$worker" -lt "$workers" ]; do
        without_their_text "$worker" &
        worker=$((worker + 1))
    done
    wait
)
if [ -n "$stale" ]; then
    echo "FAIL the text of these is not in the source any more:"
    echo "$stale"
    exit 1
fi

# Sets that neither this build nor this CPU has.
for set in $lane_sets; do
    code=0
    "$built/memory/transpose" "$set" >"$work/log" || code=$?
    [ "$code" -ne 77 ] || sed -n 's/^SKIP //p' "$work/log" >"$work/lacks.$set"
done
for set in ${MUTANT_LACKS:-}; do
    [ -e "$work/lacks.$set" ] ||
        echo "this CPU cannot run $set, as MUTANT_LACKS has it" >"$work/lacks.$set"
done
[ -n "${MUTANT_FLAGS_avx2:-}" ] || echo "this build is not for x86" >"$work/lacks.x86"
[ -n "${MUTANT_FLAGS_tsan:-}" ] || echo "this compiler has no ThreadSanitizer" >"$work/lacks.tsan"
log=$work/log
make_common || { cat "$log"; exit 1; }
chosen >"$work/rows"
plan >"$work/plan"
cut -d ' ' -f 1,2 "$work/plan" | uniq >"$work/artefacts"
mkdir "$work/jobs"

worker=0
while [ "$worker" -lt "$workers" ]; do
    work_off "$worker" &
    pids="$pids $!"
    worker=$((worker + 1))
done
status=0
for pid in $pids; do wait "$pid" || status=1; done
: >"$work/tried.none"
tried=$(cat "$work"/tried.* | wc -l)
[ "$tried" -eq "$(wc -l <"$work/rows")" ] || fail "only $tried of $(wc -l <"$work/rows") were tried"

sort "$work"/score.* >"$work/score"
by() {
    sed -n 's/^found //p' "$work/score" | uniq -c | sort -rn |
        sed 's/^ *\([0-9]*\) \(.*\)/\2 \1/' | paste -sd , - | sed 's/,/, /g'
}
found=$(grep -c '^found' "$work/score") || true
judged=$(grep -c -e '^found' -e '^survived' "$work/score") || true
for set in $lane_sets x86 tsan; do
    compiled=$(grep -c "^compiled $set " "$work/score") || true
    [ "$compiled" -eq 0 ] ||
        echo "$compiled of $set compiled to other code, not run: $(cat "$work/lacks.$set")"
    skipped=$(sed -n "s/^skipped $set //p" "$work/score")
    [ -z "$skipped" ] || echo "SKIP of $set, not judged:" $skipped
done
echo "found by $(by)"
survivors=$(sed -n 's/^survived //p' "$work/score")
[ -z "$survivors" ] || echo "survivors:" $survivors
left_out=$(($(rows | wc -l) - $(wc -l <"$work/rows")))
[ "$left_out" -eq 0 ] || echo "SKIP of $left_out more: the slow suite has them"
echo "$found of $judged mutants were found"
exit $status
