#!/bin/sh
# A static program carries what it calls: of the functions on lines their own kernels, and nothing
# of tensors.
#     static.sh <nm> <liblanescan.a> <lanescan.h> <compiler...>
set -eu
nm=$1 library=$2 header=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/one.c" <<'PROGRAM'
#include "lanescan.h"

int main(void)
{
    const double x[3] = { 1, 2, 3 };
    double y[3];
    lanescan_cumsum_f64(3, x, y);
    return y[2] != 6;
}
PROGRAM
"$@" -I"$(dirname "$header")" "$folder/one.c" -Wl,--gc-sections "$library" -lm -o "$folder/one"
"$nm" "$folder/one" | awk '{ print $NF }' | grep '^lanescan_' >"$folder/names"
grep -q '^lanescan_cumsum_f64$' "$folder/names" || { echo 'FAIL not even what it calls'; exit 1; }
others=$(sed -nE 's/^(OPERATION|FUNCTION)\([A-Z_]*, ([a-z_]*)[,)].*/\2/p' \
    "$(dirname "$0")/../../src/ops/ops.def" |
    grep -v '^cumsum$' | paste -s -d '|')
if grep -E "$others|_f32|across|^lanescan_(scan|stream_.*)\$" "$folder/names"; then
    echo 'FAIL that is not called'
    exit 1
fi
echo "$(grep -c . "$folder/names") names, $(size "$folder/one" |
    awk 'NR == 2 { print $1 }') bytes of code"
