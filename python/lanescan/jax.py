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

import functools
import operator
import pathlib
import re

import jax
import jax.numpy as jnp
import numpy as np

import lanescan

from . import _gradients
from ._core import xla_handlers

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


def _array(x):
    return x if isinstance(x, jax.Array) else jnp.asarray(x)


def _initial(initial, dtype):
    """As an array of no dimensions; what has no place in the type is a TypeError, as in lanescan's
    functions."""
    if initial is None:
        return None
    given = jnp.asarray(initial)
    if given.ndim:
        raise ValueError("initial is one number")
    if not np.can_cast(given.dtype, dtype, "same_kind") and not isinstance(initial, int):
        raise TypeError(f"initial is not a number that {dtype} can hold")
    return given.astype(dtype)


def _request(name, x, axis, dtype, flattens, longer, exclusive):
    """x in the type of the results, and the axis from the front; what is wrong lanescan says, of
    arrays without elements."""
    if exclusive and longer:
        raise ValueError(
            "exclusive leaves out the last result, include_initial has it: only one of them can "
            "be asked for"
        )
    x = _array(x)
    if x.ndim == 0 or (axis is None and flattens):
        x = x.reshape(-1)
    function = getattr(lanescan, name)
    empty = np.empty((0,) * x.ndim, x.dtype)
    if axis is None and x.ndim > 1:
        raise ValueError("axis is required where there is more than one dimension")
    axis = 0 if axis is None else operator.index(axis)
    kind = jax.dtypes.canonicalize_dtype(function(empty, axis=axis, dtype=dtype).dtype)
    return x.astype(kind), axis % x.ndim


def _make(name, flattens):
    def scan(
        x,
        axis=None,
        dtype=None,
        *,
        reverse=False,
        exclusive=False,
        initial=None,
        include_initial=False,
    ):
        x, axis = _request(name, x, axis, dtype, flattens, include_initial, exclusive)
        initial = _initial(initial, x.dtype)
        return _scan(name, x, initial, axis, bool(reverse), bool(exclusive), bool(include_initial))

    def extremes(
        x,
        axis=None,
        dtype=None,
        *,
        reverse=False,
        exclusive=False,
        initial=None,
        include_initial=False,
        index=False,
    ):
        x, axis = _request(name, x, axis, dtype, flattens, include_initial, exclusive)
        initial = _initial(initial, x.dtype)
        result = _select(
            name,
            x,
            initial,
            axis,
            bool(reverse),
            bool(exclusive),
            bool(include_initial),
            bool(index),
        )
        return Extremes(result) if index else result

    return extremes if name in ("cummax", "cummin") else scan


def _keyword_only(scan):
    def function(x, /, *, axis=None, dtype=None, **options):
        return scan(x, axis, dtype, **options)

    return function


def _document(function, name):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"lanescan.{name} on a JAX array; its arguments, out apart."
    return function


def _pair(long_name, name):
    return _document(_keyword_only(_make(name, False)), long_name), _document(
        _make(name, True), name
    )


cumulative_sum, cumsum = _pair("cumulative_sum", "cumsum")
cumulative_prod, cumprod = _pair("cumulative_prod", "cumprod")
cumulative_max, cummax = _pair("cumulative_max", "cummax")
cumulative_min, cummin = _pair("cumulative_min", "cummin")
cumulative_logsumexp, logcumsumexp = _pair("cumulative_logsumexp", "logcumsumexp")


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def _logsumexp(x, axes):
    shape = tuple(1 if i in axes else n for i, n in enumerate(x.shape))
    return _call("lanescan_logsumexp", jax.ShapeDtypeStruct(shape, x.dtype), x, **_axes(x, axes))


_logsumexp.defvjp(
    lambda x, axes: (_logsumexp(x, axes), x), lambda axes, x, g: (_logsumexp_vjp(x, g, axes),)
)


def logsumexp(x, /, axis=None, *, dtype=None, keepdims=False):
    """lanescan.logsumexp on a JAX array; its arguments, out apart."""
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


def logaddexp(a, b, /, *, dtype=None):
    """lanescan.logaddexp on JAX arrays and numbers, broadcast; their common type is JAX's."""
    common = np.empty(0, jnp.result_type(a, b))
    kind = jax.dtypes.canonicalize_dtype(lanescan.logaddexp(common, common, dtype=dtype).dtype)
    return _logaddexp(*jnp.broadcast_arrays(jnp.asarray(a, kind), jnp.asarray(b, kind)))


def linear_recurrence(a, b, /, axis=-1, *, dtype=None, reverse=False, initial=None):
    """lanescan.linear_recurrence on JAX arrays and numbers, broadcast; their common type is
    JAX's."""
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
