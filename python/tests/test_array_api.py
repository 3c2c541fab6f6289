"""cumulative_sum and cumulative_prod as the array API standard has them, over what hypothesis
finds: keyword-only arguments, which may be given as their defaults, the default types, shapes, and
each element against the fold of exact numbers.

The standard's own suite, array-api-tests, is in no registry of packages; these are in its place."""

import inspect
import math
from fractions import Fraction

import numpy as np
import pytest

import lanescan

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import example, given, settings, strategies as st  # noqa: E402
from hypothesis.extra import numpy as arrays  # noqa: E402

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
FLOATS = ["f4", "f8"]
COMPLEX = ["c8", "c16"]


@st.composite
def cases(draw):
    dtype = np.dtype(draw(st.sampled_from(INTEGERS + FLOATS + COMPLEX)))
    shape = draw(arrays.array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=6))
    special = draw(st.booleans())
    elements = {"allow_nan": special, "allow_infinity": special} if dtype.kind in "fc" else {}
    x = draw(arrays.arrays(dtype, shape, elements=arrays.from_dtype(dtype, **elements)))
    x = x[tuple(slice(None, None, draw(st.sampled_from([1, -1, 2]))) for _ in shape)]
    axes = st.integers(-x.ndim, x.ndim - 1)
    named = {"axis": draw(axes if x.ndim > 1 else axes | st.none())}
    if x.ndim == 1 and draw(st.booleans()):
        del named["axis"]
    given_type = draw(st.sampled_from(["default", "None", "another"]))
    if given_type == "None":
        named["dtype"] = None
    if given_type == "another":
        kinds = {"i": "iu", "u": "iu", "f": "f", "c": "c"}[dtype.kind]
        named["dtype"] = np.dtype(
            draw(
                st.sampled_from(
                    [d for d in INTEGERS + FLOATS + COMPLEX if np.dtype(d).kind in kinds]
                )
            )
        )
    if draw(st.booleans()):
        named["include_initial"] = draw(st.booleans())
    return x, named


def type_of(x, named):
    default = {"i": np.dtype("i8"), "u": np.dtype("u8")}.get(x.dtype.kind, x.dtype)
    return named.get("dtype") or default


def axis_of(named):
    return named.get("axis") or 0


def shape_of(x, named):
    shape = list(x.shape)
    shape[axis_of(named)] += named.get("include_initial", False)
    return tuple(shape)


def wrapped(number, dtype):
    low = np.iinfo(dtype).min
    return (number - low) % (1 << 8 * dtype.itemsize) + low


def lines(a, named):
    return np.moveaxis(a, axis_of(named), -1).reshape(-1, a.shape[axis_of(named)])


def converted(x, y, named):
    with np.errstate(over="ignore"):
        return lines(x.astype(y.dtype), named)


@settings(max_examples=200, deadline=None, database=None)
@given(cases())
@example((np.array([3.4028235e38j], "c8"), {}))
@example((np.array([0.1, 3.4028234e38, -3.4028234e38], "f4"), {}))
def test_cumulative_sum(case):
    x, named = case
    y = lanescan.cumulative_sum(x, **named)
    assert y.dtype == type_of(x, named)
    assert y.shape == shape_of(x, named)
    if x.size == 0:
        assert (y == 0).all()
        return
    for x_line, y_line in zip(converted(x, y, named), lines(y, named)):
        y_line = y_line.tolist()
        if named.get("include_initial"):
            assert y_line.pop(0) == 0
        for part in ("real", "imag") if y.dtype.kind == "c" else ("real",):
            check_sums(
                [getattr(v, part) for v in x_line.tolist()],
                [getattr(v, part) for v in y_line],
                y.dtype,
            )


def check_sums(x, y, dtype):
    total, size = Fraction(0), Fraction(0)
    kind = dtype if dtype.kind in "iu" else np.dtype(dtype.type(0).real.dtype)
    for element, result in zip(x, y):
        if not math.isfinite(element):  # as it was found, or rounded to float32
            return
        total += Fraction(element)
        size += abs(Fraction(element))
        if dtype.kind in "iu":
            assert result == wrapped(int(total), dtype)
            continue
        if size > np.finfo(kind).max:
            return
        bound = 4 * Fraction(2) ** -52 * size
        if kind.itemsize == 4:
            # the largest float has no next one
            below = np.nextafter(np.float32(abs(total)), np.float32(0))
            bound += Fraction(float(np.spacing(below)))
        assert abs(Fraction(result) - total) <= bound


@settings(max_examples=200, deadline=None, database=None)
@given(cases())
def test_cumulative_prod(case):
    x, named = case
    y = lanescan.cumulative_prod(x, **named)
    assert y.dtype == type_of(x, named)
    assert y.shape == shape_of(x, named)
    if x.size == 0:
        assert (y == 1).all()
        return
    if y.dtype.kind == "c":
        return
    tiny = 0 if y.dtype.kind in "iu" else float(np.finfo(y.dtype).tiny)
    for x_line, y_line in zip(converted(x, y, named), lines(y, named)):
        product, y_line = Fraction(1), y_line.tolist()
        if named.get("include_initial"):
            assert y_line.pop(0) == 1
        for element, result in zip(x_line.tolist(), y_line):
            if not math.isfinite(element):
                break
            product *= Fraction(element)
            if y.dtype.kind in "iu":
                assert result == wrapped(int(product), y.dtype)
            elif product and not tiny < abs(product) < float(np.finfo(y.dtype).max):
                break
            else:
                eps = Fraction(2) ** (-23 if y.dtype.itemsize == 4 else -50)
                assert abs(Fraction(result) - product) <= eps * abs(product)


def test_signature():
    x = np.zeros((2, 3))
    for function in (lanescan.cumulative_sum, lanescan.cumulative_prod):
        first, *named = inspect.signature(function).parameters.values()
        assert first.kind is inspect.Parameter.POSITIONAL_ONLY
        for name, default in (("axis", None), ("dtype", None), ("include_initial", False)):
            (parameter,) = [p for p in named if p.name == name]
            assert parameter.kind is inspect.Parameter.KEYWORD_ONLY
            assert parameter.default is default
        with pytest.raises(TypeError):
            function(x, 0)
        with pytest.raises(TypeError):
            function(x=x, axis=0)
        with pytest.raises(ValueError):
            function(x)
