#!/bin/sh
# Made twice, the single file is the same bytes, in whatever order Python has its sets.
#     twice.sh <root of the sources>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for seed in 1 2; do
    mkdir "$folder/$seed"
    PYTHONHASHSEED=$seed "$1/tools/single_file.py" "$folder/$seed"
done
cmp "$folder/1/lanescan.c" "$folder/2/lanescan.c" || { echo "FAIL other bytes"; exit 1; }
