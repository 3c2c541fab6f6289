# ./dev check: warnings, format, static analysis, symbols; and what watches programs run
# (watched.sh). Sourced by dev.
# shellcheck shell=bash disable=SC2154

. tools/dev/watched.sh

sources() {
    local folder
    for folder in include src cli bench examples python golden tests; do
        find "$folder" \( -name '*.[ch]' -o -name '*.[ch]pp' \) ! -name coefficients.h
    done
}

python_sources() { git ls-files -z '*.py' '*.pyi' | xargs -0 "$@"; }

check_warnings() {
    local compiler=$1 folder=build-check-$1
    have "$compiler" || { lacks "warnings, $compiler: not installed"; return; }
    export CC=$compiler
    result "warnings, $compiler: configure" configure "$folder" -Dwerror=true -Dtests=enabled \
        -Dpython=auto
    result "warnings, $compiler: build" ninja -C "$folder"
    unset CC
}

# The instruction sets there are, one a line.
instruction_sets() { sed -n 's/^ *ROW(\([a-z0-9_]*\),.*/\1/p' src/lanes/sets.h; }

# Code for one instruction set offers symbols that end in its name only: nothing the linker could
# give to others.
check_symbols() {
    local set archive others count=0
    for set in $(instruction_sets); do
        archive=$1/src/liblanescan_$set.a
        [[ -e $archive ]] || continue
        count=$((count + 1))
        others=$(nm --defined-only -g "$archive" |
            awk -v end="_$set\$" 'NF == 3 && $3 !~ end { print $3 }')
        [[ -z $others ]] || { printf '%s offers:\n%s\n' "$archive" "$others"; return 1; }
    done
    ((count > 0)) || { echo "no archives in $1/src"; return 1; }
}

# Nothing that every CPU runs holds an instruction of AVX or later; AVX2's own code, which does,
# shows that they are seen.
check_baseline() {
    local part code
    code=$(mktemp)
    for part in core core_rare core_loops generic avx2; do
        objdump -d --no-show-raw-insn "$1/src/liblanescan_$part.a" >"$code" || break
        if grep -qE '%[yz]mm|\sv[a-z0-9]+\s' "$code"; then
            [[ $part == avx2 ]] && { rm "$code"; return; }
            echo "liblanescan_$part.a has instructions of AVX"
            break
        fi
    done
    rm "$code"
    return 1
}

# What is compiled once, for every CPU alike; kernels are compiled for each instruction set.
core_sources() {
    tools/dev/sources.py build-check-gcc src/liblanescan_core.a.p \
        src/liblanescan_core_rare.a.p src/liblanescan_core_loops.a.p
}

defines_of_sets() {
    local set
    for set in $(instruction_sets); do
        [[ ! -e build-check-gcc/src/liblanescan_$set.a ]] ||
            printf -- '-DLANESCAN_WITH_%s=1 ' "$set"
    done
}

# A unit of kernels is looked at as it is compiled for each instruction set.
tidy() {
    tools/dev/sources.py build-check-clang src cli bench examples python |
        xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p build-check-clang
}

cmd_check() {
    need "${build_packages[@]}" "${test_packages[@]}"
    want clang libclang-rt-dev clang-format black clang-tidy cppcheck valgrind python3-dev \
        python3-numpy
    check_warnings gcc
    check_warnings clang
    result 'exported symbols' tests/interface/exports.sh nm build-check-gcc/src/liblanescan.so \
        include/lanescan.h
    result 'symbols of each instruction set' check_symbols build-check-gcc
    [[ $machine != x86_64 ]] || result 'baseline instructions only' check_baseline build-check-gcc
    if have clang-format; then
        result clang-format clang-format --dry-run --Werror $(sources)
    else
        lacks 'clang-format: not installed'
    fi
    if have black; then
        result black python_sources black --check -q
    else
        lacks 'black: not installed'
    fi
    result 'lines of 100 columns' tests/interface/columns.sh .
    if have cppcheck; then
        result cppcheck cppcheck -q --std=c11 --error-exitcode=1 --inline-suppr \
            --enable=warning,performance,portability -I include -I src $(defines_of_sets) \
            -DLANESCAN_FAMILY=ops/sum/sum.def src/choose/lines.c $(core_sources) cli bench examples
    else
        lacks 'cppcheck: not installed'
    fi
    if have clang-tidy && [[ -e build-check-clang/compile_commands.json ]]; then
        result clang-tidy tidy
    else
        lacks 'clang-tidy: not installed'
    fi
    check_watched
    finish
}
