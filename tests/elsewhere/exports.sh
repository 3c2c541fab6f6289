#!/bin/sh
# A DLL or a dylib offers what the header declares, no more and no less.
#     exports.sh <objdump, for a dylib nm> <library> <header>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n 's/^LANESCAN_API[^(]*\(lanescan_[a-z0-9_]*\)(.*/\1/p' "$3" | sort >"$folder/declared"
case $2 in
*.dll)
    "$1" -p "$2" | sed -n '/\[Ordinal\/Name Pointer\] Table/,/^$/s/^.*\] *\([+a-z].*\)$/\1/p' |
        awk '{ print $NF }' ;;
*) "$1" -gU "$2" | sed -n 's/^[0-9a-f]* T _//p' ;;
esac | sort >"$folder/exported"
test -s "$folder/exported"
diff "$folder/declared" "$folder/exported" ||
    { echo "FAIL $2 exports others (right) than the header declares (left)"; exit 1; }
echo "$(wc -l <"$folder/exported") functions, those of the header"
