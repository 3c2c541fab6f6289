#!/bin/sh
# Whoever compiles the single file with gcc's warnings on, at -O2, gets none. Some are found
# only where all units are one. (Kernels are units in any case, so portable ones do.)
#     warnings.sh <root of the sources> <compiler...>
set -eu
root=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/tools/single_file.py" --isas generic --compiler "$*" "$folder"
"$@" -O2 -Wall -Wextra -Werror -c "$folder/lanescan.c" -o "$folder/lanescan.o"
