#!/bin/sh
# The library as a subproject of a consumer built by Meson: its suites are off there, and other
# projects' options apply.
#     subproject.sh configure|build     build compiles the whole library anew
set -eu
. "$(dirname "$0")/prefix.sh"
[ -n "$INSTALL_CXX" ] || { echo 'SKIP g++ is not installed'; exit 77; }
consumer=$work/consumer
mkdir -p "$consumer/subprojects"
cp "$here/consumer.h" "$here/consumer.c" "$here/consumer.cpp" "$here/subproject/meson.build" \
    "$consumer"
ln -s "$INSTALL_SOURCE" "$consumer/subprojects/lanescan"

# Unoptimised: kernels compile in half the time, and their results are the same bits.
# A library that is installed on this machine must not stand in for the subproject.
CC=$INSTALL_CC CXX=$INSTALL_CXX quietly $INSTALL_MESON setup "$work/build" "$consumer" \
    --buildtype=plain \
    --wrap-mode=forcefallback
$INSTALL_MESON introspect --targets "$work/build" >"$work/targets"
grep -q '"consumer_cpp"' "$work/targets" || fail 'Meson lists no targets'
for target in bits lanescan-bench demo; do
    ! grep -q "\"name\": \"$target\"" "$work/targets" || fail "$target is built in a subproject"
done
echo 'the suites, bench and examples are off'
[ "$1" = build ] || exit 0

run() { # shared or static
    quietly $INSTALL_MESON compile -C "$work/build"
    for language in c cpp; do
        needs_shared "$work/build/consumer_$language" "$2"
        consumer "subproject, $1" "$work/build/consumer_$language"
    done
}
run shared yes
quietly $INSTALL_MESON configure "$work/build" -Dlanescan:default_library=static
run static no
