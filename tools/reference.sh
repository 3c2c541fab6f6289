#!/bin/sh
# The interface reference, HTML by Doxygen from the header's comments; a warning is an error.
#     reference.sh <folder>
set -eu
mkdir -p "$1"
output=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(sed -n 's/^#define LANESCAN_VERSION "\(.*\)"/\1/p' include/lanescan.h)
{
    cat tools/Doxyfile
    printf 'PROJECT_NUMBER = %s\nOUTPUT_DIRECTORY = "%s"\n' "$version" "$output"
} | doxygen -
