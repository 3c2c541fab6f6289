#!/usr/bin/env python3
"""lanescan beside the fastest of NumPy, PyTorch, JAX and SciPy, over a grid of shapes, operations
and element types.

    ./dev bench frameworks grid [--python INTERPRETER] [--threads N] [--only TEXT]
                                [--repetitions N] [--json FILE] [--pictures FOLDER]
    ./dev bench frameworks grid --show FILE [--markdown] [--pictures FOLDER]

Each cell of the table says how many times as fast as the best of the others lanescan is, and which
one that is (n, t, j, s); below 1 it is red. All are called from Python in one process, in turn. Who
takes 4 times as long as the fastest in a first try is not measured again. Without --threads there
are two tables, for one thread and for all cores; each is measured in a process of its own, since
XLA takes as many threads as it finds cores when it is loaded. --only keeps cells whose name, such
as "cumsum f32, of 8", has the text. --json keeps the times, compressed if the name ends in .gz: of
a file that is there already, cells that are measured again are replaced. --pictures draws the table
(grid.svg; grid-N.svg of N threads).
"""
import argparse
import gzip
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zlib

if os.environ.get("LANESCAN_GRID_THREADS"):
    # Before any of them is loaded.
    os.environ["OMP_NUM_THREADS"] = os.environ["LANESCAN_GRID_THREADS"]
import interpreter
import in_turn
import results

REPETITIONS = 9
HOPELESS = 4  # times as long as the fastest
AT_ONCE = 20  # likewise, already in the first call, if that takes longer than
SOON = 0.1  # seconds: it may have had something to load
PAUSE = 0.003  # between batches of several threads
MARKS = {"numpy": "n", "torch": "t", "jax": "j", "scipy": "s"}
TITLES = {
    "lanescan": "lanescan",
    "numpy": "NumPy",
    "torch": "PyTorch",
    "jax": "JAX",
    "scipy": "SciPy",
}
FORMAT = "lanescan grid 2"


class Refused(Exception):
    """One sentence."""


# ---- one cell ----


def timed(run):
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def disagreement(work, name, expected, got):
    """A contender that computes something else would be no contender."""
    import numpy as np

    wanted, found = (np.asarray(one).astype(complex).ravel()[:64] for one in (expected, got))
    with np.errstate(all="ignore"):
        both = np.isfinite(wanted) & np.isfinite(found)
        size = np.max(np.abs(wanted[both]), initial=1)
        if not both.any() or np.max(np.abs(wanted - found)[both], initial=0) <= 0.05 * size:
            return
    raise Refused(
        f"{name} computes something else than lanescan: {work.op} {work.kind}, {work.x.shape}"
    )


def measure(peers, work, threads, repetitions):
    """{name: ns per element}, medians; the names of those that were tried only once; and of those
    that do not take part, since their result is another: a float to which 16 Mi others are added
    one after the other, say. If all others disagree, lanescan is wrong."""
    import grid_cases
    import numpy as np

    runs = {one.name: run for one in peers if (run := one.call(work))}
    expected, tried, others = None, {}, {}
    for name, run in runs.items():
        tried[name], result = timed(run)
        if name in ("lanescan", "numpy", "torch"):
            result = grid_cases.as_numbers(work.y, work.result_kind)
        elif work.kind == "bf16":
            result = np.asarray(result.astype("float32"))
        if expected is None:
            expected = np.array(result)
        else:
            try:
                disagreement(work, name, expected, result)
            except Refused as error:
                others[name] = error
                del tried[name]
                continue
        if tried[name] <= max(AT_ONCE * min(tried.values()), SOON):
            tried[name] = timed(run)[0]
    if others and len(tried) == 1:
        raise next(iter(others.values()))
    near = {
        name: run
        for name, run in runs.items()
        if name in tried and tried[name] <= HOPELESS * min(tried.values())
    }
    near["lanescan"] = runs["lanescan"]
    samples = in_turn.time_in_turn(near, repetitions, PAUSE if threads > 1 else 0)
    seconds = tried | {name: statistics.median(ours) for name, ours in samples.items()}
    ns = {name: 1e9 * value / work.x.size for name, value in seconds.items()}
    return ns, sorted(set(tried) - set(near)), {name: str(why) for name, why in others.items()}


# ---- the table ----


def row_title(cell):
    extra = {"log_probs": " log-probs"}.get(cell["data"], "")
    if cell["op"] == "cumprod" and cell["data"] == "normal":
        extra = " leaving the range"
    return f"{cell['op']}{'+index' if cell['with_index'] else ''} {cell['type']}{extra}"


def best_of(cell):
    """Of the others: the fastest, and how many times as fast as it lanescan is."""
    others = {name: ns for name, ns in cell["ns"].items() if name != "lanescan"}
    if not others:
        return None, math.nan
    name = min(others, key=others.get)
    return name, others[name] / cell["ns"]["lanescan"]


def short_ratio(value):
    return f"{value:.2f}" if value < 9.995 else f"{value:.0f}"


def cell_text(cell, is_terminal):
    name, ratio = best_of(cell)
    if name is None:
        return f"{'alone':>8}"
    text = f"{short_ratio(ratio) + MARKS[name]:>8}"
    return f"\033[31m{text}\033[0m" if is_terminal and ratio < 1 else text


def shapes_of(cells):
    return list(dict.fromkeys(cell["shape"] for cell in cells))


def by_row(cells):
    rows = {}
    for cell in cells:
        rows.setdefault(row_title(cell), {})[cell["shape"]] = cell
    return rows


def summary(cells):
    ratios = [ratio for name, ratio in map(best_of, cells) if name]
    if not ratios:
        return "Nobody to compare with."
    slower = sum(ratio < 1 for ratio in ratios)
    mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
    return (
        f"{len(ratios)} cells: {mean:.2f} times as fast as the best of the others in the "
        "geometric mean, at least "
        f"{min(ratios):.2f} times; slower in {slower}."
    )


def print_table(cells, is_terminal):
    shapes = shapes_of(cells)
    width = max(len(title) for title in by_row(cells))
    print(" " * width + "".join(f"{shape.replace('square ', 'sq '):>9}" for shape in shapes))
    for title, row in by_row(cells).items():
        print(
            f"{title:{width}}"
            + "".join(
                " " + (cell_text(row[shape], is_terminal) if shape in row else " " * 8)
                for shape in shapes
            )
        )
    print(summary(cells))


def markdown(cells):
    """Lines of a table; what is slower is bold."""
    shapes = shapes_of(cells)
    yield "| | " + " | ".join(shapes) + " |"
    yield "|---|" + "--:|" * len(shapes)
    for title, row in by_row(cells).items():
        texts = []
        for shape in shapes:
            text = cell_text(row[shape], False).strip() if shape in row else ""
            slower = shape in row and best_of(row[shape])[1] < 1
            texts.append(f"**{text}**" if slower else text)
        yield f"| {title} | " + " | ".join(texts) + " |"


# ---- files ----


def opener(path):
    return gzip.open if path.endswith(".gz") else open


def read(path):
    try:
        with opener(path)(path, "rt", encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Refused(f"{path} cannot be read: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(f"{path} is not a file of this program")
    return data


def write(path, data):
    """The same bytes for the same data: gzip is told no name and no time."""
    text = (json.dumps(data, separators=(",", ":")) + "\n").encode()
    if path.endswith(".gz"):
        text = gzip.compress(text, 9, mtime=0)
    with tempfile.NamedTemporaryFile(
        dir=os.path.dirname(os.path.abspath(path)), delete=False
    ) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def identity(cell):
    return tuple(cell[name] for name in ("op", "with_index", "type", "data", "shape", "threads"))


def merge(old, new):
    """One file is of one machine and one build."""
    for name in ("cpu", "library", "isa", "versions") if old else ():
        if old[name] != new[name]:
            raise Refused(f"the file has cells of another {name}: {old[name]}, not {new[name]}")
    measured = {identity(cell) for cell in new["cells"]}
    kept = [cell for cell in old["cells"] if identity(cell) not in measured] if old else []
    return new | {"cells": kept + new["cells"]}


def machine(program):
    """The library and the CPU, as in all files of results."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "one.json")
        command = [program, "run", "cumsum", "i64", "--n", "8", "--json", path]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        data = results.read(path)
    return {name: data[name] for name in ("library", "cpu")}


# ---- a run ----


def run(arguments):
    import grid_cases
    import grid_peers

    if hasattr(os, "sched_setaffinity"):  # XLA has as many threads as it may use cores
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-arguments.threads :])
    peers = [grid_peers.Lanescan(arguments.library, arguments.threads_library, arguments.threads)]
    for kind in grid_peers.PEERS:
        try:
            peers.append(kind(arguments.threads))
        except ImportError:
            print(
                f"SKIP: {TITLES[kind.name]} is not installed for {sys.executable}", file=sys.stderr
            )
    data = {
        "format": FORMAT,
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        **machine(arguments.program),
        "method": {"repetitions": arguments.repetitions, "batch_seconds": in_turn.BATCH_SECONDS},
        "isa": peers[0].isa,
        "versions": {one.name: one.version for one in peers},
        "cells": [],
    }
    for op, with_index, kind, numbers, shape_name, shape, dim in grid_cases.cells():
        cell = {
            "op": op,
            "with_index": with_index,
            "type": kind,
            "data": numbers,
            "shape": shape_name,
            "threads": arguments.threads,
        }
        if arguments.only and arguments.only not in f"{row_title(cell)}, {shape_name}":
            continue
        work = grid_cases.make(op, with_index, kind, numbers, shape, dim)
        ns, once, others = measure(peers, work, arguments.threads, arguments.repetitions)
        data["cells"].append(
            cell
            | {
                "ns": {name: float(f"{value:.4g}") for name, value in ns.items()},
                "tried_once": once,
                "disagree": sorted(others),
            }
        )
        for why in others.values():
            print(f"left out: {why}", file=sys.stderr)
        print(
            f"{row_title(cell)}, {shape_name}: "
            + ", ".join(f"{TITLES[name]} {value:.3f}" for name, value in ns.items()),
            file=sys.stderr,
            flush=True,
        )
    return data


def run_apart(arguments, threads):
    """In a process that has so many threads from its beginning."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "grid.json")
        command = [
            sys.executable,
            os.path.abspath(__file__),
            "--apart",
            "--threads",
            str(threads),
            "--repetitions",
            str(arguments.repetitions),
            "--json",
            path,
            "--program",
            arguments.program,
            "--library",
            arguments.library,
            "--threads-library",
            arguments.threads_library,
        ]
        if arguments.only:
            command += ["--only", arguments.only]
        status = subprocess.run(
            command, env=os.environ | {"LANESCAN_GRID_THREADS": str(threads)}, check=False
        ).returncode
        if status:
            sys.exit(status)
        return read(path)


def by_threads(data):
    """{threads: cells}, one thread first."""
    numbers = sorted({cell["threads"] for cell in data["cells"]})
    return {n: [cell for cell in data["cells"] if cell["threads"] == n] for n in numbers}


def peers_of(data):
    return ", ".join(
        f"{TITLES[name]} {version}"
        for name, version in data["versions"].items()
        if name != "lanescan"
    )


def threads_text(threads):
    return f"{threads} threads" if threads > 1 else "one thread"


def show(data, arguments):
    for threads, cells in by_threads(data).items():
        print(
            f"\n{results.cpu_title(data['cpu'])}, {results.shown(data['isa'])}; "
            f"{peers_of(data)}; {threads_text(threads)}\n"
        )
        if arguments.markdown:
            print("\n".join(markdown(cells)))
        else:
            print_table(cells, sys.stdout.isatty())
    if arguments.pictures:
        import grid_picture

        missing = grid_picture.draw(data, arguments.pictures)
        if missing:
            print(f"SKIP: {missing}")


def arguments_of():
    build = os.path.join(results.HERE, "..", "build")
    parser = argparse.ArgumentParser(
        prog="./dev bench frameworks grid",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--python", metavar="INTERPRETER")
    parser.add_argument("--threads", type=int, action="append", metavar="N")
    parser.add_argument("--only", metavar="TEXT")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, metavar="N")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--pictures", metavar="FOLDER")
    parser.add_argument("--show", metavar="FILE")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--library", default=os.path.join(build, "src", "liblanescan.so"))
    parser.add_argument(
        "--threads-library", default=os.path.join(build, "bench", "liblanescan-bench-threads.so")
    )
    parser.add_argument(
        "--program", default=os.path.join(build, "bench", "lanescan-bench"), help=argparse.SUPPRESS
    )
    parser.add_argument("--apart", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.threads and min(arguments.threads) < 1:
        parser.error("--threads counts from 1")
    if arguments.repetitions < 1:
        parser.error("--repetitions counts from 1")
    return arguments


def main():
    arguments = arguments_of()
    try:
        if arguments.show:
            show(read(arguments.show), arguments)
            return 0
        interpreter.use(arguments.python)
        if arguments.apart:
            arguments.threads = arguments.threads[0]
            write(arguments.json, run(arguments))
            return 0
        data = read(arguments.json) if arguments.json and os.path.exists(arguments.json) else None
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        for threads in arguments.threads or sorted({1, cores}):
            data = merge(data, run_apart(arguments, threads))
        if arguments.json:
            write(arguments.json, data)
        show(data, arguments)
    except Refused as error:
        print(f"grid: {error}", file=sys.stderr)
        return 2
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"grid: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
