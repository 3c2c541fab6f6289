#!/bin/sh
# The binary interface is the one in the stored dump: functions, their arguments, the layout of
# structures, the values of enumerations, the soname.
#     compare.sh <liblanescan.so with debug information> <dump> [--write]
set -eu
library=$1 dump=$2
if [ "${3-}" = --write ]; then
    abidw --exported-interfaces-only --drop-undefined-syms --no-corpus-path --no-comp-dir-path \
        --no-show-locs \
        --type-id-style hash --out-file "$dump" "$library"
    exit 0
fi
command -v abidiff >/dev/null || { echo 'SKIP abigail-tools is not installed'; exit 77; }
status=0
abidiff "$dump" "$library" || status=$?
case $status in
0) echo 'the same interface' ;;
4) echo 'FAIL the interface has changed: docs/versioning.md says what to do' ; exit 1 ;;
8 | 12)
    echo 'FAIL programs linked with the interface of the dump may not run: docs/versioning.md'
    exit 1 ;;
*) echo "FAIL abidiff ended with status $status" ; exit 1 ;;
esac
