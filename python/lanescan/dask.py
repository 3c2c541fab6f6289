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
not if `reverse` or `exclusive`; along other axes x.compute_chunk_sizes() has to find them first."""

import functools
import math
import operator

import dask.array as da
import numpy as np
from dask.array.reductions import cumreduction

import lanescan

__all__ = [
    "cumulative_logsumexp",
    "cumulative_max",
    "cumulative_min",
    "cumulative_prod",
    "cumulative_sum",
    "linear_recurrence",
    "logaddexp",
    "logsumexp",
]


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
    "cumulative_sum": (lanescan.cumulative_sum, operator.add, np.sum, lambda dtype: 0),
    "cumulative_prod": (lanescan.cumulative_prod, operator.mul, np.prod, lambda dtype: 1),
    "cumulative_max": (lanescan.cumulative_max, np.maximum, np.max, _lowest),
    "cumulative_min": (lanescan.cumulative_min, np.minimum, np.min, _highest),
    "cumulative_logsumexp": (
        lanescan.cumulative_logsumexp,
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


def _scan(name, x, axis, dtype, reverse, exclusive, initial, include_initial, method):
    function, combine, total, identity = _OPERATIONS[name]
    if exclusive and include_initial:
        raise ValueError(
            "exclusive leaves out the last result, include_initial has it: only one of them can "
            "be asked for"
        )
    x = da.asarray(x)
    axis = _axis(x, axis)
    if any(_is_unknown(x, i) for i in range(x.ndim) if i != axis):
        raise ValueError(
            "extents along other axes than that of the scan are unknown; "
            "x.compute_chunk_sizes() finds them"
        )
    if _is_unknown(x, axis):
        method = "blelloch"  # a chunk may have no last element
    # What lanescan says of the types, on no elements.
    dtype = function(np.empty(0, x.dtype), dtype=dtype, initial=initial).dtype
    kind = dtype if name in ("cumulative_max", "cumulative_min") else _wide(dtype)
    x = _without_empty_chunks(da.flip(x, axis) if reverse else x, axis)
    if dtype.kind in "fc":
        x = x.astype(dtype)  # each element is converted first, and only then scanned
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
    if exclusive or include_initial:
        y = _with_first(y, axis, identity(kind) if initial is None else initial)
    if exclusive:
        y = y[tuple(slice(None, -1) if i == axis else slice(None) for i in range(y.ndim))].rechunk(
            x.chunks
        )
    return (da.flip(y, axis) if reverse else y).astype(dtype)


def _total(total, dtype, identity, x, axis, keepdims):
    """What 'blelloch' asks of a chunk."""
    axis = axis[0] if isinstance(axis, tuple) else axis
    if not x.shape[axis]:
        shape = [1 if i == axis else n for i, n in enumerate(x.shape) if i != axis or keepdims]
        return np.full(shape, identity, dtype)
    return total(x.astype(dtype), axis=axis, keepdims=keepdims)


def _with_first(y, axis, first):
    shape = tuple(1 if i == axis else n for i, n in enumerate(y.shape))
    chunks = tuple((1,) if i == axis else c for i, c in enumerate(y.chunks))
    return da.concatenate([da.full(shape, first, dtype=y.dtype, chunks=chunks), y], axis=axis)


def _function(name):
    def scan(
        x,
        /,
        *,
        axis=None,
        dtype=None,
        reverse=False,
        exclusive=False,
        initial=None,
        include_initial=False,
        method="sequential",
    ):
        return _scan(name, x, axis, dtype, reverse, exclusive, initial, include_initial, method)

    scan.__name__ = scan.__qualname__ = name
    scan.__doc__ = f"lanescan.{name} on a Dask array; its arguments, and `method` (see the module)."
    return scan


cumulative_sum, cumulative_prod, cumulative_max, cumulative_min, cumulative_logsumexp = map(
    _function, _OPERATIONS
)


def logsumexp(x, /, axis=None, *, dtype=None, keepdims=False):
    """lanescan.logsumexp on a Dask array: of each chunk, then of what the chunks come to."""
    x = da.asarray(x)
    dtype = lanescan.logsumexp(np.empty(0, x.dtype), dtype=dtype).dtype
    chunk = functools.partial(_chunk_logsumexp, _wide(dtype))
    total = da.reduction(
        x.astype(dtype), chunk, chunk, axis=axis, keepdims=keepdims, dtype=_wide(dtype)
    )
    return total.astype(dtype)


def _chunk_logsumexp(kind, x, axis, keepdims):
    return lanescan.logsumexp(x, axis, dtype=kind, keepdims=keepdims)


def logaddexp(a, b, /, *, dtype=None):
    """lanescan.logaddexp on Dask arrays and numbers, broadcast."""
    return da.core.elemwise(functools.partial(lanescan.logaddexp, dtype=dtype), a, b)


def linear_recurrence(a, b, /, axis=-1, *, dtype=None, reverse=False, initial=None):
    """lanescan.linear_recurrence on Dask arrays and numbers, broadcast: chunk after chunk along the
    axis, each from the last results before it; along other axes chunks are computed at the same
    time."""
    # Python's own numbers have no type of their own.
    kinds = [x if isinstance(x, (int, float, complex)) else da.asarray(x).dtype for x in (a, b)]
    a, b = da.broadcast_arrays(da.asarray(a), da.asarray(b))
    if b.ndim == 0:
        a, b = a.reshape(1), b.reshape(1)
    axis = _axis(b, axis)
    # What lanescan says of the types, on no elements.
    common = np.empty(0, np.result_type(*kinds))
    dtype = lanescan.linear_recurrence(common, common, dtype=dtype, initial=initial).dtype
    a, b = da.unify_chunks(a.astype(dtype), range(b.ndim), b.astype(dtype), range(b.ndim))[1]
    if reverse:
        a, b = da.flip(a, axis), da.flip(b, axis)
    a, b = (_without_empty_chunks(x, axis) for x in (a, b))
    ends = np.cumsum(b.chunks[axis])
    parts, before = [], ()
    for begin, end in zip(ends - b.chunks[axis], ends):
        place = tuple(
            slice(int(begin), int(end)) if i == axis else slice(None) for i in range(b.ndim)
        )
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
        before = (
            parts[-1][tuple(slice(-1, None) if i == axis else slice(None) for i in range(b.ndim))],
        )
    y = da.concatenate(parts, axis=axis)
    return (da.flip(y, axis) if reverse else y).astype(dtype)


def _recurrence(a, b, before=None, *, axis, kind, initial):
    """Of a chunk; from `before`, which has an extent of 1 along the axis, it goes on as from a
    first element."""
    if before is None:
        return lanescan.linear_recurrence(a, b, axis, dtype=kind, initial=initial)
    a, b = (np.concatenate([before, x.astype(kind)], axis) for x in (a, b))
    y = lanescan.linear_recurrence(a, b, axis)
    return y[tuple(slice(1, None) if i == axis else slice(None) for i in range(y.ndim))]
