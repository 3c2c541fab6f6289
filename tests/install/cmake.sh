#!/bin/sh
# find_package(lanescan) from an installation that was moved: targets, components, versions, C and
# C++.
set -eu
. "$(dirname "$0")/prefix.sh"
command -v cmake >/dev/null || { echo 'SKIP cmake is not installed'; exit 77; }
[ -n "$INSTALL_CXX" ] || { echo 'SKIP g++ is not installed'; exit 77; }
install_build
generator='Unix Makefiles'
! command -v ninja >/dev/null || generator=Ninja

# How Windows differs: a toolchain, programs' names, what runs them.
end='' toolchain='' run=''
if [ "$INSTALL_SYSTEM" = windows ]; then
    end=.exe run=${MESON_EXE_WRAPPER:-}
    # The compiler's own libraries are in the program.
    printf '%s\n' 'set(CMAKE_SYSTEM_NAME Windows)' 'set(CMAKE_EXE_LINKER_FLAGS_INIT -static)' \
        >"$work/windows.cmake"
    toolchain=-DCMAKE_TOOLCHAIN_FILE=$work/windows.cmake
fi

configure() { # arguments of cmake
    cmake -S "$here/cmake" -B "$work/cmake" -G "$generator" -Wno-dev \
        -DCMAKE_PREFIX_PATH="$prefix" $toolchain \
        -DCMAKE_C_COMPILER="${INSTALL_CC##* }" -DCMAKE_CXX_COMPILER="${INSTALL_CXX##* }" \
        -DWANTED_VERSION="$INSTALL_VERSION" -DWANTED_PREFIX="$prefix" "$@"
}

quietly configure -DWANTED_KIND=shared
quietly cmake --build "$work/cmake"
for language in c cpp hpp_cpp; do
    needs_shared "$work/cmake/shared_$language$end" yes
    needs_shared "$work/cmake/static_$language$end" no
    needs_shared "$work/cmake/default_$language$end" yes
    for kind in shared static default; do
        # The wrapper is quoted for a shell.
        eval "consumer 'CMake, $kind' $run \"\$work/cmake/${kind}_$language$end\""
    done
done

# What lanescan::lanescan is, by everything that decides it.
quietly configure -DBUILD_SHARED_LIBS=OFF -DWANTED_KIND=static
quietly configure -DBUILD_SHARED_LIBS=ON -DWANTED_KIND=shared
quietly configure -DBUILD_SHARED_LIBS=ON -DCOMPONENT=static -DWANTED_KIND=static
rm -f "$libdir"/liblanescan.so* "$libdir"/liblanescan.dll.a "$prefix"/bin/liblanescan-*.dll
quietly configure -UBUILD_SHARED_LIBS -DCOMPONENT= -DONLY=ON -DWANTED_KIND=static
if configure -DCOMPONENT=shared >"$work/log" 2>&1; then
    fail 'the component shared is found where it is not installed'
fi
grep -q 'installed without its component shared' "$work/log" ||
    fail 'the missing component is not named'
echo 'targets, components, BUILD_SHARED_LIBS: as documented'
