"""lanescan's functions on Dask arrays: larger than memory, over many machines, by Dask's own
schedulers.

    import lanescan.dask as ld
    y = ld.cumulative_logsumexp(x, axis=0, reverse=True)

Each chunk is scanned by lanescan, and what comes before it is added to its results. float16,
float32 and complex64 are scanned in double precision from end to end and rounded once; the float64
results of a long axis have one more rounding (of one log-add-exp, one product) for each chunk
before them. So the bits depend on the chunks along the axis, and on nothing else: not on the
scheduler, its workers, or their CPUs.

`method` is Dask's: 'sequential', or 'blelloch', which takes more work and fewer steps one after the
other. Chunks along the axis may be of unknown extent (x[x > 0]; the method is 'blelloch' then), but
not if `reverse` or `exclusive`; along other axes x.compute_chunk_sizes() has to find them first.

Arguments are those of lanescan's functions, out= apart, for Dask's arrays cannot be written."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, Literal, SupportsIndex, TypeAlias, TypedDict, Unpack, overload

import dask.array as da
import numpy as np
from dask.array.reductions import cumreduction
from numpy.typing import DTypeLike

import lanescan

from ._options import initial_of_type, refuse_both

__all__ = [
    "Extremes",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cumulative_logsumexp",
    "cumulative_max",
    "cumulative_min",
    "cumulative_prod",
    "cumulative_sum",
    "linear_recurrence",
    "logaddexp",
    "logcumsumexp",
    "logsumexp",
]

Extremes = lanescan.Extremes


def _lowest(dtype):
    if dtype.kind == "f":
        return -np.inf
    return False if dtype.kind == "b" else np.iinfo(dtype).min


def _highest(dtype):
    if dtype.kind == "f":
        return np.inf
    return True if dtype.kind == "b" else np.iinfo(dtype).max


# Each operation: the scan of a chunk, what puts two results together, that of a whole chunk, the
# identity for a type.
_OPERATIONS = {
    "cumsum": (lanescan.cumsum, operator.add, np.sum, lambda dtype: 0),
    "cumprod": (lanescan.cumprod, operator.mul, np.prod, lambda dtype: 1),
    "cummax": (lanescan.cummax, np.maximum, np.max, _lowest),
    "cummin": (lanescan.cummin, np.minimum, np.min, _highest),
    "logcumsumexp": (
        lanescan.logcumsumexp,
        lanescan.logaddexp,
        lanescan.logsumexp,
        lambda dtype: -np.inf,
    ),
}


def _wide(dtype):
    """The type in which chunks are scanned and put together."""
    if dtype.kind == "f":
        return np.dtype(np.float64)
    return np.dtype(np.complex128) if dtype.kind == "c" else dtype


def _axis(x, axis):
    if axis is None:
        if x.ndim != 1:
            raise ValueError("axis is required where there is more than one dimension")
        return 0
    if isinstance(axis, bool):
        raise TypeError("an axis is an integer, not a bool")
    axis = operator.index(axis)
    if not -x.ndim <= axis < x.ndim:
        raise np.exceptions.AxisError(axis, x.ndim)
    return axis % x.ndim


def _is_unknown(x, axis):
    return any(math.isnan(n) for n in x.chunks[axis])


def _without_empty_chunks(x, axis):
    """Whose last element nobody could ask for."""
    chunks = x.chunks[axis]
    return (
        x.rechunk({axis: tuple(n for n in chunks if n) or (0,)})
        if 0 in chunks and len(chunks) > 1
        else x
    )


def _initial(initial, dtype):
    return None if initial is None else initial_of_type(initial, dtype)[0]


def _scan(
    name,
    x,
    axis,
    dtype,
    flattens,
    reverse,
    exclusive,
    initial,
    include_initial,
    method,
    index=False,
):
    function, combine, total, identity = _OPERATIONS[name]
    refuse_both(exclusive, include_initial)
    x = da.asarray(x)
    if x.ndim == 0 or (axis is None and flattens and x.ndim > 1):
        x = x.reshape(-1)
    axis = _axis(x, axis)
    if any(_is_unknown(x, i) for i in range(x.ndim) if i != axis):
        raise ValueError(
            "extents along other axes than that of the scan are unknown; "
            "x.compute_chunk_sizes() finds them"
        )
    if _is_unknown(x, axis):
        method = "blelloch"  # a chunk may have no last element
    # What lanescan says of the types, on no elements.
    dtype = function(np.empty(0, x.dtype), dtype=dtype).dtype
    initial = _initial(initial, dtype)
    x = _without_empty_chunks(da.flip(x, axis) if reverse else x, axis)
    if dtype.kind in "fc":
        x = x.astype(dtype)  # each element is converted first, and only then scanned
    arrange = functools.partial(
        _arrange, x.chunks, axis, reverse, exclusive, exclusive or include_initial
    )
    if index:
        y, first = _scan_states(name, x, axis, dtype, initial, method)
        values, indices = arrange(y["value"], first["value"]), arrange(y["index"], first["index"])
        if reverse:
            indices = da.where(indices < 0, indices, x.shape[axis] - 1 - indices)
        return Extremes((values, indices))
    kind = dtype if name in _BEATS else _wide(dtype)
    y = cumreduction(
        function,
        combine,
        identity(kind),
        x,
        axis=axis,
        dtype=kind,
        method=method,
        preop=functools.partial(_total, total, kind, identity(kind)),
    )
    if initial is not None:
        y = da.map_blocks(combine, kind.type(initial), y, dtype=kind)
    return arrange(y, identity(kind) if initial is None else initial).astype(dtype)


def _total(total, dtype, identity, x, axis, keepdims):
    """What 'blelloch' asks of a chunk."""
    axis = axis[0] if isinstance(axis, tuple) else axis
    if not x.shape[axis]:
        shape = [1 if i == axis else n for i, n in enumerate(x.shape) if i != axis or keepdims]
        return np.full(shape, identity, dtype)
    return total(x.astype(dtype), axis=axis, keepdims=keepdims)


def _arrange(chunks, axis, reverse, exclusive, with_first, y, first):
    """Results in the order of the scan, from the first that is asked for, as the array has them."""
    if with_first:
        shape = tuple(1 if i == axis else n for i, n in enumerate(y.shape))
        ones = tuple((1,) if i == axis else c for i, c in enumerate(y.chunks))
        y = da.concatenate([da.full(shape, first, dtype=y.dtype, chunks=ones), y], axis=axis)
    if exclusive:
        y = y[_part(y, axis, None, -1)].rechunk(chunks)
    return da.flip(y, axis) if reverse else y


def _part(x, axis, begin, end):
    return tuple(slice(begin, end) if i == axis else slice(None) for i in range(x.ndim))


# ---- extremes and where they are -----------------------------------------------------------------
# A state is an extreme, its place and the number of elements so far, from the chunk's first on.

_BEATS = {"cummax": np.greater, "cummin": np.less}


def _states(scan, x, axis, dtype, **options):
    """Of all elements; with include_initial=True that of none comes first, at -1."""
    values, indices = scan(x, axis=axis, dtype=dtype["value"], index=True, **options)
    states = np.empty(values.shape, dtype)
    states["value"], states["index"] = values, indices
    counts = np.arange(values.shape[axis]) + 1 + x.shape[axis] - values.shape[axis]
    states["count"] = counts.reshape(-1, *(1,) * (x.ndim - axis - 1))
    return states


def _last_state(scan, dtype, x, axis, keepdims):
    """What 'blelloch' asks of a chunk."""
    states = _states(scan, x, axis, dtype, include_initial=True)
    return states[_part(states, axis, -1, None)]


def _join_states(beats, left, right):
    """Of what ends with `left` and goes on with `right`: equal ones lose to the later, numbers to
    NaN. (Where the identity of no elements is equal, the last element on the left is, too: its
    place is the count before -1.)"""
    a, b = left["value"], right["value"]
    stays = beats(a, b) | ((a != a) & (b == b))
    states = np.empty(stays.shape, right.dtype)
    states["value"] = np.where(stays, a, b)
    states["index"] = np.where(stays, left["index"], left["count"] + right["index"])
    states["count"] = left["count"] + right["count"]
    return states


def _scan_states(name, x, axis, dtype, initial, method):
    """Of all elements, and the first, that of none."""
    kind = np.dtype([("value", dtype), ("index", np.int64), ("count", np.int64)])
    scan = getattr(lanescan, name)
    function = functools.partial(_states, scan)
    function.__name__ = name  # Dask asks for it
    join = functools.partial(_join_states, _BEATS[name])
    (first,) = _states(scan, np.empty(0, dtype), 0, kind, initial=initial, include_initial=True)
    y = cumreduction(
        function,
        join,
        first,
        x,
        axis=axis,
        dtype=kind,
        method=method,
        preop=functools.partial(_last_state, scan, kind),
    )
    return y.map_blocks(functools.partial(join, first), dtype=kind), first


# ---- what is called ------------------------------------------------------------------------------

_Input: TypeAlias = Any  # a Dask array, or what Dask makes one of
_Method: TypeAlias = Literal["sequential", "blelloch"]


class _Options(TypedDict, total=False):
    reverse: bool
    exclusive: bool
    initial: Any
    include_initial: bool
    method: _Method


def cumulative_sum(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    method: _Method = "sequential",
) -> da.Array:
    """Running sums of an array along an axis.

    x: a Dask array, or what Dask makes one of, of any shape and chunks; a number is an array of one
    element. axis: from the end when negative; may be left out where there is one dimension only.
    dtype: elements are converted to it first; without, bool and integers are summed in int64,
    unsigned ones in uint64, others in their own type. reverse: from the end. exclusive: element j
    holds the sum before it. initial: one number before the first. include_initial: as exclusive,
    one longer along the axis, ending with the total, with a chunk of its own for the first. method:
    see the module. Returns a Dask array of x's shape and chunks.

    Raises TypeError for a type that lanescan or the operation has not and for an axis that is no
    integer, OverflowError for an `initial` that an integer type cannot hold, IndexError for an axis
    that there is not, ValueError for options that exclude each other and for extents that have to
    be known.

    >>> import dask.array as da, lanescan.dask as ld
    >>> x = da.from_array([1.0, 2.0, 3.0, 4.0], chunks=2)
    >>> ld.cumulative_sum(x, reverse=True).compute()
    array([10.,  9.,  7.,  4.])
    >>> ld.cumulative_sum(x, include_initial=True).chunks
    ((1, 2, 2),)
    """
    return _scan(
        "cumsum", x, axis, dtype, False, reverse, exclusive, initial, include_initial, method
    )


def cumsum(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    method: _Method = "sequential",
) -> da.Array:
    """cumulative_sum() as NumPy has it: axis and dtype by position, and without an axis the sums of
    all elements in C order, in one dimension; where rows are cut into chunks, Dask has to merge
    these first.

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.cumsum(da.from_array([[1, 2], [3, 4]], chunks=1)).compute()
    array([ 1,  3,  6, 10])
    >>> ld.cumsum(da.from_array([[1, 2], [3, 4]], chunks=1), 0, "f4").compute()
    array([[1., 2.],
           [4., 6.]], dtype=float32)
    """
    return _scan(
        "cumsum", x, axis, dtype, True, reverse, exclusive, initial, include_initial, method
    )


def cumulative_prod(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    method: _Method = "sequential",
) -> da.Array:
    """Running products; arguments, types and errors as for cumulative_sum().

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.cumulative_prod(da.from_array([2, 3, 4], chunks=2)).compute()
    array([ 2,  6, 24])
    """
    return _scan(
        "cumprod", x, axis, dtype, False, reverse, exclusive, initial, include_initial, method
    )


def cumprod(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    method: _Method = "sequential",
) -> da.Array:
    """cumulative_prod() as NumPy has it, see cumsum().

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.cumprod(da.from_array([[2, 3], [4, 5]], chunks=1), 1).compute()
    array([[ 2,  6],
           [ 4, 20]])
    """
    return _scan(
        "cumprod", x, axis, dtype, True, reverse, exclusive, initial, include_initial, method
    )


@overload
def cumulative_max(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> da.Array: ...
@overload
def cumulative_max(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cumulative_max(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: bool = False,
    method: _Method = "sequential",
) -> da.Array | Extremes:
    """Running maxima, of all types but complex, in the type of x; from the first NaN on NaN.
    Arguments and errors as for cumulative_sum().

    index: a pair (values, indices) of Dask arrays, with the positions along the axis as well, not
    along a chunk: of equal elements the latest in the order of the scan, -1 where no element is
    the extreme. dask.compute(*pair) computes both at once.

    >>> import dask.array as da, lanescan.dask as ld
    >>> x = da.from_array([1.0, 3.0, 3.0, 2.0], chunks=2)
    >>> ld.cumulative_max(x, index=True).indices.compute()
    array([0, 1, 2, 2])
    """
    return _scan(
        "cummax", x, axis, dtype, False, reverse, exclusive, initial, include_initial, method, index
    )


@overload
def cummax(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> da.Array: ...
@overload
def cummax(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cummax(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: bool = False,
    method: _Method = "sequential",
) -> da.Array | Extremes:
    """cumulative_max() as NumPy has it, see cumsum().

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.cummax(da.from_array([[1, 5], [2, 4]], chunks=1), 0).compute()
    array([[1, 5],
           [2, 5]])
    """
    return _scan(
        "cummax", x, axis, dtype, True, reverse, exclusive, initial, include_initial, method, index
    )


@overload
def cumulative_min(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> da.Array: ...
@overload
def cumulative_min(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cumulative_min(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: bool = False,
    method: _Method = "sequential",
) -> da.Array | Extremes:
    """Running minima, and their positions with index; as cumulative_max().

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.cumulative_min(da.from_array([3, 5, 4], chunks=2), reverse=True).compute()
    array([3, 4, 4])
    """
    return _scan(
        "cummin", x, axis, dtype, False, reverse, exclusive, initial, include_initial, method, index
    )


@overload
def cummin(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> da.Array: ...
@overload
def cummin(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cummin(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    index: bool = False,
    method: _Method = "sequential",
) -> da.Array | Extremes:
    """cumulative_min() as NumPy has it, see cumsum().

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.cummin(da.from_array([3, 5, 2], chunks=2), initial=4).compute()
    array([3, 3, 2])
    """
    return _scan(
        "cummin", x, axis, dtype, True, reverse, exclusive, initial, include_initial, method, index
    )


def cumulative_logsumexp(
    x: _Input,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    method: _Method = "sequential",
) -> da.Array:
    """Running log-sum-exps, in floating and complex types, of bool and integers in float64.
    Arguments and errors as for cumulative_sum().

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.cumulative_logsumexp(da.from_array([0.0, -40.0, 1000.0], chunks=2)).compute()
    array([0.00000000e+00, 4.24835426e-18, 1.00000000e+03])
    """
    return _scan(
        "logcumsumexp", x, axis, dtype, False, reverse, exclusive, initial, include_initial, method
    )


def logcumsumexp(
    x: _Input,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: Any = None,
    include_initial: bool = False,
    method: _Method = "sequential",
) -> da.Array:
    """cumulative_logsumexp() as NumPy has its scans, see cumsum().

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.logcumsumexp(da.from_array([[0.0, 1000.0]], chunks=1)).compute()
    array([   0., 1000.])
    """
    return _scan(
        "logcumsumexp", x, axis, dtype, True, reverse, exclusive, initial, include_initial, method
    )


def logsumexp(
    x: _Input,
    /,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
) -> da.Array:
    """Log-sum-exp of an array over an axis, several (a tuple), or all (None): of each chunk, then
    of what the chunks come to.

    dtype: floating or complex; without, as for cumulative_logsumexp(). keepdims: the axes stay,
    with an extent of 1. Over no elements -inf. Errors as for cumulative_sum(); an axis named twice
    is an IndexError.

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.logsumexp(da.full((2, 4), 100.0, chunks=2), axis=1).compute()
    array([101.38629436, 101.38629436])
    """
    x = da.asarray(x)
    # What lanescan says of type and axes, on no elements.
    dtype = lanescan.logsumexp(np.empty((0,) * x.ndim, x.dtype), axis, dtype=dtype).dtype
    chunk = functools.partial(_chunk_logsumexp, _wide(dtype))
    total = da.reduction(
        x.astype(dtype), chunk, chunk, axis=axis, keepdims=keepdims, dtype=_wide(dtype)
    )
    return total.astype(dtype)


def _chunk_logsumexp(kind, x, axis, keepdims):
    # of a number Dask names no axes
    return lanescan.logsumexp(x, axis or None, dtype=kind, keepdims=keepdims)


def logaddexp(a: _Input, b: _Input, /, *, dtype: DTypeLike | None = None) -> da.Array:
    """log(e^a + e^b), element by element, of arrays and numbers, broadcast.

    dtype: floating or complex; without, the common type, of bool and integers float64. Raises
    TypeError for types, ValueError for shapes.

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.logaddexp(da.from_array([1000.0, 0.0], chunks=1), -40.0).compute()
    array([1.00000000e+03, 4.24835426e-18])
    """
    return da.core.elemwise(functools.partial(lanescan.logaddexp, dtype=dtype), a, b)


def linear_recurrence(
    a: _Input,
    b: _Input,
    /,
    axis: SupportsIndex = -1,
    *,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    initial: Any = None,
) -> da.Array:
    """y[j] = a[j] * y[j-1] + b[j] along an axis of the result; y[-1] is `initial`, without which
    y[0] = b[0]. Chunk after chunk along the axis, each from the last results before it; along other
    axes chunks are computed at the same time.

    a, b: arrays or numbers, broadcast, in their common type (bool and integers as in
    cumulative_sum()) or in dtype, any but bool. reverse: from the end, y[j] = a[j] * y[j+1] + b[j],
    as discounted returns. initial: one number for all lines. Errors as for cumulative_sum(), and
    ValueError for shapes.

    >>> import dask.array as da, lanescan.dask as ld
    >>> ld.linear_recurrence(0.5, da.from_array([8.0, 0.0, 0.0, 1.0], chunks=2)).compute()
    array([8., 4., 2., 2.])
    """
    # Python's own numbers have no type of their own.
    kinds = [x if isinstance(x, (int, float, complex)) else da.asarray(x).dtype for x in (a, b)]
    a, b = da.broadcast_arrays(da.asarray(a), da.asarray(b))
    if b.ndim == 0:
        a, b = a.reshape(1), b.reshape(1)
    axis = _axis(b, axis)
    # What lanescan says of the types, on no elements.
    common = np.empty(0, np.result_type(*kinds))
    dtype = lanescan.linear_recurrence(common, common, dtype=dtype).dtype
    initial = _initial(initial, dtype)
    a, b = da.unify_chunks(a.astype(dtype), range(b.ndim), b.astype(dtype), range(b.ndim))[1]
    if reverse:
        a, b = da.flip(a, axis), da.flip(b, axis)
    a, b = (_without_empty_chunks(x, axis) for x in (a, b))
    ends = np.cumsum(b.chunks[axis])
    parts, before = [], ()
    for begin, end in zip(ends - b.chunks[axis], ends):
        place = _part(b, axis, int(begin), int(end))
        parts.append(
            da.map_blocks(
                _recurrence,
                a[place],
                b[place],
                *before,
                axis=axis,
                kind=_wide(dtype),
                initial=initial,
                dtype=_wide(dtype),
                chunks=b[place].chunks,
                meta=np.empty((0,) * b.ndim, _wide(dtype)),
            )
        )
        before = (parts[-1][_part(b, axis, -1, None)],)
    y = da.concatenate(parts, axis=axis)
    return (da.flip(y, axis) if reverse else y).astype(dtype)


def _recurrence(a, b, before=None, *, axis, kind, initial):
    """Of a chunk; from `before`, which has an extent of 1 along the axis, it goes on as from a
    first element."""
    if before is None:
        return lanescan.linear_recurrence(a, b, axis, dtype=kind, initial=initial)
    a, b = (np.concatenate([before, x.astype(kind)], axis) for x in (a, b))
    y = lanescan.linear_recurrence(a, b, axis)
    return y[_part(y, axis, 1, None)]
