"""Nothing leaks: references of every argument, memory over a million calls, errors included."""

import array
import gc
import resource
import sys
import sysconfig

import numpy as np
import pytest

import lanescan
from test_foreign import Capsules, Exported, Narrow

X = np.arange(8.0)
# not made in the calls: some versions of np.empty lose references themselves
OUT, SHORT = np.empty(8), np.empty(3)
PLACES, FEW = np.empty(8, int), np.empty(3, int)
SWAPPED, SWAPPED_OUT = np.arange(8.0).astype(">f8"), np.zeros(8, ">f8")
BUFFER = array.array("d", range(8))


class Subclass(np.ndarray):
    pass


SUB = np.arange(8.0).view(Subclass)
GRID = np.arange(12.0).reshape(3, 4)
CAPSULES, EXPORTED = Capsules(X), Exported(X)
NARROW = Narrow(np.arange(8, dtype=np.int32))
FLOATS, HALVES, INTEGER = np.arange(8, dtype=np.float32), np.ones(8, np.float16), np.int64(300)
try:
    from ml_dtypes import bfloat16
except ImportError:  # the same calls with a type that NumPy has
    bfloat16 = np.float16
BF16 = np.arange(8).astype(bfloat16)
STREAM = lanescan.Stream("cumsum", "f8")
DTYPE, AXIS, INITIAL = np.dtype(np.float32), 0, np.float64(2)


def fails(function, *args, **named):
    try:
        function(*args, **named)
    except (TypeError, ValueError, OverflowError):
        return
    pytest.fail("no error")


CALLS = [
    lambda: lanescan.cumulative_sum(X),
    lambda: lanescan.cumsum(X, AXIS, DTYPE),
    lambda: lanescan.cumsum(X, out=OUT, initial=INITIAL),
    lambda: lanescan.cumsum(X, include_initial=True, reverse=True),
    lambda: lanescan.cumsum(GRID),
    lambda: lanescan.cumsum(GRID.T),
    lambda: lanescan.cumsum(GRID[:, ::2], 0),
    lambda: lanescan.cumsum(SWAPPED),
    lambda: lanescan.cumsum(X, out=SWAPPED_OUT),
    lambda: lanescan.cumsum(BUFFER),
    lambda: lanescan.cumsum(SUB),
    lambda: lanescan.cumsum(CAPSULES),
    lambda: lanescan.cumsum(EXPORTED, initial=INITIAL),
    lambda: lanescan.cumsum([1.0, 2.0]),
    lambda: lanescan.cumsum(X, out=(OUT,)),
    lambda: lanescan.cumsum(X, exclusive=True),
    lambda: lanescan.cumprod(X, reverse=True),
    lambda: lanescan.cumulative_prod(GRID, axis=AXIS, dtype=DTYPE),
    lambda: lanescan.cumulative_max(X, out=(None,)),
    lambda: lanescan.cummin(GRID, 1, include_initial=True, initial=INITIAL),
    lambda: lanescan.cumulative_min(X, index=True, out=(None, PLACES)),
    lambda: lanescan.cumulative_logsumexp(X, out=OUT),
    lambda: lanescan.logcumsumexp(EXPORTED, reverse=True),
    lambda: lanescan.cummax(X, index=True),
    lambda: lanescan.cummax(X, index=True, out=(OUT, PLACES)),
    lambda: lanescan.logsumexp(X),
    lambda: lanescan.logsumexp(GRID, (0, 1), keepdims=True),
    lambda: lanescan.logsumexp(EXPORTED, dtype=DTYPE),
    lambda: lanescan.logaddexp(X, X),
    lambda: lanescan.logaddexp(X, EXPORTED, (OUT,)),
    lambda: lanescan.logaddexp(X, 1.0),
    lambda: lanescan.linear_recurrence(X, X),
    lambda: lanescan.linear_recurrence(INITIAL, BUFFER, AXIS, dtype=DTYPE, initial=INITIAL),
    lambda: lanescan.linear_recurrence(0.5, SWAPPED, out=SWAPPED_OUT, reverse=True),
    lambda: STREAM.push(X),
    lambda: STREAM.total(),
    lambda: STREAM.copy(),
    lambda: lanescan.Stream("cummax", "f8", initial=INITIAL).push(X, OUT),
    lambda: lanescan.Stream("logcumsumexp", "f8", exclusive=True).push(EXPORTED),
    lambda: lanescan.Stream("cumsum", bfloat16).push(FLOATS[::2]),
    lambda: lanescan.Stream("cumsum", "f4").push(BF16),
    lambda: lanescan.Stream("cumsum", "f4").push(HALVES),
    lambda: lanescan.Stream("cumsum", bfloat16).total(),
    lambda: (lanescan.logsumexp(BF16), lanescan.cumsum(BF16[0])),
    lambda: lanescan.cumsum(b"abc"),
    lambda: lanescan.cummax(NARROW, initial=INTEGER, index=True),
    lambda: repr(STREAM),
    lambda: (STREAM.op, STREAM.exclusive),
    lambda: (lanescan.isas(), lanescan.set_isa(lanescan.isa())),
    lambda: lanescan.set_num_threads(lanescan.get_num_threads()),
    lambda: fails(lanescan.cumsum, X, axis=3),
    lambda: fails(lanescan.cumsum, X, out=SHORT),
    lambda: fails(lanescan.cumsum, SUB, dtype="?"),
    lambda: fails(lanescan.cumsum, X, initial=1j),
    lambda: fails(lanescan.cumsum, X, out=X[::-1]),
    lambda: fails(lanescan.cumsum, X, out=(OUT, OUT)),
    lambda: fails(lanescan.cumsum, EXPORTED, out=Exported(SHORT)),
    lambda: fails(lanescan.cumsum, Exported(X, device=2)),
    lambda: fails(lanescan.cumsum, object()),
    lambda: fails(lanescan.cumsum, X, wrong=1),
    lambda: fails(lanescan.cummax, X, index=True, out=(OUT, OUT)),
    lambda: fails(lanescan.cummax, X, index=True, out=(OUT, FEW)),
    lambda: fails(lanescan.logaddexp, X, "a"),
    lambda: fails(lanescan.logsumexp, X, (0, 0)),
    lambda: fails(lanescan.linear_recurrence, X, GRID),
    lambda: fails(lanescan.linear_recurrence, X, BUFFER, initial="a"),
    lambda: fails(lanescan.linear_recurrence, SUB, X, out=SHORT),
    lambda: fails(lanescan.cumsum, NARROW),
    lambda: fails(lanescan.cummax, PLACES, dtype="i1", initial=INTEGER),
    lambda: fails(lanescan.Stream("cumsum", "i8").push, NARROW),
    lambda: fails(lanescan.Stream("cumsum", "i8").push, BF16),
    lambda: fails(lanescan.Stream("cumsum", bfloat16).push, BF16 * 1j),
    lambda: fails(STREAM.push, GRID),
    lambda: fails(STREAM.push, X, out=SHORT),
    lambda: fails(lanescan.Stream, "cumsum", "f8", initial="a"),
    lambda: fails(lanescan.Stream, "cumsum", "U1"),
    lambda: fails(lanescan.set_isa, "none"),
    lambda: fails(lanescan.set_num_threads, "a"),
]
ARGUMENTS = [
    X,
    OUT,
    SHORT,
    PLACES,
    FEW,
    SWAPPED,
    SWAPPED_OUT,
    BUFFER,
    SUB,
    GRID,
    CAPSULES,
    EXPORTED,
    NARROW,
    FLOATS,
    HALVES,
    INTEGER,
    BF16,
    STREAM,
    DTYPE,
    INITIAL,
    lanescan.Stream,
    lanescan.Extremes,
    Subclass,
    np.dtype("f8"),
    np.dtype("i8"),
    np.float64,
    None,
]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_references(call):
    """Each call leaves as many references as there were (types that live for ever do not count
    theirs)."""
    call()
    before = [sys.getrefcount(argument) for argument in ARGUMENTS]
    for _ in range(100):
        call()
    after = [sys.getrefcount(argument) for argument in ARGUMENTS]
    changes = [a - b for a, b in zip(after, before)]
    assert max(map(abs, changes)) < 50, changes


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_objects(call):
    """No object stays: Python counts the blocks of all. (Without its lock it keeps some of the
    first hundreds for later calls; what is lost is lost in every round.)"""

    def growth():
        before = sys.getallocatedblocks()
        for _ in range(300):
            call()
        gc.collect()
        return sys.getallocatedblocks() - before

    call()
    gc.collect()
    assert min(growth() for _ in range(5)) < 100


def counts_all():
    """Whether this is a debug build of Python that counts all references, and NumPy one for it:
    others do not count theirs."""
    return hasattr(sys, "gettotalrefcount") and np._core._multiarray_umath.__file__.endswith(
        sysconfig.get_config_var("EXT_SUFFIX")
    )


@pytest.mark.skipif(not counts_all(), reason="no debug builds of Python and NumPy")
@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_all_references(call):
    """The references to all objects are as many as before, however many calls there were."""

    def growth():
        before = sys.gettotalrefcount()
        for _ in range(1000):
            call()
        gc.collect()
        return sys.gettotalrefcount() - before

    call()
    gc.collect()
    assert abs(min((growth() for _ in range(3)), key=abs)) < 50


def resident():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(10_000, id="quick"),
        pytest.param(1_000_000, marks=pytest.mark.slow, id="million"),
    ],
)
def test_memory(count):
    """No call keeps memory: what 64 bytes a call would add is far more than what is allowed."""

    def rounds(n):
        for _ in range(n // len(CALLS)):
            for call in CALLS:
                call()
        gc.collect()

    rounds(10_000)
    before = resident()
    rounds(count)
    assert resident() - before < max(256, count * 16 // 1024)
