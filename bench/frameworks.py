#!/usr/bin/env python3
"""lanescan beside NumPy, PyTorch and JAX, in one process, in turn, one thread, as called from
Python.

    ./dev bench frameworks [--n N] [--library build/src/liblanescan.so] [--json FILE.json]
                           [--python INTERPRETER]
    ./dev bench frameworks --threads N --json FILE.json

--json adds the rows of NumPy, PyTorch and JAX to a file of results of this machine. Each of the
three takes part where it is installed: for this interpreter, or for --python, which may be one of a
virtual environment. With --threads, PyTorch on 1, 2, ... N threads does what lanescan-bench scaling
--json has measured in that file, and is added to it. The inputs are the numbers that lanescan-bench
has, results go to arrays that are there already, and errors are judged by exact arithmetic
(exact.py). A call through ctypes costs lanescan about half a microsecond, which counts. JAX is
timed as compiled by jax.jit, until its result is there; it makes a new array each time, for it has
no other way.
"""
import argparse
import ctypes
import math
import os
import statistics
import sys

os.environ["OMP_NUM_THREADS"] = "1"  # before any of them is loaded
import exact
import interpreter
import in_turn
import results

MAX_JUDGED = 65536  # elements; as in sweeps
SIZES = {"f32": 4, "f64": 8}
CASES = [
    ("cumsum", False, "uniform"),
    ("cumprod", False, "factors"),
    ("cummax", False, "normal"),
    ("cummax", True, "normal"),
    ("logcumsumexp", False, "normal"),
    ("logcumsumexp", False, "log_probs"),
    ("logsumexp", False, "normal"),
    ("logaddexp", False, "normal"),
]


# ---- the numbers of bench/data.c ----


def uniform(seed):
    """splitmix64, as numbers in (0, 1)."""
    mask, state = (1 << 64) - 1, seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        yield ((z ^ z >> 31) >> 12) * 2.0**-52 + 2.0**-53


def numbers(kind, n, binary):
    """One or two lists; two take their numbers in turn."""
    source = uniform({"uniform": 1, "normal": 2, "factors": 3, "log_probs": 4}[kind])
    if kind == "uniform":
        return [[2 * next(source) - 1 for _ in range(n)]]
    if kind == "normal":
        both = [
            (-2 + next(source) + next(source) + next(source) + next(source)) * 1.7320508075688772
            for _ in range(2 * n if binary else n)
        ]
        return [both[0::2], both[1::2]] if binary else [both]
    if kind == "factors":
        factors = [1 + 0.02 * (next(source) - 0.5) for _ in range((n + 1) // 2)]
        return [[value for factor in factors for value in (factor, 1 / factor)][:n]]
    return [[math.log(-math.log(next(source))) - math.log(n) for _ in range(n)]]


class Array:
    """n elements from a multiple of 64 bytes, which ctypes, NumPy and PyTorch see in place."""

    def __init__(self, element, n, values=None):
        self.element, self.n = element, n
        kind = {"f32": ctypes.c_float, "f64": ctypes.c_double, "i64": ctypes.c_int64}[element]
        self.memory = ctypes.create_string_buffer(n * ctypes.sizeof(kind) + 64)
        self.offset = -ctypes.addressof(self.memory) % 64
        self.values = (kind * n).from_buffer(self.memory, self.offset)
        self.address = ctypes.addressof(self.values)
        if values:
            self.values[:] = values


# ---- who takes part ----


class Lanescan:
    name = "lanescan"

    def __init__(self, path):
        self.library = ctypes.CDLL(os.path.abspath(path))
        self.library.lanescan_version.restype = self.library.lanescan_isa.restype = ctypes.c_char_p
        self.version = self.library.lanescan_version().decode()
        self.isa = self.library.lanescan_isa().decode()

    def call(self, op, with_index, inputs, y, index):
        function = getattr(self.library, f"lanescan_{op}_{y.element}")
        arguments = [ctypes.c_size_t(y.n), *(ctypes.c_void_p(array.address) for array in inputs)]
        if op == "logsumexp":
            arguments[0] = ctypes.c_size_t(inputs[0].n)
            function.restype = ctypes.c_float if y.element == "f32" else ctypes.c_double

            def run():
                y.values[0] = function(*arguments)

            return run
        function.restype = None
        arguments.append(ctypes.c_void_p(y.address))
        if op == "cummax":
            arguments.append(ctypes.c_void_p(index.address if with_index else None))
        return lambda: function(*arguments)


class Memcpy:
    name = "memcpy"

    @staticmethod
    def call(op, with_index, inputs, y, index):
        size = inputs[0].n * SIZES[inputs[0].element]
        # which the function keeps
        target = Array(inputs[0].element, inputs[0].n) if op == "logsumexp" else y
        return lambda: ctypes.memmove(target.values, inputs[0].values, size)


class Numpy:
    name = "numpy"

    def __init__(self):
        import numpy

        self.np, self.version = numpy, numpy.__version__

    def view(self, array):
        kind = {"f32": self.np.float32, "f64": self.np.float64}[array.element]
        return self.np.frombuffer(array.memory, kind, array.n, array.offset)

    def call(self, op, with_index, inputs, y, index):
        np, (x, *rest), out = self.np, [self.view(array) for array in inputs], self.view(y)
        if with_index:
            return None  # NumPy has no such function
        if op == "logsumexp":

            def run():
                out[0] = np.logaddexp.reduce(x)

            return run
        return {
            "cumsum": lambda: np.cumsum(x, out=out),
            "cumprod": lambda: np.cumprod(x, out=out),
            "cummax": lambda: np.maximum.accumulate(x, out=out),
            "logcumsumexp": lambda: np.logaddexp.accumulate(x, out=out),
            "logaddexp": lambda: np.logaddexp(x, rest[0], out=out),
        }[op]


class Torch:
    name = "torch"

    def __init__(self):
        import torch

        torch.set_num_threads(1)
        self.torch, self.version = torch, torch.__version__

    def view(self, array):
        kind = {"f32": self.torch.float32, "f64": self.torch.float64, "i64": self.torch.int64}[
            array.element
        ]
        return self.torch.frombuffer(array.memory, dtype=kind, count=array.n, offset=array.offset)

    def call(self, op, with_index, inputs, y, index):
        torch, (x, *rest), out = self.torch, [self.view(array) for array in inputs], self.view(y)
        if op == "cummax":
            positions = self.view(index)
            # always with indices
            return (lambda: torch.cummax(x, 0, out=(out, positions))) if with_index else None
        if op == "logsumexp":
            scalar = out[0]
            return lambda: torch.logsumexp(x, 0, out=scalar)
        return {
            "cumsum": lambda: torch.cumsum(x, 0, out=out),
            "cumprod": lambda: torch.cumprod(x, 0, out=out),
            "logcumsumexp": lambda: torch.logcumsumexp(x, 0, out=out),
            "logaddexp": lambda: torch.logaddexp(x, rest[0], out=out),
        }[op]


class Jax:
    name = "jax"

    def __init__(self):
        import jax

        jax.config.update("jax_platforms", "cpu")
        jax.config.update("jax_enable_x64", True)
        self.jax, self.version = jax, jax.__version__

    def call(self, op, with_index, inputs, y, index):
        jax, lax = self.jax, self.jax.lax
        if with_index:
            return None  # JAX has no such function
        function = jax.jit(
            {
                "cumsum": lax.cumsum,
                "cumprod": lax.cumprod,
                "cummax": lax.cummax,
                "logcumsumexp": lax.cumlogsumexp,
                "logsumexp": jax.nn.logsumexp,
                "logaddexp": jax.numpy.logaddexp,
            }[op]
        )
        arrays = [
            jax.numpy.array(
                list(array.values), dtype={"f32": "float32", "f64": "float64"}[array.element]
            )
            for array in inputs
        ]
        y.values[:] = function(*arrays).reshape(-1).tolist()  # for the judge
        return lambda: function(*arrays).block_until_ready()


def present():
    """NumPy, PyTorch and JAX where they are installed, and a sentence where not."""
    found = []
    for kind, title, where in (
        (Numpy, "NumPy", "Debian: apt-get install python3-numpy"),
        (Torch, "PyTorch", "Debian: apt-get install python3-torch"),
        (Jax, "JAX", "pip install jax"),
    ):
        try:
            found.append(kind())
        except ImportError:
            print(f"SKIP: {title} is not installed for {sys.executable} ({where})")
    return found


def use_one_core():
    """XLA has as many threads as it may use cores."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


# ---- one case ----


class Judge:
    """Of what contenders make of the same inputs; it has no opinion on arrays that are too long."""

    def __init__(self, op, element, inputs):
        self.op, self.element, self.x = op, element, None
        if inputs[0].n <= MAX_JUDGED:
            values = [[float(value) for value in array.values] for array in inputs]
            self.x, self.references = values[0], list(exact.REFERENCES[op](*values))

    def error(self, y, index):
        if self.x is None:
            return None
        error = exact.greatest(self.op, self.element, self.references, y.values)
        return error if index is None else error + exact.wrong_positions(self.x, index.values)


def measure(who, op, element, with_index, kind, n):
    """{name: (samples in ns per element, error)}."""
    inputs = [Array(element, n, values) for values in numbers(kind, n, op == "logaddexp")]
    size, judge = 1 if op == "logsumexp" else n, Judge(op, element, inputs)
    runs, errors, outputs = {}, {}, []  # some know their arrays by address only
    for contender in who:
        y, index = Array(element, size), Array("i64", n)
        outputs += [y, index]
        run = contender.call(op, with_index, inputs, y, index)
        if run:
            run()
            runs[contender.name] = run
            if contender.name != "memcpy":
                errors[contender.name] = judge.error(y, index if with_index else None)
    samples = in_turn.time_in_turn(runs)
    return {
        name: ([1e9 * sample / n for sample in samples[name]], errors.get(name)) for name in runs
    }


def make_row(shared, contender, case, n, measured, width):
    (op, element, with_index, kind), (samples, error) = case, measured[contender.name]
    if error == math.inf:  # JSON has no such number
        error = None
    median, memcpy = statistics.median(samples), statistics.median(measured["memcpy"][0])
    return {
        "cpu": shared["cpu"]["name"],
        "compiler": "as installed",
        "flags": "",
        "version": contender.version,
        "commit": None,
        "contender": contender.name,
        "isa": None,
        "op": op,
        "type": element,
        "with_index": with_index,
        "data": kind,
        "n": n,
        "layout": "line",
        "median_ns": median,
        "min_ns": min(samples),
        "spread": in_turn.spread(samples),
        "gb_per_s": width / median,
        "to_memcpy": memcpy / median,
        "to_plain": None,
        "error": error,
        "error_unit": None if error is None else exact.unit(op, element),
    }


def width_of(op, element, with_index):
    """Bytes read and written per element."""
    return SIZES[element] * {"logsumexp": 1, "logaddexp": 3}.get(op, 2) + (8 if with_index else 0)


# ---- the table ----


def cells(who, measured, unit):
    ours = statistics.median(measured["lanescan"][0])
    times = [
        f"{statistics.median(measured[one.name][0]):.3f}" if one.name in measured else "-"
        for one in who
    ]
    ratios = [
        f"{statistics.median(measured[one.name][0]) / ours:.2f}x" if one.name in measured else "-"
        for one in who[2:]
    ]
    errors = [
        measured[one.name][1] if one.name in measured else None
        for one in who
        if one.name != "memcpy"
    ]
    errors = ["-" if error is None else f"{error:.3g}" for error in errors]
    return times + ratios + errors + [unit]


def print_line(title, values):
    print(
        f"{title:27}" + "".join(f"{value:>11}" for value in values[:-1]) + f"  {values[-1]}",
        flush=True,
    )


def heading(who):
    names = [results.CONTENDERS.get(one.name, one.name) for one in who]
    return (
        names
        + [f"/ {name}" for name in names[2:]]
        + ["e " + name for name in names if name != "memcpy"]
        + [""]
    )


def arguments_of():
    parser = argparse.ArgumentParser(
        prog="./dev bench frameworks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--n", type=int, default=65536)
    parser.add_argument(
        "--library", default=os.path.join(results.HERE, "..", "build", "src", "liblanescan.so")
    )
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--python", metavar="INTERPRETER")
    arguments = parser.parse_args()
    if arguments.threads is not None and (arguments.threads < 1 or not arguments.json):
        parser.error("--threads counts from 1, and needs --json")
    if arguments.n < 1:
        parser.error("--n counts from 1")
    return arguments


# ---- threads ----


def add_rows(path, file, rows):
    new = {results.identity(row) for row in rows}
    file["rows"] = [row for row in file["rows"] if results.identity(row) not in new] + rows
    results.write(path, file)
    print(f"{len(rows)} rows are now in {path}")


def works_of(file):
    """What lanescan did on several threads: a row of each, on one."""
    found = {}
    for row in file["rows"]:
        if (
            row["contender"] == "lanescan"
            and row["layout"] in ("tensor", "last", "first")
            and row["type"] in SIZES
        ):
            found.setdefault((row["layout"], row["n"], results.case(row)), {})[
                results.threads(row)
            ] = row
    return [rows[1] for rows in found.values() if 1 in rows and len(rows) > 1]


def scan_of_torch(torch, row, x, b, y):
    """The scan of a row of results from x to y, logsumexp, or logaddexp with b; None where PyTorch
    has none."""
    function = getattr(torch.torch, row["op"], None)
    if row["op"] in ("cummax", "cummin") or function is None:
        return None  # always with indices
    source, target = torch.view(x), torch.view(y)
    if row["op"] == "logaddexp":
        other = torch.view(b)
        return lambda: function(source, other, out=target)
    if row["layout"] != "tensor":
        side = math.isqrt(row["n"])
        source, target = source.view(side, side), target.view(side, side)
    dim = {"tensor": 0, "last": 1, "first": 0}[row["layout"]]
    if row["op"] == "logsumexp":
        target = target[0]  # one result, or one for each line
    return lambda: function(source, dim, out=target)


def scale(torch, file, arguments):
    """PyTorch on 1, 2, ... threads, in turn."""
    rows = []
    for row in works_of(file):
        inputs = numbers(row["data"], row["n"], row["op"] == "logaddexp")
        x, b = (Array(row["type"], row["n"], values) for values in (inputs[0], inputs[-1]))
        y = Array(row["type"], row["n"])
        run = scan_of_torch(torch, row, x, b, y)
        if not run:
            continue

        def on(count, run=run):
            torch.torch.set_num_threads(count)
            run()

        # as many as the file has
        counts = sorted(
            {results.threads(other) for other in file["rows"]}
            & set(range(1, arguments.threads + 1))
        )
        samples = in_turn.time_in_turn({count: lambda count=count: on(count) for count in counts})
        width = results.bytes_per_element(row)
        for count in counts:
            ns = [1e9 * sample / row["n"] for sample in samples[count]]
            rows.append(
                dict(
                    row,
                    compiler="as installed",
                    flags="",
                    version=torch.version,
                    commit=None,
                    contender="torch",
                    isa=None,
                    threads=count,
                    median_ns=statistics.median(ns),
                    min_ns=min(ns),
                    spread=in_turn.spread(ns),
                    gb_per_s=width / statistics.median(ns),
                    to_memcpy=None,
                    error=None,
                    error_unit=None,
                )
            )
        print(
            f"{results.title(row)}: PyTorch "
            + ", ".join(
                f"{results.threads(one)}: {one['median_ns']:.3f}" for one in rows[-len(counts) :]
            ),
            flush=True,
        )
    torch.torch.set_num_threads(1)
    add_rows(arguments.json, file, rows)
    return 0


def main():
    arguments = arguments_of()
    interpreter.use(arguments.python)
    if not arguments.threads:
        use_one_core()
    try:
        file = results.read(arguments.json) if arguments.json else None
        library = Lanescan(arguments.library)
    except results.BadFile as error:
        print(f"frameworks: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"frameworks: the library cannot be loaded: {error}", file=sys.stderr)
        return 1
    others = present()
    if arguments.threads:
        others = [one for one in others if one.name == "torch"]
    if not others:
        return 77
    if arguments.threads:
        return scale(others[0], file, arguments)
    who, rows = [Memcpy(), library, *others], []
    print(
        f"lanescan {library.version} ({library.isa}), "
        + ", ".join(f"{results.CONTENDERS[one.name]} {one.version}" for one in others)
        + f"; {arguments.n} elements, one thread"
    )
    print(
        "ns per element; '/': how many times as fast lanescan is; 'e': greatest error, in the "
        "unit at the end of the line"
    )
    print_line("", heading(who))
    for op, with_index, kind in CASES:
        for element in ("f32", "f64"):
            case = (op, element, with_index, kind)
            measured = measure(who, op, element, with_index, kind, arguments.n)
            title = results.case_title((0, *case))
            print_line(title, cells(who, measured, exact.unit(op, element)))
            if file:
                rows += [
                    make_row(
                        file, one, case, arguments.n, measured, width_of(op, element, with_index)
                    )
                    for one in others
                    if one.name in measured
                ]
    if file:
        add_rows(arguments.json, file, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
