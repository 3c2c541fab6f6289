# ./dev demo, bench and hyperfine. Sourced by dev.
# shellcheck shell=bash

cmd_demo() {
    build
    build/examples/demo
    heading 'Speed of this CPU (./dev bench table)'
    build/bench/lanescan-bench table
}

# Plots need gnuplot, a comparison with NumPy needs NumPy; what cannot be had is left out, and said.
cmd_bench() {
    case ${1:-} in
    report | compare | check | readme) need python3 ;;
    kernels) need "${build_packages[@]}" "${kernels_packages[@]}" ;;
    '' | frameworks | gradients) need python3 && build ;;
    *) build ;;
    esac
    case ${1:-} in
    '' | report) want gnuplot-nox ;;
    frameworks | gradients) want python3-numpy ;;
    esac
    bench/bench.sh "$@"
}

cmd_hyperfine() {
    need hyperfine
    build
    bench/hyperfine.sh "$@"
}
