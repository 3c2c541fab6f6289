#!/usr/bin/env python3
"""Arrays that NumPy writes, results that NumPy reads: every element type, order and byte order, 0
to 4 dimensions, each of them. Integers are compared with NumPy, the bits of all with the library's.
    npy_round_trip.py <lanescan> <liblanescan.so>
"""

import os
import sys

import numpy as np

import cli
from cli import check, run
from library import EXCLUSIVE, NAMES, OPS, REVERSE, Library

SHAPES = [(), (7,), (0,), (3, 5), (4, 0), (2, 3, 4), (2, 1, 3, 5)]
library = Library(os.path.abspath(sys.argv[2]))
random = np.random.default_rng(1)


def make(dtype, shape):
    """Elements whose products and sums stay interesting."""
    if dtype.kind == "b":
        return np.asarray(random.random(shape) < 0.5)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return np.asarray(random.integers(info.min, info.max, shape, dtype, endpoint=True))
    x = random.standard_normal(shape)
    if dtype.kind == "c":
        x = x + 1j * random.standard_normal(shape)
    return np.asarray(x).astype(dtype)


def stored(x, order, byte_order):
    """A file of x in this order; NumPy's own reader is the judge of the round trip."""
    x = np.asarray(x, order=order)
    np.save("in.npy", x.astype(x.dtype.newbyteorder(byte_order), order="K"))


def same_bits(a, b):
    """Equal, with all NaN alike."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    nan = np.isnan(a) if a.dtype.kind in "fc" else np.zeros(a.shape, bool)
    if a.dtype.kind in "fc" and not np.array_equal(nan, np.isnan(b)):
        return False
    return np.where(nan, 0, a).tobytes() == np.where(nan, 0, b).tobytes()


def judge(title, done, expected, fortran):
    """The result in out.npy, or the library's refusal."""
    if expected is None:
        return check(
            done.returncode == 1 and not os.path.exists("out.npy"),
            f"{title}: status {done.returncode}, the library refuses",
        )
    if not check(done.returncode == 0 and done.stderr == b"", f"{title}: {done}"):
        return False
    y = np.load("out.npy")
    os.remove("out.npy")
    is_little = y.dtype.str[0] in "<|"
    in_order = y.flags.f_contiguous if fortran else y.flags.c_contiguous
    return check(
        same_bits(y, expected) and is_little and in_order,
        f"{title}: got {y.dtype}{y.shape}\n{y}\nexpected {expected.dtype}\n{expected}",
    )


def numpy_agrees(op, x, dim, y):
    """Integers are exact whoever computes them."""
    if x.dtype.kind not in "biu" or x.ndim == 0 or op not in ("cumsum", "cumprod"):
        return True
    with np.errstate(over="ignore"):
        z = getattr(np, op)(x, axis=dim, dtype=y.dtype)
    return np.array_equal(y, z)


def scans(dtype, shape, order, byte_order, turn):
    """Each dimension, with one operation after the other."""
    x = make(dtype, shape)
    stored(x, order, byte_order)
    for dim in range(-1, max(1, x.ndim)):
        op = OPS[turn % len(OPS)]
        y = library.scan(op, x, dim)
        title = f"{op} {dtype} {shape} order {order}{byte_order} dim {dim}"
        judge(title, run(op, f"--dim={dim}", "-o", "out.npy", "in.npy"), y, order == "F")
        check(y is None or numpy_agrees(op, x, dim, y), f"{title}: not NumPy's")
        turn += 1
    return turn


def options(dtype, shape, order, turn):
    """Reverse, exclusive, with total, initial value, indices, other types and orders, through pipes
    too."""
    x = make(dtype, shape)
    stored(x, order, "<")
    op, dim = OPS[turn % len(OPS)], turn % max(1, x.ndim)
    target = [None, "i4", "f4", "f8", "c16", "u1"][turn % 6]
    flags, total = turn % 4, turn % 4 >= EXCLUSIVE and turn % 8 >= 4 and x.ndim > 0
    initial = 1 if turn % 3 == 0 else None
    index = op.startswith("cumm") and turn % 2 == 0
    arguments = [op, f"-d{dim}"]
    arguments += ["-r"] if flags & REVERSE else []
    arguments += ["--total" if total else "-x"] if flags & EXCLUSIVE else []
    arguments += ["--initial", "1"] if initial else []
    arguments += ["--dtype", "<" + target if target[1:] != "1" else "uint8"] if target else []
    arguments += ["--index", "index.npy"] if index else []
    expected = library.scan(op, x, dim, target and np.dtype(target), flags, initial, total, index)
    positions = None
    if index and expected:
        expected, positions = expected
    title = f"{arguments} of {dtype} {shape} order {order}"
    with open("in.npy", "rb") as file:
        content = file.read()
    judge(title, run(*arguments, "-o", "out.npy", "in.npy"), expected, order == "F")
    if positions is not None:
        check(np.array_equal(np.load("index.npy"), positions), f"{title}: indices")
        os.remove("index.npy")
    judge(
        title + " from a pipe",
        run(*arguments, "-o", "out.npy", stdin=content),
        expected,
        order == "F",
    )
    done = run(*arguments, stdin=content)
    with open("out.npy", "wb") as file:
        file.write(done.stdout)
    if expected is None:
        os.remove("out.npy")
    judge(title + " to a pipe", done, expected, order == "F")


def reductions(dtype, shape):
    x = make(dtype, shape)
    for order in "CF":
        stored(x, order, "<")
        for dims in (
            [None] + [(d,) for d in range(-x.ndim, x.ndim)] + ([(0, -1)] if x.ndim > 1 else [])
        ):
            for keepdims in (False, True):
                arguments = ["logsumexp", "-o", "out.npy", "in.npy"]
                arguments += ["--dim", ",".join(map(str, dims))] if dims else []
                arguments += ["--keepdims"] if keepdims else []
                done = run(*arguments)
                title = f"{arguments} of {dtype} {shape} order {order}"
                judge(title, done, library.logsumexp(x, dims, keepdims), order == "F")


def additions():
    """Log-add-exp of arrays of several types, repeated to each other's shape."""
    for kinds, result in (
        (("f8", "f8"), "f8"),
        (("f4", "f8"), "f8"),
        (("i4", "u1"), "f4"),
        (("f2", "f2"), "f2"),
        (("f2", "i8"), "f4"),
        (("c8", "f8"), "c16"),
    ):
        for shapes in (
            ((3, 4), (3, 4)),
            ((3, 4), (4,)),
            ((2, 1, 4), (3, 1)),
            ((), (5,)),
            ((0,), (1,)),
        ):
            a, b = (make(np.dtype(k), s) for k, s in zip(kinds, shapes))
            np.save("in.npy", a)
            np.save("other.npy", b)
            done = run("logaddexp", "in.npy", "other.npy", "-o", "out.npy")
            judge(
                f"logaddexp of {kinds} {shapes}",
                done,
                library.logaddexp(a, b, np.dtype(result)),
                False,
            )
    np.save("in.npy", np.zeros((2, 3)))
    np.save("other.npy", np.zeros((2, 2)))
    cli.expect_error(["logaddexp", "in.npy", "other.npy"], 1, ["in.npy and other.npy", "shapes"])


def recurrences():
    """Linear recurrences of coefficients and addends of several types, repeated to each other's
    shape."""
    for kinds, result in (
        (("f8", "f8"), "f8"),
        (("f4", "f8"), "f8"),
        (("i4", "u1"), "i8"),
        (("u8", "u8"), "u8"),
        (("i2", "f4"), "f4"),
        (("f2", "f2"), "f2"),
        (("c8", "i8"), "c8"),
    ):
        for shapes in (
            ((3, 4), (3, 4)),
            ((), (3, 4)),
            ((4,), (3, 4)),
            ((3, 4), (1,)),
            ((2, 1, 4), (3, 1)),
        ):
            a, b = (make(np.dtype(k), s) for k, s in zip(kinds, shapes))
            np.save("in.npy", a)
            np.save("other.npy", b)
            for dim, reverse, initial in ((-1, False, None), (0, True, 3), (-1, True, None)):
                arguments = ["recurrence", "in.npy", "other.npy", "-o", "out.npy", "-d", str(dim)]
                arguments += ["--reverse"] if reverse else []
                arguments += ["--initial", str(initial)] if initial is not None else []
                judge(
                    f"{arguments} of {kinds} {shapes}",
                    run(*arguments),
                    library.recurrence(a, b, dim, np.dtype(result), int(reverse), initial),
                    False,
                )
    np.save("in.npy", np.zeros((2, 3)))
    np.save("other.npy", np.zeros((2, 2)))
    cli.expect_error(["recurrence", "in.npy", "other.npy"], 1, ["in.npy and other.npy", "shapes"])
    cli.expect_error(["recurrence", "in.npy", "in.npy", "-d2"], 1, ["--dim 2 of 2 dimensions"])


def gradients():
    """Of every scan, with its options, and of logsumexp; of several types and orders in memory."""
    turn = 0
    for (kind, of_g), result in (
        (("f8", "f8"), "f8"),
        (("f4", "f4"), "f4"),
        (("f2", "f8"), "f8"),
        (("i4", "u1"), "f4"),
        (("c8", "f8"), "c16"),
        (("f8", "c8"), "c16"),
    ):
        for shape in ((7,), (3, 5), (2, 3, 4), (0,), ()):
            for op in OPS:
                dim, flags, initial = (
                    turn % max(1, len(shape)),
                    turn % 4,
                    1 if turn % 3 == 0 else None,
                )
                total = bool(flags & EXCLUSIVE and turn % 8 >= 4 and shape)
                order = "CF"[turn // 2 % 2] if len(shape) > 1 else "C"
                longer = tuple(n + (total and d == dim) for d, n in enumerate(shape))
                x, g = make(np.dtype(kind), shape), make(np.dtype(of_g), longer)
                stored(x, order, "<>"[turn // 4 % 2])
                np.save("other.npy", np.asarray(g, order="FC"[turn // 8 % 2]))
                arguments = [op, f"-d{dim}", "--gradient", "other.npy", "in.npy", "-o", "out.npy"]
                arguments += ["-r"] if flags & REVERSE else []
                arguments += ["--total" if total else "-x"] if flags & EXCLUSIVE else []
                arguments += ["-i1"] if initial else []
                judge(
                    f"{arguments} of {kind} {of_g} {shape}",
                    run(*arguments),
                    library.gradient(op, x, g, dim, np.dtype(result), flags, initial),
                    order == "F",
                )
                turn += 1
            x = make(np.dtype(kind), shape)
            stored(x, "C", "<")
            for dims in [None] + [(d,) for d in range(len(shape))]:
                left = tuple(n for d, n in enumerate(shape) if dims and d not in dims)
                g = make(np.dtype(of_g), left)
                np.save("other.npy", g)
                arguments = ["logsumexp", "--gradient", "other.npy", "in.npy", "-o", "out.npy"]
                arguments += ["-d", ",".join(map(str, dims))] if dims else []
                judge(
                    f"{arguments} of {kind} {of_g} {shape}",
                    run(*arguments),
                    library.gradient_of_reduction(x, g, dims, np.dtype(result)),
                    False,
                )
    np.save("in.npy", np.array([2.0, 0, 3, 4]))
    done = run(
        "cumprod", "--gradient", "-", "in.npy", "--to", "text", stdin=open("in.npy", "rb").read()
    )
    check(done.stdout == b"2\n114\n0\n0\n", f"a gradient from standard input: {done}")
    np.save("other.npy", np.zeros(5))
    cli.expect_error(["cumsum", "--gradient", "other.npy", "in.npy"], 1, ["in.npy", "shape"])
    cli.expect_error(["cummax", "--gradient", "other.npy", "in.npy"], 1, ["in.npy", "shape"])


def orders():
    """--order turns the result, not its values."""
    x = make(np.dtype("f8"), (3, 4, 5))
    for order in "CF":
        stored(x, order, "<")
        for wanted in "CF":
            done = run("cumsum", "-d1", "--order", wanted, "-o", "out.npy", "in.npy")
            judge(f"order {order} to {wanted}", done, library.scan("cumsum", x, 1), wanted == "F")
        done = run("cumsum", "-d1", "--to", "text", "in.npy")
        y = np.array([line.split() for line in done.stdout.decode().splitlines()], float)
        check(
            np.array_equal(y, library.scan("cumsum", x, 1).reshape(12, 5)), f"text, order {order}"
        )


def headers():
    """Versions 2.0 and 3.0 from NumPy itself, data at odd places, in place."""
    x = make(np.dtype("f8"), (3, 4))
    expected = library.scan("cumsum", x, 1)
    for version in ((1, 0), (2, 0), (3, 0)):
        with open("in.npy", "wb") as file:
            np.lib.format.write_array(file, x, version)
        judge(f"version {version}", run("cumsum", "in.npy", "-o", "out.npy"), expected, False)
    for padding in range(9):
        text = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }" + " " * padding
        with open("in.npy", "wb") as file:
            file.write(cli.npy_header(text) + x.tobytes())
        judge(f"{padding} spaces", run("cumsum", "in.npy", "-o", "out.npy"), expected, False)
    np.save("out.npy", x)
    judge("in place", run("cumsum", "out.npy", "-o", "out.npy"), expected, False)


def main():
    turn = 0
    dtypes = [np.dtype(name) for name in NAMES if name]
    for number, dtype in enumerate(dtypes):
        for shape in SHAPES:
            for order in "CF" if len(shape) > 1 else "C":
                for byte_order in "<>" if dtype.itemsize > 1 else "|":
                    turn = scans(dtype, shape, order, byte_order, turn)
                options(dtype, shape, order, turn + number)
    for dtype in "f2", "f4", "f8", "c8", "c16", "i2", "?":
        for shape in (), (7,), (0,), (2, 3, 4):
            reductions(np.dtype(dtype), shape)
    additions()
    recurrences()
    gradients()
    orders()
    headers()
    check(not cli.leftovers(), f"left behind: {cli.leftovers()}")


if __name__ == "__main__":
    with cli.Folder():
        main()
    cli.finish()
