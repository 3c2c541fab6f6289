"""lanescan's functions for JAX, on the CPU: under jit, grad and vmap.

    import jax, lanescan.jax as lj
    jax.jit(jax.grad(lambda x: lj.logcumsumexp(x).sum()))(x)

Compiled programs call lanescan through XLA's foreign function interface, on XLA's own threads and
arrays; the bits are those of lanescan.cumsum and the others, compiled or not, in a batch or alone.
Arguments are those of lanescan's functions, out= apart, for JAX's arrays cannot be written. Results
have the types of lanescan's, in 32 bits unless JAX is told to use 64
(jax.config.update("jax_enable_x64", True)).

Gradients (jax.grad, vjp, jacrev; second ones too) follow the formulas of the header lanescan.h:
nothing is divided by in those of products, -inf gives 0 and not NaN in those of log-sum-exps.
Forward mode (jax.jvp, jacfwd) is JAX's TypeError."""

from __future__ import annotations

import functools
import operator
import pathlib
import re
from typing import Literal, SupportsIndex, TypedDict, Unpack, overload

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike
from numpy.typing import DTypeLike

import lanescan

from . import _gradients
from ._core import xla_handlers
from ._options import initial_of_type, refuse_both

if not hasattr(jax, "ffi"):
    raise ImportError(f"lanescan.jax needs JAX 0.5 or later; this is {jax.__version__}")

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
jax.tree_util.register_pytree_node(
    Extremes, lambda both: (tuple(both), None), lambda _, both: Extremes(both)
)


def _xla_version():
    """Of XLA's interface: jaxlib tells it in a header only."""
    header = pathlib.Path(jax.ffi.include_dir(), "xla", "ffi", "api", "c_api.h").read_text(
        encoding="utf-8"
    )
    return [
        int(re.search(rf"#define XLA_FFI_API_{part} (\d+)", header)[1])
        for part in ("MAJOR", "MINOR")
    ]


for _name, _handler in xla_handlers(*_xla_version()).items():
    jax.ffi.register_ffi_target(_name, _handler, platform="cpu")

_OPS = {"cumsum": 0, "cumprod": 1, "cummax": 2, "cummin": 3, "logcumsumexp": 4}
_REVERSE, _EXCLUSIVE = 1, 2


def _call(name, result, *arguments, **attributes):
    """Axes in the attributes count from the end, so that vmap may put its own in front."""
    return jax.ffi.ffi_call(name, result, vmap_method="broadcast_all")(*arguments, **attributes)


def _like(x):
    return jax.ShapeDtypeStruct(x.shape, x.dtype)


def _axis(x, axis, reverse, exclusive=False):
    return {
        "axis": np.int32(axis - x.ndim),
        "flags": np.int32(_REVERSE * reverse + _EXCLUSIVE * exclusive),
    }


def _axes(x, axes):
    return {"axes": np.array([axis - x.ndim for axis in axes], np.int32)}


def _some(*arrays):
    return [x for x in arrays if x is not None]


def _run(name, x, initial, axis, reverse, exclusive, longer, index):
    shape = tuple(n + (longer and i == axis) for i, n in enumerate(x.shape))
    values = jax.ShapeDtypeStruct(shape, x.dtype)
    indices = jax.ShapeDtypeStruct(shape, jax.dtypes.canonicalize_dtype(np.int64))
    return _call(
        "lanescan_scan_index" if index else "lanescan_scan",
        (values, indices) if index else values,
        *_some(x, initial),
        op=np.int32(_OPS[name]),
        **_axis(x, axis, reverse, exclusive or longer),
    )


# Whether the scan is differentiated by a formula (_scan) or by where its results come from
# (_select).


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3, 4, 5, 6))
def _scan(name, x, initial, axis, reverse, exclusive, longer):
    return _run(name, x, initial, axis, reverse, exclusive, longer, False)


def _scan_forward(name, x, initial, *options):
    return _scan(name, x, initial, *options), (x, initial)


def _scan_backward(name, axis, reverse, exclusive, longer, residuals, g):
    return _gradients.scan(_FRAME, name, *residuals, g, axis, reverse, exclusive or longer)


_scan.defvjp(_scan_forward, _scan_backward)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3, 4, 5, 6, 7))
def _select(name, x, initial, axis, reverse, exclusive, longer, index):
    results = _run(name, x, initial, axis, reverse, exclusive, longer, index)
    return tuple(results) if index else results


def _select_forward(name, x, initial, axis, reverse, exclusive, longer, index):
    values, indices = _select(name, x, initial, axis, reverse, exclusive, longer, True)
    return (values, indices) if index else values, (indices, initial)


def _select_backward(name, axis, reverse, exclusive, longer, index, residuals, g):
    indices, initial = residuals
    g = g[0] if index else g
    of_initial = (
        None if initial is None else jnp.where(indices < 0, g, 0).sum().astype(initial.dtype)
    )
    return _select_vjp(indices, g, axis, reverse, exclusive or longer, longer), of_initial


_select.defvjp(_select_forward, _select_backward)


@functools.partial(jax.custom_vjp, nondiff_argnums=(3, 4))
def _recurrence(a, b, initial, axis, reverse):
    return _call("lanescan_recurrence", _like(b), *_some(a, b, initial), **_axis(b, axis, reverse))


def _recurrence_forward(a, b, initial, axis, reverse):
    y = _recurrence(a, b, initial, axis, reverse)
    return y, (a, y, initial)


def _recurrence_backward(axis, reverse, residuals, g):
    return _gradients.recurrence(_FRAME, *residuals, g, axis, reverse)


_recurrence.defvjp(_recurrence_forward, _recurrence_backward)


# ---- gradients, and theirs -----------------------------------------------------------------------
# lanescan's are multiplied by the derivative's conjugate, as PyTorch's; JAX's by the derivative.


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3, 4, 5))
def _scan_vjp(name, x, g, axis, reverse, exclusive):
    return _call(
        "lanescan_scan_vjp",
        _like(x),
        jnp.conj(x),
        g,
        op=np.int32(_OPS[name]),
        **_axis(x, axis, reverse, exclusive),
    )


@functools.partial(jax.custom_vjp, nondiff_argnums=(2, 3, 4, 5))
def _select_vjp(indices, g, axis, reverse, exclusive, longer):
    shape = tuple(n - (longer and i == axis) for i, n in enumerate(g.shape))
    return _call(
        "lanescan_scan_index_vjp",
        jax.ShapeDtypeStruct(shape, g.dtype),
        indices,
        g,
        **_axis(g, axis, reverse, exclusive),
    )


@functools.partial(jax.custom_vjp, nondiff_argnums=(4, 5))
def _recurrence_vjp(a, y, initial, g, axis, reverse):
    taken = map(jnp.conj, _some(a, y, initial))
    return tuple(
        _call("lanescan_recurrence_vjp", (_like(y), _like(y)), *taken, g, **_axis(y, axis, reverse))
    )


@functools.partial(jax.custom_vjp, nondiff_argnums=(2,))
def _logsumexp_vjp(x, g, axes):
    return _call("lanescan_logsumexp_vjp", _like(x), jnp.conj(x), g, **_axes(x, axes))


@jax.custom_vjp
def _logaddexp_vjp(a, b, g):
    return tuple(_call("lanescan_logaddexp_vjp", (_like(a), _like(a)), jnp.conj(a), jnp.conj(b), g))


def _scan_vjp_backward(name, axis, reverse, exclusive, residuals, v):
    return jax.vjp(
        lambda x, g: _gradients.scan_formula(_FRAME, name, x, g, axis, reverse, exclusive),
        *residuals,
    )[1](v)


def _select_vjp_backward(axis, reverse, exclusive, longer, indices, v):
    """Of the element that an index is of; what is of none gets 0."""
    if v.shape[axis] == 0:
        return None, jnp.zeros(indices.shape, v.dtype)
    return None, jnp.where(indices < 0, 0, jnp.take_along_axis(v, jnp.maximum(indices, 0), axis))


def _recurrence_vjp_backward(axis, reverse, residuals, v):
    return jax.vjp(
        lambda *arrays: _gradients.recurrence_formula(_FRAME, *arrays, axis, reverse), *residuals
    )[1](v)


def _logsumexp_vjp_backward(axes, residuals, v):
    return jax.vjp(lambda x, g: _gradients.logsumexp_formula(_FRAME, x, g, axes), *residuals)[1](v)


def _logaddexp_vjp_backward(residuals, v):
    return jax.vjp(lambda *arrays: _gradients.logaddexp_formula(_FRAME, *arrays), *residuals)[1](v)


_scan_vjp.defvjp(
    lambda name, x, g, *options: (_scan_vjp(name, x, g, *options), (x, g)), _scan_vjp_backward
)
_select_vjp.defvjp(
    lambda indices, *rest: (_select_vjp(indices, *rest), indices), _select_vjp_backward
)
_recurrence_vjp.defvjp(lambda *all_: (_recurrence_vjp(*all_), all_[:4]), _recurrence_vjp_backward)
_logsumexp_vjp.defvjp(
    lambda x, g, axes: (_logsumexp_vjp(x, g, axes), (x, g)), _logsumexp_vjp_backward
)
_logaddexp_vjp.defvjp(lambda *arrays: (_logaddexp_vjp(*arrays), arrays), _logaddexp_vjp_backward)

_FRAME = _gradients.Frame(
    xp=jnp,
    scan=lambda name, x, axis, reverse, exclusive: _scan(
        name, x, None, axis, reverse, exclusive, False
    ),
    recurrence=lambda a, b, axis, reverse: _recurrence(a, b, None, axis, reverse),
    logsumexp=lambda x, axes: _logsumexp(x, axes),
    scan_vjp=_scan_vjp,
    recurrence_vjp=_recurrence_vjp,
    factor=lambda x: x,
    wide=lambda x: x.astype(jnp.float32) if x.dtype in (jnp.float16, jnp.bfloat16) else x,
    cast=lambda x, like: x.astype(like.dtype),
    sigmoid=jax.nn.sigmoid,
)


# ---- what is called ------------------------------------------------------------------------------


def _array(x: ArrayLike) -> jax.Array:
    return x if isinstance(x, jax.Array) else jnp.asarray(x)


def _initial(initial, dtype):
    """As an array of no dimensions, by the rules of lanescan's functions; of what is traced only
    the type is known, and integers wrap."""
    if initial is None:
        return None
    is_traced = isinstance(initial, jax.core.Tracer) or hasattr(initial, "__jax_array__")
    given = jnp.asarray(initial) if is_traced else initial
    if np.ndim(given):
        raise ValueError("initial is one number")
    if is_traced:
        if not np.can_cast(given.dtype, dtype, "same_kind"):
            raise TypeError(f"initial is not a number that {dtype} can hold")
        return given.astype(dtype)
    return jnp.asarray(initial_of_type(given, dtype).reshape(()))


def _call_scan(
    name, x, axis, dtype, flattens, reverse, exclusive, initial, include_initial, index=False
):
    refuse_both(exclusive, include_initial)
    x = _array(x)
    if x.ndim == 0 or (axis is None and flattens):
        x = x.reshape(-1)
    if axis is None:
        if x.ndim > 1:
            raise ValueError("axis is required where there is more than one dimension")
        axis = 0
    # What lanescan says of type and axis, on no elements.
    empty = np.empty((0,) * x.ndim, x.dtype)
    kind = jax.dtypes.canonicalize_dtype(
        getattr(lanescan, name)(empty, axis=axis, dtype=dtype).dtype
    )
    x, initial = x.astype(kind), _initial(initial, kind)
    options = operator.index(axis) % x.ndim, bool(reverse), bool(exclusive), bool(include_initial)
    if name not in ("cummax", "cummin"):
        return _scan(name, x, initial, *options)
    result = _select(name, x, initial, *options, bool(index))
    return Extremes(result) if index else result


class _Options(TypedDict, total=False):
    reverse: bool
    exclusive: bool
    initial: ArrayLike | None
    include_initial: bool


def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
) -> jax.Array:
    """Running sums of an array along an axis.

    x: an array of JAX's, or what it makes one of, of any shape; a number is an array of one
    element. axis: from the end when negative; may be left out where there is one dimension only.
    dtype: elements are converted to it first; without, bool and integers are summed in int64,
    unsigned ones in uint64 (32 bits each unless JAX is told to use 64), others in their own type.
    reverse: from the end. exclusive: element j holds the sum before it. initial: one number before
    the first, which may be traced and have a gradient. include_initial: as exclusive, one longer
    along the axis, ending with the total. Returns a new array of x's shape.

    Raises TypeError for a type that lanescan or the operation has not and for an axis that is no
    integer, OverflowError for an `initial` that an integer type cannot hold (unless it is traced),
    IndexError for an axis that there is not, ValueError for options that exclude each other.

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.cumulative_sum(jnp.array([1.0, 2.0, 3.0]), reverse=True)
    Array([6., 5., 3.], dtype=float32)
    >>> lj.cumulative_sum(jnp.ones((2, 2)), axis=0, include_initial=True)
    Array([[0., 0.],
           [1., 1.],
           [2., 2.]], dtype=float32)
    """
    return _call_scan("cumsum", x, axis, dtype, False, reverse, exclusive, initial, include_initial)


def cumsum(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
) -> jax.Array:
    """cumulative_sum() as NumPy has it: axis and dtype by position, and without an axis the sums of
    all elements in C order, in one dimension.

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.cumsum(jnp.array([[1, 2], [3, 4]]))
    Array([ 1,  3,  6, 10], dtype=int32)
    >>> lj.cumsum(jnp.array([[1, 2], [3, 4]]), 0, "f4")
    Array([[1., 2.],
           [4., 6.]], dtype=float32)
    """
    return _call_scan("cumsum", x, axis, dtype, True, reverse, exclusive, initial, include_initial)


def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
) -> jax.Array:
    """Running products; arguments, types and errors as for cumulative_sum(). The gradient divides
    by nothing: zeros cost nothing and are exact.

    >>> import jax, jax.numpy as jnp, lanescan.jax as lj
    >>> jax.grad(lambda x: lj.cumulative_prod(x).sum())(jnp.array([2.0, 0.0, 3.0, 4.0]))
    Array([ 1., 32.,  0.,  0.], dtype=float32)
    """
    return _call_scan(
        "cumprod", x, axis, dtype, False, reverse, exclusive, initial, include_initial
    )


def cumprod(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
) -> jax.Array:
    """cumulative_prod() as NumPy has it, see cumsum().

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.cumprod(jnp.array([[2, 3], [4, 5]]), 1)
    Array([[ 2,  6],
           [ 4, 20]], dtype=int32)
    """
    return _call_scan("cumprod", x, axis, dtype, True, reverse, exclusive, initial, include_initial)


@overload
def cumulative_max(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> jax.Array: ...
@overload
def cumulative_max(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cumulative_max(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
    index: bool = False,
) -> jax.Array | Extremes:
    """Running maxima, of all types but complex, in the type of x; from the first NaN on NaN.
    Arguments and errors as for cumulative_sum().

    index: a pair (values, indices), with the positions along the axis as well, of equal elements
    the latest in the order of the scan; -1 where no element is the extreme. The gradient goes to
    the elements there.

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.cumulative_max(jnp.array([1.0, 3.0, 3.0, 2.0]), index=True).indices
    Array([0, 1, 2, 2], dtype=int32)
    """
    return _call_scan(
        "cummax", x, axis, dtype, False, reverse, exclusive, initial, include_initial, index
    )


@overload
def cummax(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> jax.Array: ...
@overload
def cummax(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cummax(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
    index: bool = False,
) -> jax.Array | Extremes:
    """cumulative_max() as NumPy has it, see cumsum().

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.cummax(jnp.array([[1, 5], [2, 4]]), 0)
    Array([[1, 5],
           [2, 5]], dtype=int32)
    """
    return _call_scan(
        "cummax", x, axis, dtype, True, reverse, exclusive, initial, include_initial, index
    )


@overload
def cumulative_min(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> jax.Array: ...
@overload
def cumulative_min(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cumulative_min(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
    index: bool = False,
) -> jax.Array | Extremes:
    """Running minima, and their positions with index; as cumulative_max().

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.cumulative_min(jnp.array([3, 5, 4]), reverse=True)
    Array([3, 4, 4], dtype=int32)
    """
    return _call_scan(
        "cummin", x, axis, dtype, False, reverse, exclusive, initial, include_initial, index
    )


@overload
def cummin(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[False] = False,
    **options: Unpack[_Options],
) -> jax.Array: ...
@overload
def cummin(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    index: Literal[True],
    **options: Unpack[_Options],
) -> Extremes: ...
def cummin(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
    index: bool = False,
) -> jax.Array | Extremes:
    """cumulative_min() as NumPy has it, see cumsum().

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.cummin(jnp.array([3, 5, 2]), initial=4)
    Array([3, 3, 2], dtype=int32)
    """
    return _call_scan(
        "cummin", x, axis, dtype, True, reverse, exclusive, initial, include_initial, index
    )


def cumulative_logsumexp(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
) -> jax.Array:
    """Running log-sum-exps, in floating and complex types, of bool and integers in float64 (float32
    unless JAX is told to use 64 bits). Arguments and errors as for cumulative_sum(). The gradient
    of -inf is 0.

    >>> import jax, jax.numpy as jnp, lanescan.jax as lj
    >>> jax.grad(lambda x: lj.cumulative_logsumexp(x).sum())(jnp.array([-jnp.inf, 0.0, 0.0]))
    Array([0. , 1.5, 0.5], dtype=float32)
    """
    return _call_scan(
        "logcumsumexp", x, axis, dtype, False, reverse, exclusive, initial, include_initial
    )


def logcumsumexp(
    x: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    *,
    reverse: bool = False,
    exclusive: bool = False,
    initial: ArrayLike | None = None,
    include_initial: bool = False,
) -> jax.Array:
    """cumulative_logsumexp() as NumPy has its scans, see cumsum().

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.logcumsumexp(jnp.array([[0.0, 1000.0], [-jnp.inf, 1000.0]]), 0)[0]
    Array([   0., 1000.], dtype=float32)
    """
    return _call_scan(
        "logcumsumexp", x, axis, dtype, True, reverse, exclusive, initial, include_initial
    )


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def _logsumexp(x, axes):
    shape = tuple(1 if i in axes else n for i, n in enumerate(x.shape))
    return _call("lanescan_logsumexp", jax.ShapeDtypeStruct(shape, x.dtype), x, **_axes(x, axes))


_logsumexp.defvjp(
    lambda x, axes: (_logsumexp(x, axes), x), lambda axes, x, g: (_logsumexp_vjp(x, g, axes),)
)


def logsumexp(
    x: ArrayLike,
    /,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
) -> jax.Array:
    """Log-sum-exp of an array over an axis, several (a tuple), or all (None), without overflow.

    dtype: floating or complex; without, as for cumulative_logsumexp(). keepdims: the axes stay,
    with an extent of 1. Over no elements -inf. The gradient of -inf is 0, also where all are -inf.
    Errors as for cumulative_sum(); an axis named twice is an IndexError.

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.logsumexp(jnp.full((2, 4), 100.0), axis=1)
    Array([101.38629, 101.38629], dtype=float32)
    """
    x = _array(x)
    # What lanescan says of type and axes, on no elements.
    kind = jax.dtypes.canonicalize_dtype(
        lanescan.logsumexp(np.empty((0,) * x.ndim, x.dtype), axis, dtype=dtype).dtype
    )
    x = x.astype(kind)
    if x.ndim == 0:
        return _logsumexp(x.reshape(1), (0,)).reshape(())
    given = range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = tuple(operator.index(i) % x.ndim for i in given)
    y = _logsumexp(x, axes)
    return y if keepdims else y.squeeze(axes)


@jax.custom_vjp
def _logaddexp(a, b):
    return _call("lanescan_logaddexp", _like(a), a, b)


_logaddexp.defvjp(
    lambda a, b: (_logaddexp(a, b), (a, b)), lambda residuals, g: _logaddexp_vjp(*residuals, g)
)


def logaddexp(a: ArrayLike, b: ArrayLike, /, *, dtype: DTypeLike | None = None) -> jax.Array:
    """log(e^a + e^b), element by element, of arrays and numbers, broadcast.

    dtype: floating or complex; without, the common type that JAX finds, of bool and integers as for
    cumulative_logsumexp(). The gradient of -inf is 0. Raises TypeError for types, ValueError for
    shapes.

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.logaddexp(jnp.array([1000.0, -jnp.inf]), -jnp.inf)
    Array([1000.,  -inf], dtype=float32)
    """
    common = np.empty(0, jnp.result_type(a, b))
    kind = jax.dtypes.canonicalize_dtype(lanescan.logaddexp(common, common, dtype=dtype).dtype)
    return _logaddexp(*jnp.broadcast_arrays(jnp.asarray(a, kind), jnp.asarray(b, kind)))


def linear_recurrence(
    a: ArrayLike,
    b: ArrayLike,
    /,
    axis: SupportsIndex = -1,
    *,
    dtype: DTypeLike | None = None,
    reverse: bool = False,
    initial: ArrayLike | None = None,
) -> jax.Array:
    """y[j] = a[j] * y[j-1] + b[j] along an axis of the result; y[-1] is `initial`, without which
    y[0] = b[0].

    a, b: arrays or numbers, broadcast, in the common type that JAX finds (bool and integers as in
    cumulative_sum()) or in dtype, any but bool. reverse: from the end, y[j] = a[j] * y[j+1] + b[j],
    as discounted returns. initial: one number for all lines, which may be traced and have a
    gradient. Errors as for cumulative_sum(), and ValueError for shapes.

    >>> import jax.numpy as jnp, lanescan.jax as lj
    >>> lj.linear_recurrence(0.5, jnp.array([8.0, 0.0, 0.0, 1.0]))
    Array([8., 4., 2., 2.], dtype=float32)
    """
    shape = jnp.broadcast_shapes(jnp.shape(a), jnp.shape(b)) or (1,)
    # What lanescan says of type and axis, on no elements.
    empty = np.empty((0,) * len(shape), jnp.result_type(a, b))
    kind = jax.dtypes.canonicalize_dtype(
        lanescan.linear_recurrence(empty, empty, axis, dtype=dtype).dtype
    )
    a, b = (jnp.broadcast_to(jnp.asarray(x).astype(kind), shape) for x in (a, b))
    return _recurrence(
        a, b, _initial(initial, kind), operator.index(axis) % len(shape), bool(reverse)
    )
