#!/bin/sh
# Compilers' options that would change results are refused, with a sentence that says so, or
# overridden by those that meson.build puts last; others are let through.
#     flags.sh <src> <include> "<the options that come last>" <compiler and its arguments...>
set -eu
src=$1 include=$2 last=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
log=$folder/log status=0 overridden=0

fail() {
    echo "FAIL $*"
    sed 3q "$log"
    status=1
}

compiles() {
    "$@" -std=c11 -fsyntax-only -w -I "$include" -I "$src" -I "$src/generic" \
        -DLANESCAN_SET=generic -DLANESCAN_PORTABLE=generic "$src/ops/sum/sum.c" >"$log" 2>&1
}

for flags in '' -O3 '-O2 -g' '-fno-trapping-math -fno-math-errno' -frounding-math; do
    # Unquoted: several options.
    compiles "$@" $flags || fail "does not compile with '$flags'"
done
for flags in -ffast-math -Ofast -ffinite-math-only; do
    if compiles "$@" $flags; then
        fail "compiles with $flags"
    else
        grep -q 'compile without -ffast-math' "$log" || fail "$flags: another error"
    fi
done

# Arithmetic that each of these options may change.
cat >"$folder/arithmetic.c" <<'TEXT'
double sum(double a, double b, double c) { return a + b + c - a; }
double contracted(double a, double b, double c) { return a * b + c; }
double quotients(double a, double b) { return a / 3.7 + b / 3.7; }
double positive(double a) { return a + 0.0; }
double infinite(double a) { return a - a; }
int is_nan(double a) { return a != a; }
int is_infinite(double a) { return __builtin_isinf(a); }
double function(double a) { return __builtin_log(a); }
float rounded_twice(float a) { return a * 0.1; }
double total(const double *x, long n)
{
    double s = 0;
    for (long i = 0; i < n; i++)
        s += x[i];
    return s;
}
TEXT
# assembly NAME COMPILER_AND_OPTIONS...: to NAME.s, without the lines that name options.
assembly() {
    name=$1
    shift
    "$@" -std=c11 -O3 -w -S -o "$folder/all.s" "$folder/arithmetic.c" >"$log" 2>&1 &&
        grep -v '^[[:space:]]*\.\(file\|ident\)' "$folder/all.s" >"$folder/$name.s"
}
same() { cmp -s "$folder/$1.s" "$folder/$2.s"; }

# Where nothing contracts, as in x86-64 without -mfma, no assembly shows that it is off.
fused=
! assembly fused "$@" -mfma || fused=-mfma
assembly exact "$@" $fused $last || fail "does not compile with '$last'"
for flags in -ffp-contract=fast -funsafe-math-optimizations -fassociative-math -freciprocal-math \
    -fno-signed-zeros '-fassociative-math -fno-signed-zeros -fno-trapping-math' \
    -fno-honor-nans -fno-honor-infinities -fapprox-func \
    -fsingle-precision-constant -fdenormal-fp-math=positive-zero; do
    assembly changed "$@" $fused -ffp-contract=off $flags || continue # another compiler's
    assembly plain "$@" $fused -ffp-contract=off
    same plain changed || overridden=$((overridden + 1))
    assembly changed "$@" $fused $flags -fno-trapping-math $last
    assembly exact "$@" $fused -fno-trapping-math $last
    same exact changed || fail "$flags has an effect"
done
# Else the comparison above shows nothing.
[ $overridden -ge 4 ] || fail "only $overridden options have an effect without '$last'"
[ $status -ne 0 ] ||
    echo "the options that change results are refused, or overridden" \
        "($overridden that change this code)"
exit $status
