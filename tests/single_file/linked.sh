#!/bin/sh
# The single-file form for a system whose programs do not run here: compiled, and linked with a
# program and as a shared library, which has what the header declares, no more and no less.
#     linked.sh <root of the sources> <compiler...>          NM: the nm for its objects
set -eu
root=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/tools/single_file.py" --compiler "$*" "$folder"
(cd "$folder" && "$@" -O1 -fPIC -Wall -Wextra -Werror -c lanescan.c)
"$@" -I "$folder" "$root/tests/install/consumer.c" "$folder/lanescan.o" -lm -o "$folder/consumer"
"$@" -shared "$folder/lanescan.o" -lm -o "$folder/liblanescan.dylib"
"$root/tests/elsewhere/exports.sh" "$NM" "$folder/liblanescan.dylib" "$folder/lanescan.h"
