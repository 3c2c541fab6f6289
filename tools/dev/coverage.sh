# ./dev coverage: what of the library's code the fast suite reaches. Sourced by dev; not a program
# of its own.
# shellcheck shell=bash disable=SC2154
#
# Two builds, both by clang, whose coverage mapping knows the source and not what the compiler made
# of it: so a condition in a template counts once, and not in each of its many copies. What either
# reaches is reached:
# - portable: all rooms of src with src/generic, for a machine that has no other set of kernels
#   (tools/portable.ini), under the whole fast suite;
# - vectors: the rooms that kernels are made of again, for what they do with vectors only, and the
#   choice with more than one set to choose from; on the sets that this machine runs.
# The vocabularies of those sets, in folders of their own, are judged function by function by the
# tests `vocabulary`.

covered=(--buildtype=debug --optimization=1
    -Dc_args='-fprofile-instr-generate -fcoverage-mapping -fprofile-update=atomic'
    -Dc_link_args=-fprofile-instr-generate -Dcpp_link_args=-fprofile-instr-generate)

# The sets of kernels made of vectors that this machine runs: Linux calls what a CPU has as
# compilers call their flags.
vector_sets() {
    local set flags flag
    local row="ROW(\([a-z0-9_]*\), [a-z0-9_]*, [A-Z0-9_]*, $machine, \"\([^\"]*\)\""
    sed -n "/, generic,/!s/^ *$row.*/\1 \2/p" src/lanes/sets.h |
        while read -r set flags; do
            for flag in $flags; do
                grep -qw "${flag#-m}" /proc/cpuinfo || continue 2
            done
            echo "$set"
        done
}

merge_profiles() { # folder
    find "$1/profiles" -name '*.profraw' >"$1/profiles/list" &&
        quietly llvm-profdata merge --failure-mode=any --input-files="$1/profiles/list" \
        -o "$1/tests.profdata"
}

measure_coverage() {
    local portable=build-coverage vectors=build-coverage-vectors report=build-coverage/report
    local sets set name tests objects of_vectors rest
    read -ra sets <<<"$(vector_sets | xargs)"
    ((${#sets[@]})) ||
        { skip 'coverage: this CPU has no vector kernels, which take part in it'; return; }
    rm -rf "$portable/profiles" "$vectors/profiles"
    export LLVM_PROFILE_FILE
    LLVM_PROFILE_FILE=$PWD/$portable/profiles/%p-%m.profraw
    suite "$portable" "${lean[@]}" --cross-file tools/portable.ini \
        "${covered[@]}" -- "${all_but_slow[@]}" --no-suite qemu -t 10
    LLVM_PROFILE_FILE=$PWD/$vectors/profiles/%p-%m.profraw
    tests=('dispatch select' 'tensor bits')
    for set in "${sets[@]}"; do
        tests+=("bits $set" "special $set" "complex $set" "across $set" "convert $set"
            "widening $set" "transpose $set")
    done
    for name in "${tests[@]}"; do
        LANESCAN_TEST_SCALE=8 CC=clang part_suite "$vectors" "${lean[@]}" "${covered[@]}" -- "$name"
    done
    merge_profiles "$portable" && merge_profiles "$vectors" ||
        { fail 'coverage: the profiles could not be merged'; return; }
    mkdir -p "$report"
    objects=("$portable"/src/liblanescan_{core,core_rare,core_loops,generic,lines_*}.a.p/*.o
        "$portable"/tests/vocabulary/fma.p/*.o)
    of_vectors=("$vectors"/src/liblanescan_{core,core_rare,core_loops,lines_*}.a.p/*.o)
    for set in "${sets[@]}"; do
        of_vectors+=("$vectors/src/liblanescan_$set.a.p"/*.o)
    done
    rest=("${objects[@]:1}")
    quietly llvm-cov show --format=html --output-dir="$report" --show-branches=count \
        --instr-profile="$portable/tests.profdata" "${objects[0]}" "${rest[@]/#/--object=}" src ||
        true
    if tools/coverage.py tests/coverage.md src/ "$portable/tests.profdata" "${objects[@]}" -- \
        src/lanes/,src/math/,src/memory/,src/fold/,src/ops/,src/choose/ "$vectors/tests.profdata" \
        "${of_vectors[@]}" >"$report/summary.txt"; then
        pass "coverage: all is reached or explained; $report/index.html"
    else
        fail "coverage: some code is neither reached nor explained in tests/coverage.md;" \
            "$report/index.html"
    fi
    cat "$report/summary.txt"
}

cmd_coverage() {
    need "${build_packages[@]}" "${test_packages[@]}" python3 clang libclang-rt-dev llvm
    measure_coverage
    finish
}
