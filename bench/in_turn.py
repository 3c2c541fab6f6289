"""Timing in turn, as bench/timing.c does: a repetition is one batch of each contender, so that all
meet the same clock and neighbours."""
import gc
import statistics
import time

BATCH_SECONDS = 150e-6
REPETITIONS = 21


def time_batch(run, calls):
    run()  # what the one before left in the caches
    start = time.perf_counter()
    for _ in range(calls):
        run()
    return time.perf_counter() - start


def time_in_turn(runs, repetitions=REPETITIONS, pause=0):
    """{name: seconds per call, one for each repetition}. A pause before each batch lets threads of
    the one before go to sleep."""
    calls = {}
    for name, run in runs.items():
        calls[name] = 1
        while time_batch(run, calls[name]) < BATCH_SECONDS:
            calls[name] *= 2
    samples = {name: [] for name in runs}
    gc.disable()
    for _ in range(repetitions):
        for name, run in runs.items():
            if pause:
                time.sleep(pause)
            samples[name].append(time_batch(run, calls[name]) / calls[name])
    gc.enable()
    return samples


def spread(samples):
    low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
    return (high - low) / 2 / middle
