#!/usr/bin/env python3
"""Calls of NumPy, SciPy and lanescan side by side, in one process: medians in microseconds, each
taken in turn.

    speed.py [SECONDS]    how long each case is measured, 0.3 s unless told"""

import statistics
import sys
import time

import numpy as np
from scipy.signal import lfilter
from scipy.special import logsumexp

import lanescan

SIZES = (8, 1024, 65536, 1 << 24)
CASES = [
    ("cumsum f32", "f4", np.cumsum, lanescan.cumsum),
    ("cumsum f64", "f8", np.cumsum, lanescan.cumsum),
    ("cumsum i64", "i8", np.cumsum, lanescan.cumsum),
    ("cumulative_sum f64", "f8", np.cumulative_sum, lanescan.cumulative_sum),
    ("cumprod f64", "f8", np.cumprod, lanescan.cumprod),
    ("cummax f64", "f8", np.maximum.accumulate, lanescan.cummax),
    ("logcumsumexp f64", "f8", np.logaddexp.accumulate, lanescan.logcumsumexp),
    ("logsumexp f64", "f8", logsumexp, lanescan.logsumexp),
    (
        "logaddexp f64",
        "f8",
        lambda x: np.logaddexp(x, x[::-1]),
        lambda x: lanescan.logaddexp(x, x[::-1]),
    ),
    (
        "recurrence f64",
        "f8",
        lambda x: lfilter([1], [1, -0.9], x),
        lambda x: lanescan.linear_recurrence(0.9, x),
    ),
]


def once(function, x, rounds):
    start = time.perf_counter()
    for _ in range(rounds):
        function(x)
    return (time.perf_counter() - start) / rounds


def medians(functions, x, seconds):
    """Each function's median, the functions taken in turn so that all have the same neighbours."""
    rounds = [max(1, int(1e-3 / max(once(f, x, 3), 1e-9))) for f in functions]
    times = [[] for _ in functions]
    end = time.perf_counter() + seconds
    while len(times[0]) < 3 or time.perf_counter() < end:
        for f, count, list_ in zip(functions, rounds, times):
            list_.append(once(f, x, count))
    return [1e6 * statistics.median(t) for t in times]


def two_threads(function):
    def call(x):
        lanescan.set_num_threads(2)
        try:
            return function(x)
        finally:
            lanescan.set_num_threads(1)

    return call


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.3
    print(
        f"NumPy {np.__version__}, lanescan {lanescan.__version__} on {lanescan.isa()}; microseconds"
    )
    print(
        f"{'':20} {'n':>9} {'NumPy':>11} {'lanescan':>11} {'times':>7} {'2 threads':>11} "
        f"{'times':>7}"
    )
    for name, dtype, stock, ours in CASES:
        for n in SIZES:
            x = np.random.default_rng(1).standard_normal(n).astype(dtype)
            was, now, shared = medians([stock, ours, two_threads(ours)], x, seconds)
            print(
                f"{name:20} {n:9} {was:11.3f} {now:11.3f} {was / now:7.1f} {shared:11.3f} "
                f"{was / shared:7.1f}"
            )


if __name__ == "__main__":
    main()
