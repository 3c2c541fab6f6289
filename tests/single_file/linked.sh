#!/bin/sh
# The single-file form for a system whose programs do not run here: compiled, and linked with a
# program and as a shared library, which has what the header declares, no more and no less.
#     linked.sh <root of the sources> <-c | -fsyntax-only> <compiler...>
# NM is the nm for its objects. With -fsyntax-only nothing is made that could be linked.
set -eu
root=$1 extent=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$root/tools/single_file.py" --compiler "$*" "$folder"
# (zig adds a -c of its own.)
(cd "$folder" && "$@" -O1 -fPIC -Wall -Wextra -Werror -Wno-unused-command-line-argument \
    "$extent" lanescan.c)
[ "$extent" = -c ] || exit 0
"$@" -I "$folder" "$root/tests/install/consumer.c" "$folder/lanescan.o" -lm -o "$folder/consumer"
"$@" -shared "$folder/lanescan.o" -lm -o "$folder/liblanescan.dylib"
"$root/tests/elsewhere/exports.sh" "$NM" "$folder/liblanescan.dylib" "$folder/lanescan.h"
