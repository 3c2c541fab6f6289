# ./dev test: stages, each a build folder and the suites that run in it. Sourced by dev.
# shellcheck shell=bash disable=SC2154

# Which suites a stage runs: tests/README.md.
quick=(--suite fast)
all_but_slow=(--no-suite slow)

test_native() {
    suite build -Dtests=enabled -Dpython=auto -- "$@"
}

test_clang() {
    have clang || { lacks 'clang is not installed'; return; }
    # Of the random part of the suites an eighth: the native stage has done it all.
    LANESCAN_TEST_SCALE=8 CC=clang suite build-clang "${lean[@]}" -- "${all_but_slow[@]}" \
        --no-suite mutants --no-suite accuracy --no-suite qemu
}

test_sanitized() {
    is_there libclang-rt-dev || { lacks 'clang or its sanitizers are not installed'; return; }
    # With fused multiply-add in the baseline, where there is one: a build for such CPUs has one set
    # of portable kernels.
    local baseline=
    grep -qw fma /proc/cpuinfo && [[ $machine == x86_64 ]] && baseline=' -mavx -mfma'
    # Instrumented code is slow, so the random part of the suites is a sixteenth of the usual.
    ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
        LANESCAN_TEST_SCALE=16 CC=clang \
        suite build-sanitized "${sanitized[@]}" -Dc_args="$sanitized_args$baseline" \
        -Db_sanitize=address,undefined -- "${all_but_slow[@]}" --no-suite accuracy --no-suite qemu \
            -t 5
}

# can_emulate CPU LIBC_PACKAGE: are the cross compiler, its C library and the emulator there?
can_emulate() {
    [[ $machine == x86_64 ]] || { skip "$1 is only emulated on x86-64"; return 1; }
    have "qemu-$(sed 's/i686/i386/; s/powerpc64le/ppc64le/' <<<"$1")" &&
        is_there "gcc-$1-linux-gnu" && is_there "$2" ||
        { lacks "the cross compiler for $1 or qemu-user is not installed"; return 1; }
}

test_aarch64() {
    can_emulate aarch64 libc6-dev-arm64-cross || return 0
    # How much of the random part: tests/meson.build.
    suite build-aarch64 "${lean[@]}" --cross-file tools/aarch64-linux-gnu.ini \
        -- "${all_but_slow[@]}" -t 10
}

# test_platform CPU LIBC_PACKAGE OPTIMIZATION [PACKAGE]: the kernels elsewhere, with the suites that
# tell most.
test_platform() {
    can_emulate "$1" "$2" || return 0
    [[ -z ${4:-} ]] || is_there "$4" || { lacks "$4 is not installed"; return 0; }
    part_suite "build-$1" "${lean[@]}" --optimization="$3" --cross-file "tools/$1-linux-gnu.ini" \
        -- --suite emulated
}

# test_elsewhere NAME PACKAGES -- SETUP_ARGUMENTS: other systems, with the suites that need C alone.
test_elsewhere() {
    local name=$1 packages=() package
    shift
    while [[ $1 != -- ]]; do
        packages+=("$1")
        shift
    done
    shift
    [[ $machine == x86_64 ]] || { skip "programs for $name are only built on x86-64"; return 0; }
    for package in "${packages[@]}"; do
        is_there "$package" || { lacks "$package is not installed"; return 0; }
    done
    WINEPREFIX=$PWD/build-$name/wine part_suite "build-$name" "${lean[@]}" "$@" \
        -- --suite emulated
}

# Its C library is another; the processor is this one, and so are all suites but those that glibc's
# tools judge.
test_musl() {
    [[ $machine == x86_64 ]] || { skip 'programs with musl are only built on x86-64'; return; }
    is_there musl-tools || { lacks 'musl-tools is not installed'; return; }
    suite build-musl "${lean[@]}" --cross-file tools/x86_64-linux-musl.ini \
        -- "${all_but_slow[@]}" --no-suite qemu -t 10
}

# Compiled and linked by zig, which comes from the registry of Python packages; nothing runs.
test_macos() {
    local folder=build-zig cpu
    [[ $machine == x86_64 ]] || { skip 'programs for macOS are only built on x86-64'; return; }
    is_there python3-venv && is_there llvm ||
        { lacks 'python3-venv or llvm is not installed'; return; }
    if [[ ! -e $folder/bin/python3 ]] ||
        ! "$folder/bin/python3" -c 'import ziglang' 2>/dev/null; then
        rm -rf "$folder"
        quietly python3 -m venv "$folder" &&
            quietly "$folder/bin/pip" install --disable-pip-version-check ziglang ||
            { skip 'ziglang, of the Python registry, cannot be installed'; return; }
    fi
    for cpu in x86_64 aarch64; do
        if PATH=$PWD/$folder/bin:$PATH configure "build-macos-$cpu" "${lean[@]}" -Dcli=disabled \
            --cross-file "tools/$cpu-macos.ini" &&
            PATH=$PWD/$folder/bin:$PATH compile "build-macos-$cpu"; then
            pass "macOS, $cpu: library and programs are linked"
            PATH=$PWD/$folder/bin:$PATH meson_test "build-macos-$cpu" -t 10 exports \
                'install name' 'single file'
        else
            fail "macOS, $cpu: does not build"
        fi
    done
}

# The public interface on CPUs that lack what the library was built with, whole test programs under
# emulation. (The native stage has compared the kernels' results on the same CPUs.)
test_older_cpus() {
    local cpu
    [[ $machine == x86_64 ]] || { skip 'older x86 CPUs are only emulated on x86-64'; return; }
    have qemu-x86_64 || { lacks 'qemu-user is not installed'; return; }
    for cpu in Nehalem SandyBridge Haswell; do
        meson_test build -t 10 --wrapper "qemu-x86_64 -cpu $cpu" 'dispatch public' 'dispatch early'
    done
}

# variant COMPILER NAME SETUP_ARGUMENTS -- TEST_ARGUMENTS: one more way to build the library for
# this machine.
variant() {
    local compiler=$1 name=$2
    shift 2
    have "$compiler" || { lacks "$compiler is not installed"; return; }
    CC=$compiler part_suite "build-variant-$compiler-$name" "${lean[@]}" "$@"
}

# The golden numbers do not depend on how the library is built. These are the ways that differ most
# from the others here.
test_variants() {
    variant gcc lto -Db_lto=true -- 'golden public' 'golden archive'
    # As where cpu_features is not installed, and as a subproject of a project that is debugged.
    variant gcc alone -Dcpu_features=disabled --optimization=0 \
        -- 'golden public' 'dispatch chosen'
    # The baseline has what this machine has; compilers would fuse, if the library let them.
    variant clang native -Dc_args='-march=native -ffp-contract=fast' -- --suite golden
}

test_more_variants() {
    local compiler level
    for compiler in gcc clang; do
        for level in 0 1 2 s; do
            variant "$compiler" "o$level" --optimization="$level" -- --suite golden
        done
        variant "$compiler" static --default-library=static -- --suite golden
    done
    variant clang lto -Db_lto=true -- 'golden public' 'golden archive'
    variant gcc native -Dc_args='-march=native -ffp-contract=fast' -- --suite golden
}

cmd_test() {
    local extent=${1:-quick} suites=("${all_but_slow[@]}")
    case $extent in
    quick) suites=("${quick[@]}") ;;
    --all) ;;
    --slow) suites=() ;;
    *) die "test takes --all, --slow or nothing, not $1" ;;
    esac
    need "${build_packages[@]}" "${test_packages[@]}"
    want "${more_test_packages[@]}"
    [[ $extent == quick ]] || want "${all_test_packages[@]}"
    stage native test_native "${suites[@]}"
    if [[ $extent != quick ]]; then
        stage clang test_clang
        stage sanitized test_sanitized
        stage 'aarch64, emulated' test_aarch64
        # Big-endian; fused multiply-add in the baseline; VSX; 32 bits. And four levels of
        # optimisation.
        stage 's390x, emulated' test_platform s390x libc6-dev-s390x-cross 2
        stage 'riscv64, emulated' test_platform riscv64 libc6-dev-riscv64-cross 1
        stage 'ppc64le, emulated' test_platform powerpc64le libc6-dev-ppc64el-cross 3 \
            libsimde-dev
        stage 'i686' test_platform i686 libc6-dev-i386-cross s
        stage 'older x86, emulated' test_older_cpus
        stage 'musl' test_musl
        stage 'Windows, Wine' test_elsewhere windows gcc-mingw-w64-x86-64 wine64 -- \
            --cross-file tools/x86_64-w64-mingw32.ini
        stage 'WebAssembly, node' test_elsewhere wasm clang lld wasi-libc libclang-rt-dev-wasm32 \
            nodejs libsimde-dev -- \
            --cross-file tools/wasm32-wasi.ini
        stage 'macOS, linked only' test_macos
        stage 'other builds' test_variants
        # The package with what users have beside it; PyTorch with its own packages takes 6 GB and
        # some minutes.
        python_stages
    fi
    [[ $extent != --slow ]] || stage 'more builds' test_more_variants
    finish
}
