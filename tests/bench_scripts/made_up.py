"""A made-up file of results: times of a simple model, so that every run of the tests has the
same."""
import contextlib
import copy
import importlib
import io
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BENCH = os.path.join(ROOT, "bench")
sys.path.insert(0, BENCH)
sys.dont_write_bytecode = True

CACHES = [
    {"level": 1, "type": "data", "bytes": 49152, "line": 64},
    {"level": 2, "type": "unified", "bytes": 2097152, "line": 64},
    {"level": 3, "type": "unified", "bytes": 110100480, "line": 64},
]
BANDWIDTH = [220, 90, 40, 18]  # GB/s in each cache, and of memory

# Nanoseconds per element by contender: op, type, with_index, data, bytes read and written, then the
# times.
COMPUTE = {
    ("cumsum", "f32", False, "uniform", 8): {
        "plain": 0.77,
        "generic": 1.1,
        "avx2": 0.61,
        "avx512": 0.40,
    },
    ("cumsum", "f64", False, "uniform", 16): {
        "plain": 0.75,
        "generic": 0.86,
        "avx2": 0.45,
        "avx512": 0.36,
    },
    ("cumsum", "i32", False, "uniform", 8): {
        "plain": 0.39,
        "generic": 0.39,
        "avx2": 0.17,
        "avx512": 0.15,
    },
    ("cummax", "f32", True, "normal", 16): {
        "plain": 1.17,
        "generic": 1.15,
        "avx2": 0.37,
        "avx512": 0.36,
    },
    ("logcumsumexp", "f32", False, "normal", 8): {
        "plain": 37.3,
        "generic": 10.6,
        "avx2": 2.77,
        "avx512": 1.77,
    },
    ("logcumsumexp", "f64", False, "normal", 16): {
        "plain": 37.5,
        "generic": 12.2,
        "avx2": 3.2,
        "avx512": 2.2,
    },
    ("logsumexp", "f64", False, "normal", 8): {
        "plain": 8.1,
        "generic": 6.1,
        "avx2": 1.5,
        "avx512": 1.1,
    },
}
LAYOUTS = {
    "reverse": 1.01,
    "exclusive": 1.05,
    "last": 1.1,
    "first": 1.6,
    "transposed": 1.9,
    "step2": 1.8,
}
SIZES = [16, 1024, 65536, 67108864]


def memory_time(n, width):
    level = sum(n * width > cache["bytes"] for cache in CACHES)
    return width / BANDWIDTH[level]


def error_of(contender, op, element, n):
    """The error, and its unit."""
    if op == "cummax" or element == "i32":
        return 0.0, "exact"
    worst = 0.5 if element == "f32" else 1.2
    return (
        worst * (1 if contender == "lanescan" else 1 + n / 5000),
        "ulp" if element == "f32" else "eps",
    )


def make_row(data, what, contender, isa, n, layout="line", factor=1.0):
    (op, element, with_index, kind, width), times = what
    memory = memory_time(n, width)
    plain = max(times["plain"], memory) + 3 / n
    name = isa or contender
    median = 5 / n + (memory if contender == "memcpy" else max(times[name], 1.1 * memory) * factor)
    error, unit = (None, None) if contender == "memcpy" else error_of(contender, op, element, n)
    shared = {name: data["library"][name] for name in ("compiler", "flags", "version", "commit")}
    return {
        "cpu": data["cpu"]["name"],
        **shared,
        "contender": contender,
        "isa": isa,
        "op": op,
        "type": element,
        "with_index": with_index,
        "data": kind,
        "n": n,
        "layout": layout,
        "median_ns": median,
        "min_ns": 0.98 * median,
        "spread": 0.01,
        "gb_per_s": width / median,
        "to_memcpy": (memory + 5 / n) / median,
        "to_plain": plain / median,
        "error": error,
        "error_unit": unit,
    }


def make():
    data = {
        "format": "lanescan-bench 1",
        "date": "2026-01-02T03:04:05Z",
        "library": {
            "version": "0.1.0",
            "commit": "0123abc",
            "compiler": "gcc 12.2.0",
            "flags": "-O3",
        },
        "cpu": {
            "name": "Made(R) Up(TM) Processor 9000",
            "vendor": "GenuineIntel",
            "family": 6,
            "model": 143,
            "stepping": 8,
            "microarchitecture": "INTEL_SPR",
            "features": ["avx2", "fma3", "avx512f"],
            "isas": ["generic", "avx2", "avx512"],
            "caches": copy.deepcopy(CACHES),
            "logical_cpus": 2,
        },
        "method": {"batch_seconds": 0.00015, "repetitions": 21, "timer_overhead_ns": 21.3},
        "rows": [],
    }
    rows = data["rows"]
    for what in COMPUTE.items():
        for n in SIZES:
            rows.append(make_row(data, what, "memcpy", None, n))
            rows.append(make_row(data, what, "plain", None, n))
            rows += [make_row(data, what, "lanescan", isa, n) for isa in data["cpu"]["isas"]]
        for layout, factor in LAYOUTS.items():
            rows.append(make_row(data, what, "lanescan", "avx512", 65536, layout, factor))
    return data


def make_scaling():
    """On 1, 2 and 4 threads: half of what each more could gain; PyTorch gains nothing."""
    data = make()
    what = next(item for item in COMPUTE.items() if item[0][0] == "logcumsumexp")
    data["rows"] = []
    for layout in "tensor", "last":
        for threads in 1, 2, 4:
            ours = make_row(data, what, "lanescan", "avx512", 1 << 20, layout, 2 / (1 + threads))
            torch = make_row(data, what, "lanescan", "avx512", 1 << 20, layout)
            data["rows"] += [
                dict(ours, threads=threads, to_plain=None),
                dict(torch, threads=threads, contender="torch", isa=None, to_plain=None),
            ]
    return data


def make_arm():
    """The same as a CPU of which little is known has it."""
    data = make()
    data["cpu"].update(
        vendor=None, family=None, model=None, stepping=None, microarchitecture=None, features=[]
    )
    data["cpu"].update(caches=[], isas=["generic", "neon"])
    data["rows"] = [
        row for row in data["rows"] if row["isa"] != "avx512" or row["layout"] != "line"
    ]
    for row in data["rows"]:
        row["isa"] = {"avx2": "neon", "avx512": "neon"}.get(row["isa"], row["isa"])
    return data


def write(path, data):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file)
    return path


def grid_cell(op, shape, threads=1, **ns):
    return {
        "op": op,
        "with_index": False,
        "type": "f32",
        "data": "normal",
        "shape": shape,
        "threads": threads,
        "ns": ns,
        "tried_once": [],
    }


GRID_CELLS = [
    grid_cell("cumsum", "65536", lanescan=0.5, numpy=2.0, torch=1.0),
    grid_cell("cumsum", "of 8", lanescan=2.0, numpy=1.0, torch=4.0),
    grid_cell("cummax", "65536", lanescan=0.1, jax=10.0),
    grid_cell("logcumsumexp", "of 8", lanescan=0.1),
]


def make_grid(cells):
    """As grid.py writes it."""
    data = make()
    return {
        "format": importlib.import_module("grid").FORMAT,
        "library": data["library"],
        "cpu": data["cpu"],
        "method": {"repetitions": 9},
        "isa": "avx512",
        "versions": {"lanescan": "1", "numpy": "2", "torch": "3"},
        "cells": cells,
    }


def run(script, *arguments):
    """A script of bench/, in this process: (exit status, standard output, standard error)."""
    main = importlib.import_module(script).main
    out, error, argv = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = [script, *arguments]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            status = main()
    except SystemExit as end:
        status = end.code
    finally:
        sys.argv = argv
    return status, out.getvalue(), error.getvalue()


def find(data, **wanted):
    """The one row with these properties."""
    found = [
        row for row in data["rows"] if all(row[name] == value for name, value in wanted.items())
    ]
    if len(found) != 1:
        raise LookupError(f"{len(found)} rows are {wanted}")
    return found[0]
