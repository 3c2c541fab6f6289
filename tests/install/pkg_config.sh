#!/bin/sh
# Programs in C or C++, static and shared, by pkg-config's flags and by the README's compiler line.
#     pkg_config.sh c|c++
set -eu
. "$(dirname "$0")/prefix.sh"
if [ "$1" = c++ ]; then
    [ -n "$INSTALL_CXX" ] || { echo 'SKIP g++ is not installed'; exit 77; }
fi
command -v pkg-config >/dev/null || { echo 'SKIP pkg-config is not installed'; exit 77; }
install_build
export PKG_CONFIG_PATH="$libdir/pkgconfig"
# A file that is not relocatable has to be told where it has been moved to.
place=
[ "$INSTALL_RELOCATABLE" = true ] || place="--define-variable=prefix=$prefix"
flags() { pkg-config $place "$@" lanescan; }

[ "$(flags --modversion)" = "$INSTALL_VERSION" ] || fail "version $(flags --modversion)"
case " $(flags --libs) " in
*" -llanescan "*) ;;
*) fail "pkg-config --libs: $(flags --libs)" ;;
esac
case "$(flags --libs)" in
*-lm*) fail 'the shared library asks its users for -lm' ;;
esac
case " $(flags --static --libs) " in
*" -llanescan "*-lm*) ;;
*) fail "pkg-config --static --libs: $(flags --static --libs)" ;;
esac

build_all() { # language, source, compiler...
    language=$1 source=$here/$2
    shift 2
    "$@" "$source" $(flags --cflags --libs) -o "$work/shared-$language"
    needs_shared "$work/shared-$language" yes
    consumer "pkg-config, shared" env LD_LIBRARY_PATH="$libdir" "$work/shared-$language"

    "$@" "$source" $(flags --cflags) -L"$libdir" -Wl,-Bstatic -llanescan -Wl,-Bdynamic -lm \
        -o "$work/archive-$language"
    needs_shared "$work/archive-$language" no
    consumer "pkg-config, static library" "$work/archive-$language"

    "$@" "$source" -static $(flags --static --cflags --libs) -o "$work/static-$language"
    consumer "pkg-config --static, static program" "$work/static-$language"

    "$@" "$source" -I"$prefix/include" "$libdir/liblanescan.a" -lm -o "$work/plain-$language"
    needs_shared "$work/plain-$language" no
    consumer "plain line" "$work/plain-$language"
}

case $1 in
c) build_all c consumer.c $INSTALL_CC -Wall -Wextra -Wpedantic -Werror ;;
c++)
    build_all cpp consumer.cpp $INSTALL_CXX -std=c++11 -Wall -Wextra -Wpedantic -Werror
    build_all hpp consumer_hpp.cpp $INSTALL_CXX -std=c++17 -Wall -Wextra -Wpedantic -Werror
    ;;
*) fail "which language is '$1'?" ;;
esac
