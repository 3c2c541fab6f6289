#!/usr/bin/env bash
# Builds the Debian packages from a copy of the tree, so that nothing is left in it, and has lintian
# judge them.
#     debian.sh <folder for the packages> [arguments of dpkg-buildpackage]
# DEB_BUILD_OPTIONS=nocheck leaves the suites out.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(dpkg-parsechangelog -S Version)
name=lanescan-${version%-*}
rm -rf "$1"
mkdir -p "$1/$name"
folder=$(cd "$1" && pwd)
shift

# What git has or would add; a tree without git is copied without its build folders.
files() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard
    else
        find . \( -name 'build*' -prune \) -o -type f -print0
    fi
}

files | tar -c --null --ignore-failed-read -T - | tar -x -C "$folder/$name"
cd "$folder/$name"
dpkg-buildpackage -us -uc -b "$@" >"$folder/log" 2>&1 || {
    tail -n 40 "$folder/log" >&2
    exit 1
}
cd "$folder"
echo "In ${folder##*/}:"
ls -- *.deb
if command -v lintian >/dev/null; then
    lintian --no-cfg --allow-root -I --fail-on error,warning,info ./*.changes
    echo 'lintian: no error, no warning, no info'
else
    echo 'lintian is not installed: the packages are not checked'
fi
