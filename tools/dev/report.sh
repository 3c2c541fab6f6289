# What ./dev prints, and the score it keeps. Sourced by dev.
# shellcheck shell=bash

machine=$(uname -m)
passed=0 failed=0 skipped=0
stage_rows=()     # of the closing table
fail_reasons=()   # of the present stage: what failed
skip_reasons=()   # and why something was skipped

heading() { printf '\n== %s\n' "$*"; }
die() { printf 'dev: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

pass() { printf 'OK: %s\n' "$*"; passed=$((passed + 1)); }

fail() {
    printf 'FAIL: %s\n' "$*"
    failed=$((failed + 1))
    fail_reasons+=("$*")
}

skip() {
    printf 'SKIP: %s\n' "$*"
    skipped=$((skipped + 1))
    skip_reasons+=("$*")
}

# What is skipped because something is not installed: where nobody looks on, that is a failure.
lacks() { if [[ ${CI:-} == true ]]; then fail "$*"; else skip "$*"; fi; }

# Runs a command; its output is shown only when it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    ((status == 0)) || tail -n 40 "$log" >&2
    rm -f "$log"
    return "$status"
}

# result NAME COMMAND...: one line for a check that says nothing when all is well.
result() {
    local name=$1
    shift
    if quietly "$@"; then pass "$name"; else fail "$name"; fi
}

# reason_rows WORD REASON...: rows of the closing table, one for each reason and how often it held.
reason_rows() {
    local word=$1 reason
    shift
    while read -r reason; do
        [[ -z $reason ]] || stage_rows+=("    $word: $reason")
    done < <(printf '%s\n' "$@" | sort | uniq -c |
        sed 's/^ *1 //; s/^ *\([0-9]*\) \(.*\)/\2 (\1 times)/')
}

# stage NAME COMMAND...: runs it, and keeps rows of the closing table: seconds, and what it added
# to the score.
stage() {
    local name=$1 start=$SECONDS was=("$passed" "$failed" "$skipped")
    shift
    heading "$name"
    fail_reasons=() skip_reasons=()
    "$@"
    stage_rows+=("$(printf '%-24s %5d s %7d %7d %8d' "$name" \
        $((SECONDS - start)) $((passed - was[0])) \
        $((failed - was[1])) $((skipped - was[2])))")
    reason_rows failed "${fail_reasons[@]}"
    reason_rows skipped "${skip_reasons[@]}"
}

# The table of all stages, the closing line, and the exit status that goes with it.
finish() {
    if ((${#stage_rows[@]})); then
        printf '\n%-24s %7s %7s %7s %8s\n' stage time passed failed skipped
        printf '%s\n' "${stage_rows[@]}"
    fi
    printf '\n%d passed, %d failed, %d skipped, %d s\n' "$passed" "$failed" "$skipped" "$SECONDS"
    ((failed == 0 && passed > 0))
}
