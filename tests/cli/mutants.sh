#!/bin/sh
# The program's suites judged, as mutants.sh in the folder above judges the library's: sources with
# one deliberate fault each (mutants.txt) must be rejected by one of the suites named, and the
# program without a fault accepted by all of them. A fault whose text is no longer in the source is
# an error. At the end the score.
#     mutants.sh <quick | all> <cli> <include> <this folder> <liblanescan.a> <liblanescan.so>
#         <golden numbers' archive> <faults module>
#         <module of rounding> <program without OpenMP> <compiler and its arguments...>
# quick: the first mutant of each file. Whatever is judged, all of the list must still change their
# files.
set -eu
extent=$1
shift
cli=$1 include=$2 tests=$3 archive=$4 shared=$5 golden=$6 faults=$7 rounding=$8 alone=$9
shift 9
list=$tests/mutants.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export LANESCAN_TEST_STOP=1 LANESCAN_TEST_SCALE=16
workers=$(nproc 2>/dev/null || echo 1)

compile() { # source, object, compiler...
    source=$1 object=$2
    shift 2
    "$@" -std=c11 -O1 -w -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -I "$cli" -I "$include" \
        -I "$include/../src" -I "$include/.." \
        -c "$source" -o "$object"
}

# The program, with the object of one file in place of its own, if there is one.
link() { # program, file or -, compiler...
    program=$1 file=$2 others=
    shift 2
    for object in "$work"/objects/*.o; do
        [ "$object" = "$work/objects/${file%.c}.o" ] || others="$others $object"
    done
    # Unquoted: several objects.
    "$@" $others ${mutated-} "$golden" "$archive" -lm -o "$program"
}

# The status of a suite; 77 where it cannot be run here.
judge() { # suite, program
    case $1 in
    owners) set -- permissions "$2" owners ;;
    permissions) set -- permissions "$2" closed ;;
    faults) set -- faults "$2" "$faults" ;;
    threads) set -- threads "$2" "$alone" "$faults" ;;
    self_test) set -- self_test "$2" "$rounding" ;;
    npy)
        timeout 300 sh "$tests/../harness/python_with.sh" numpy "$tests/npy_round_trip.py" "$2" \
            "$shared" >"$log" 2>&1
        return ;;
    esac
    suite=$1
    shift
    timeout 300 python3 "$tests/$suite.py" "$@" >"$log" 2>&1
}

fail() {
    printf 'FAIL %s\n' "$*"
    status=1
}

accept_faultless() { # suite
    code=0
    judge "$1" "$work/program" || code=$?
    case $code in
    0) ;;
    77) echo "SKIP of $1: $(sed -n 's/^SKIP //p' "$log")" ;;
    *) fail "$1 rejects the faultless program (status $code): $(head -n 3 "$log")" ;;
    esac
}

# Prints a line, and adds one to the score: "found <suite>", "survived <name>" or "skipped <name>".
examine() { # name, file, suites, expression, compiler...
    name=$1 file=$2 suites=$3 expression=$4 skipped=
    shift 4
    sed "$expression" "$cli/$file" >"$mine/$file"
    mutated=$mine/mutated.o
    if ! compile "$mine/$file" "$mutated" "$@" 2>"$log" ||
        ! link "$mine/program" "$file" "$@" 2>"$log"; then
        fail "$name does not compile: $(head -n 3 "$log")"
        return
    fi
    for suite_of_name in $suites; do
        code=0
        judge "$suite_of_name" "$mine/program" || code=$?
        case $code in
        0) ;;
        77) skipped=1 ;;
        *)
            printf '%s: found by %s: %s\n' "$name" "$suite_of_name" \
                "$(grep -m 1 FAIL "$log" || tail -n 1 "$log")" | cut -c 1-150
            echo "found $suite_of_name" >>"$score"
            return ;;
        esac
    done
    if [ -n "$skipped" ]; then
        echo "SKIP $name: $suites cannot be run here"
        echo "skipped $name" >>"$score"
        return
    fi
    fail "$name survives $suites"
    echo "survived $name" >>"$score"
}

# One worker per CPU: worker w takes the jobs w, w + workers, ...: the suites, then the list.
work_off() { # worker, compiler...
    worker=$1 job=0 status=0 log=$work/log.$1 mine=$work/made.$1 score=$work/score.$1
    shift
    mkdir "$mine"
    : >"$score"
    for suite_of_name in $(cut -d '|' -f 3 "$work/rows" | tr -s ' ' '\n' | sort -u); do
        job=$((job + 1))
        [ $((job % workers)) -ne "$worker" ] || accept_faultless "$suite_of_name"
    done
    while IFS='|' read -r name file suites expression <&3; do
        job=$((job + 1))
        [ $((job % workers)) -eq "$worker" ] || continue
        # Unquoted: without the blanks around.
        examine $name $file "$suites" "$expression" "$@"
    done 3<"$work/rows"
    return $status
}

sed '/^#/d; /^ *$/d' "$list" >"$work/all"
stale=$(while IFS='|' read -r name file _ expression; do
    # Unquoted: without the blanks around.
    sed "$expression" "$cli/"$file | cmp -s - "$cli/"$file && echo $name of $file
done <"$work/all") || true
if [ -n "$stale" ]; then
    echo "FAIL the text of these is not in the source any more:"
    echo "$stale"
    exit 1
fi
case $extent in
quick) awk -F ' *[|] *' '!judged[$2]++' "$work/all" >"$work/rows" ;;
*) cp "$work/all" "$work/rows" ;;
esac

mkdir "$work/objects"
for path in "$cli"/*.c; do
    name=${path##*/}
    compile "$path" "$work/objects/${name%.c}.o" "$@"
done
link "$work/program" - "$@"

pids='' worker=0
while [ "$worker" -lt "$workers" ]; do
    work_off "$worker" "$@" &
    pids="$pids $!"
    worker=$((worker + 1))
done
status=0
for pid in $pids; do wait "$pid" || status=1; done

sort "$work"/score.* >"$work/score"
found=$(grep -c '^found' "$work/score") || true
judged=$(grep -c -e '^found' -e '^survived' "$work/score") || true
skipped=$(sed -n 's/^skipped //p' "$work/score")
[ -z "$skipped" ] || echo "SKIP, not judged:" $skipped
by() { sed -n 's/^found //p' "$work/score" | uniq -c | sort -rn | awk '{ print $2, $1 }'; }
echo "found by $(by | paste -sd , - | sed 's/,/, /g')"
survivors=$(sed -n 's/^survived //p' "$work/score")
[ -z "$survivors" ] || echo "survivors:" $survivors
left_out=$(($(wc -l <"$work/all") - $(wc -l <"$work/rows")))
[ "$left_out" -eq 0 ] || echo "SKIP of $left_out more: the slow suite has them"
echo "$found of $judged mutants of the program were found"
[ "$judged" -gt 0 ] || status=1
exit $status
