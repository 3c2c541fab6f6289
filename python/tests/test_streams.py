"""Stream: what it takes and gives, copies, refusals; the bits are in test_bits.py."""

import copy
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
