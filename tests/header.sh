#!/bin/sh
# The public header compiles alone, with every warning an error.
#     header.sh <folder of lanescan.h> <language> <standard> <compiler...>
set -eu
folder=$1 language=$2 standard=$3
shift 3
empty() { "$@" -x "$language" "-std=$standard" -fsyntax-only - </dev/null; }
empty "$@" 2>/dev/null || { echo "SKIP this compiler has no $standard"; exit 77; }
echo '#include <lanescan.h>' |
    "$@" -x "$language" "-std=$standard" -Wall -Wextra -pedantic -Werror -I "$folder" -fsyntax-only -
echo "$standard: compiles alone"
