#!/bin/sh
# Every function of the vocabulary is tested: each that portable code defines, and each that all
# sets with lane moves of their own have in common, as moves and groups, has a row in list.h that
# begins with its name and calls it. (That all sets define it shows when they are compiled.)
#     complete.sh <src> <list.h>
set -eu
src=$1 list=$2

functions_in() { # folder
    sed -n 's/^LANESCAN_INLINE .*[ *]\([a-z0-9_]*\)(.*/\1/p' "$1"/*.h
}

portable=$(functions_in "$src/generic")
sets=0 of_sets=
for moves in "$src"/*/moves.h; do
    folder=${moves%/moves.h}
    sets=$((sets + 1))
    of_sets="$of_sets $(functions_in "$folder")"
done
# Unquoted, here and below: a name a word.
in_common=$(printf '%s\n' $of_sets | sort | uniq -c | sed -n "s/^ *$sets //p")
if [ -z "$portable" ] || [ -z "$in_common" ]; then
    echo "FAIL no functions found in $src"
    exit 1
fi

# A row a line.
rows=$(tr '\n' ' ' <"$list" | sed 's/ROW(/\
&/g; s/STORE(/\
&/g')
status=0
for name in $(printf '%s\n' $portable $in_common | sort -u); do
    if ! printf '%s\n' "$rows" | grep -q "^[A-Z]*(${name}[_,].*[^a-z0-9_]$name("; then
        echo "FAIL $name has no row"
        status=1
    fi
done
exit $status
