#!/usr/bin/env bash
# What `./dev bench` does once the program is built. Without an argument: measures everything, then
# makes the report; NumPy and PyTorch take part where they are installed.
set -euo pipefail
here=$(dirname "$0")
program=$here/../build/bench/lanescan-bench
folder=$here/../build/bench-report

measure_everything() {
    local status=0
    mkdir -p "$folder"
    "$program" sweep --json "$folder/results.json"
    "$here/frameworks.py" --json "$folder/results.json" || status=$?
    ((status == 0 || status == 77)) || return "$status" # 77: skipped, and it has said so
    "$here/report.py" "$folder/results.json" "$folder"
}

command=${1:-all}
case $command in
all) measure_everything ;;
report | compare | frameworks | readme) exec "$here/$command.py" "${@:2}" ;;
check) exec "$here/results.py" "${@:2}" ;;
*) exec "$program" "$@" ;;
esac
