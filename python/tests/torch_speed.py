"""PyTorch's operators with lanescan on and off, in one process: a table of medians.

    python python/tests/torch_speed.py [--sizes 8,1024] [--threads 1,2] [--json FILE] [OPERATOR ...]
    python python/tests/torch_speed.py --summary FILE

Each row is measured in rounds, off and on in turn, so that what else the machine does meets both.
Times are medians, "gain" is the median of the rounds' quotients. What takes longer with lanescan on
by more than 3 %, in these and in the quotient of the shortest times, is measured twice more, and
marked "slower" if two of the three times it did; the exit status is 1 if there is any. "without"
marks gradients that call none of the operators: both times are PyTorch's. Rows are added to those
that the file has. The summary is the table of docs/python.md: for each operator, number of threads
and size the geometric mean of the gains and the lowest, of rows that call an operator.
"""

import argparse
import json
import pathlib
import statistics
import sys
import time

import torch

import lanescan.torch

TYPES = {
    "f32": torch.float32,
    "f64": torch.float64,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "i64": torch.int64,
    "i32": torch.int32,
    "c64": torch.complex64,
    "c128": torch.complex128,
}


def scans(name):
    operator, in_place = getattr(torch, name), getattr(torch.Tensor, name + "_")

    def calls(x):
        out = torch.empty_like(operator(x, 0))
        yield "", lambda: operator(x, 0)
        yield "out=", lambda: operator(x, 0, out=out)
        ones = torch.ones_like(x) if name == "cumprod" else torch.zeros_like(x)
        # (int32 sums become int64)
        if x.dtype in (torch.float32, torch.float64, torch.bfloat16, torch.int64):
            yield "in place", lambda: in_place(ones, 0)

    return calls


def extremes(name):
    operator = getattr(torch, name)

    def calls(x):
        out = torch.empty_like(x), torch.empty(x.shape, dtype=torch.int64)
        yield "", lambda: operator(x, 0)
        yield "out=", lambda: operator(x, 0, out=out)

    return calls


def log_sums(name):
    operator = getattr(torch, name)

    def calls(x):
        out = torch.empty_like(operator(x, 0))
        yield "", lambda: operator(x, 0)
        yield "out=", lambda: operator(x, 0, out=out)

    return calls


def pairs(x):
    y, out = torch.randn(x.shape).to(x.dtype), torch.empty_like(x)
    yield "", lambda: torch.logaddexp(x, y)
    yield "out=", lambda: torch.logaddexp(x, y, out=out)


# operator: (types, calls)
CASES = {
    "cumsum": (("f32", "f64", "f16", "bf16", "i64", "i32", "c64", "c128"), scans("cumsum")),
    "cumprod": (("f32", "f64", "f16", "bf16", "i64", "i32", "c64", "c128"), scans("cumprod")),
    "cummax": (("f32", "f64", "f16", "bf16", "i64", "i32"), extremes("cummax")),
    "cummin": (("f32", "f64", "f16", "bf16", "i64", "i32"), extremes("cummin")),
    "logcumsumexp": (("f32", "f64", "f16", "bf16", "c64", "c128"), log_sums("logcumsumexp")),
    "logsumexp": (("f32", "f64", "f16", "bf16", "i64", "c64", "c128"), log_sums("logsumexp")),
    "logaddexp": (("f32", "f64", "f16", "bf16", "c64", "c128"), pairs),
}


def data(name, kind, n):
    torch.manual_seed(1)
    if kind.startswith("i"):
        x = torch.randint(-9, 9, (n,)).to(TYPES[kind])
        return x | 1 if name == "cumprod" else x
    x = torch.randn(n, dtype=torch.float64)
    return (1 + x / n if name == "cumprod" else x).to(TYPES[kind])


def backward(name, kind, n):
    """The gradient alone: the graph is kept."""
    x = data(name, kind, n).requires_grad_()
    if name == "logaddexp":
        y = torch.logaddexp(x, data(name, kind, n).flip(0))
    else:
        y = getattr(torch, name)(x, 0)
    y = y[0] if isinstance(y, tuple) else y
    g = torch.ones_like(y)
    return lambda: torch.autograd.grad(y, x, g, retain_graph=True)


def seconds(call, repetitions):
    begin = time.perf_counter()
    for _ in range(repetitions):
        call()
    return (time.perf_counter() - begin) / repetitions


# After a switch glibc's malloc finds another place for results, which costs page faults for up to
# nine calls.
WARM_UP = 10


def calls_operator(call):
    def count():
        rows = lanescan.torch.status().values()
        return sum(row["calls"] + row["stock"] for row in rows)

    with lanescan.torch.enabled():
        before = count()
        call()
        return count() > before


def compare(call, rounds, least, most):
    """Median times off and on, the median quotient of the rounds, and that of the shortest."""
    call()
    once = seconds(call, 1)
    repetitions = max(1, int(least / once))
    rounds = min(rounds, max(3, int(most / (2 * once * repetitions))))
    times = {False: [], True: []}
    for i in range(rounds):
        for on in (False, True) if i % 2 else (True, False):
            (lanescan.torch.enable if on else lanescan.torch.disable)()
            for _ in range(WARM_UP if once < 0.01 else 1):
                call()
            times[on].append(seconds(call, repetitions))
    lanescan.torch.disable()
    quotient = statistics.median(off / on for off, on in zip(times[False], times[True]))
    medians = [statistics.median(times[on]) for on in (False, True)]
    return *medians, quotient, min(times[False]) / min(times[True])


def is_slower(compared):
    _, _, gain, of_shortest = compared
    return max(gain, of_shortest) < 0.97


def is_slower_again(call, *how):
    """What was slower once, measured twice more."""
    return any(is_slower(compare(call, *how)) for _ in range(2))


def key(row):
    return [row[name] for name in ("operator", "form", "type", "n", "threads")]


def add(path, rows):
    known = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    new = [key(row) for row in rows]
    rows = [row for row in known if key(row) not in new] + rows
    text = json.dumps({"torch": torch.__version__, "rows": rows}, indent=1)
    path.write_text(text, encoding="utf-8")


def summary(rows):
    sizes = sorted({row["n"] for row in rows})
    print("| | threads |" + "".join(f" {n} |" for n in sizes))
    print("|---|---:|" + "---:|" * len(sizes))
    for name in CASES:
        for is_backward in (False, True):
            for threads in sorted({row["threads"] for row in rows}):
                cells = []
                for n in sizes:
                    gains = [
                        row["gain"]
                        for row in rows
                        if (row["operator"], row["n"], row["threads"]) == (name, n, threads)
                        and row.get("calls", True)
                        and (row["form"] == "backward") == is_backward
                    ]
                    mean = statistics.geometric_mean(gains) if gains else 0
                    cells.append(f"{mean:.2f} ({min(gains):.2f})" if gains else "")
                if any(cells):
                    form = ", backward" if is_backward else ""
                    print(f"| {name}{form} | {threads} | " + " | ".join(cells) + " |")
    for row in sorted(rows, key=key):
        if row["gain"] < 1 and row.get("calls", True):
            print(*key(row), f"{row['gain']:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("operators", nargs="*", choices=[[], *CASES], metavar="OPERATOR")
    parser.add_argument("--sizes", default="8,1024,65536,16777216")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--types", default=",".join(TYPES))
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--least", type=float, default=0.003, help="seconds a round takes at least")
    parser.add_argument(
        "--most", type=float, default=2, help="seconds a row takes once, or three rounds"
    )
    parser.add_argument("--forward", action="store_true", help="without gradients")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--summary", type=pathlib.Path)
    options = parser.parse_args()
    if options.summary:
        summary(json.loads(options.summary.read_text(encoding="utf-8"))["rows"])
        return

    rows, slower = [], 0
    print(f"PyTorch {torch.__version__}, us per call\n")
    print("| operator | type | n | threads | stock | lanescan | gain |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for n in map(int, options.sizes.split(",")):
        for threads in map(int, options.threads.split(",")):
            torch.set_num_threads(threads)
            for name in options.operators or CASES:
                kinds, calls = CASES[name]
                for kind in [k for k in kinds if k in options.types.split(",")]:
                    cases = list(calls(data(name, kind, n)))
                    if TYPES[kind].is_floating_point and not options.forward:
                        cases.append(("backward", backward(name, kind, n)))
                    for form, call in cases:
                        is_called = calls_operator(call)
                        how = options.rounds, options.least, options.most
                        compared = compare(call, *how)
                        off, on, gain, _ = compared
                        mark = "" if is_called else " without"
                        if is_called and is_slower(compared) and is_slower_again(call, *how):
                            mark = " slower"
                            slower += 1
                        print(
                            f"| {name} {form} | {kind} | {n} | {threads} | {off * 1e6:.2f} | "
                            f"{on * 1e6:.2f} | {gain:.2f}{mark} |",
                            flush=True,
                        )
                        rows.append(
                            {
                                "operator": name,
                                "form": form,
                                "type": kind,
                                "n": n,
                                "threads": threads,
                                "stock": off,
                                "lanescan": on,
                                "gain": gain,
                                "calls": is_called,
                            }
                        )
    if options.json:
        add(options.json, rows)
    print(f"\n{len(rows)} rows, {slower} slower")
    sys.exit(slower > 0)


if __name__ == "__main__":
    main()
