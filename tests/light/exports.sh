#!/bin/sh
# The shared library exports the header's functions but for those left out, and no others.
#     exports.sh <nm> <liblanescan.so> <lanescan.h> tensors|lines [-DLANESCAN_WITHOUT_...=1 ...]
set -eu
nm=$1 library=$2 header=$3 extent=$4
shift 4
left_out='nothing'
for argument; do
    op=$(echo "$argument" | sed -n 's/^-DLANESCAN_WITHOUT_\(.*\)=1$/\1/p' |
        tr '[:upper:]' '[:lower:]')
    left_out="$left_out|$op"
done
"$nm" -D --defined-only "$library" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
    sort >"$library.exported"
# Functions on lines end in the type; of the others these have nothing to do with tensors.
grep '^LANESCAN_API' "$header" | grep -o 'lanescan_[a-z0-9_]*(' | tr -d '(' | sort |
    grep -Ev "^lanescan_($left_out)_[fi][0-9]+\$" |
    if [ "$extent" = tensors ]; then cat; else
        grep -E '_[fi](32|64)$|^lanescan_(isa|isas|set_isa|status_string|version)$'
    fi >"$library.declared"
[ -s "$library.exported" ] && [ -s "$library.declared" ] ||
    { echo 'FAIL nothing found to compare'; exit 1; }
diff "$library.declared" "$library.exported" ||
    { echo 'FAIL it exports others (right) than are declared and built (left)'; exit 1; }
wc -l <"$library.exported"
