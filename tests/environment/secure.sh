#!/bin/sh
# A program with more rights than its user (set-user-ID) does not look at LANESCAN_ISA.
#     secure.sh <secure_report>
set -eu
skip() {
    echo "SKIP $1"
    exit 77
}
[ "$(id -u)" = 0 ] || skip 'only root can make a program of another user'
command -v setpriv >/dev/null || skip 'util-linux (setpriv) is not installed'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cp "$1" "$folder/plain"
cp "$1" "$folder/secure"
chown 0:0 "$folder/secure"
chmod 4755 "$folder/secure"
as_user() { env "$1" setpriv --reuid=65534 --regid=65534 --clear-groups "$2"; }
plain=$(as_user LANESCAN_ISA= "$folder/plain") || skip 'another user cannot run programs from here'
best=${plain#plain }
[ "$plain" = "plain $best" ] || skip "an ordinary program says '$plain'"
[ "$best" != generic ] || skip 'this CPU has one set only'
case $(as_user LANESCAN_ISA= "$folder/secure") in
secure\ *) ;;
*) skip 'set-user-ID has no effect here' ;;
esac
capped=$(as_user LANESCAN_ISA=generic "$folder/plain")
secure=$(as_user LANESCAN_ISA=generic "$folder/secure")
echo "LANESCAN_ISA=generic: $capped; with set-user-ID: $secure"
[ "$capped" = 'plain generic' ] || { echo 'FAIL the variable has no effect at all'; exit 1; }
[ "$secure" = "secure $best" ] || { echo "FAIL expected secure $best"; exit 1; }
