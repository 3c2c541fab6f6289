# ./dev fuzz, accuracy, docs, package, format, clean. Sourced by dev.
# shellcheck shell=bash disable=SC2154

# The fuzzers with AddressSanitizer and UndefinedBehaviorSanitizer; `merge` instead of a time makes
# the corpus anew. Both the time and the targets may be left out.
cmd_fuzz() {
    local seconds=60 folder=build-fuzz
    if [[ ${1:-} == merge || ${1:-} =~ ^[0-9] ]]; then
        seconds=$1
        shift
    fi
    [[ $seconds == merge || $seconds =~ ^[1-9][0-9]*$ ]] ||
        die "fuzz takes seconds or merge first, not $seconds"
    local target
    for target; do
        [[ -e tests/fuzz/corpus/$target.cases ]] || die "fuzz has no target $target"
    done
    need "${build_packages[@]}" "${test_packages[@]}" clang libclang-rt-dev g++
    CC=clang configure "$folder" "${sanitized[@]}" -Dc_args="$sanitized_args" -Dfuzz=true \
        -Db_sanitize=address,undefined || die 'the fuzzers could not be configured'
    printf 'Building in %s (some minutes the first time)\n' "$folder"
    quietly ninja -C "$folder" fuzzers || die 'the fuzzers do not build'
    tests/fuzz/run.sh "$folder" "$seconds" "$@"
}

cmd_accuracy() {
    local seconds=${1:-300}
    [[ $seconds =~ ^[1-9][0-9]*$ ]] || die "accuracy takes seconds, not $seconds"
    need "${build_packages[@]}" "${test_packages[@]}"
    configure build -Dtests=enabled &&
        quietly ninja -C build tests/accuracy/accuracy_search tests/recurrence/recurrence_search \
            tests/gradient/gradient_search ||
        die 'the search does not build'
    if [[ ${2-} == gradient ]]; then
        build/tests/gradient/gradient_search "$seconds" "${@:3}"
        return
    fi
    if [[ ${2-} != linear_recurrence ]]; then
        build/tests/accuracy/accuracy_search "$seconds" "${@:2}"
    fi
    if (($# < 2)) || [[ $2 == linear_recurrence ]]; then
        local type types=(f32 f64 c64 c128)
        [[ -z ${3-} ]] || types=("$3")
        for type in "${types[@]}"; do
            printf '\nLinear recurrences of %s: the worst error in eps W (f32, c64: beyond %s\n' \
                "$type" 'half an ulp), and a and b of each element'
            build/tests/recurrence/recurrence_search "$type" \
                $(((seconds + ${#types[@]} - 1) / ${#types[@]}))
        done
    fi
    if (($# < 2)); then
        printf '\nGradients: operation, type, the worst error in eps of the bound, %s\n' \
            'and its line as tests/gradient/worst.txt has it'
        build/tests/gradient/gradient_search "$seconds"
    fi
}

cmd_docs() {
    need doxygen
    tools/reference.sh build-docs
    printf 'The reference begins at build-docs/html/index.html\n'
}

cmd_package() {
    need "${build_packages[@]}" "${test_packages[@]}" build-essential debhelper lintian
    packaging/debian.sh build-package
}

cmd_format() {
    need clang-format black
    sources | xargs clang-format -i
    python_sources black -q
}

cmd_clean() {
    rm -rf build build-*/
}
