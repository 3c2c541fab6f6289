"""lanescan's functions for JAX, on the CPU: under jit, grad and vmap.

    import jax, lanescan.jax as lj
    jax.jit(jax.grad(lambda x: lj.logcumsumexp(x).sum()))(x)

Compiled programs call lanescan through XLA's foreign function interface, on XLA's own threads and arrays; the bits are those of
lanescan.cumsum and the others, compiled or not, in a batch or alone. Arguments are those of lanescan's functions, out= apart, for
JAX's arrays cannot be written. Results have the types of lanescan's, in 32 bits unless JAX is told to use 64
(jax.config.update("jax_enable_x64", True)).

Gradients (jax.grad, vjp, jacrev; second ones too) follow the formulas of the header lanescan.h: nothing is divided by in
those of products, -inf gives 0 and not NaN in those of log-sum-exps. Forward mode (jax.jvp, jacfwd) is JAX's TypeError."""

import functools
import math
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

__all__ = ["Extremes", "cummax", "cummin", "cumprod", "cumsum", "cumulative_logsumexp", "cumulative_max", "cumulative_min",
           "cumulative_prod", "cumulative_sum", "linear_recurrence", "logaddexp", "logcumsumexp",
           "logsumexp"]

Extremes = lanescan.Extremes
jax.tree_util.register_pytree_node(Extremes, lambda both: (tuple(both), None), lambda _, both: Extremes(both))


def _xla_version():
    """Of XLA's interface: jaxlib tells it in a header only."""
    header = pathlib.Path(jax.ffi.include_dir(), "xla", "ffi", "api", "c_api.h").read_text(encoding="utf-8")
    return [int(re.search(rf"#define XLA_FFI_API_{part} (\d+)", header)[1]) for part in ("MAJOR", "MINOR")]


for _name, _handler in xla_handlers(*_xla_version()).items():
    jax.ffi.register_ffi_target(_name, _handler, platform="cpu")

_OPS = {"cumsum": 0, "cumprod": 1, "cummax": 2, "cummin": 3, "logcumsumexp": 4}
_REVERSE, _EXCLUSIVE = 1, 2


def _call(name, result, *arguments, **attributes):
    """Axes in the attributes count from the end, so that vmap may put its own in front."""
    return jax.ffi.ffi_call(name, result, vmap_method="broadcast_all")(*arguments, **attributes)


def _run(name, x, initial, axis, reverse, exclusive, longer, index):
    shape = tuple(n + (longer and i == axis) for i, n in enumerate(x.shape))
    values = jax.ShapeDtypeStruct(shape, x.dtype)
    indices = jax.ShapeDtypeStruct(shape, jax.dtypes.canonicalize_dtype(np.int64))
    flags = (_REVERSE if reverse else 0) | (_EXCLUSIVE if exclusive or longer else 0)
    return _call("lanescan_scan", (values, indices) if index else values, x, *(() if initial is None else (initial,)),
                 op=np.int32(_OPS[name]), axis=np.int32(axis - x.ndim), flags=np.int32(flags))


# Whether the scan is differentiated by a formula (_scan) or by where its results come from (_select).


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3, 4, 5, 6))
def _scan(name, x, initial, axis, reverse, exclusive, longer):
    return _run(name, x, initial, axis, reverse, exclusive, longer, False)


def _scan_forward(name, x, initial, *options):
    return _scan(name, x, initial, *options), (x, initial)


def _scan_backward(name, axis, reverse, exclusive, longer, residuals, g):
    return _gradients.scan(_FRAME, name, *residuals, g, axis, reverse, exclusive, longer)


_scan.defvjp(_scan_forward, _scan_backward)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3, 4, 5, 6, 7))
def _select(name, x, initial, axis, reverse, exclusive, longer, index):
    results = _run(name, x, initial, axis, reverse, exclusive, longer, index)
    return tuple(results) if index else results


def _select_forward(name, x, initial, axis, reverse, exclusive, longer, index):
    values, indices = _select(name, x, initial, axis, reverse, exclusive, longer, True)
    return (values, indices) if index else values, (indices, x.shape[axis], initial)


def _select_backward(name, axis, reverse, exclusive, longer, index, residuals, g):
    indices, n, initial = residuals
    g = g[0] if index else g
    of_initial = None if initial is None else jnp.where(indices < 0, g, 0).sum().astype(initial.dtype)
    return _scatter(g, indices, n, axis), of_initial


_select.defvjp(_select_forward, _select_backward)


@functools.partial(jax.custom_vjp, nondiff_argnums=(3, 4))
def _recurrence(a, b, initial, axis, reverse):
    return _call("lanescan_recurrence", jax.ShapeDtypeStruct(b.shape, b.dtype), a, b, *(() if initial is None else (initial,)),
                 axis=np.int32(axis - b.ndim), flags=np.int32(_REVERSE if reverse else 0))


def _recurrence_forward(a, b, initial, axis, reverse):
    y = _recurrence(a, b, initial, axis, reverse)
    return y, (a, y, initial)


def _recurrence_backward(axis, reverse, residuals, g):
    return _gradients.recurrence(_FRAME, *residuals, g, axis, reverse)


_recurrence.defvjp(_recurrence_forward, _recurrence_backward)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 3, 4))
def _vjp(name, x, g, axis, reverse):
    wide = _narrowest(x), _narrowest(g)
    result = _call("lanescan_scan_vjp", jax.ShapeDtypeStruct(x.shape, wide[0].dtype), *wide, op=np.int32(_OPS[name]),
                   axis=np.int32(axis - x.ndim), flags=np.int32(_REVERSE if reverse else 0))
    return result.astype(g.dtype)


def _vjp_backward(name, axis, reverse, residuals, v):
    _, pull = jax.vjp(lambda x, g: _gradients.formula(_FRAME, name, x, g, axis, reverse), *residuals)
    return pull(v)


_vjp.defvjp(lambda name, x, g, axis, reverse: (_vjp(name, x, g, axis, reverse), (x, g)), _vjp_backward)


def _scatter(g, indices, n, axis):
    """-1 becomes an index that there is not, and is dropped."""
    lines, places = jnp.moveaxis(g, axis, -1), jnp.moveaxis(indices, axis, -1)
    front, count = lines.shape[:-1], math.prod(lines.shape[:-1])
    lines, places = lines.reshape(count, lines.shape[-1]), places.reshape(count, lines.shape[-1])
    rows = jnp.arange(count)[:, None]
    sums = jnp.zeros((count, n), g.dtype).at[rows, jnp.where(places < 0, n, places)].add(lines, mode="drop")
    return jnp.moveaxis(sums.reshape(*front, n), -1, axis)


def _narrowest(x):
    """Of the types that gradients are computed of."""
    return x.astype(jnp.float32) if x.dtype in (jnp.float16, jnp.bfloat16) else x


_FRAME = _gradients.Frame(
    xp=jnp,
    scan=lambda name, x, axis, reverse, exclusive: _scan(name, x, None, axis, reverse, exclusive, False),
    recurrence=lambda a, b, axis, reverse: _recurrence(a, b, None, axis, reverse),
    vjp=_vjp,
    is_complex=lambda x: jnp.issubdtype(x.dtype, jnp.complexfloating),
    wide=_narrowest,
    cast=lambda x, like: x.astype(like.dtype),
    sigmoid=jax.nn.sigmoid,
)


# ---- what is called ------------------------------------------------------------------------------


def _array(x):
    return x if isinstance(x, jax.Array) else jnp.asarray(x)


def _initial(initial, dtype):
    """As an array of no dimensions; what has no place in the type is a TypeError, as in lanescan's functions."""
    if initial is None:
        return None
    given = jnp.asarray(initial)
    if given.ndim:
        raise ValueError("initial is one number")
    if not np.can_cast(given.dtype, dtype, "same_kind") and not isinstance(initial, int):
        raise TypeError(f"initial is not a number that {dtype} can hold")
    return given.astype(dtype)


def _request(name, x, axis, dtype, flattens, longer, exclusive):
    """x in the type of the results, and the axis from the front; what is wrong lanescan says, of arrays without elements."""
    if exclusive and longer:
        raise ValueError("exclusive leaves out the last result, include_initial has it: only one of them can be asked for")
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
    def scan(x, axis=None, dtype=None, *, reverse=False, exclusive=False, initial=None, include_initial=False):
        x, axis = _request(name, x, axis, dtype, flattens, include_initial, exclusive)
        initial = _initial(initial, x.dtype)
        return _scan(name, x, initial, axis, bool(reverse), bool(exclusive), bool(include_initial))

    def extremes(x, axis=None, dtype=None, *, reverse=False, exclusive=False, initial=None, include_initial=False, index=False):
        x, axis = _request(name, x, axis, dtype, flattens, include_initial, exclusive)
        initial = _initial(initial, x.dtype)
        result = _select(name, x, initial, axis, bool(reverse), bool(exclusive), bool(include_initial), bool(index))
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
    return _document(_keyword_only(_make(name, False)), long_name), _document(_make(name, True), name)


cumulative_sum, cumsum = _pair("cumulative_sum", "cumsum")
cumulative_prod, cumprod = _pair("cumulative_prod", "cumprod")
cumulative_max, cummax = _pair("cumulative_max", "cummax")
cumulative_min, cummin = _pair("cumulative_min", "cummin")
cumulative_logsumexp, logcumsumexp = _pair("cumulative_logsumexp", "logcumsumexp")


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def _logsumexp(x, axes):
    shape = tuple(1 if i in axes else n for i, n in enumerate(x.shape))
    return _call("lanescan_logsumexp", jax.ShapeDtypeStruct(shape, x.dtype), x,
                 axes=np.array([axis - x.ndim for axis in axes], np.int32))


def _logsumexp_forward(x, axes):
    y = _logsumexp(x, axes)
    return y, (x, y)


def _logsumexp_backward(axes, residuals, g):
    x, y = residuals
    return (_gradients.logsumexp(_FRAME, x, y, g, axes),)


_logsumexp.defvjp(_logsumexp_forward, _logsumexp_backward)


def logsumexp(x, /, axis=None, *, dtype=None, keepdims=False):
    """lanescan.logsumexp on a JAX array; its arguments, out apart."""
    x = _array(x)
    # What lanescan says of type and axes, on no elements.
    kind = jax.dtypes.canonicalize_dtype(lanescan.logsumexp(np.empty((0,) * x.ndim, x.dtype), axis, dtype=dtype).dtype)
    x = x.astype(kind)
    if x.ndim == 0:
        return _logsumexp(x.reshape(1), (0,)).reshape(())
    given = range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = tuple(operator.index(i) % x.ndim for i in given)
    y = _logsumexp(x, axes)
    return y if keepdims else y.squeeze(axes)


@jax.custom_vjp
def _logaddexp(a, b):
    return _call("lanescan_logaddexp", jax.ShapeDtypeStruct(a.shape, a.dtype), a, b)


_logaddexp.defvjp(lambda a, b: (_logaddexp(a, b), (a, b)), lambda residuals, g: _gradients.logaddexp(_FRAME, *residuals, g))


def logaddexp(a, b, /, *, dtype=None):
    """lanescan.logaddexp on JAX arrays and numbers, broadcast; their common type is JAX's."""
    common = np.empty(0, jnp.result_type(a, b))
    kind = jax.dtypes.canonicalize_dtype(lanescan.logaddexp(common, common, dtype=dtype).dtype)
    return _logaddexp(*jnp.broadcast_arrays(jnp.asarray(a, kind), jnp.asarray(b, kind)))


def linear_recurrence(a, b, /, axis=-1, *, dtype=None, reverse=False, initial=None):
    """lanescan.linear_recurrence on JAX arrays and numbers, broadcast; their common type is JAX's."""
    shape = jnp.broadcast_shapes(jnp.shape(a), jnp.shape(b)) or (1,)
    # What lanescan says of type and axis, on no elements.
    empty = np.empty((0,) * len(shape), jnp.result_type(a, b))
    kind = jax.dtypes.canonicalize_dtype(lanescan.linear_recurrence(empty, empty, axis, dtype=dtype).dtype)
    a, b = (jnp.broadcast_to(jnp.asarray(x).astype(kind), shape) for x in (a, b))
    return _recurrence(a, b, _initial(initial, kind), operator.index(axis) % len(shape), bool(reverse))
