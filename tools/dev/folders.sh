# Build folders: how they are configured, built and tested. Sourced by dev.
# shellcheck shell=bash disable=SC2154

# configure FOLDER [meson setup arguments]: again only when the arguments are new, or what is
# installed.
configure() {
    local folder=$1 stamp=$1/dev-arguments again=() wanted
    shift
    wanted="$* without $(absent "${test_packages[@]}" "${more_test_packages[@]}" \
        "${all_test_packages[@]}")"
    if [[ -e $folder/build.ninja ]]; then
        [[ -e $stamp && $(<"$stamp") == "$wanted" ]] && return
        again=(--reconfigure)
        quietly meson configure --clearcache "$folder" # which remembers what was not there
    fi
    quietly meson setup "${again[@]}" "$folder" "$@" && printf '%s' "$wanted" >"$stamp"
}

compile() { # folder
    local note=
    [[ -e $1/.ninja_log ]] || note=' (some minutes the first time)'
    printf 'Building in %s%s\n' "$1" "$note"
    quietly ninja -C "$1"
}

# The folder people use. Whoever only wants to see it run needs no MPFR; `test` adds the suites.
build() {
    need "${build_packages[@]}"
    if [[ ! -e build/build.ninja ]]; then
        configure build -Dtests=disabled || die 'the build could not be configured'
    fi
    compile build || die 'the build failed'
}

# Without what tests do not need.
lean=(-Dtests=enabled -Dbench=disabled -Dexamples=disabled)
# With sanitizers, of clang; -Dc_args=$sanitized_args and more is for the caller. All of -g would
# double the time it takes.
sanitized=("${lean[@]}" --buildtype=debug -Ddebug=false --optimization=1 -Db_lundef=false)
sanitized_args=-gline-tables-only

# meson_test FOLDER [meson test arguments]: runs built suites and adds their results to the score.
meson_test() {
    local folder=$1 name=${1//[^a-z0-9]/-}-$SECONDS status=0 before=$failed counts log reason
    shift
    meson test -C "$folder" --no-rebuild --print-errorlogs --logbase "$name" "$@" </dev/null ||
        status=$?
    log=$(echo "$folder/meson-logs/$name"*.json) # meson adds the wrapper's name
    if [[ -e $log ]] && counts=$(tools/dev/results.py "$log"); then
        while read -r count reason; do
            case $reason in
            passed) passed=$((passed + count)) ;;
            'failed: '*) failed=$((failed + count)) && fail_reasons+=("${reason#failed: }") ;;
            *'not installed'*) lacks "$reason" ;;
            *) skipped=$((skipped + count)) && skip_reasons+=("$reason") ;;
            esac
        done <<<"$counts"
    else
        status=1
    fi
    ((status == 0 || failed > before)) || fail "$folder: meson test ended with status $status"
}

# suite FOLDER SETUP_ARGUMENTS -- TEST_ARGUMENTS: configures, builds and tests one folder.
suite() {
    local folder=$1 setup=()
    shift
    while [[ $1 != -- ]]; do
        setup+=("$1")
        shift
    done
    shift
    if configure "$folder" "${setup[@]}" && "$compile_for" "$folder" "$@"; then
        meson_test "$folder" "$@"
    else
        fail "$folder does not build"
    fi
}

# The same, but builds only what those tests take.
part_suite() {
    local compile_for=compile_part
    suite "$@" -t 10
}

compile_for=compile

compile_part() { # folder, test arguments
    local targets
    # The list of tests is made by configuring, which build.ninja asks for where a meson.build is
    # new.
    quietly ninja -C "$1" build.ninja && targets=$(tools/dev/targets.py "$@") &&
        printf 'Building in %s\n' "$1" && quietly ninja -C "$1" $targets
}
