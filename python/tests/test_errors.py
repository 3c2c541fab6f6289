"""Each wrong call has its exception, with the library's sentence where the library finds it, and
nothing is written."""

import numpy as np
import pytest

import lanescan

X = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: lanescan.cumulative_sum(X, axis=2), IndexError, "dimension is not in -ndim"),
        (lambda: lanescan.cumulative_sum(X, axis=-3), ValueError, "dimension is not in -ndim"),
        (lambda: lanescan.cumulative_sum(X, axis=2**80), IndexError, "dimension is not in -ndim"),
        (lambda: lanescan.cumulative_sum(np.empty((0, 3)), axis=2), IndexError, "dimension"),
        (lambda: lanescan.cumulative_sum(X, axis=1.0), TypeError, "integer"),
        (lambda: lanescan.cumulative_sum(X, axis="a"), TypeError, "integer"),
        (lambda: lanescan.cumulative_sum(X, axis=True), TypeError, "integer"),
        (lambda: lanescan.cumulative_sum(X, axis=np.True_), TypeError, "integer"),
        (lambda: lanescan.cumulative_sum(X, axis=(0,)), TypeError, "integer"),
        (lambda: lanescan.cumulative_sum(X), ValueError, "axis is required"),
        (lambda: lanescan.cumulative_sum(X, 0), TypeError, "positional"),
        (lambda: lanescan.cumulative_sum(), TypeError, "positional"),
        (lambda: lanescan.cumulative_sum(X, dim=0), TypeError, "unexpected keyword argument 'dim'"),
        (
            lambda: lanescan.cumulative_sum(X, index=True),
            TypeError,
            "unexpected keyword argument 'index'",
        ),
        (lambda: lanescan.cumsum(X, 0, axis=0), TypeError, "multiple values for argument 'axis'"),
        (
            lambda: lanescan.cumsum(X, 0, exclusive=True, include_initial=True),
            ValueError,
            "only one of them",
        ),
        (lambda: lanescan.cumsum(X, 0, dtype="?"), TypeError, "operation"),
        (lambda: lanescan.cumsum(X + 1j, 0, dtype="f8"), TypeError, "element type"),
        (lambda: lanescan.cummax(X + 1j, 0), TypeError, "operation"),
        (lambda: lanescan.logcumsumexp(X, 0, dtype="i4"), TypeError, "operation"),
        (lambda: lanescan.logsumexp(X, 0, dtype="i4"), TypeError, "."),
        (lambda: lanescan.cumsum(np.array(["a"])), TypeError, "no element type <U1"),
        (lambda: lanescan.cumsum(np.array([None])), TypeError, "no element type object"),
        (lambda: lanescan.cumsum(np.bytes_(b"abc")), TypeError, "no element type"),
        (lambda: lanescan.cumsum(np.zeros(2, np.longdouble)), TypeError, "no element type"),
        (lambda: lanescan.cumsum(np.zeros(2, "m8[s]")), TypeError, "no element type"),
        (lambda: lanescan.cumsum(object()), TypeError, "no element type object"),
        (lambda: lanescan.cumsum(X, 0, dtype="nothing"), TypeError, "nothing"),
        (lambda: lanescan.cumsum(X, 0, dtype=np.longdouble), TypeError, "no element type"),
        (lambda: lanescan.cumsum(X, 0, out=np.empty((3, 5))), ValueError, "shapes"),
        (lambda: lanescan.cumsum(X, 0, out=np.empty((4, 4))), ValueError, "shapes"),
        (lambda: lanescan.cumsum(X, 0, exclusive=True, out=np.empty((4, 4))), ValueError, "shapes"),
        (
            lambda: lanescan.cumsum(X, 0, include_initial=True, out=np.empty((3, 4))),
            ValueError,
            "shapes",
        ),
        (
            lambda: lanescan.cumsum(X, 0, out=np.broadcast_to(np.zeros(4), (3, 4))),
            ValueError,
            "read-only",
        ),
        (
            lambda: lanescan.cumsum(
                X, 0, out=np.lib.stride_tricks.as_strided(np.zeros(4), (3, 4), (0, 8))
            ),
            ValueError,
            "share memory",
        ),
        (lambda: lanescan.cumsum(X[:-1], 0, out=X[1:]), ValueError, "overlaps"),
        (lambda: lanescan.cumsum(X, 0, out=[1.0]), TypeError, "out must be an array, not list"),
        (lambda: lanescan.cumsum(X, 0, out=np.ma.zeros((3, 4))), TypeError, "masks"),
        (lambda: lanescan.cumsum(X, 0, out=()), ValueError, "a tuple of one, not of 0"),
        (lambda: lanescan.cummax(X, 0, out=(X, X)), ValueError, "a tuple of one, not of 2"),
        (lambda: lanescan.logsumexp(X, 0, out=(X, X)), ValueError, "a tuple of one, not of 2"),
        (lambda: lanescan.logaddexp(X, X, ()), ValueError, "a tuple of one, not of 0"),
        (lambda: lanescan.cumsum(X, 0, out=((X,),)), TypeError, "must be an array, not tuple"),
        (lambda: lanescan.cumsum(X, 0, out=([1.0],)), TypeError, "must be an array, not list"),
        (lambda: lanescan.cumsum(X, 0, out=[X]), TypeError, "must be an array, not list"),
        (lambda: lanescan.cumsum(np.ma.array(X, mask=X > 1), 0), TypeError, "masks"),
        (lambda: lanescan.cumsum(X, 0, initial=np.ma.masked), TypeError, "not a number"),
        (
            lambda: lanescan.cumsum(X, 0, dtype="i8", initial=2**80),
            OverflowError,
            f"^{2**80} is not a number that int64 can hold",
        ),
        (
            lambda: lanescan.cumsum(X, 0, dtype="i8", initial=np.ma.array(3, mask=True)),
            TypeError,
            "not a number that int64 can hold",
        ),
        (
            lambda: lanescan.cumsum(X, 0, dtype="i8", initial=np.array([3])),
            TypeError,
            "not a number that int64 can hold",
        ),
        (
            lambda: lanescan.cumsum(X, 0, dtype="i8", initial=np.timedelta64(3, "s")),
            TypeError,
            "not a number that int64 can hold",
        ),
        (lambda: lanescan.logsumexp(X, out=np.float64(7)), ValueError, "read-only"),
        (lambda: lanescan.cumsum(X, 0, out=np.empty((3, 4)), dtype="f4"), TypeError, "type of out"),
        (
            lambda: lanescan.cummax(X, 0, index=True, out=np.empty((3, 4))),
            TypeError,
            "tuple of two",
        ),
        (
            lambda: lanescan.cummax(X, 0, index=True, out=(np.empty((3, 4)),)),
            ValueError,
            "tuple of two",
        ),
        (
            lambda: lanescan.cummax(X, 0, index=True, out=(np.empty((3, 4)), np.empty((3, 4)))),
            TypeError,
            "element type",
        ),
        (
            lambda: lanescan.cummax(
                X, 0, index=True, out=(np.empty((3, 4)), np.empty((3, 5), int))
            ),
            ValueError,
            "shapes",
        ),
        (lambda: lanescan.logsumexp(X, (0, 0)), IndexError, "named twice"),
        (lambda: lanescan.logsumexp(X, (0, 2)), IndexError, "dimension"),
        (lambda: lanescan.logsumexp(X, ()), ValueError, "one dimension or more"),
        (lambda: lanescan.logsumexp(X, False), TypeError, "integer"),
        (lambda: lanescan.logsumexp(X, (0, True)), TypeError, "integer"),
        (lambda: lanescan.logsumexp(X, 0, keepdims=True, out=np.empty(4)), ValueError, "shapes"),
        (lambda: lanescan.logsumexp(X, 0, reverse=True), TypeError, "unexpected"),
        (lambda: lanescan.logaddexp(X, np.zeros(3)), ValueError, "shapes"),
        (lambda: lanescan.logaddexp(X, X, out=np.empty(4)), ValueError, "shapes"),
        (lambda: lanescan.logaddexp(X), TypeError, "positional"),
        (lambda: lanescan.linear_recurrence(X, np.zeros(3)), ValueError, "shapes"),
        (lambda: lanescan.linear_recurrence(X, X, out=np.empty((4, 4))), ValueError, "shapes"),
        (lambda: lanescan.linear_recurrence(X[:, :-1], 1.0, out=X[:, 1:]), ValueError, "overlaps"),
        (lambda: lanescan.linear_recurrence(1.0, X[:, :-1], out=X[:, 1:]), ValueError, "overlaps"),
        (
            lambda: lanescan.linear_recurrence(X, X, out=np.broadcast_to(np.zeros(4), (3, 4))),
            ValueError,
            "read-only",
        ),
        (
            lambda: lanescan.linear_recurrence(
                X, X, out=np.lib.stride_tricks.as_strided(np.zeros(4), (3, 4), (0, 8))
            ),
            ValueError,
            "share memory",
        ),
        (
            lambda: lanescan.linear_recurrence(X, X, out=[1.0]),
            TypeError,
            "out must be an array, not list",
        ),
        (lambda: lanescan.linear_recurrence(X, X, 2), IndexError, "dimension is not in -ndim"),
        (lambda: lanescan.linear_recurrence(X, X, -3), ValueError, "dimension is not in -ndim"),
        (lambda: lanescan.linear_recurrence(2, 3, 1), IndexError, "dimension"),
        (lambda: lanescan.linear_recurrence(X, X, 1.0), TypeError, "integer"),
        (lambda: lanescan.linear_recurrence(X, X, False), TypeError, "integer"),
        (lambda: lanescan.linear_recurrence(X, X, dtype="?"), TypeError, "operation"),
        (lambda: lanescan.linear_recurrence(X + 1j, X, dtype="f8"), TypeError, "element type"),
        (
            lambda: lanescan.linear_recurrence(X, X, out=np.empty((3, 4)), dtype="f4"),
            TypeError,
            "type of out",
        ),
        (lambda: lanescan.linear_recurrence(X, "a"), TypeError, "no element type"),
        (lambda: lanescan.linear_recurrence(X, X.astype("m8[s]")), TypeError, "no element type"),
        (
            lambda: lanescan.linear_recurrence(X, X, initial=1j),
            TypeError,
            "not a number that float64 can hold",
        ),
        (
            lambda: lanescan.linear_recurrence(X, X, initial=X),
            TypeError,
            "not a number that float64 can hold",
        ),
        (
            lambda: lanescan.linear_recurrence(X, X, exclusive=True),
            TypeError,
            "unexpected keyword argument 'exclusive'",
        ),
        (lambda: lanescan.linear_recurrence(X), TypeError, "positional"),
        (lambda: lanescan.linear_recurrence(X, X, 0, "f8"), TypeError, "positional"),
        (lambda: lanescan.Stream("sum", "f8"), ValueError, "no operation 'sum'"),
        (lambda: lanescan.Stream("cummax", "c8"), TypeError, "operation"),
        (lambda: lanescan.Stream("cumsum", "f8").push(X), ValueError, "one dimension"),
        (lambda: lanescan.Stream("cumsum", "i8").push([1.5]), TypeError, "stream's type"),
        (
            lambda: lanescan.Stream("cumsum", "f8").push([1.5], out=np.empty(2)),
            ValueError,
            "out must be contiguous",
        ),
        (lambda: lanescan.set_isa("sse9"), ValueError, "instruction set"),
        (lambda: lanescan.set_isa(3), TypeError, "str"),
        (lambda: lanescan.set_num_threads(-1), ValueError, "number of threads"),
        (lambda: lanescan.set_num_threads(10**9), ValueError, "number of threads"),
        (lambda: lanescan.set_num_threads("2"), TypeError, "integer"),
    ],
)
def test_wrong_calls(call, error, text):
    before = X.copy()
    with pytest.raises(error, match=text):
        call()
    assert np.array_equal(X, before)


def test_nothing_is_written_to_out():
    out = np.full((3, 4), 7.0)
    for arguments in (
        {"axis": 5},
        {"axis": 0, "dtype": "f4"},
        {"axis": 0, "initial": 1j},
        {"axis": 0, "include_initial": True},
    ):
        with pytest.raises((TypeError, ValueError)):
            lanescan.cumsum(X, out=out, **arguments)
        assert (out == 7).all()
        with pytest.raises((TypeError, ValueError)):
            lanescan.linear_recurrence(X, X, out=out, **arguments)
        assert (out == 7).all()


def test_an_exception_of_an_argument_goes_through():
    class Wrong:
        def __bool__(self):
            raise KeyError("mine")

        def __index__(self):
            raise KeyError("mine")

    for arguments in ({"reverse": Wrong()}, {"axis": Wrong()}):
        with pytest.raises(KeyError, match="mine"):
            lanescan.cumsum(X, **arguments)
