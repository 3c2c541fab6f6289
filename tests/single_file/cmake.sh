#!/bin/sh
# The single-file form as a library of a CMake project, static and shared, in C and in C++.
#     cmake.sh <root of the sources>
set -eu
root=$1
. "$(dirname "$0")/consumers.sh"
for program in cmake make cc c++; do
    command -v "$program" >/dev/null || { echo "SKIP $program is not installed"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for file in install/consumer.h install/consumer.c install/consumer.cpp \
    single_file/cmake/CMakeLists.txt; do
    cp "$root/tests/$file" "$folder"
done
"$root/tools/single_file.py" "$folder/lanescan"
cd "$folder"

build() { # kind, BUILD_SHARED_LIBS, the library
    { cmake -S . -B "$1" -DBUILD_SHARED_LIBS="$2" && cmake --build "$1"; } >log 2>&1 ||
        { cat log; exit 1; }
    test -e "$1/$3"
    consumer "CMake, $1, C" "$1/consumer_c"
    consumer "CMake, $1, C++" "$1/consumer_cpp"
}

build static OFF liblanescan.a
build shared ON liblanescan.so
check_exports "$folder/shared/liblanescan.so"
