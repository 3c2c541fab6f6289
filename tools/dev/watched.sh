# The part of ./dev check that runs programs under tools which watch them, and analysers that read the sources. Sourced by
# dev, which has the functions result, skip, have, configure, meson_test ...; not a program of its own.
# shellcheck shell=bash disable=SC2154

# What the tools run: the public interface on every set of kernels, the first of them in many threads.
watched_tests=(environment_concurrent tensor_expectations stream limits)
threads_tests=(dispatch_threads environment_concurrent)
valgrind_tests=(dispatch_public tensor_expectations tensor_logsumexp tensor_logaddexp limits)

# build_watched FOLDER PROGRAM...: only what is run, for kernels take long to build with instrumentation.
build_watched() {
    local folder=$1 programs=() name
    shift
    for name; do
        case $name in
        environment_*) programs+=("tests/environment/$name") ;;
        *) programs+=("tests/$name") ;;
        esac
    done
    quietly ninja -C "$folder" "${programs[@]}"
}

# watched TITLE FOLDER PROGRAM... -- SETUP_ARGUMENTS: configures, builds and runs programs under a sanitizer.
watched() {
    local title=$1 folder=$2 programs=() name
    shift 2
    while [[ $1 != -- ]]; do
        programs+=("$1")
        shift
    done
    shift
    if ! CC=clang configure "$folder" "${sanitized[@]}" "$@" || ! build_watched "$folder" "${programs[@]}"; then
        fail "$title: does not build"
        return
    fi
    for name in "${programs[@]}"; do
        local program=$folder/tests/$name
        [[ -e $program ]] || program=$folder/tests/environment/$name
        result "$title: $name" env LANESCAN_TEST_SCALE=64 "$program"
    done
}

check_address() {
    is_there libclang-rt-dev || { lacks 'AddressSanitizer: clang or its runtime is not installed'; return; }
    test_sanitized
}

# Built with the portable kernels alone: of what the intrinsics of other sets do clang knows too little.
check_memory() {
    is_there libclang-rt-dev || { lacks 'MemorySanitizer: clang or its runtime is not installed'; return; }
    [[ $machine == x86_64 || $machine == aarch64 ]] || { skip "MemorySanitizer: not on $machine"; return; }
    heading MemorySanitizer
    watched MemorySanitizer build-msan "${watched_tests[@]}" -- \
        --cross-file tools/portable.ini -Db_sanitize=memory \
        -Dc_args="$sanitized_args -fsanitize=memory -fsanitize-memory-track-origins"
}

# With all sets of kernels, between which threads change.
check_threads() {
    is_there libclang-rt-dev || { lacks 'ThreadSanitizer: clang or its runtime is not installed'; return; }
    heading ThreadSanitizer
    watched ThreadSanitizer build-tsan "${threads_tests[@]}" -- -Db_sanitize=thread -Dc_args="$sanitized_args"
    # These load the library themselves, anew in each of their processes.
    if compile_part build-tsan 'environment first calls'; then
        result 'ThreadSanitizer: environment_first_calls' \
            build-tsan/tests/environment/environment_first_calls "$PWD/build-tsan/liblanescan.so"
    else
        fail 'ThreadSanitizer: environment_first_calls does not build'
    fi
}

# valgrind knows no AVX-512 and hides it from programs: the sets below run. 3.19 does not know every form of vmovq either (gcc
# uses one in products of complex numbers), so only programs without those run.
check_valgrind() {
    local name program
    have valgrind || { lacks 'valgrind: not installed'; return; }
    heading valgrind
    if ! configure build -Dtests=enabled || ! build_watched build "${valgrind_tests[@]}"; then
        fail 'valgrind: does not build'
        return
    fi
    for name in "${valgrind_tests[@]}"; do
        program=build/tests/$name
        result "valgrind: $name" env LANESCAN_TEST_SCALE=4096 valgrind -q --error-exitcode=9 \
            --exit-on-first-error=yes --leak-check=full "$program"
    done
}

# gcc's analyser. Its search for uninitialised values does not follow counts from function to function (it says that
# arrays filled by read_terms are not): that is left to MemorySanitizer.
check_analyzer() {
    local file sets=()
    have gcc || { skip 'gcc -fanalyzer: no gcc'; return; }
    heading 'gcc -fanalyzer'
    [[ $machine != x86_64 ]] || sets=(-DLANESCAN_WITH_X86 -DLANESCAN_WITH_GENERIC_FMA -I /usr/include/cpu_features)
    for file in src/*.c src/tensor/*.c; do
        quietly gcc -std=c11 -O2 -fanalyzer -Wno-analyzer-use-of-uninitialized-value -Wall -Wextra -Werror \
            "${sets[@]}" -I include -I src -I src/tensor -c "$file" -o /dev/null ||
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
