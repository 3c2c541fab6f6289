#!/usr/bin/env bash
# What `./dev bench` does once the program is built. Without an argument: measures everything, then
# makes the report; NumPy, PyTorch and JAX take part where they are installed.
set -euo pipefail
cd "$(dirname "$0")/.."
program=build/bench/lanescan-bench
folder=build/bench-report

measure_everything() {
    local status=0
    mkdir -p "$folder"
    "$program" sweep --json "$folder/results.json"
    bench/frameworks.py --json "$folder/results.json" || status=$?
    ((status == 0 || status == 77)) || return "$status" # 77: skipped, and it has said so
    bench/report.py "$folder/results.json" "$folder"
}

command=${1:-all}
case $command in
frameworks)
    if [[ ${2:-} == grid ]]; then exec bench/grid.py "${@:3}"; fi
    exec bench/frameworks.py "${@:2}" ;;
gradients) exec bench/gradients.py "${@:2}" ;;
kernels) exec bench/kernels/kernels.py "${@:2}" ;;
all) measure_everything ;;
report | compare | readme) exec "bench/$command.py" "${@:2}" ;;
check) exec bench/results.py "${@:2}" ;;
*) exec "$program" "$@" ;;
esac
