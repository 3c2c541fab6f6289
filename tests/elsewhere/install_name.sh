#!/bin/sh
# The name by which programs for macOS load the library is the one that the CMake package says.
#     install_name.sh <llvm-objdump> <liblanescan.dylib> <lanescanConfig.cmake>
set -eu
name=$("$1" --macho --dylib-id "$2" | tail -n 1)
said=$(sed -n 's/.*IMPORTED_SONAME "\(.*\)".*/\1/p' "$3")
[ -n "$said" ] && [ "$name" = "$said" ] ||
    { echo "FAIL the library's name is $name, the CMake package says ${said:-nothing}"; exit 1; }
echo "$name"
