#!/bin/sh
# A public header compiles alone, with every warning an error: lanescan.h, or the one that HEADER
# names.
#     header.sh <folder of lanescan.h> <language> <standard> <compiler...>
set -eu
folder=$1 language=$2 standard=$3
shift 3
empty() { "$@" -x "$language" "-std=$standard" -fsyntax-only - </dev/null; }
"$@" -x "$language" -fsyntax-only - </dev/null 2>/dev/null ||
    { echo 'SKIP g++ is not installed'; exit 77; }
empty "$@" 2>/dev/null || { echo "SKIP this compiler has no $standard"; exit 77; }
echo "#include <${HEADER:-lanescan.h}>" |
    "$@" -x "$language" "-std=$standard" -Wall -Wextra -pedantic -Werror -I "$folder" \
    -fsyntax-only -
echo "$standard: compiles alone"
