"""Stream: what it takes and gives, copies, refusals; the bits are in test_bits.py."""

import copy
import doctest
import threading

import numpy as np
import pytest

import lanescan
from conftest import same


def test_pieces():
    s = lanescan.Stream("cumulative_sum", np.float64)
    same(s.push([1, 2]), np.array([1.0, 3.0]))
    same(s.push(np.arange(6.0)[::2]), np.array([3.0, 5.0, 9.0]))
    same(s.push(1.0), np.array([10.0]))
    same(s.push([]), np.empty(0))
    out = np.array([1.0, 1.0])
    assert s.push(out, out) is out
    same(out, np.array([11.0, 12.0]))
    swapped = np.zeros(2, ">f8")
    assert s.push([1.0, 1.0], out=swapped) is swapped
    assert swapped.tolist() == [13.0, 14.0]
    assert s.total() == 14.0 and isinstance(s.total(), np.float64)
    assert repr(s) == "Stream('cumulative_sum', 'float64')" and s.op == "cumulative_sum"
    assert (
        repr(lanescan.Stream("cummax", "i4", exclusive=True))
        == "Stream('cumulative_max', 'int32', exclusive=True)"
    )


def test_copies_go_on_by_themselves():
    s = lanescan.Stream("cumprod", "f4", initial=3)
    s.push([2])
    for other in (s.copy(), copy.copy(s)):
        same(other.push([5]), np.array([30], np.float32))
        assert other.op == "cumulative_prod"
    same(s.push([7]), np.array([42], np.float32))


def test_an_error_leaves_the_stream_as_it_was():
    s = lanescan.Stream("cumsum", "i4")
    s.push([1, 2])
    room = np.zeros(9, "i4")
    for call, error in (
        (lambda: s.push([1.5]), TypeError),
        (lambda: s.push(np.zeros((2, 2), "i4")), ValueError),
        (lambda: s.push(room[:4], out=room[1:5]), ValueError),
        (lambda: s.push("a"), TypeError),
        (lambda: s.push([1], out=room[:2]), ValueError),
        (lambda: s.push(), TypeError),
    ):
        with pytest.raises(error):
            call()
        assert s.total() == 3


def test_what_cannot_leave_is_not_pushed():
    class Refusing(np.ndarray):
        def __array_wrap__(self, *arguments):
            raise ValueError("mine")

    s = lanescan.Stream("cumsum", "f8", initial=1)
    with pytest.raises(ValueError, match="mine"):
        s.push(np.ones(3).view(Refusing))
    assert s.total() == 1
    same(s.push([1.0]), np.array([2.0]))


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "c8"])
def test_bfloat16_into_others(kind):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    x = np.array([1, -0.5, np.inf, 3], bfloat16)
    for piece in (x, x[::-1], x[::2], x[0], x[:0]):
        y = lanescan.Stream("cumprod", kind).push(piece)
        same(y, lanescan.Stream("cumprod", kind).push(piece.astype("f4")))
    with pytest.raises(TypeError, match="a piece of bfloat16 is not of the stream's type"):
        lanescan.Stream("cumsum", "i8").push(x)


def test_others_into_bfloat16():
    """Where NumPy would convert to float32, with the bits of one call on the whole."""
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    x = np.array([1, 257, 3, -1, 1000])
    for kind in ("?", "u1", "i2", "i4", "u8", "f2", "f4", "f8"):
        for piece in (x.astype(kind), x.astype(kind)[::-2], x.astype(kind)[0], x.astype(kind)[:0]):
            s = lanescan.Stream("cumsum", bfloat16)
            y = s.push(piece)
            wanted = lanescan.cumsum(piece, dtype=bfloat16)
            assert y.dtype == bfloat16 and y.tobytes() == wanted.tobytes()
    same(lanescan.Stream("cumsum", bfloat16).push([1, 2]).astype("f4"), np.array([1, 3], "f4"))
    s = lanescan.Stream("cumsum", bfloat16, initial=2)
    for piece in (np.ones(2, "c8"), ["a"], np.ones(2, "m8[s]")):
        with pytest.raises(TypeError):
            s.push(piece)
        assert s.total() == 2
    with pytest.raises(TypeError, match="a piece of complex64 is not of the stream's type"):
        s.push(np.ones(2, "c8"))
    with pytest.raises(TypeError, match="1j is not a number that bfloat16 can hold"):
        lanescan.Stream("cumsum", bfloat16, initial=1j)
    assert repr(s) == "Stream('cumulative_sum', 'bfloat16')"


@pytest.mark.parametrize("name", ["push", "total", "copy"])
def test_docstrings(name):
    method = getattr(lanescan.Stream, name)
    assert "RuntimeError" in method.__doc__
    test = doctest.DocTestParser().get_doctest(method.__doc__, {}, name, None, 0)
    assert test.examples and doctest.DocTestRunner().run(test).failed == 0


def test_one_thread_at_a_time():
    """Who comes while another thread pushes gets an error; whatever was pushed is counted once."""
    s = lanescan.Stream("cumsum", "i8")
    piece = np.ones(1 << 20, "i8")
    pushed, refused = [], []

    def work():
        for _ in range(20):
            try:
                s.push(piece)
                pushed.append(1)
            except RuntimeError:
                refused.append(1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pushed) + len(refused) == 60
    assert s.total() == len(pushed) << 20
