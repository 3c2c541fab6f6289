#!/bin/sh
# Doxygen understands all of the header (through tools/doxygen_filter.py) and finds nothing
# undescribed; and it would say so.
set -eu
. "$(dirname "$0")/prefix.sh"
command -v doxygen >/dev/null || { echo 'SKIP doxygen is not installed'; exit 77; }
reference() { "$INSTALL_SOURCE/tools/reference.sh" "$@" >"$work/log" 2>&1; }
reference "$work/docs" || { cat "$work/log"; fail 'doxygen warns'; }
[ ! -s "$work/log" ] || { cat "$work/log"; fail 'doxygen says something'; }
html=$work/docs/html
for text in 'index.html:Same bits' 'group__lanescan__running__sums.html:TwoSum: Knuth' \
    'group__lanescan__scans__and__reductions.html:broadcast to output' \
    'group__lanescan__streams.html:lanescan_stream_push'; do
    grep -q "${text#*:}" "$html/${text%%:*}" || fail "${text%%:*} lacks '${text#*:}'"
done

# Each function of the C interface but those on lines has its namesake in lanescan.hpp, on a page of
# its own.
page=$(sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g' "$html/lanescan_hpp.html")
for name in $(grep -o '^LANESCAN_API.*\blanescan_[a-z_]*(' "$INSTALL_SOURCE/include/lanescan.h" |
    sed 's/.*lanescan_//; s/(//'); do
    case $name in
    status_string) continue ;; # a std::error_category has it
    stream_begin) name='stream<double> s' ;;
    stream_*) name=s.${name#stream_} ;;
    esac
    echo "$page" | grep -qw "$name" || fail "the page of lanescan.hpp lacks $name"
done

# The same for a header with a function that nothing describes.
mkdir "$work/copy"
cp -R "$INSTALL_SOURCE/include" "$INSTALL_SOURCE/tools" "$work/copy"
sed 's/^\/\* The names of all sets.*/\nLANESCAN_API void lanescan_undescribed(void);\n\n&/' \
    "$INSTALL_SOURCE/include/lanescan.h" >"$work/copy/include/lanescan.h"
if "$work/copy/tools/reference.sh" "$work/docs" >"$work/log" 2>&1; then
    fail 'an undescribed function passes'
fi
grep -q lanescan_undescribed "$work/log" || fail 'the undescribed function is not named'
echo 'no warnings'
