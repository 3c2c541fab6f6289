#!/bin/sh
# What is installed, and that nothing in it knows the build machine or shows cpu_features.
set -eu
. "$(dirname "$0")/prefix.sh"
install_build

soname=liblanescan.so.${INSTALL_SOVERSION}
for file in "include/lanescan.h" "include/lanescan_dlpack.h" "include/lanescan_openmp.h" \
    "include/lanescan_pthreadpool.h" "include/lanescan_tbb.hpp" "include/lanescan.hpp" \
    "$INSTALL_LIBDIR/liblanescan.a" "$INSTALL_LIBDIR/liblanescan.so.$INSTALL_VERSION" \
    "$INSTALL_LIBDIR/pkgconfig/lanescan.pc" "$INSTALL_LIBDIR/cmake/lanescan/lanescanConfig.cmake" \
    "$INSTALL_LIBDIR/cmake/lanescan/lanescanConfigVersion.cmake" "share/man/man3/lanescan.3"; do
    [ -f "$prefix/$file" ] || fail "$file is not installed"
done
if [ "$INSTALL_CLI" = true ]; then
    for file in share/man/man1/lanescan.1 share/bash-completion/completions/lanescan \
        share/zsh/site-functions/_lanescan; do
        [ -f "$prefix/$file" ] || fail "$file is not installed"
    done
    [ "$INSTALL_PREFIX" != /usr ] || export LD_LIBRARY_PATH="$libdir" \
        # else it finds the library itself
    said=$(echo 1 | "$prefix/bin/lanescan" cumsum) && [ "$said" = 1 ] ||
        fail "the program says '$said'"
fi
rmdir -p "$work/destdir$(dirname "$INSTALL_PREFIX")" 2>/dev/null || :
[ ! -e "$work/destdir" ] ||
    fail "something is installed outside the prefix: $(find "$work/destdir")"

# ---- the shared library: names and links ----
[ "$(readlink "$libdir/liblanescan.so")" = "$soname" ] ||
    fail "liblanescan.so does not lead to $soname"
[ "$(readlink "$libdir/$soname")" = "liblanescan.so.$INSTALL_VERSION" ] ||
    fail "$soname leads elsewhere"
readelf -d "$libdir/liblanescan.so" >"$work/dynamic"
grep -q "SONAME.*\[$soname\]" "$work/dynamic" || fail "the soname is not $soname"
! grep -E 'RPATH|RUNPATH' "$work/dynamic" || fail 'the shared library has a search path'

# ---- the names that programs see ----
nm -D --defined-only "$libdir/liblanescan.so" | awk '$2 != "A" { print $3 }' >"$work/exported"
nm -g --defined-only "$libdir/liblanescan.a" 2>/dev/null |
    awk 'NF == 3 { print $3 }' >"$work/archived"
for list in exported archived; do
    [ -s "$work/$list" ] || fail "no symbols $list"
    ! grep -v '^lanescan_' "$work/$list" || fail "these symbols $list are not lanescan's"
done

# ---- one version everywhere ----
version() { # place, version
    [ "$2" = "$INSTALL_VERSION" ] || fail "$1 says version $2, Meson $INSTALL_VERSION"
}
version lanescan.h "$(sed -n 's/^#define LANESCAN_VERSION "\(.*\)"/\1/p' \
    "$prefix/include/lanescan.h")"
version lanescan.pc "$(sed -n 's/^Version: //p' "$libdir/pkgconfig/lanescan.pc")"
version lanescanConfigVersion.cmake "$(sed -n 's/^set(PACKAGE_VERSION "\([0-9.]*\)")/\1/p' \
    "$libdir/cmake/lanescan/lanescanConfigVersion.cmake")"
version lanescan.3 "$(sed -n 's/^\.TH .*"lanescan \([0-9.]*\)".*/\1/p' \
    "$prefix/share/man/man3/lanescan.3")"

# ---- the Debian package knows the same version and names ----
version debian/changelog "$(sed -n '1s/^lanescan (\([0-9.]*\)-.*/\1/p' \
    "$INSTALL_SOURCE/debian/changelog")"
version NEWS.md "$(sed -n '/^## /{s/^## //p;q}' "$INSTALL_SOURCE/NEWS.md")"
sed 's/@.*//' "$work/exported" | sort >"$work/names"
sed -n 's/^ \(lanescan_[a-z0-9_]*\)@.*/\1/p' "$INSTALL_SOURCE/debian/liblanescan1.symbols" | sort |
    diff "$work/names" - ||
    fail 'debian/liblanescan1.symbols (right) does not list what is exported (left)'

# ---- no traces ----
# In libraries and programs too, but where debug information is meant to lead to the sources.
text_only=
[ "$INSTALL_DEBUG" = false ] || text_only=-I
for path in "$INSTALL_BUILD" "$INSTALL_SOURCE" "$work"; do
    ! grep -rlF $text_only "$path" "$prefix" || fail "these files name $path"
done
! find "$prefix" | grep -i 'cpu_\?features' || fail 'files of cpu_features are installed'
! grep -rIil 'cpu_\?features' "$prefix" || fail 'these files name cpu_features'
if [ "$INSTALL_RELOCATABLE" = true ]; then
    ! grep -n '[=IL]/' "$libdir/pkgconfig/lanescan.pc" || fail 'lanescan.pc has an absolute path'
fi
find "$prefix" ! -type d | wc -l
