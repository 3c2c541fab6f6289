# Sourced by the tests here. Installs the finished build into a folder of its own and moves it from
# where it was meant to be, so that nothing can rely on the place. Sets `work` (removed at the end)
# and `prefix`, `libdir` inside it. tests/install/meson.build sets INSTALL_...: MESON, BUILD,
# SOURCE, PREFIX, LIBDIR, VERSION and so on.
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset PKG_CONFIG_PATH PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR CMAKE_PREFIX_PATH LD_LIBRARY_PATH \
    LANESCAN_ISA DESTDIR

fail() {
    echo "FAIL $*"
    exit 1
}

# Runs a command and shows what it says only when it fails.
quietly() {
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log"
        fail "$*"
    }
}

install_build() {
    quietly $INSTALL_MESON install -C "$INSTALL_BUILD" --no-rebuild --quiet \
        --destdir "$work/destdir"
    mv "$work/destdir$INSTALL_PREFIX" "$work/moved"
    prefix=$work/moved
    libdir=$prefix/$INSTALL_LIBDIR
}

# consumer NAME COMMAND...: runs a built consumer; it must say this version.
consumer() {
    name=$1
    shift
    said=$("$@") || fail "$name: $said"
    case $said in
    *" $INSTALL_VERSION "*) echo "$name: $said" ;;
    *) fail "$name: says '$said', not version $INSTALL_VERSION" ;;
    esac
}

# needs_shared PROGRAM yes|no: whether it is linked with the shared library.
needs_shared() {
    case $1 in
    *.exe) asked=$("$INSTALL_OBJDUMP" -p "$1" | grep -c 'DLL Name: liblanescan-') || true ;;
    *) asked=$(readelf -d "$1" | grep -c 'NEEDED.*\[liblanescan\.so\.') || true ;;
    esac
    if [ "$asked" -gt 0 ]; then got=yes; else got=no; fi
    [ "$got" = "$2" ] || fail "$1: linked with the shared library: $got, expected $2"
}
