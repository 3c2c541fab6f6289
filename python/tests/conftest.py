"""What the tests share: data, and ways for an array to lie in memory."""

import ctypes
import itertools
import os

import numpy as np
import pytest

import lanescan

SEED = int(os.environ.get("LANESCAN_TEST_SEED", "1"))
REAL = [
    np.dtype(name)
    for name in ("?", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8")
]
ALL = [*REAL, np.dtype("c8"), np.dtype("c16")]
FLOATING = [dtype for dtype in ALL if dtype.kind in "fc"]
SCANS = {
    "cumulative_sum": ("cumsum", np.add, 0),
    "cumulative_prod": ("cumprod", np.multiply, 1),
    "cumulative_max": ("cummax", np.maximum, None),
    "cumulative_min": ("cummin", np.minimum, None),
}


@pytest.fixture
def random():
    return np.random.default_rng(SEED)


@pytest.fixture(autouse=True)
def settings_are_restored():
    isa, threads = lanescan.isa(), lanescan.get_num_threads()
    yield
    lanescan.set_isa(isa)
    lanescan.set_num_threads(threads)


@pytest.fixture(scope="session")
def library():
    """The C library, by ctypes."""
    path = os.environ.get("LANESCAN_LIBRARY")
    if not path:
        pytest.skip("LANESCAN_LIBRARY does not name the C library")
    return ctypes.CDLL(path)


def sample(random, shape, dtype):
    """Numbers whose sums and products of a few are exact in every type."""
    if dtype.kind in "biu":
        return random.integers(0, 2 if dtype.kind == "b" else 100, shape).astype(dtype)
    parts = random.integers(-3, 4, (2, *shape)) / 4
    return (parts[0] + (1j * parts[1] if dtype.kind == "c" else 0)).astype(dtype)


def data(random, shape, dtype):
    """Numbers of many sizes, some of them special."""
    if dtype.kind == "i":
        return random.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, shape, dtype)
    x = random.standard_normal(shape) * 10.0 ** random.integers(-3, 4, shape)
    special = random.random(shape) < 0.001
    return np.where(
        special,
        random.choice([np.inf, -np.inf, np.nan, 0, -0.0, 1e300 if dtype == "f8" else 1e30], shape),
        x,
    ).astype(dtype)


def layouts(random, shape, dtype):
    """Arrays of that shape that lie in memory in different ways, each with its name."""

    def new(*extents):
        return sample(random, extents, dtype)

    yield "C order", new(*shape)
    yield "Fortran's order", np.asfortranarray(new(*shape))
    yield "steps of -2", new(*(2 * n for n in shape))[tuple(slice(None, None, -2) for _ in shape)]
    yield "axes changed", np.moveaxis(new(*shape[1:], shape[0]), -1, 0)
    if shape[0]:
        yield "repeated", np.broadcast_to(new(*shape[1:]), shape)
    swapped = new(*shape)
    yield "other byte order", swapped.astype(dtype.newbyteorder())
    odd = (
        np.zeros(int(np.prod(shape)) * dtype.itemsize + 1, np.uint8)[1:].view(dtype).reshape(shape)
    )
    odd[...] = new(*shape)
    yield "not aligned", odd
    packed = np.zeros(shape, np.dtype([("pad", "u1"), ("x", dtype)]))["x"]
    packed[...] = new(*shape)
    yield "in a structure", packed
    beside = np.zeros(shape, np.dtype([("pad", dtype.type(0).real.dtype), ("x", dtype)]))["x"]
    beside[...] = new(*shape)
    yield "beside another of half its size, if it is complex", beside
    read_only = new(*shape)
    read_only.flags.writeable = False
    yield "read-only", read_only


def options():
    return itertools.product((False, True), ("all", "exclusive", "include_initial"), (None, 2))


def same(result, wanted):
    """Equal in type, shape and every element, NaN included."""
    result, wanted = np.asarray(result), np.asarray(wanted)
    assert result.dtype == wanted.dtype
    assert result.shape == wanted.shape
    assert np.array_equal(result, wanted, equal_nan=wanted.dtype.kind in "fc")


def bits(x):
    """Every bit, but of a NaN only that it is one."""
    x = np.ascontiguousarray(x)
    return (
        np.where(x != x, x.dtype.type("nan"), x).tobytes() if x.dtype.kind == "f" else x.tobytes()
    )
