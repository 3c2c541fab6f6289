#!/bin/sh
# Builds a library that leaves something out, and runs its suites; its sets are those asked for that
# this CPU has; the single file of the same parts passes them too; users' programs have what is
# there, and no more.
#     builds.sh <root of the sources> <isa_report of the whole library> "<meson options>"
#         "<options of single_file.py>" <compiler...>
set -eu
root=$1 report=$2 options=$3 parts=$4
shift 4
folder=$(mktemp -d)
"$report" | tail -n +2 >"$folder/whole"
unset LD_LIBRARY_PATH # of the whole library
trap 'rm -rf "$folder"' EXIT

quietly() { "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; echo "FAIL $*"; exit 1; }; }

# The bits do not depend on the level of optimisation.
# shellcheck disable=SC2086
CC="$*" quietly meson setup "$folder/build" "$root" $options --optimization=1 -Dtests=enabled \
    -Dwerror=true
quietly ninja -C "$folder/build"
quietly meson test -C "$folder/build" --no-rebuild
grep '^Ok:' "$folder/log"

# ---- instruction sets ----

isas=$(echo "$options" | sed -n 's/.*-Disas=\([^ ]*\).*/\1/p' | tr , '|')
grep -Ex "${isas:-.*}|generic" "$folder/whole" >"$folder/wanted"
"$folder/build/tests/light/isa_report" | tail -n +2 | diff "$folder/wanted" - || {
    echo 'FAIL its instruction sets are others (right) than those asked for (left)'
    exit 1
}

# ---- the single file ----

# shellcheck disable=SC2086
"$root/tools/single_file.py" --compiler "$*" $parts "$folder/single"
start=$(date +%s)
(cd "$folder/single" && "$@" -O1 -fPIC -Wall -Wextra -Werror -c lanescan.c)
echo "single file: $(($(date +%s) - start)) s, $(size "$folder/single/lanescan.o" |
    awk 'NR == 2 { print $1 }') bytes of code"
"$@" -shared "$folder/single/lanescan.o" -lm -o "$folder/single/liblanescan.so.1"
quietly env LD_PRELOAD="$folder/single/liblanescan.so.1" \
    "$folder/build/tests/light/golden_light_shared"
without=$(sed -n 's/^#define \(LANESCAN_WITHOUT_[A-Z_]*\) 1$/-D\1=1/p' "$folder/single/lanescan.c")
case $parts in *--no-tensors*) extent=lines ;; *) extent=tensors ;; esac
# shellcheck disable=SC2086
quietly "$root/tests/light/exports.sh" nm "$folder/single/liblanescan.so.1" \
    "$root/include/lanescan.h" $extent $without
echo 'the single file too'

# ---- users' programs ----

fail() { echo "FAIL $*"; exit 1; }
quietly meson install -C "$folder/build" --no-rebuild --destdir "$folder/root"
prefix=$(find "$folder/root" -type d -name include)
prefix=${prefix%/include}
libraries=$(find "$prefix" -name liblanescan.a)
libraries=${libraries%/liblanescan.a}
compiler=$*
program() { # name, more flags
    name=$1
    shift
    # shellcheck disable=SC2086
    $compiler -std=c99 -Wall -Wextra -Werror $without "$root/tests/light/consumer.c" "$@" \
        -I"$prefix/include" -o "$folder/$name"
}
program shared -L"$libraries" -llanescan
LD_LIBRARY_PATH=$libraries "$folder/shared" || fail 'a program with the shared library'
program static "$libraries/liblanescan.a" -lm
"$folder/static" || fail 'a program with the static library'
for name in CUMSUM:cumsum CUMPROD:cumprod LOGCUMSUMEXP:logcumsumexp; do
    case $without in *"LANESCAN_WITHOUT_${name%:*}="*) ;; *) continue ;; esac
    if program missing -L"$libraries" -llanescan -DCALL="lanescan_${name#*:}_f64" 2>/dev/null; then
        fail "${name#*:} was left out, and is linked"
    fi
done
echo 'and programs that use it'
