#!/usr/bin/env python3
"""The files that lanescan-bench writes: JSON and CSV agree, rows make sense, and no bar is in a
pipe.

    files.py <lanescan-bench>
"""
import csv
import json
import math
import os
import pty
import subprocess
import sys
import tempfile

COLUMNS = [
    "cpu", "compiler", "flags", "version", "commit", "contender", "isa", "op", "type", "with_index",
    "data", "n", "layout", "threads", "median_ns", "min_ns", "spread", "gb_per_s", "to_memcpy",
    "to_plain", "error", "error_unit",
]  # fmt: skip
IDENTITY = ["contender", "isa", "op", "type", "with_index", "data", "n", "layout", "threads"]
checks = 0
failures = 0


def check(holds, message):
    global checks, failures
    checks += 1
    if not holds:
        failures += 1
        print("FAIL:", message)


def run(bench, *arguments):
    done = subprocess.run(
        [bench, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    check(done.returncode == 0, f"{arguments}: exit status {done.returncode}: {done.stderr}")
    check(done.stderr == "", f"{arguments}: wrote on stderr: {done.stderr[:200]!r}")
    return done.stdout


def read(folder, name):
    with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
        results = json.load(file)
    with open(os.path.join(folder, name + ".csv"), encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    return results, table


def as_text(value):
    """A JSON value as its CSV field, numbers apart."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value


def same(value, field):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return field != "" and float(field) == value
    return as_text(value) == field


def check_agreement(results, table):
    check(table[0] == COLUMNS, f"CSV columns: {table[0]}")
    check(
        len(table) - 1 == len(results["rows"]) > 0,
        f"{len(table) - 1} and {len(results['rows'])} rows",
    )
    for row, fields in zip(results["rows"], table[1:]):
        check(list(row) == COLUMNS, f"JSON columns: {list(row)}")
        check(
            len(fields) == len(COLUMNS) and all(same(row[c], f) for c, f in zip(COLUMNS, fields)),
            f"JSON {row} and CSV {fields} differ",
        )


def check_head(results):
    check(results["format"] == "lanescan-bench 1", results["format"])
    check(
        set(results) == {"format", "date", "library", "cpu", "method", "rows"},
        f"members: {set(results)}",
    )
    cpu = results["cpu"]
    check(cpu["name"] and cpu["logical_cpus"] >= 1 and cpu["isas"][0] == "generic", f"cpu: {cpu}")
    levels = [cache["level"] for cache in cpu["caches"]]
    check(levels == sorted(levels), f"caches: {cpu['caches']}")
    check(all(cache["bytes"] > 0 for cache in cpu["caches"]), f"caches: {cpu['caches']}")
    library = results["library"]
    check(library["compiler"] and library["flags"], f"library: {library}")
    check(
        library["commit"] is None or library["commit"] != "unknown", f"commit: {library['commit']}"
    )
    check(0 <= results["method"]["timer_overhead_ns"] < 1e5, f"method: {results['method']}")


def check_rows(results):
    rows = results["rows"]
    keys = [tuple(row[c] for c in IDENTITY) for row in rows]
    check(len(set(keys)) == len(keys), "two rows have one identity")
    line = {(r["contender"], r["isa"], r["n"]): r for r in rows if r["layout"] == "line"}
    sizes = {n for _, _, n in line}
    for isa in results["cpu"]["isas"]:
        for n in sizes:
            check(("lanescan", isa, n) in line, f"no line of {n} on {isa}")
        layouts = {r["layout"] for r in rows if r["isa"] == isa and r["contender"] == "lanescan"}
        check(
            {"line", "last", "first", "transposed", "reverse", "exclusive"} <= layouts,
            f"layouts: {layouts}",
        )
    for row in rows:
        text = f"row {row}"
        check(
            0 < row["min_ns"] <= row["median_ns"] and 0 <= row["spread"] and row["gb_per_s"] > 0,
            text,
        )
        check(row["op"] == "cumsum" and row["type"] == "f32" and row["threads"] == 1, text)
        check((row["isa"] is None) == (row["contender"] not in ("lanescan", "inscan")), text)
        check((row["error"] is None) == (row["contender"] == "memcpy"), text)
        if row["contender"] == "lanescan":
            check(row["error"] <= 0.5001 and row["error_unit"] == "ulp", text)
        if row["layout"] == "line":
            for name, ratio in (("memcpy", "to_memcpy"), ("plain", "to_plain")):
                other = line[name, None, row["n"]]["median_ns"]
                check(
                    math.isclose(row[ratio], other / row["median_ns"], rel_tol=1e-3),
                    f"{ratio} of {text}",
                )


def check_sweep(bench, folder):
    json_file, csv_file = (os.path.join(folder, "sweep." + ending) for ending in ("json", "csv"))
    with open(json_file, "w", encoding="utf-8") as file:
        file.write("an older file")
    arguments = ["sweep", "--quick", "--op", "cumsum", "--type", "f32"]
    out = run(bench, *arguments, "--json", json_file, "--csv", csv_file)
    check(out == "", f"a sweep to files wrote on stdout: {out[:200]!r}")
    check(sorted(os.listdir(folder)) == ["sweep.csv", "sweep.json"], f"files: {os.listdir(folder)}")
    results, table = read(folder, "sweep")
    check_agreement(results, table)
    check_head(results)
    check_rows(results)


def check_single(bench, folder):
    """`run` on each instruction set: one row, of this one."""
    for isa in (
        run(bench, "list").split("instruction sets on this CPU: ")[1].splitlines()[0].split()
    ):
        arguments = ["run", "cummax", "f64", "--n", "100", "--calls", "50", "--isa", isa]
        files = [os.path.join(folder, "run." + ending) for ending in ("json", "csv")]
        out = run(bench, *arguments, "--json", files[0], "--csv", files[1])
        check(out.endswith(" 50 calls\n") and f" {isa}: " in out, out)
        results, table = read(folder, "run")
        check_agreement(results, table)
        (row,) = results["rows"]
        check(
            (row["isa"], row["op"], row["type"], row["n"]) == (isa, "cummax", "f64", 100),
            f"row {row}",
        )
        check((row["error"], row["error_unit"]) == (0, "exact"), f"row {row}")


def scale(bench, folder, op):
    """The rows of `scaling` of one operation on f32, three threads; None without OpenMP."""
    files = [os.path.join(folder, "scaling." + ending) for ending in ("json", "csv")]
    done = subprocess.run(
        [
            bench,
            "scaling",
            "--op",
            op,
            "--type",
            "f32",
            "--threads",
            "3",
            "--json",
            files[0],
            "--csv",
            files[1],
        ],
        capture_output=True,
        text=True,
    )
    if "without OpenMP" in done.stderr:
        check(done.returncode == 2 and not os.path.exists(files[0]), f"without OpenMP: {done}")
        return None
    check(done.returncode == 0 and done.stderr == "", f"scaling: {done}")
    results, table = read(folder, "scaling")
    check_agreement(results, table)
    check_head(results)
    return results["rows"]


def check_threads(bench, folder):
    """Of `scaling`: a row for each number of threads, and the time of one beside; of `run` the
    number asked for."""
    # logaddexp has no lines: as many elements as the long ones have
    for op, works in ("cumprod", 5), ("logsumexp", 5), ("logaddexp", 3):
        rows = scale(bench, folder, op)
        if rows is None:
            return
        found = {}
        for row in rows:
            found.setdefault((row["layout"], row["n"]), []).append(row["threads"])
            check(
                (row["op"], row["type"], row["contender"]) == (op, "f32", "lanescan"), f"row {row}"
            )
        check(
            len(found) == works and all(counts == [1, 2, 3] for counts in found.values()),
            f"rows: {found}",
        )
    file = os.path.join(folder, "scaling.json")
    run(
        bench,
        "run",
        "cumsum",
        "f32",
        "--layout",
        "tensor",
        "--calls",
        "3",
        "--threads",
        "2",
        "--json",
        file,
    )
    with open(file, encoding="utf-8") as results:
        check([row["threads"] for row in json.load(results)["rows"]] == [2], "run --threads 2")


def check_cpu(bench):
    lines = dict(line.split(":", 1) for line in run(bench, "cpu").splitlines())
    isas = run(bench, "list").split("instruction sets on this CPU:")[1].splitlines()[0]
    check(lines["instruction sets"].split() == isas.split(), f"cpu: {lines}")
    for name in ("name", "vendor", "microarchitecture", "logical CPUs", "caches", "features"):
        check(lines[name].strip() != "", f"cpu has no {name}")


def check_devices(bench):
    """What is not a plain file is written to, not replaced."""
    out = run(bench, "run", "cumsum", "f32", "--n", "8", "--calls", "1", "--csv", "/dev/stdout")
    check(",lanescan," in out, f"--csv /dev/stdout: {out!r}")


def check_bar(bench):
    """The bar is there on a terminal; that it is nowhere else, `run` has seen. Whether there are
    terminals."""
    try:
        ours, theirs = pty.openpty()
    except OSError as error:  # in a chroot without /dev/pts
        print(f"SKIP all but the bar was tested: {error}")
        return False
    arguments = [bench, "sweep", "--quick", "--op", "logsumexp", "--type", "f32"]
    done = subprocess.run(
        arguments, stdout=subprocess.PIPE, stderr=theirs, stdin=subprocess.DEVNULL, text=True
    )
    os.close(theirs)
    bar = os.read(ours, 4096)
    os.close(ours)
    check(
        done.returncode == 0 and b"logsumexp f32" in bar and b"%" in bar, f"on a terminal: {bar!r}"
    )
    check(
        "%  logsumexp" not in done.stdout and done.stdout.count("\n") > 3,
        f"on stdout: {done.stdout[:200]!r}",
    )
    return True


def main():
    bench = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        check_sweep(bench, folder)
        check_single(bench, folder)
        check_threads(bench, folder)
    check_cpu(bench)
    check_devices(bench)
    has_terminal = check_bar(bench)
    print(f"{checks} checks, {failures} failures")
    if failures or not checks:
        return 1
    return 0 if has_terminal else 77


if __name__ == "__main__":
    sys.exit(main())
