# The part of ./dev check that runs programs under tools which watch them, and analysers that read
# the sources. Sourced by dev, which has the functions result, skip, have, configure, meson_test
# ...; not a program of its own.
# shellcheck shell=bash disable=SC2154

# What the tools run: the public interface on every set of kernels, the first of them in many
# threads.
watched_tests=(environment/environment_concurrent tensor/tensor_expectations tensor/stream
    tensor/limits)
threads_tests=(dispatch/dispatch_threads environment/environment_concurrent)
valgrind_tests=(dispatch/dispatch_public tensor/tensor_expectations tensor/tensor_logsumexp
    tensor/tensor_logaddexp
    tensor/limits)

# build_watched FOLDER PROGRAM...: only what is run, for kernels take long to build with
# instrumentation.
build_watched() {
    local folder=$1
    shift
    quietly ninja -C "$folder" "${@/#/tests/}"
}

# watched TITLE FOLDER PROGRAM... -- SETUP_ARGUMENTS: configures, builds and runs programs under a
# sanitizer.
watched() {
    local title=$1 folder=$2 programs=() name
    shift 2
    while [[ $1 != -- ]]; do
        programs+=("$1")
        shift
    done
    shift
    if ! CC=clang configure "$folder" "${sanitized[@]}" "$@" ||
        ! build_watched "$folder" "${programs[@]}"; then
        fail "$title: does not build"
        return
    fi
    for name in "${programs[@]}"; do
        result "$title: ${name#*/}" env LANESCAN_TEST_SCALE=64 "$folder/tests/$name"
    done
}

check_address() {
    is_there libclang-rt-dev || { lacks 'AddressSanitizer: clang or its runtime is not installed'; \
        return; }
    test_sanitized
}

# Built with the portable kernels alone: of what the intrinsics of other sets do clang knows too
# little.
check_memory() {
    is_there libclang-rt-dev || { lacks 'MemorySanitizer: clang or its runtime is not installed'; \
        return; }
    [[ $machine == x86_64 || $machine == aarch64 ]] || { skip "MemorySanitizer: not on $machine"; \
        return; }
    heading MemorySanitizer
    watched MemorySanitizer build-msan "${watched_tests[@]}" -- \
        --cross-file tools/portable.ini -Db_sanitize=memory \
        -Dc_args="$sanitized_args -fsanitize=memory -fsanitize-memory-track-origins"
}

# With all sets of kernels, between which threads change.
check_threads() {
    is_there libclang-rt-dev || { lacks 'ThreadSanitizer: clang or its runtime is not installed'; \
        return; }
    heading ThreadSanitizer
    watched ThreadSanitizer build-tsan "${threads_tests[@]}" -- -Db_sanitize=thread \
        -Dc_args="$sanitized_args"
    # These load the library themselves, anew in each of their processes.
    if compile_part build-tsan 'environment first calls'; then
        result 'ThreadSanitizer: environment_first_calls' \
            build-tsan/tests/environment/environment_first_calls \
            "$PWD/build-tsan/src/liblanescan.so"
    else
        fail 'ThreadSanitizer: environment_first_calls does not build'
    fi
}

# valgrind knows no AVX-512 and hides it from programs: the sets below run. 3.19 does not know every
# form of vmovq either (gcc uses one in products of complex numbers), so only programs without those
# run.
check_valgrind() {
    local name
    have valgrind || { lacks 'valgrind: not installed'; return; }
    heading valgrind
    if ! configure build -Dtests=enabled || ! build_watched build "${valgrind_tests[@]}"; then
        fail 'valgrind: does not build'
        return
    fi
    for name in "${valgrind_tests[@]}"; do
        result "valgrind: ${name#*/}" env LANESCAN_TEST_SCALE=4096 valgrind -q --error-exitcode=9 \
            --exit-on-first-error=yes --leak-check=full "build/tests/$name"
    done
}

# gcc's analyser. Its search for uninitialised values does not follow counts from function to
# function (it says that arrays filled by read_terms are not): that is left to MemorySanitizer.
check_analyzer() {
    local file
    have gcc || { lacks 'gcc -fanalyzer: gcc is not installed'; return; }
    heading 'gcc -fanalyzer'
    for file in $(core_sources); do
        quietly gcc -std=c11 -O2 -fanalyzer -Wno-analyzer-use-of-uninitialized-value -Wall -Wextra \
            -Werror \
            $(defines_of_sets) -I include -I src -c "$file" -o /dev/null ||
            { fail "gcc -fanalyzer: $file"; return; }
    done
    pass 'gcc -fanalyzer'
}

check_watched() {
    check_analyzer
    check_address
    check_threads
    check_memory
    check_valgrind
}
