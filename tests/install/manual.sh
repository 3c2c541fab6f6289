#!/bin/sh
# Section 3 of the manual: pages for every function of the header, without a warning from man or
# groff.
set -eu
. "$(dirname "$0")/prefix.sh"
command -v man >/dev/null && command -v groff >/dev/null ||
    { echo 'SKIP man-db or groff is not installed'; exit 77; }
install_build
cd "$prefix/share/man"
count=0
for name in lanescan $(grep '^LANESCAN_API' "$prefix/include/lanescan.h" |
    grep -o 'lanescan_[a-z0-9_]*(' | tr -d '('); do
    page=man3/$name.3
    [ -f "$page" ] || fail "there is no page $name(3)"
    ! grep -q '^\.so ' "$page" || page=$(sed -n 's/^\.so //p' "$page")
    sed -n '/^\.SH NAME/,/^\.SH SYN/p' "$page" | grep -q "\b$name\b" ||
        fail "$name is not a name on $page"
    [ "$name" = lanescan ] || sed -n '/^\.SH SYN/,/^\.SH DESC/p' "$page" | grep -q "\b$name(" ||
        fail "$page lacks the prototype of $name"
    count=$((count + 1))
done
for page in man3/lanescan*.3; do
    if ! grep -q '^\.so ' "$page"; then
        LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null
        groff -man -ww -z -Kutf8 "$page" 2>&1
    fi
done >"$work/warnings"
[ ! -s "$work/warnings" ] || { cat "$work/warnings"; fail 'warnings'; }
[ "$count" -gt 30 ] || fail "only $count functions were found in the header"
echo "$count functions have pages"
