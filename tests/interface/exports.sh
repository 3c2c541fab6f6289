#!/bin/sh
# The shared library exports exactly the functions that the header declares.
#     exports.sh <nm> <liblanescan.so> <lanescan.h>
set -eu
exported=$("$1" -D --defined-only "$2" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort)
declared=$(grep '^LANESCAN_API' "$3" | grep -o 'lanescan_[a-z0-9_]*(' | tr -d '(' | sort)
[ -n "$exported" ] && [ -n "$declared" ] || { echo "FAIL nothing found to compare"; exit 1; }
if [ "$exported" != "$declared" ]; then
    echo "FAIL exported:"
    echo "$exported"
    echo "declared:"
    echo "$declared"
    exit 1
fi
echo "$exported" | wc -l
