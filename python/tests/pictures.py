#!/usr/bin/env python3
"""The picture of docs/python.md, from measurements: speed and error of lanescan beside NumPy,
PyTorch and JAX, one thread.

    pictures.py measure numpy|torch|jax FILE.json    where the framework is; adds to the file
    pictures.py draw FILE.json FOLDER                FOLDER/python-speed-error.svg, by gnuplot
    pictures.py table FILE.json                      the figures, as the table of docs/python.md

The file names the CPU and the instruction set; rows of others are not added to it. Each row is one
function of a framework and lanescan's in its place (its override in PyTorch, its functions in JAX),
in turn in one process, the median of 31 rounds; errors are in eps of the type, against long
double."""

import json
import os
import pathlib
import statistics
import sys
import time

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # XLA has as many threads as there are CPUs

import numpy as np

import lanescan

N, ROUNDS, BATCH = 65536, 31, 4e-3
CASES = [
    ("cumsum", "f4"),
    ("cumsum", "f8"),
    ("cumprod", "f8"),
    ("cummax", "f8"),
    ("logcumsumexp", "f4"),
    ("logcumsumexp", "f8"),
    ("logsumexp", "f8"),
    ("logaddexp", "f8"),
]
GRADIENTS = [("logcumsumexp", "f4"), ("cumprod", "f8")]
NAMES = {"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX"}


def data(name, dtype):
    x = np.random.default_rng(1).standard_normal(N)
    return (1 + x / N if name == "cumprod" else x).astype(dtype)


# ---- what is called: (stock, ours, to NumPy) ----


def of_numpy(name, dtype):
    from scipy.special import logsumexp

    stock = {
        "cummax": np.maximum.accumulate,
        "logcumsumexp": np.logaddexp.accumulate,
        "logsumexp": logsumexp,
        "logaddexp": np.logaddexp,
    }.get(name) or getattr(np, name)
    x = data(name, dtype)
    arguments = (x, x[::-1].copy()) if name == "logaddexp" else (x,)
    return lambda: stock(*arguments), lambda: getattr(lanescan, name)(*arguments), np.asarray


def of_torch(name, dtype, backward=False):
    import torch

    from lanescan import torch as own

    torch.set_num_threads(1)
    x = torch.from_numpy(data(name, dtype))
    arguments = (x, x.flip(0)) if name == "logaddexp" else (x, 0)
    stock, ours = getattr(torch, name), getattr(own, name)
    if backward:

        def gradient(function):
            leaf = x.clone().requires_grad_()
            y = function(leaf, 0)
            return lambda: torch.autograd.grad(y, leaf, torch.ones_like(y), retain_graph=True)[0]

        return gradient(stock), gradient(ours), lambda y: y.numpy()

    def call():  # lanescan's while measure() has enabled it
        return stock(*arguments)

    return call, call, lambda y: (y[0] if isinstance(y, tuple) else y).numpy()


def of_jax(name, dtype, backward=False):
    import jax

    jax.config.update("jax_enable_x64", True)
    from lanescan import jax as ours

    stock = {
        "logcumsumexp": jax.lax.cumlogsumexp,
        "cumsum": jax.lax.cumsum,
        "cumprod": jax.lax.cumprod,
        "cummax": jax.lax.cummax,
        "logsumexp": jax.nn.logsumexp,
        "logaddexp": jax.numpy.logaddexp,
    }[name]
    x = jax.numpy.asarray(data(name, dtype))
    arguments = (x, x[::-1]) if name == "logaddexp" else (x,)

    def compiled(function):
        if backward:
            function = jax.grad(lambda x, f=function: f(x).sum())
        call = jax.jit(function)
        return lambda: call(*arguments).block_until_ready()

    return compiled(stock), compiled(getattr(ours, name)), np.asarray


# ---- measuring ----


def seconds(call, count):
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def in_turn(calls, switch):
    times = [[], []]
    for _ in range(ROUNDS):
        for i, call in enumerate(calls):
            with switch(i):
                call()
                times[i].append(seconds(call, max(1, int(BATCH / max(seconds(call, 1), 1e-9)))))
    return [statistics.median(t) for t in times]


def exact(name, dtype):
    """In long double, or None where nothing is rounded."""
    x = data(name, dtype).astype(np.longdouble)
    if name == "cumsum":
        return np.cumsum(x)
    if name == "cumprod":
        return np.cumprod(x)
    if name == "logcumsumexp":
        return np.log(np.cumsum(np.exp(x)))
    if name == "logsumexp":
        return np.log(np.sum(np.exp(x)))
    if name == "logaddexp":
        return np.logaddexp(x, x[::-1])
    return None


def error(y, name, dtype):
    """The largest, in eps of the type: relative to the sum of magnitudes for cumsum, to the result
    or 1 for log-sum-exps."""
    wanted = exact(name, dtype)
    if wanted is None:
        return 0.0
    scale = np.abs(wanted)
    if name == "cumsum":
        scale = np.cumsum(np.abs(data(name, dtype).astype(np.longdouble)))
    elif name.startswith("log"):
        scale = np.maximum(scale, 1)
    return float(np.max(np.abs(y.astype(np.longdouble) - wanted) / scale) / np.finfo(dtype).eps)


def cpu_name():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            fields = dict(line.split(":", 1) for line in file if ":" in line)
    except OSError:
        return "unknown"
    values = {name.strip(): value.strip() for name, value in fields.items()}
    family = "".join(
        f", {word} {values[name]}"
        for word, name in (("family", "cpu family"), ("model", "model"))
        if name in values
    )
    return values.get("model name", "unknown") + family


def measure(framework, path):
    import contextlib

    machine = {"cpu": cpu_name(), "isa": lanescan.isa()}
    old = json.loads(path.read_text()) if path.exists() else {**machine, "rows": []}
    if any(old.get(key) != value for key, value in machine.items()):
        sys.exit(f"{path} is of another CPU or instruction set: measure into another file")
    rows = [row for row in old["rows"] if row["framework"] != framework]
    switch = lambda i: contextlib.nullcontext()
    if framework == "torch":
        from lanescan.torch import enabled

        switch = lambda i: enabled() if i else contextlib.nullcontext()
    make = {"numpy": of_numpy, "torch": of_torch, "jax": of_jax}[framework]
    plan = [(*case, False) for case in CASES] + [
        (*case, True) for case in GRADIENTS if framework != "numpy"
    ]
    for name, dtype, backward in plan:
        stock, ours, to_numpy = make(name, dtype, backward) if backward else make(name, dtype)
        times = in_turn((stock, ours), switch)
        row = {
            "framework": framework,
            "operation": name,
            "type": {"f4": "f32", "f8": "f64"}[dtype],
            "backward": backward,
            "n": N,
            "stock_ns": times[0] / N * 1e9,
            "lanescan_ns": times[1] / N * 1e9,
        }
        if not backward:
            row["stock_error"] = error(to_numpy(stock()), name, dtype)
            with switch(1):
                row["lanescan_error"] = error(to_numpy(ours()), name, dtype)
        rows.append(row)
        print(json.dumps(row), flush=True)
    path.write_text(json.dumps({**machine, "rows": rows}, indent=1) + "\n")


# ---- showing ----


def named(row):
    return f"{row['operation']} {row['type']}" + (", backward" if row["backward"] else "")


def table(rows):
    print(
        "| 65536 elements, one thread | "
        + " | ".join(f"{name} | lanescan in it | times" for name in NAMES.values())
        + " |"
    )
    print("|---" * (1 + 3 * len(NAMES)) + "|")
    for name in dict.fromkeys(map(named, rows)):
        cells = []
        for framework in NAMES:
            row = next((r for r in rows if named(r) == name and r["framework"] == framework), None)
            cells += (
                [
                    f"{row['stock_ns']:.2f}",
                    f"{row['lanescan_ns']:.2f}",
                    f"{row['stock_ns'] / row['lanescan_ns']:.1f}",
                ]
                if row
                else ["", "", ""]
            )
        print(f"| {name} | " + " | ".join(cells) + " |")
    print("\nNanoseconds an element.")


def draw(measured, folder):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
    import gnuplot
    import subprocess

    rows = measured["rows"]
    heading = f"{N} elements, one thread, {measured['cpu']}, {measured['isa']}"
    colours = {"numpy": gnuplot.OLIVE, "torch": gnuplot.WINE, "jax": gnuplot.ORANGE}
    names = list(dict.fromkeys(named(row) for row in rows if not row["backward"]))
    rows = [row for row in rows if named(row) in names]
    lines, fields = [], []
    for field, key, title in (
        ("ns", "_ns", "ns an element"),
        ("error", "_error", "greatest error, eps"),
    ):
        parts = []
        for framework, label in (*NAMES.items(), ("lanescan", "lanescan in each")):
            mine = [r for r in rows if framework in (r["framework"], "lanescan")]
            of = "lanescan" if framework == "lanescan" else "stock"
            points = [
                (
                    max(r[of + key], 0.05) if field == "error" else r[of + key],
                    len(names) - names.index(named(r)),
                )
                for r in mine
                if field == "ns" or r["stock_error"]
            ]
            lines.append(gnuplot.block(f"{field}_{framework}", points))
            colour = gnuplot.BLUE if framework == "lanescan" else colours[framework]
            shape = 7 if framework == "lanescan" else 5
            parts.append(
                f"${field}_{framework} with points pointtype {shape} pointsize 1.3 linecolor "
                f"'{colour}' title '{label}'"
            )
        marks = ", ".join(f'"{name}" {len(names) - i}' for i, name in enumerate(names))
        fields.append(
            [
                f"set xlabel '{title}'",
                f"set ytics ({marks})" if field == "ns" else "set ytics ('' 0)",
                "unset key"
                if field == "ns"
                else "set key at screen 0.99, screen 0.9 right top Left reverse samplen 1",
                "plot " + ", ".join(parts),
            ]
        )
    commands = [
        *gnuplot.frame(
            "",
            f"set multiplot title {gnuplot.quoted(heading)} layout 1, 2 "
            "margins 0.19, 0.8, 0.16, 0.9 spacing 0.06",
        ),
        "set logscale x 10",
        "set grid linecolor '#dddddd'",
        "set border 3",
        f"set yrange [0.5:{len(names) + 0.5}]",
        *fields[0],
        *fields[1],
        "unset multiplot",
    ]
    plot = gnuplot.Plot("python-speed-error", "", 960, 400, [*lines, *commands])
    subprocess.run(["gnuplot"], input=plot.script(), text=True, cwd=folder, check=True)
    (folder / "python-speed-error.png").unlink()


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "measure" and sys.argv[2] in NAMES:
        measure(sys.argv[2], pathlib.Path(sys.argv[3]))
    elif len(sys.argv) == 4 and sys.argv[1] == "draw":
        draw(json.loads(pathlib.Path(sys.argv[2]).read_text()), pathlib.Path(sys.argv[3]))
    elif len(sys.argv) == 3 and sys.argv[1] == "table":
        table(json.loads(pathlib.Path(sys.argv[2]).read_text())["rows"])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
