"""linear_recurrence: the plain loop's values where they are exact, over types, shapes, axes, ways
to lie in memory, and options; the bits of the C library."""

import array
import ctypes
from fractions import Fraction

import numpy as np
import pytest

import lanescan
from conftest import ALL, bits, data, layouts, same
from test_foreign import Exported


def result_type(dtype):
    return lanescan.cumsum(np.empty(0, dtype)).dtype


def small(random, x):
    """Small whole numbers in place, so that a few steps are exact in every type."""
    low = -1 if x.dtype.kind in "fci" else 0
    numbers = random.integers(low, 3, x.shape)
    x[...] = (
        numbers + 1j * random.integers(-1, 2, x.shape) if x.dtype.kind == "c" else numbers
    ).astype(x.dtype.newbyteorder("="))


def loop(a, b, axis, reverse, initial, dtype):
    """As the definition says; a and b broadcast, in a type in which nothing is rounded."""
    wide = {"f": np.longdouble, "c": np.clongdouble}.get(dtype.kind, dtype)
    a, b = (
        np.moveaxis(x, axis, 0)
        for x in np.broadcast_arrays(np.asarray(a).astype(dtype), np.asarray(b).astype(dtype))
    )
    y = np.empty(b.shape, wide)
    places = range(len(b))[::-1] if reverse else range(len(b))
    before = (
        None
        if initial is None
        else wide.type(initial)
        if isinstance(wide, np.dtype)
        else wide(initial)
    )
    for j in places:
        before = (
            b[j].astype(wide) if before is None else a[j].astype(wide) * before + b[j].astype(wide)
        )
        y[j] = before
    return np.moveaxis(y, 0, axis).astype(dtype)


@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_all_types_and_layouts(random, dtype):
    kind = result_type(dtype)
    for shape in ((6,), (3, 5), (2, 4, 3), (0, 3), (2, 0)):
        second = list(layouts(random, shape, dtype))
        for (_, a), (_, b) in zip(layouts(random, shape, dtype), second[3:] + second[:3]):
            for x in (a, b):
                if x.flags.writeable:
                    small(random, x)
            for axis in {0, len(shape) - 1, -1}:
                for reverse in (False, True):
                    for initial in (None, 2):
                        y = lanescan.linear_recurrence(a, b, axis, reverse=reverse, initial=initial)
                        same(y, loop(a, b, axis, reverse, initial, kind))


def test_broadcast(random):
    """A number, a column, a row or a line before all: the bits of the same coefficients written
    out."""
    b = random.standard_normal((4, 500, 3))
    for shape in (
        (),
        (1,),
        (3,),
        (500, 1),
        (500, 3),
        (4, 1, 1),
        (4, 1, 3),
        (4, 500, 1),
        (1, 500, 3),
    ):
        a = random.uniform(-1, 1, shape)
        for reverse in (False, True):
            for axis in range(3):
                options = {"axis": axis, "reverse": reverse, "initial": 0.25}
                written_out = np.broadcast_to(a, b.shape).copy()
                same(
                    lanescan.linear_recurrence(a, b, **options),
                    lanescan.linear_recurrence(written_out, b, **options),
                )
                less = np.broadcast_to(b[:1, :1, :1], b.shape)
                same(
                    lanescan.linear_recurrence(b, b[0, 0, 0], **options),
                    lanescan.linear_recurrence(b, less.copy(), **options),
                )
    number = float(random.uniform(-1, 1))
    same(
        lanescan.linear_recurrence(number, b),
        lanescan.linear_recurrence(np.full(b.shape, number), b),
    )
    assert lanescan.linear_recurrence(np.ones((3, 1)), np.ones(4)).shape == (3, 4)
    assert lanescan.linear_recurrence(np.ones(4), np.ones((3, 1)), 0).shape == (3, 4)


def test_first_coefficient_is_not_used():
    same(lanescan.linear_recurrence([np.nan, 2.0], [1.0, 1.0]), np.array([1.0, 3.0]))
    same(lanescan.linear_recurrence([2.0, np.inf], [1.0, 1.0], reverse=True), np.array([3.0, 1.0]))
    same(
        lanescan.linear_recurrence([np.nan, 2.0], [1.0, 1.0], initial=1), np.array([np.nan, np.nan])
    )


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("reverse", [False, True])
def test_error_bound(random, dtype, reverse):
    """The header's, against fractions: 4 eps W[j], and of float half an ulp besides."""
    n = 3000
    a, b = random.uniform(-1.3, 1.3, n).astype(dtype), random.standard_normal(n).astype(dtype)
    a[random.random(n) < 0.02] = 0
    y = lanescan.linear_recurrence(a, b, reverse=reverse, initial=0.5)
    order = range(n)[::-1] if reverse else range(n)
    exact, w, eps = Fraction(1, 2), Fraction(1, 2), Fraction(1, 2**52)
    for j in order:
        exact = Fraction(float(a[j])) * exact + Fraction(float(b[j]))
        w = abs(Fraction(float(a[j]))) * w + abs(Fraction(float(b[j])))
        rounding = abs(exact) / 2**24 if dtype == "f4" else 0
        assert abs(Fraction(float(y[j])) - exact) <= 4 * eps * w + rounding
        if a[j] == 0:
            assert y[j] == b[j]


def test_types(random):
    f4, f8, i8, u1 = (np.ones(2, name) for name in ("f4", "f8", "i8", "u1"))
    for a, b in (
        (f4, f8),
        (f4, 0.5),
        (2, f4),
        (f4, i8),
        (f8, 1),
        (f4, np.float64(0)),
        (f4, 0j),
        (np.zeros(2, "f2"), f4),
        (i8, f8),
    ):
        assert lanescan.linear_recurrence(a, b).dtype == np.result_type(a, b), (a, b)
    assert lanescan.linear_recurrence(u1, u1).dtype == np.uint64
    assert lanescan.linear_recurrence(u1, 3).dtype == np.uint64
    assert lanescan.linear_recurrence(u1 > 0, u1 > 0).dtype == np.int64
    for kind in ("i1", "u2", "i4", "f2", "f4", "f8", "c8", "c16"):
        a, b = random.integers(0, 3, (2, 7))
        same(
            lanescan.linear_recurrence(a, b, dtype=kind), loop(a, b, 0, False, None, np.dtype(kind))
        )
    wrapped = lanescan.linear_recurrence(3, np.ones(9, "u1"), dtype="u1")
    same(wrapped, np.array([(3**n // 2) % 256 for n in range(1, 10)], np.uint8))


@pytest.mark.parametrize("dtype", ["f4", "i8", "c16", "f2"])
def test_outputs(random, dtype):
    a, b = np.empty((2, 3, 4), dtype)
    small(random, a)
    small(random, b)
    wanted = loop(a, b, 0, False, None, np.dtype(dtype))
    for layout, out in layouts(random, (3, 4), np.dtype(dtype)):
        if layout not in ("read-only", "repeated"):
            assert lanescan.linear_recurrence(a, b, 0, out=out) is out
            assert np.array_equal(out, wanted), layout
    wider = np.empty((2, 3, 4), "c16")
    lanescan.linear_recurrence(a, b, 1, out=wider)
    same(wider, np.broadcast_to(wanted, wider.shape).astype("c16"))
    for place in (0, 1):
        pair = [a.copy(), b.copy()]
        assert lanescan.linear_recurrence(*pair, 0, out=pair[place]) is pair[place]
        same(pair[place], wanted)
        same(pair[1 - place], (b, a)[place])
    both = b.copy()
    assert lanescan.linear_recurrence(both, both, 0, out=both) is both
    same(both, loop(b, b, 0, False, None, np.dtype(dtype)))
    view = b.copy()[::-1, ::2]
    wanted = loop(a[:, ::2], view, 0, False, None, np.dtype(dtype))
    assert lanescan.linear_recurrence(a[:, ::2], view, 0, out=view) is view
    same(view, wanted)


def test_numbers_and_empty_arrays():
    for a, b in ((2, 3), (2, np.int64(3)), (np.array(2), np.array(3))):
        same(lanescan.linear_recurrence(a, b), np.array([3]))
        same(lanescan.linear_recurrence(a, b, initial=4), np.array([11]))
    same(
        lanescan.linear_recurrence(np.float32(2), np.float32(3), initial=0.5),
        np.array([4], np.float32),
    )
    out = np.empty(())
    assert lanescan.linear_recurrence(2, 3.0, out=out) is out and out == 3
    for shape, axis in (((0,), 0), ((0, 3), 0), ((0, 3), 1), ((3, 0), -1)):
        same(lanescan.linear_recurrence(np.empty(shape), np.empty(shape), axis), np.empty(shape))
        same(lanescan.linear_recurrence(0.5, np.empty(shape), axis, initial=1), np.empty(shape))
    ones = (1,) * 31
    assert lanescan.linear_recurrence(np.ones(ones), np.ones((2, *ones)), 0).shape == (2, *ones)


class Labelled(np.ndarray):
    pass


def test_foreign_arrays():
    a, b = np.array([[0.5], [2.0]]), np.arange(6.0).reshape(2, 3)
    wanted = loop(a, b, 1, False, None, np.dtype("f8"))
    for pair in ((Exported(a), Exported(b)), (a, Exported(b)), (Exported(a), b)):
        y = lanescan.linear_recurrence(*pair, 1)
        assert type(y) is Exported
        same(y.content, wanted)
    with pytest.raises(ValueError, match="CPU"):
        lanescan.linear_recurrence(a, Exported(b, device=2))
    y = lanescan.linear_recurrence(0.5, array.array("d", [8, 0, 0, 1]))
    assert type(y) is array.array and y == array.array("d", [8, 4, 2, 2])
    out = array.array("d", 4 * [0])
    assert lanescan.linear_recurrence([1, 2, 3, 4], 1, out=out) is out and out.tolist() == [
        1,
        3,
        10,
        41,
    ]
    assert type(lanescan.linear_recurrence(a, b.view(Labelled), 1)) is Labelled
    with pytest.raises(TypeError, match="masks"):
        lanescan.linear_recurrence(np.ma.masked_array([1.0, 2.0], [0, 1]), 1.0)


def test_foreign_types():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.arange(1, 9).astype(ml_dtypes.bfloat16)
    y = lanescan.linear_recurrence(0.5, x)
    assert y.dtype == ml_dtypes.bfloat16
    assert np.array_equal(
        y, lanescan.linear_recurrence(0.5, x.astype("f8")).astype(ml_dtypes.bfloat16)
    )


def test_torch():
    torch = pytest.importorskip("torch")
    x = torch.arange(6.0).reshape(2, 3).T
    for kind in (torch.float32, torch.float64, torch.bfloat16):
        y = lanescan.linear_recurrence(torch.tensor(0.5, dtype=kind), x.to(kind), 0, reverse=True)
        assert type(y) is torch.Tensor and y.dtype == kind
        assert (
            y.tolist()
            == loop(np.float64(0.5), x.double().numpy(), 0, True, None, np.dtype("f8")).tolist()
        )


def c_recurrence(library, dtype, a, b):
    a, b = (np.ascontiguousarray(x) for x in (a, b))
    y = np.empty_like(b)
    function = getattr(
        library, f"lanescan_linear_recurrence_{dtype.replace('4', '32').replace('8', '64')}"
    )
    function(ctypes.c_size_t(b.size), *(ctypes.c_void_p(x.ctypes.data) for x in (a, b, y)))
    return y


def coefficients(random, shape, dtype):
    """Some of 0, some beyond 1, some not finite."""
    a = random.uniform(-1.2, 1.2, shape) * 10.0 ** random.integers(-1, 1, shape)
    rare = random.random(shape) < 0.005
    return np.where(rare, random.choice([0, 1e4, np.inf, np.nan, -0.0, 1], shape), a).astype(dtype)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_bits_of_the_library(random, library, dtype):
    for shape in ((9000,), (3, 70), (70, 3), (5, 8, 33)):
        second = list(layouts(random, shape, np.dtype(dtype)))
        for (_, a), (_, b) in zip(layouts(random, shape, np.dtype(dtype)), second[3:] + second[:3]):
            if a.flags.writeable:
                a[...] = coefficients(random, shape, dtype)
            if b.flags.writeable:
                b[...] = data(random, shape, np.dtype(dtype))
            axis, reverse = int(random.integers(-b.ndim, b.ndim)), bool(random.integers(2))
            y = np.moveaxis(lanescan.linear_recurrence(a, b, axis, reverse=reverse), axis, -1)
            first, second_ = (np.moveaxis(x, axis, -1) for x in (a, b))
            step = -1 if reverse else 1
            for place in np.ndindex(first.shape[:-1]):
                wanted = c_recurrence(
                    library, dtype, *(x[place][::step].astype(dtype) for x in (first, second_))
                )
                assert bits(y[place][::step]) == bits(wanted)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "c8", "c16"])
def test_same_bits_everywhere(random, dtype):
    shape = (3, 100_000)
    if dtype == "i4":
        a, b = data(random, (2, *shape), np.dtype(dtype))
    else:
        a, b = coefficients(random, shape, dtype), random.standard_normal(shape).astype(dtype)
    options = {"dtype": dtype, "initial": 3}
    lanescan.set_isa("generic")
    wanted = bits(lanescan.linear_recurrence(a, b, 1, **options))
    for isa in lanescan.isas():
        lanescan.set_isa(isa)
        for threads in (1, 2, 5):
            lanescan.set_num_threads(threads)
            assert bits(lanescan.linear_recurrence(a, b, 1, **options)) == wanted
            assert bits(lanescan.linear_recurrence(a.T, b.T, 0, **options).T) == wanted


def test_scipy():
    """One-pole filters, with a gain and a state before the first sample."""
    signal = pytest.importorskip("scipy.signal")
    x = np.random.default_rng(11).standard_normal((3, 1000))
    for c, gain in ((0.9, 1.0), (-0.5, 0.25), (0.999, 1e-3)):
        np.testing.assert_allclose(
            lanescan.linear_recurrence(c, gain * x),
            signal.lfilter([gain], [1, -c], x),
            rtol=0,
            atol=1e-12,
        )
        y, _ = signal.lfilter([gain], [1, -c], x[0], zi=[0.75])
        np.testing.assert_allclose(
            lanescan.linear_recurrence(c, gain * x[0], initial=0.75 / c), y, rtol=0, atol=1e-12
        )


def test_pandas():
    """Exponential averages, of both kinds, and of columns."""
    pandas = pytest.importorskip("pandas")
    x = np.random.default_rng(12).standard_normal((500, 2))
    table = pandas.DataFrame(x)
    for k in (0.5, 0.01):
        b = k * x
        b[0] = x[0]
        np.testing.assert_allclose(
            lanescan.linear_recurrence(1 - k, b, axis=0),
            table.ewm(alpha=k, adjust=False).mean(),
            rtol=0,
            atol=1e-12,
        )
        ones = lanescan.linear_recurrence(1 - k, np.ones_like(x), axis=0)
        np.testing.assert_allclose(
            lanescan.linear_recurrence(1 - k, x, axis=0) / ones,
            table.ewm(alpha=k).mean(),
            rtol=0,
            atol=1e-12,
        )
