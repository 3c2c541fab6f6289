# Sourced by the tests here: programs that use the single-file form. Needs `root`.

# consumer NAME PROGRAM: runs one of tests/install; it must say this version.
consumer() {
    wanted=$(sed -n 's/^#define LANESCAN_VERSION "\(.*\)"/\1/p' "$root/include/lanescan.h")
    said=$("$2") || { echo "FAIL $1: $said"; exit 1; }
    case $said in
    *" $wanted "*) echo "$1: $said" ;;
    *) echo "FAIL $1: says '$said', not version $wanted"; exit 1 ;;
    esac
}

# A shared library exports what the header declares, no more and no less. (musl's own start has two
# more.)
check_exports() {
    nm -D --defined-only "$1" | awk '$3 !~ /^_(init|fini)$/ { print $3 }' | sort >"$1.exported"
    grep '^LANESCAN_API' "$root/include/lanescan.h" | grep -o 'lanescan_[a-z0-9_]*(' |
        tr -d '(' | sort | diff - "$1.exported" ||
        { echo "FAIL $1 exports others (right) than the header's functions (left)"; exit 1; }
}

# plain_lines FOLDER COMPILER...: of lanescan.o there, in C and C++, the object itself and a shared
# library of it. Without a C++ compiler the test that this is the end of is skipped.
plain_lines() {
    at=$1
    shift
    "$@" -shared "$at/lanescan.o" -lm -o "$at/liblanescan.so"
    check_exports "$at/liblanescan.so"
    "$@" "$root/tests/install/consumer.c" "$at/lanescan.o" -I"$at" -lm -o "$at/object_c"
    "$@" "$root/tests/install/consumer.c" -I"$at" -L"$at" -llanescan -Wl,-rpath,"$at" \
        -o "$at/shared_c"
    consumer 'C, the object' "$at/object_c"
    consumer 'C, a shared library' "$at/shared_c"
    case $* in
    *musl*) return ;; # comes without C++
    *clang*) cxx=clang++ ;;
    *) cxx=g++ ;;
    esac
    command -v "$cxx" >/dev/null || { echo "SKIP C++: $cxx is not installed; C is right"; exit 77; }
    $cxx -std=c++11 "$root/tests/install/consumer.cpp" "$at/lanescan.o" -I"$at" -lm \
        -o "$at/object_cpp"
    $cxx -std=c++11 "$root/tests/install/consumer.cpp" -I"$at" -L"$at" -llanescan -Wl,-rpath,"$at" \
        -o "$at/shared_cpp"
    $cxx -std=c++17 "$root/tests/install/consumer_hpp.cpp" "$at/lanescan.o" -I"$at" \
        -I"$root/include" -lm -o "$at/object_hpp"
    consumer 'C++, the object' "$at/object_cpp"
    consumer 'lanescan.hpp, the object' "$at/object_hpp"
    consumer 'C++, a shared library' "$at/shared_cpp"
}
