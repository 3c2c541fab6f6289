"""What NumPy's functions give, over types, shapes, axes, ways to lie in memory, and options."""

import array
import warnings

import numpy as np
import pytest

import lanescan
from conftest import ALL, FLOATING, REAL, SCANS, layouts, options, same, sample


def result_type(name, dtype):
    if name in ("cumulative_sum", "cumulative_prod"):
        return (
            np.add.accumulate(np.empty(0, dtype)).dtype if dtype.kind != "b" else np.dtype(np.int64)
        )
    return dtype.newbyteorder("=")


def identity(name, dtype):
    if SCANS[name][2] is not None:
        return SCANS[name][2]
    highest = name == "cumulative_min"
    if dtype.kind == "b":
        return highest
    if dtype.kind == "f":
        return np.inf if highest else -np.inf
    return np.iinfo(dtype).max if highest else np.iinfo(dtype).min


def expected(name, x, axis, reverse, kind, initial):
    """NumPy's scan of what is put together before it, as the definition says."""
    dtype = result_type(name, x.dtype)
    begin = identity(name, dtype) if initial is None else initial
    wide = {"f": np.longdouble, "c": np.clongdouble}.get(dtype.kind, dtype)
    lines = np.moveaxis(np.asarray(x, wide), axis, -1)
    if reverse:
        lines = lines[..., ::-1]
    first = np.full((*lines.shape[:-1], 1), begin, wide)
    y = SCANS[name][1].accumulate(np.concatenate([first, lines], axis=-1), axis=-1, dtype=wide)
    y = {"all": y[..., 1:], "exclusive": y[..., :-1], "include_initial": y}[kind]
    if reverse:
        y = y[..., ::-1]
    return np.moveaxis(y, -1, axis).astype(dtype)


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        (name, dtype)
        for name in SCANS
        for dtype in ALL
        if dtype.kind != "c" or name in ("cumulative_sum", "cumulative_prod")
    ],
)
def test_scans(random, name, dtype):
    for shape, axes in (
        ((6,), (0, -1)),
        ((3, 5), (0, 1)),
        ((3, 4, 5), (0, 1, -1)),
        ((0, 3), (0, 1)),
        ((2, 0), (0, 1)),
    ):
        for layout, x in layouts(random, shape, dtype):
            if dtype.kind == "b" and layout == "other byte order":
                continue
            for axis in axes:
                for reverse, kind, initial in options():
                    if dtype.kind == "b" and initial is not None and name.endswith(("max", "min")):
                        initial = False
                    given = {} if kind == "all" else {kind: True}
                    before = x.copy()
                    y = getattr(lanescan, name)(
                        x, axis=axis, reverse=reverse, initial=initial, **given
                    )
                    same(y, expected(name, x, axis, reverse, kind, initial))
                    assert np.array_equal(x, before), layout
                    short = getattr(lanescan, SCANS[name][0])
                    same(short(x, axis, reverse=reverse, initial=initial, **given), y)


@pytest.mark.parametrize("name", SCANS)
def test_axis_none(random, name):
    for _, x in layouts(random, (3, 4), np.dtype("i4")):
        wanted = SCANS[name][1].accumulate(
            x.ravel(), dtype=result_type(name, x.dtype.newbyteorder("="))
        )
        same(getattr(lanescan, SCANS[name][0])(x), wanted)
        with pytest.raises(ValueError, match="axis is required"):
            getattr(lanescan, name)(x)


def test_order_of_memory_is_kept(random):
    for _, x in layouts(random, (4, 3), np.dtype("f8")):
        y = lanescan.cumulative_sum(x, axis=0)
        wanted = np.add.accumulate(x, axis=0)
        assert y.flags.c_contiguous == wanted.flags.c_contiguous or not x.flags.f_contiguous
        assert y.base is None


@pytest.mark.parametrize("name", ["cumulative_max", "cumulative_min"])
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_indices(random, name, dtype):
    ufunc = SCANS[name][1]
    for _, x in layouts(random, (6, 7), dtype):
        if dtype.kind == "f" and x.flags.writeable:
            x[random.integers(0, 6, 3), random.integers(0, 7, 3)] = np.nan
        for axis in (0, 1):
            result = getattr(lanescan, name)(x, axis=axis, index=True)
            values, indices = result
            assert values is result.values and indices is result.indices
            same(values, ufunc.accumulate(x, axis).astype(dtype))
            places = np.expand_dims(np.arange(x.shape[axis]), 1 - axis)
            hits = (x == values) | ((x != x) & (values != values))
            same(indices, np.maximum.accumulate(np.where(hits, places, -1), axis))
            out = np.empty(x.shape, dtype), np.empty(x.shape, np.int64)
            pair = getattr(lanescan, name)(x, axis=axis, index=True, out=out)
            assert pair.values is out[0] and pair.indices is out[1]
            same(out[0], values)
            same(out[1], indices)
            pair = getattr(lanescan, name)(x, axis=axis, index=True, out=(None, out[1]))
            assert pair.indices is out[1]
            same(pair.values, values)


WITH_LOGS = {**SCANS, "cumulative_logsumexp": ("logcumsumexp", np.logaddexp, None)}


@pytest.mark.parametrize("name", WITH_LOGS)
def test_scans_into_a_tuple(name):
    """out=(y,), as NumPy's ufuncs take it: y is written, and is the result."""
    x = np.array([[1.0, 3.0, 2.0], [4.0, 0.5, 5.0]])
    short_name, ufunc, _ = WITH_LOGS[name]
    wanted = np.empty_like(x)
    assert ufunc.accumulate(x, axis=1, out=(wanted,)) is wanted
    for function in (getattr(lanescan, name), getattr(lanescan, short_name)):
        y = np.empty_like(x)
        assert function(x, axis=1, out=(y,)) is y
        assert np.allclose(y, wanted, rtol=1e-15)
        same(function(x, axis=1, out=(None,)), y)


def test_others_into_a_tuple():
    x, y, wanted, scalar = np.array([1.0, 3.0, 2.0]), np.empty(3), np.empty(3), np.empty(())
    swapped, buffer = np.empty(3, ">f8"), array.array("d", [0.0] * 3)
    assert np.logaddexp(x, 1.0, out=(wanted,)) is wanted
    assert lanescan.logaddexp(x, 1.0, out=(y,)) is y
    assert np.allclose(y, wanted, rtol=1e-15)
    assert lanescan.logsumexp(x, out=(scalar,)) is scalar
    assert scalar == lanescan.logsumexp(x)
    assert lanescan.linear_recurrence(0.5, x, out=(y,)) is y
    assert y.tolist() == [1.0, 3.5, 3.75]
    assert lanescan.Stream("cumulative_sum", "f8").push(x, out=(y,)) is y
    assert y.tolist() == [1.0, 4.0, 6.0]
    assert lanescan.cumsum(x, None, None, (swapped,)) is swapped
    assert lanescan.cumsum(x, out=(buffer,)) is buffer
    assert swapped.tolist() == buffer.tolist() == [1.0, 4.0, 6.0]


def close(result, wanted, dtype):
    assert result.dtype == dtype
    wanted = np.asarray(wanted)
    assert result.shape == wanted.shape
    kind = dtype.type(0).real.dtype
    assert np.allclose(
        np.asarray(result, wanted.dtype),
        wanted,
        rtol=4 * np.finfo(kind).eps,
        atol=4 * np.finfo(kind).eps,
    )


@pytest.mark.parametrize("dtype", FLOATING, ids=str)
def test_log_sums(random, dtype):
    for _, x in layouts(random, (6, 7), dtype):
        wide = x.astype(np.longdouble if dtype.kind == "f" else np.clongdouble)
        for axis in (0, 1):
            y = lanescan.cumulative_logsumexp(x, axis=axis)
            if dtype.kind == "c":  # whose phase may be wrapped
                y = np.exp(y.astype(wide.dtype)).astype(dtype)
                close(y / 8, np.cumsum(np.exp(wide), axis=axis) / 8, dtype)
            else:
                close(y, np.log(np.cumsum(np.exp(wide), axis=axis)), dtype)
        for axis in (0, 1, -2, (0, 1), (1, 0), None):
            for keepdims in (False, True):
                wanted = np.log(np.sum(np.exp(wide), axis=axis, keepdims=keepdims))
                close(lanescan.logsumexp(x, axis, keepdims=keepdims), wanted, dtype)
                out = np.empty(wanted.shape, dtype)
                assert lanescan.logsumexp(x, axis, keepdims=keepdims, out=out) is out
                close(out, wanted, dtype)
        for other in (x, x[:1], x[:, -1:], x[0], x[0, 0]):
            wanted = np.log(np.exp(wide) + np.exp(other.astype(wide.dtype)))
            y = lanescan.logaddexp(x, other)
            if dtype.kind == "c":
                y, wanted = np.exp(y), np.exp(wanted)
                close((y / 8).astype(dtype), wanted / 8, dtype)
            else:
                close(y, wanted, dtype)
                close(lanescan.logaddexp(other, x), wanted, dtype)


def test_integers_become_float64():
    for dtype in (d for d in REAL if d.kind in "biu"):
        x = np.array([[0, 1], [1, 1]], dtype)
        for y in (
            lanescan.cumulative_logsumexp(x, axis=0),
            lanescan.logsumexp(x, 0),
            lanescan.logaddexp(x, x),
        ):
            assert y.dtype == np.float64
    assert lanescan.logsumexp(np.array([1, 1], np.int8)) == 1 + np.log(2)


def test_types_of_logaddexp():
    f4, f8, i8 = np.zeros(2, "f4"), np.zeros(2, "f8"), np.zeros(2, "i8")
    for a, b in (
        (f4, f8),
        (f4, 0.0),
        (0, f4),
        (f4, i8),
        (f8, 1),
        (f4, np.float64(0)),
        (f4, 0j),
        (np.zeros(2, "f2"), f4),
    ):
        wanted = np.result_type(a, b)
        assert lanescan.logaddexp(a, b).dtype == wanted, (a, b)
    assert isinstance(lanescan.logaddexp(0, 0.0), np.float64)
    assert lanescan.logaddexp(f4, f4, dtype="f8").dtype == np.float64


@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_dtype_and_out_decide(random, dtype):
    x = sample(random, (4, 5), dtype)
    for kind in ("f4", "f8", "c16") if dtype.kind != "c" else ("c8", "c16"):
        wanted = np.cumsum(x.astype(kind), axis=1)
        same(lanescan.cumulative_sum(x, axis=1, dtype=kind), wanted)
        same(lanescan.cumulative_sum(x, axis=1, dtype=np.dtype(kind)), wanted)
        out = np.empty((4, 5), kind)
        assert lanescan.cumulative_sum(x, axis=1, out=out) is out
        same(out, wanted)
    if dtype.kind != "c":
        same(
            lanescan.cumulative_sum(x, axis=1, dtype=np.int8),
            np.cumsum(x.astype(np.int8), axis=1, dtype=np.int8),
        )


@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_outputs_of_any_layout(random, dtype):
    x = sample(random, (3, 4), dtype)
    for layout, out in layouts(random, (3, 4), dtype):
        kind = np.int8 if dtype.kind == "b" else dtype
        if layout in ("read-only", "repeated") or dtype.kind == "b":
            continue
        assert lanescan.cumsum(x, 0, out=out) is out
        assert np.array_equal(out, np.cumsum(x, axis=0, dtype=kind)), layout


def test_in_place(random):
    for view in (np.s_[:], np.s_[::-2, ::3], np.s_[:, ::-1]):
        room = sample(random, (8, 9), np.dtype("f8"))
        before = room.copy()
        x = room[view]
        wanted = np.cumsum(x, axis=0)
        assert lanescan.cumsum(x, 0, out=x) is x
        same(x, wanted)
        x[...] = before[view]
        same(room, before)


def test_shapes():
    for zero in (5.0, np.float64(5), np.array(5.0)):
        same(lanescan.cumulative_sum(zero), np.cumsum(zero))
        same(lanescan.cumsum(zero, axis=-1), np.cumsum(zero, axis=-1))
    same(lanescan.cumsum([[1, 2], [3, 4]]), np.cumsum([[1, 2], [3, 4]]))
    same(lanescan.cumulative_sum(np.empty((0, 3)), axis=1), np.empty((0, 3)))
    same(lanescan.cumulative_sum(np.empty((0, 3)), axis=0, include_initial=True), np.zeros((1, 3)))
    assert isinstance(lanescan.logsumexp([1.0, 2.0]), np.float64)
    assert lanescan.logsumexp(np.empty(0)) == -np.inf
    x = np.zeros((1,) * 32)
    assert lanescan.cumulative_sum(x, axis=-1).shape == x.shape


class Labelled(np.ndarray):
    """A subclass that keeps an attribute, as libraries of units do."""

    def __array_finalize__(self, other):
        self.label = getattr(other, "label", None)


def test_subclasses():
    x = np.arange(6.0).reshape(2, 3).view(Labelled)
    x.label = "metres"
    y = lanescan.cumulative_sum(x, axis=1)
    assert type(y) is Labelled and y.label == "metres"
    same(y, np.cumsum(np.arange(6.0).reshape(2, 3), axis=1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert type(lanescan.cumsum(np.matrix([[1, 2], [3, 4]]), 0)) is np.matrix
    pair = lanescan.cummax(x, 1, index=True)
    assert type(pair.values) is Labelled
    with pytest.raises(TypeError, match="masks"):
        lanescan.cumulative_sum(np.ma.masked_array([1.0, 2.0], [0, 1]))
    out = np.empty((2, 3)).view(Labelled)
    assert lanescan.cumsum(x, 1, out=out) is out


class Wrapping(np.ndarray):
    """Says how it was called."""

    def __array_wrap__(self, result, context=None, return_scalar=False):
        return type(result), result.shape, context, return_scalar


class OldWrapping(np.ndarray):
    def __array_wrap__(self, result, context):
        return {"result": result, "context": context}


class WrongWrapping(np.ndarray):
    def __array_wrap__(self, result, context=None, return_scalar=False):
        raise TypeError("mine")


def test_array_wrap(tmp_path):
    """It is called as by NumPy: a result without dimensions may be a scalar."""
    x = np.arange(3.0)
    assert lanescan.logsumexp(x.view(Wrapping)) == (np.ndarray, (), None, True)
    assert lanescan.cumsum(x.view(Wrapping)) == (np.ndarray, (3,), None, False)
    zero = np.array(1.0).view(Wrapping)
    assert lanescan.logaddexp(zero, 1.0) == (np.ndarray, (), None, True)
    old = lanescan.cumsum(x.view(OldWrapping))
    assert old["context"] is None
    same(old["result"], np.cumsum(x))
    with pytest.raises(TypeError, match="mine"):
        lanescan.cumsum(x.view(WrongWrapping))
    mapped = np.memmap(tmp_path / "file", "f8", "w+", shape=3)
    assert type(lanescan.logsumexp(mapped)) is type(np.logaddexp.reduce(mapped))
    assert type(lanescan.cumsum(mapped)) is type(np.add.accumulate(mapped))


def test_initial():
    x = np.ones(3, np.float32)
    for initial in (2, 2.0, True, np.float64(2), np.array(2.0), np.int8(2)):
        y = lanescan.cumulative_sum(x, initial=initial)
        same(y, (np.float32(initial) + np.arange(1, 4)).astype(np.float32))
    same(
        lanescan.cumulative_sum(np.ones(2, np.uint8), dtype="u1", initial=255),
        np.array([0, 1], np.uint8),
    )
    same(lanescan.cumulative_sum(np.ones(2), dtype="c16", initial=1j), np.array([1 + 1j, 2 + 1j]))
    for initial, dtype, error in (
        (2.5, "i8", TypeError),
        (1j, "f8", TypeError),
        ("a", "f8", (TypeError, ValueError)),
        ([1.0, 2.0], "f8", TypeError),
        (np.float64(2), "i8", TypeError),
    ):
        with pytest.raises(error):
            lanescan.cumulative_sum(np.ones(3), dtype=dtype, initial=initial)


def fits(number, kind):
    return np.iinfo(kind).min <= number <= np.iinfo(kind).max


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
def test_integers_of_any_kind_as_initial(kind):
    """What fits is taken, whoever's integer it is; what does not is the same error."""
    low, high = int(np.iinfo(kind).min), int(np.iinfo(kind).max)
    x = np.full(2, low, kind)
    for initial in (low, 1, high, low - 1, high + 1, -(2**63), 2**64 - 1):
        others = [np.dtype(dtype) for dtype in ("i1", "i8", "u8") if fits(initial, dtype)]
        for given in (
            initial,
            *(dtype.type(initial) for dtype in others),
            *(np.array(initial, dtype) for dtype in others),
        ):
            if fits(initial, kind):
                same(lanescan.cummax(x, initial=given), np.full(2, initial, kind))
                continue
            for call in (
                lambda: lanescan.cummax(x, initial=given),
                lambda: lanescan.linear_recurrence(1, x, dtype=kind, initial=given),
                lambda: lanescan.Stream("cummax", kind, initial=given),
            ):
                text = f"^{initial} is not a number that {np.dtype(kind)} can hold$"
                with pytest.raises(OverflowError, match=text):
                    call()


def test_a_call_after_errors_is_as_before(random):
    x = sample(random, (4, 5), np.dtype("f4"))
    with pytest.raises(IndexError):
        lanescan.cumulative_sum(x, axis=2)
    same(lanescan.cumulative_sum(x, axis=1), np.cumsum(x, axis=1))
