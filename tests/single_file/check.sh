#!/bin/sh
# Makes the single-file form of the library, compiles it by one line, and runs suites with it in the
# library's place: the golden numbers of every instruction set, and the public interface. Then
# programs in C and C++ use it, static and shared.
#     check.sh <root of the sources> <CPU family> <libharness.a> <libcheck_only.a>
#         <libtensor_help.a> -- <compiler...>
# NM is the nm for its objects. Meson says in MESON_EXE_WRAPPER, quoted for a shell, what runs
# programs for another CPU.
set -eu
root=$1 cpu=$2 harness=$3 check=$4 tensor=$5
shift 6
. "$(dirname "$0")/consumers.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/tools/single_file.py" --compiler "$*" "$folder"
cmp "$root/include/lanescan.h" "$folder/lanescan.h"
start=$(date +%s)
# For the shared libraries below. And how programs' names end.
case $* in
*mingw*) shared=-DLANESCAN_BUILD_DLL end=.exe ;;
*) shared=-fPIC end= ;;
esac
(cd "$folder" && "$@" $shared -Wall -Wextra -Werror -c lanescan.c)
echo "compiled in $(($(date +%s) - start)) s, $(wc -c <"$folder/lanescan.o") bytes: $*"

compiler=$*

# ---- what it may contain ----

# Nothing is visible to other objects' symbol tables but the header's functions, once it is part of
# a shared library.
"$NM" --defined-only "$folder/lanescan.o" | awk '
    $2 ~ /[TDRBW]/ && $3 !~ /^lanescan_|^__x86\.get_pc_thunk\./ {
        print "stray symbol", $3
        bad = 1
    }
    END { exit bad }'
# Instructions of AVX and later are in functions of their own sets alone. (With -march=native there
# is no such baseline.)
case $cpu$* in
x86_64*-march=*) ;;
x86_64*)
    wide_sets=$(sed -n 's/^ *ROW(\([a-z0-9_]*\),.*, x86_64,.*/\1/p' "$root/src/lanes/sets.h" |
        paste -s -d '|')
    objdump -d --no-show-raw-insn "$folder/lanescan.o" | awk -v wide_names="_($wide_sets)[.>]" '
        /^[0-9a-f]+ <.*>:$/ { name = $2; wide = name ~ wide_names }
        !wide && (/%[yz]mm/ || $2 ~ /^v[a-z0-9]+$/) { print "in", name, $0; bad = 1 }
        wide && $2 ~ /^vfn?m(add|sub)/ { fused++ }
        END { exit bad || !fused }'
    ;;
esac

# ---- the suites ----

# The sets that are in the file: their tables have names.
sets_inside=$("$NM" --defined-only "$folder/lanescan.o" | sed -n 's/.* [DR] lanescan_kernels_//p')
defines=$(for set in $sets_inside; do printf ' -DLANESCAN_WITH_%s=1' "$set"; done)

# The harness loads libraries where systems have that.
loads=-ldl
$compiler -o "$folder/any" "$root/tests/single_file/empty.c" $loads 2>/dev/null || loads=

# program NAME SOURCES...: links one with the single file and nothing else of the library.
program() {
    name=$1
    shift
    # shellcheck disable=SC2086
    $compiler $OPTIONS -O1 $defines -I "$folder" -I "$root/src" -I "$root/tests" -I "$root" \
        -o "$folder/$name$end" "$@" \
        "$harness" "$tensor" "$check" "$folder/lanescan.o" -lm $loads
}

here() { eval "${MESON_EXE_WRAPPER:-} \"\$@\""; }

# What is skipped (77) has said why in its last line.
run() {
    status=0
    here "$@" >"$folder/log" 2>&1 || status=$?
    tail -n 1 "$folder/log"
    case $status in 0 | 77) ;; *) cat "$folder/log"; exit 1 ;; esac
}

tests=$root/tests
# (The harness's own target.c may know sets that the file has not.)
program golden "$tests/golden/table.c" "$root/golden/lines.c" "$root/golden/recorded.c" \
    "$tests/harness/target.c"
program public "$tests/dispatch/public.c"
program chosen "$tests/dispatch/chosen.c"
public='public chosen'
# An emulated CPU takes minutes for these, which it does with the library itself.
if [ -z "${MESON_EXE_WRAPPER:-}" ]; then
    program stream "$tests/tensor/stream.c" "$tests/tensor/stream_case.c" \
        "$tests/tensor/stream_errors.c"
    program tensors "$tests/tensor/bits.c" "$tests/tensor/case.c" "$tests/tensor/case_check.c"
    program expectations "$tests/tensor/expectations.c"
    public="$public stream tensors expectations"
fi
# Every set that it says this CPU can run; and the one that goes by the same name as another.
program sets "$tests/dispatch/isa_report.c"
# shellcheck disable=SC2086
sets=$(here "$folder/sets$end" | tr -d '\r' | tail -n +2)
case $sets in *generic) ;; *) echo "FAIL the sets are '$sets'"; exit 1 ;; esac
case $sets_inside$sets in *generic_fma*avx2*) sets="$sets generic_fma" ;; esac
for set in $sets; do
    echo "golden $set:"
    run "$folder/golden$end" "$set"
done
for name in $public; do
    run "$folder/$name$end"
done

# ---- consumers ----

case $* in
*mingw*)
    "$@" -shared "$folder/lanescan.o" -o "$folder/lanescan.dll"
    "$tests/elsewhere/exports.sh" objdump "$folder/lanescan.dll" "$folder/lanescan.h"
    ;;
esac
test -n "${MESON_EXE_WRAPPER:-}" || plain_lines "$folder" "$@"
