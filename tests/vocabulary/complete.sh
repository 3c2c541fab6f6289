#!/bin/sh
# Every function of the vocabulary is tested: each name that the portable one defines stands in
# vocabulary_list.h. (That the others define it too shows when they are compiled.)
#     vocabulary_complete.sh <src/generic> <vocabulary_list.h>
set -eu
names=$(sed -n 's/^LANESCAN_INLINE .* \**\([a-z0-9_]*\)(.*/\1/p' "$1"/*.h)
[ -n "$names" ] || { echo "FAIL no functions found in $1"; exit 1; }
status=0
for name in $names; do
    grep -q "[^a-z0-9_]$name(" "$2" || { echo "FAIL $name has no test"; status=1; }
done
exit $status
