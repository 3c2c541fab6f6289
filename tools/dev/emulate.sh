# ./dev emulate: tests of AVX-512 on a CPU that has none, in Bochs. Sourced by dev.
# shellcheck shell=bash disable=SC2154

# Bochs emulates a whole PC, so these boot Debian's kernel for clouds from a CD image, with busybox,
# the C library and the tests in memory.
emulation_packages=(bochs bochsbios vgabios isolinux syslinux-common genisoimage busybox-static
    cpio)

# Those that go through every kernel and are done within minutes at some 30 million instructions a
# second.
emulated_tests=(order golden vocabulary widening transpose convert recurrence complex across guard)

# The kernel is unpacked in the folder, not installed.
emulated_kernel() { # folder
    local package
    [[ ! -e $1/kernel ]] || return 0
    package=$(apt-cache depends linux-image-cloud-amd64 |
        sed -n 's/^ *Depends: \(linux-image-[0-9]\)/\1/p' | head -n 1)
    [[ -n $package ]] && (cd "$1" && quietly apt-get download "$package") &&
        dpkg-deb -x "$1/$package"_*.deb "$1/unpacked" &&
        mv "$1"/unpacked/boot/vmlinuz-* "$1/kernel" && rm -rf "$1/unpacked" "$1/$package"_*.deb
}

# What the machine does. Where a test fails with AVX-512 and says the same with AVX2, the fault is
# the emulator's.
emulated_init() {
    cat <<'TEXT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t devtmpfs devtmpfs /dev
exec >/dev/ttyS0 2>&1
export LANESCAN_TEST_SCALE=64
grep -q avx512vl /proc/cpuinfo || echo "FAIL: the machine has no AVX-512"
for test in $(cat /tests/list); do
    if "/tests/$test" avx512 >/avx512; then
        echo "OK: $test: $(tail -n 1 /avx512)"
        continue
    fi
    "/tests/$test" avx2 | sed s/avx2/avx512/ >/avx2
    if cmp -s /avx2 /avx512; then
        echo "OK: $test: the same as with AVX2, where the emulator has faults of its own"
    else
        echo "FAIL: $test"
        head -n 20 /avx512
    fi
done
echo done
while :; do sleep 1000; done
TEXT
}

# emulated_disk FOLDER TEST...
emulated_disk() {
    local folder=$1 root=$1/root program library
    shift
    rm -rf "$root" "$folder/disk"
    mkdir -p "$root"/{bin,proc,sys,dev,tests} "$folder/disk"
    cp "$(command -v busybox)" "$root/bin/busybox"
    emulated_init >"$root/init"
    chmod +x "$root/init"
    while read -r program; do
        cp "$program" "$root/tests/"
        basename "$program" >>"$root/tests/list"
        while read -r library; do
            cp -L --parents "$library" "$root"
        done < <(ldd "$program" | grep -oE '/[^ ]+')
    done < <(tools/dev/targets.py build "${@/%/ avx512}" | sed s,^,build/,)
    (cd "$root" && find . | cpio --quiet -o -H newc) >"$folder/disk/initrd"
    cp "$folder/kernel" /usr/lib/ISOLINUX/isolinux.bin \
        /usr/lib/syslinux/modules/bios/ldlinux.c32 "$folder/disk"
    # Bochs gives a wrong size for XSAVEC, and Linux would do without AVX.
    cat >"$folder/disk/isolinux.cfg" <<'TEXT'
DEFAULT emulated
LABEL emulated
KERNEL kernel
INITRD initrd
APPEND console=ttyS0,115200 clearcpuid=321,323 mitigations=off acpi=off noapic nolapic quiet
TEXT
    genisoimage -quiet -J -R -o "$folder/disk.iso" -b isolinux.bin -c boot.cat -no-emul-boot \
        -boot-load-size 4 -boot-info-table "$folder/disk"
}

emulated_machine() { # folder
    cat <<TEXT
cpu: model=corei7_skylake_x, ips=50000000
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$1/disk.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$1/console
display_library: rfb, options="timeout=0"
sound: waveoutdrv=dummy
log: $1/log
panic: action=fatal
clock: sync=none
TEXT
}

# emulate_avx512 FOLDER TEST...
emulate_avx512() {
    local folder=$1 bochs line
    shift
    quietly emulated_disk "$folder" "$@" || { fail 'no disk for the machine'; return; }
    emulated_machine "$folder" >"$folder/machine"
    printf 'c\n' >"$folder/commands" # of its debugger: go on
    : >"$folder/console"
    timeout 3600 bochs -q -f "$folder/machine" -rc "$folder/commands" </dev/zero \
        >"$folder/output" 2>&1 &
    bochs=$!
    while read -r line; do
        case $line in
        OK:*) pass "${line#OK: }" ;;
        FAIL:*) fail "${line#FAIL: }" ;;
        done*) kill "$bochs" ;; # a machine without ACPI does not turn itself off
        *'] '*) ;; # the kernel's
        *) printf '%s\n' "$line" ;;
        esac
    done < <(tail -n +1 -f --pid="$bochs" "$folder/console" | sed -u 's/\r//')
    grep -q '^done' "$folder/console" ||
        fail "the machine stopped early: $folder/console and $folder/log"
}

cmd_emulate() {
    local folder=build-emulated tests=("$@")
    [[ $machine == x86_64 ]] || die 'AVX-512 is only emulated on x86-64'
    (($#)) || tests=("${emulated_tests[@]}")
    need "${build_packages[@]}" "${test_packages[@]}" "${emulation_packages[@]}"
    configure build -Dtests=enabled && compile_part build "${tests[@]/%/ avx512}" ||
        die 'the tests do not build'
    mkdir -p "$folder"
    emulated_kernel "$folder" || die 'there is no kernel: linux-image-cloud-amd64, of Debian'
    stage 'AVX-512, emulated' emulate_avx512 "$folder" "${tests[@]}"
    finish
}
