# Debian's packages: which command needs which, and how they are installed. Sourced by dev.
# shellcheck shell=bash

# To build; for ./dev test; for what only ./dev test --all runs.
build_packages=(gcc libc6-dev meson ninja-build)
test_packages=(pkg-config libmpfr-dev)
# For ./dev bench kernels.
kernels_packages=(libsimde-dev clang lld llvm wasi-libc libclang-rt-dev-wasm32 nodejs
    gcc-powerpc64le-linux-gnu qemu-user)
more_test_packages=(g++ libdlpack-dev python3-numpy python3-dev python3-pytest man-db groff-base)
all_test_packages=(python3-venv clang libclang-rt-dev doxygen zsh hyperfine gnuplot-nox
    python3-jsonschema libopenmpi-dev openmpi-bin
    libomp-dev libpthreadpool-dev libtbb-dev)
case $machine in
x86_64)
    build_packages+=(cmake libcpu-features-dev)
    more_test_packages+=(libsimde-dev)
    all_test_packages+=(abigail-tools qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
        gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
        gcc-i686-linux-gnu libc6-dev-i386-cross gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross
        gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 wine64 musl-tools
        lld llvm wasi-libc libclang-rt-dev-wasm32 nodejs)
    ;;
esac

# Debian's packages are for its own python3, which need not be the first of PATH.
has_module() { python3 -c "import $1" 2>/dev/null || /usr/bin/python3 -c "import $1" 2>/dev/null; }

# Is the package's content there? By its files rather than by dpkg, for other systems' sake.
is_there() {
    local include=/usr/include
    case $1 in
    libc6-dev) [[ -e $include/stdio.h ]] ;;
    ninja-build) have ninja ;;
    gnuplot-nox) have gnuplot ;;
    python3-venv) python3 -c 'import ensurepip' 2>/dev/null ;;
    python3-dev) compgen -G "$include/python3*/Python.h" >/dev/null ;;
    python3-numpy | python3-pytest | python3-jsonschema) has_module "${1#python3-}" ;;
    libcpu-features-dev) [[ -e $include/cpu_features/cpuinfo_x86.h ]] ;;
    libsimde-dev) [[ -e $include/simde/arm/neon.h ]] ;;
    libmpfr-dev) [[ -e $include/mpfr.h ]] ;;
    build-essential) have g++ && have make && have dpkg-buildpackage ;;
    debhelper) have dh ;;
    man-db) have man ;;
    libdlpack-dev) [[ -e $include/dlpack/dlpack.h ]] ;;
    libopenmpi-dev) have mpicc ;;
    libomp-dev) compgen -G "/usr/lib/llvm-*/lib/libomp.so" >/dev/null ;;
    libpthreadpool-dev) [[ -e $include/pthreadpool.h ]] ;;
    libtbb-dev) [[ -e $include/tbb/task_arena.h ]] ;;
    openmpi-bin) have mpirun ;;
    llvm) have llvm-cov && have llvm-profdata ;;
    libclang-rt-dev)
        have clang && [[ -e $(clang --print-runtime-dir)/libclang_rt.asan-$machine.a ]] ;;
    qemu-user) have qemu-aarch64 && have qemu-x86_64 ;;
    gcc-*-linux-gnu) have "${1#gcc-}-gcc" ;;
    libc6-dev-arm64-cross) [[ -e /usr/aarch64-linux-gnu/include/stdio.h ]] ;;
    libc6-dev-s390x-cross) [[ -e /usr/s390x-linux-gnu/include/stdio.h ]] ;;
    libc6-dev-riscv64-cross) [[ -e /usr/riscv64-linux-gnu/include/stdio.h ]] ;;
    libc6-dev-i386-cross) [[ -e /usr/i686-linux-gnu/include/stdio.h ]] ;;
    libc6-dev-ppc64el-cross) [[ -e /usr/powerpc64le-linux-gnu/include/stdio.h ]] ;;
    g*-mingw-w64-x86-64) have "x86_64-w64-mingw32-${1%%-mingw*}" ;;
    wine64) [[ -x /usr/lib/wine/wine64 ]] ;;
    musl-tools) have musl-gcc ;;
    lld) have wasm-ld ;;
    wasi-libc) [[ -e $include/wasm32-wasi/stdio.h ]] ;;
    libclang-rt-dev-wasm32)
        compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a' \
            >/dev/null ;;
    nodejs) have node ;;
    abigail-tools) have abidiff ;;
    groff-base) have groff ;;
    bochsbios) [[ -e /usr/share/bochs/BIOS-bochs-latest ]] ;;
    vgabios) [[ -e /usr/share/bochs/VGABIOS-lgpl-latest ]] ;;
    isolinux) [[ -e /usr/lib/ISOLINUX/isolinux.bin ]] ;;
    syslinux-common) [[ -e /usr/lib/syslinux/modules/bios/ldlinux.c32 ]] ;;
    busybox-static) have busybox && ! ldd "$(command -v busybox)" >/dev/null 2>&1 ;;
    *) have "$1" ;;
    esac
}

absent() {
    local package
    for package; do
        is_there "$package" || printf '%s ' "$package"
    done
}

# Installs the packages; false when there is no way to.
install() {
    local as_root=() options=(-y -qq --no-install-recommends)
    have apt-get || return 1
    if ((EUID != 0)); then
        have sudo && sudo -n true 2>/dev/null || return 1
        as_root=(sudo -n)
    fi
    printf 'Installing %s\n' "$*"
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get)
    quietly "${as_root[@]}" update -qq &&
        quietly "${as_root[@]}" install "${options[@]}" "$@"
}

# Packages without which the command stops.
need() {
    local packages
    read -ra packages <<<"$(absent "$@")"
    ((${#packages[@]})) || return 0
    install "${packages[@]}" && [[ -z $(absent "$@") ]] ||
        die "these packages are missing; as root, run:
    apt-get update && apt-get install -y --no-install-recommends ${packages[*]}"
}

# Packages without which there is less to do. One that cannot be had must not stop the others.
want() {
    local packages package
    read -ra packages <<<"$(absent "$@")"
    ((${#packages[@]})) || return 0
    install "${packages[@]}" && return
    for package in "${packages[@]}"; do
        is_there "$package" || install "$package" >/dev/null || true
    done
    read -ra packages <<<"$(absent "$@")"
    ((${#packages[@]})) || return 0
    printf 'Not installed, so some parts are skipped; as root, run:\n'
    printf '    apt-get update && apt-get install -y --no-install-recommends %s\n' "${packages[*]}"
}

