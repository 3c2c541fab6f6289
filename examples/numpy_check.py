#!/usr/bin/env python3
"""lanescan_numpy against NumPy itself: every type, axis, option and way to look at an array; what
is refused."""

import itertools
import os
import sys

import numpy as np

import lanescan_numpy as ls

random = np.random.default_rng(1)
checks = 0


def check(holds, *what):
    global checks
    checks += 1
    if not holds:
        sys.exit(f"WRONG: {what}")


def raises(error, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except error:
        return check(True)
    check(False, "no", error.__name__, function.__name__, named)


def sample(shape, dtype):
    if dtype.kind in "?b":
        return random.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        return random.integers(0, 100, shape).astype(dtype)
    values = random.integers(-3, 4, shape) / 4  # sums and products of few are exact in every type
    return (
        values + 1j * random.integers(-3, 4, shape) / 4 if dtype.kind == "c" else values
    ).astype(dtype)


def views(shape, dtype):
    """Arrays of this shape that lie in memory in different ways."""
    yield sample(shape, dtype)
    yield sample(shape[::-1], dtype).T
    yield sample([2 * n for n in shape], dtype)[tuple(slice(None, None, -2) for _ in shape)]
    yield np.broadcast_to(sample([1] + list(shape[1:]), dtype), shape)


def flip(array, axis, reverse):
    return np.flip(array, axis) if reverse else array


def expected(x, axis, kind, reverse, exclusive, function, identity):
    y = flip(function(flip(x, axis, reverse), axis=axis, dtype=kind), axis, reverse)
    if exclusive:
        y = flip(y, axis, reverse)
        first = np.full_like(np.take(y, [0], axis), identity)
        y = np.concatenate([first, np.take(y, range(y.shape[axis] - 1), axis)], axis)
        y = flip(y, axis, reverse)
    return y


def check_sums_and_products():
    for dtype, reverse, exclusive in itertools.product(
        ls.DTYPES.values(), (False, True), (False, True)
    ):
        for x in views((3, 4, 5), dtype):
            for axis in (0, 1, 2, -1):
                for ours, numpys, identity in (
                    (ls.cumsum, np.cumsum, 0),
                    (ls.cumprod, np.cumprod, 1),
                ):
                    y = ours(x, axis, reverse=reverse, exclusive=exclusive)
                    wide = np.clongdouble if y.dtype.kind == "c" else np.longdouble
                    kind = y.dtype if y.dtype.kind in "iu" else wide
                    wanted = expected(x, axis, kind, reverse, exclusive, numpys, identity).astype(
                        y.dtype
                    )
                    check(
                        np.array_equal(y, wanted),
                        ours.__name__,
                        dtype,
                        axis,
                        reverse,
                        exclusive,
                        x.strides,
                    )


def check_extremes():
    for dtype in (d for d in ls.DTYPES.values() if d.kind != "c"):
        for x in views((6, 7), dtype):
            for axis, (ours, numpys) in itertools.product(
                (0, 1), ((ls.cummax, np.maximum), (ls.cummin, np.minimum))
            ):
                values, where = ours(x, axis, index=True)
                check(
                    np.array_equal(values, numpys.accumulate(x, axis)), ours.__name__, dtype, axis
                )
                check(
                    np.array_equal(np.take_along_axis(x, where, axis), values), "index", dtype, axis
                )
                places = np.arange(x.shape[axis]).reshape((-1, 1) if axis == 0 else (1, -1))
                latest = np.maximum.accumulate(np.where(x == values, places, -1), axis)
                check(np.array_equal(where, latest), "the latest of equal ones", dtype, axis)


def check_logs():
    for dtype, bound in ((np.float32, 1e-6), (np.float64, 1e-14)):
        x = (20 * random.standard_normal((30, 400))).astype(dtype)
        wide = x.astype(np.longdouble)
        y = ls.logcumsumexp(x.T, axis=0)
        wanted = np.log(np.cumsum(np.exp(wide), axis=1)).T
        check(np.allclose(y, wanted, rtol=bound, atol=bound), "logcumsumexp", dtype)
        for axis in (0, 1, -2, (0, 1), None):
            for keepdims in (False, True):
                axes = axis if axis is None or isinstance(axis, tuple) else (axis,)
                wanted = np.log(np.sum(np.exp(wide), axis=axes, keepdims=keepdims))
                y = ls.logsumexp(x, axis, keepdims=keepdims)
                check(y.shape == wanted.shape, "shape", axis, keepdims)
                check(np.allclose(y, wanted, rtol=bound, atol=bound), "logsumexp", dtype, axis)
        check(
            np.allclose(
                ls.logaddexp(x, x[:, :1]), np.logaddexp(wide, wide[:, :1]), rtol=bound, atol=bound
            ),
            "logaddexp",
        )


def check_outputs():
    x = sample((4, 6), np.dtype("f4"))
    room = np.full((8, 12), 7, "f4")
    out = room[::-2, 1::2]
    check(ls.cumsum(x, 1, out=out) is out, "out is returned")
    check(np.array_equal(room[::-2, 1::2], np.cumsum(x, 1)), "a strided output")
    check((room[::2] == 7).all() and (room[:, ::2] == 7).all(), "gaps are untouched")
    check(ls.cumsum(x, 0, out=np.empty((4, 6))).dtype == np.float64, "the output's type decides")
    check(ls.cumsum(x, 0, dtype="f8").dtype == np.float64, "dtype")
    check(np.array_equal(ls.cumsum(x, 1, total=True)[:, 1:], np.cumsum(x, 1)), "total")
    check(np.array_equal(ls.cumsum(x, 1, initial=10), 10 + np.cumsum(x, 1)), "initial")
    before = x.copy()
    ls.cumsum(x.T, 0, out=x.T)
    check(np.array_equal(x, np.cumsum(before, 1)), "in place")
    check(
        ls.cumsum(np.empty((0, 3))).shape == (0, 3) and ls.cumsum(np.float32(3)) == 3, "empty, 0-d"
    )


def check_refusals():
    x = sample((4, 6), np.dtype("f8"))
    raises(ls.LanescanError, ls.cumsum, x, axis=2)
    raises(ls.LanescanError, ls.cumsum, x[:-1], axis=0, out=x[1:])
    raises(ls.LanescanError, ls.cumsum, x, out=np.empty((4, 5)))
    raises(
        ls.LanescanError,
        ls.cumsum,
        x,
        out=np.lib.stride_tricks.as_strided(x.copy(), (4, 6), (0, 8)),
    )
    raises(ls.LanescanError, ls.logcumsumexp, x, dtype="i4")
    raises(TypeError, ls.cumsum, x.astype(">f8"))
    raises(TypeError, ls.cumsum, np.array(["a"]))
    raises(ValueError, ls.cumsum, x, out=np.broadcast_to(x, (4, 6)))
    raises(ValueError, ls.cumsum, np.zeros(5, [("a", "i4"), ("b", "f8")])["b"])
    raises(ValueError, ls.cumsum, x, dtype="f4", out=np.empty((4, 6)))
    os.environ["LANESCAN_LIBRARY"] = "/nonexistent/liblanescan.so"
    raises(ImportError, ls._load)


for function in (
    check_sums_and_products,
    check_extremes,
    check_logs,
    check_outputs,
    check_refusals,
):
    function()
ls.main()
print(f"verified: {checks} comparisons with NumPy")
