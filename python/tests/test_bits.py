"""The bits of the C library: of its functions on lines, called by ctypes (LANESCAN_LIBRARY), over
random arrays; the same on every instruction set, for any number of threads, and in pieces."""

import ctypes

import numpy as np
import pytest

import lanescan
from conftest import bits, data, layouts

LINES = [
    ("cumsum", "f4"),
    ("cumsum", "f8"),
    ("cumsum", "i4"),
    ("cumsum", "i8"),
    ("cumprod", "f4"),
    ("cumprod", "f8"),
    ("logcumsumexp", "f4"),
    ("logcumsumexp", "f8"),
    ("cummax", "f4"),
    ("cummax", "f8"),
    ("cummin", "f4"),
    ("cummin", "f8"),
]


def c_line(library, name, dtype, x):
    x = np.ascontiguousarray(x)
    y = np.empty_like(x)
    function = getattr(library, f"lanescan_{name}_{dtype.replace('4', '32').replace('8', '64')}")
    pointers = [ctypes.c_void_p(a.ctypes.data) for a in (x, y)]
    if name in ("cummax", "cummin"):
        index = np.empty(x.shape, np.int64)
        function(ctypes.c_size_t(x.size), *pointers, ctypes.c_void_p(index.ctypes.data))
        return y, index
    function(ctypes.c_size_t(x.size), *pointers)
    return y, None


@pytest.mark.parametrize(("name", "dtype"), LINES)
def test_bits_of_the_library(random, library, name, dtype):
    for shape in ((9000,), (3, 70), (70, 3), (5, 8, 33)):
        for _, x in layouts(random, shape, np.dtype(dtype)):
            if x.flags.writeable:
                x[...] = data(random, x.shape, np.dtype(dtype))
            axis = int(random.integers(-x.ndim, x.ndim))
            function = getattr(lanescan, name)
            y = np.moveaxis(function(x, axis=axis, dtype=dtype), axis, -1)
            where = (
                np.moveaxis(function(x, axis=axis, index=True).indices, axis, -1)
                if name in ("cummax", "cummin")
                else None
            )
            lines = np.moveaxis(x, axis, -1)
            for place in np.ndindex(lines.shape[:-1]):
                wanted, index = c_line(library, name, dtype, lines[place].astype(dtype))
                assert bits(y[place]) == bits(wanted)
                assert index is None or bits(where[place]) == bits(index)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_bits_of_log_sums(random, library, dtype):
    c_type = ctypes.c_float if dtype == "f4" else ctypes.c_double
    reduce = getattr(library, f"lanescan_logsumexp_f{c_type and (32 if dtype == 'f4' else 64)}")
    reduce.restype = c_type
    add = getattr(library, f"lanescan_logaddexp_f{32 if dtype == 'f4' else 64}")
    for n in (0, 1, 7, 1000, 9000):
        x, other = (data(random, n, np.dtype(dtype)) for _ in "ab")
        wanted = np.dtype(dtype).type(reduce(ctypes.c_size_t(n), ctypes.c_void_p(x.ctypes.data)))
        assert bits(lanescan.logsumexp(x)) == bits(wanted)
        y = np.empty_like(x)
        add(ctypes.c_size_t(n), *(ctypes.c_void_p(a.ctypes.data) for a in (x, other, y)))
        assert bits(lanescan.logaddexp(x, other)) == bits(y)


@pytest.mark.parametrize(("name", "dtype"), LINES)
def test_same_bits_everywhere(random, name, dtype):
    x = data(random, (3, 200_000), np.dtype(dtype))
    function = getattr(lanescan, name)
    lanescan.set_isa("generic")
    wanted = bits(function(x, 1, dtype=dtype))
    for isa in lanescan.isas():
        lanescan.set_isa(isa)
        assert lanescan.isa() == isa
        for threads in (1, 2, 5):
            lanescan.set_num_threads(threads)
            assert lanescan.get_num_threads() == threads
            assert bits(function(x, 1, dtype=dtype)) == wanted
            assert bits(np.ascontiguousarray(function(x.T, 0, dtype=dtype).T)) == wanted


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"])
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "c16"])
def test_streams(random, name, dtype):
    dtype = np.dtype(dtype)
    if (dtype.kind == "c" and name in ("cummax", "cummin")) or (
        dtype.kind == "i" and name == "logcumsumexp"
    ):
        with pytest.raises(TypeError):
            lanescan.Stream(name, dtype)
        return
    n = 30_000
    x = (
        random.standard_normal(n).astype(dtype)
        if dtype.kind != "i"
        else random.integers(-9, 9, n).astype(dtype)
    )
    for exclusive in (False, True):
        for initial in (None, 2):
            options = {"exclusive": exclusive, "initial": initial}
            lanescan.set_num_threads(1)
            wanted = bits(getattr(lanescan, name)(x, dtype=dtype, **options))
            for threads in (1, 3):
                lanescan.set_num_threads(threads)
                assert bits(getattr(lanescan, name)(x, dtype=dtype, **options)) == wanted
                total = getattr(lanescan, name)(x, dtype=dtype, initial=initial)[-1]
                stream = lanescan.Stream(name, dtype, **options)
                cuts = np.sort(random.integers(0, n, 6))
                pieces = [stream.push(piece) for piece in np.split(x, cuts)]
                assert bits(np.concatenate(pieces)) == wanted
                assert bits(stream.total()) == bits(total)
                assert stream.total().dtype == dtype and stream.exclusive is exclusive
