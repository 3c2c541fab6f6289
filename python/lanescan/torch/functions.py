"""Functions of lanescan's own on PyTorch's tensors: torch.ops.lanescan, and what is called.

Each operator has a kernel for the CPU (lanescan._torch), one without data, by which torch.compile and torch.export
know the results' shapes, a derivative (lanescan._gradients), and a rule for vmap."""

from __future__ import annotations

import functools
from typing import NamedTuple

import torch
from torch import Tensor
from torch.library import Library, register_autograd, register_fake, register_vmap

from lanescan import _gradients, _torch

_OPS = {"cumsum": 0, "cumprod": 1, "cummax": 2, "cummin": 3, "logcumsumexp": 4}
_NAMES = list(_OPS)
_SCAN = "(Tensor x, Tensor? initial, int op, int dim, bool reverse, bool exclusive, bool longer)"

_library = Library("lanescan", "DEF")
for _schema in (
    f"scan{_SCAN} -> Tensor",
    f"scan_index{_SCAN} -> (Tensor, Tensor)",
    "logsumexp(Tensor x, int dims) -> Tensor",
    "logaddexp(Tensor a, Tensor b) -> Tensor",
    "recurrence(Tensor a, Tensor b, Tensor? initial, int dim, bool reverse) -> Tensor",
    "scan_vjp(Tensor x, Tensor g, int op, int dim, bool reverse) -> Tensor",
):
    _library.define(_schema, tags=(torch.Tag.pt2_compliant_tag,))
_kernels = _torch.add_own()
_ops = torch.ops.lanescan


# ---- without data --------------------------------------------------------------------------------


def _result_type(op, dtype):
    if _NAMES[op] in ("cumsum", "cumprod") and not (dtype.is_floating_point or dtype.is_complex):
        return torch.uint64 if dtype == torch.uint64 else torch.int64
    return dtype


def _empty(x, op, dim, longer):
    shape = [n + 1 if longer and i == dim else n for i, n in enumerate(x.shape)]
    return x.new_empty(shape, dtype=_result_type(op, x.dtype))


@register_fake("lanescan::scan", lib=_library)
def _(x, initial, op, dim, reverse, exclusive, longer):
    return _empty(x, op, dim, longer)


@register_fake("lanescan::scan_index", lib=_library)
def _(x, initial, op, dim, reverse, exclusive, longer):
    values = _empty(x, op, dim, longer)
    return values, values.new_empty(values.shape, dtype=torch.int64)


@register_fake("lanescan::logsumexp", lib=_library)
def _(x, dims):
    return x.new_empty([1 if dims >> i & 1 else n for i, n in enumerate(x.shape)])


@register_fake("lanescan::logaddexp", lib=_library)
def _(a, b):
    return a.new_empty(a.shape)


@register_fake("lanescan::recurrence", lib=_library)
def _(a, b, initial, dim, reverse):
    return b.new_empty(b.shape)


@register_fake("lanescan::scan_vjp", lib=_library)
def _(x, g, op, dim, reverse):
    return x.new_empty(x.shape)


# ---- derivatives ---------------------------------------------------------------------------------


def _wide(x):
    return x.to(torch.complex128 if x.dtype.is_complex else torch.float64)


def _vjp(name, x, g, dim, reverse):
    kind = torch.float64 if x.dtype == torch.float64 else torch.float32
    return _scan_vjp(x.to(kind).contiguous(), g.to(kind).contiguous(), _OPS[name], dim, reverse).to(g.dtype)


_FRAME = _gradients.Frame(
    xp=torch,
    scan=lambda name, x, dim, reverse, exclusive: _scan(x, None, _OPS[name], dim, reverse, exclusive, False),
    recurrence=lambda a, b, dim, reverse: _recurrence(a, b, None, dim, reverse),
    vjp=_vjp,
    is_complex=torch.is_complex,
    wide=_wide,
    cast=lambda x, like: x.to(like.dtype),
    sigmoid=torch.sigmoid,
)


def _conjugate(x):
    """A complex derivative is, by PyTorch's convention, multiplied by its conjugate."""
    return x if x is None else x.conj()


def _setup_scan(ctx, inputs, output):
    x, initial, *ctx.options = inputs
    ctx.save_for_backward(x, initial)


def _scan_backward(ctx, g):
    x, initial = map(_conjugate, ctx.saved_tensors)
    op, *options = ctx.options
    return *_gradients.scan(_FRAME, _NAMES[op], x, initial, g, *options), None, None, None, None, None


def _setup_scan_index(ctx, inputs, output):
    x, initial, _, ctx.dim, _, *shifts = inputs
    ctx.n, ctx.has_initial = x.shape[ctx.dim], initial is not None
    ctx.has_none = ctx.has_initial or any(shifts)
    ctx.mark_non_differentiable(output[1])
    ctx.save_for_backward(output[1])


def _scan_index_backward(ctx, g, _):
    """Each gradient goes to the element that its result is; -1 stands for the initial value."""
    (indices,) = ctx.saved_tensors
    shape = [ctx.n if i == ctx.dim else n for i, n in enumerate(g.shape)]
    of_x = g.new_zeros(shape)
    if not ctx.has_none:
        of_x = of_x.scatter_add(ctx.dim, indices, g)
    elif ctx.n:
        of_x = of_x.scatter_add(ctx.dim, indices.clamp(min=0), torch.where(indices < 0, 0, g))
    of_initial = torch.where(indices < 0, g, 0).sum() if ctx.has_initial else None
    return of_x, of_initial, None, None, None, None, None


def _setup_scan_vjp(ctx, inputs, output):
    x, g, *ctx.options = inputs
    ctx.save_for_backward(x, g)


def _scan_vjp_backward(ctx, v):
    op, *options = ctx.options
    _, pull = torch.func.vjp(lambda x, g: _gradients.formula(_FRAME, _NAMES[op], x, g, *options), *ctx.saved_tensors)
    return *pull(v), None, None, None


def _setup_logsumexp(ctx, inputs, output):
    x, dims = inputs
    ctx.dims = tuple(i for i in range(x.ndim) if dims >> i & 1)
    ctx.save_for_backward(x, output)


def _logsumexp_backward(ctx, g):
    x, y = map(_conjugate, ctx.saved_tensors)
    return _gradients.logsumexp(_FRAME, x, y, g, ctx.dims), None


def _setup_logaddexp(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def _logaddexp_backward(ctx, g):
    return _gradients.logaddexp(_FRAME, *map(_conjugate, ctx.saved_tensors), g)


def _setup_recurrence(ctx, inputs, output):
    a, _, initial, *ctx.options = inputs
    ctx.save_for_backward(a, output, initial)


def _recurrence_backward(ctx, g):
    a, y, initial = map(_conjugate, ctx.saved_tensors)
    return *_gradients.recurrence(_FRAME, a, y, initial, g, *ctx.options), None, None


# ---- vmap ----------------------------------------------------------------------------------------


def _in_front(x, at, size):
    return x.movedim(at, 0) if at is not None else x.unsqueeze(0).expand(size, *x.shape)


def _vmap_scan(function, info, in_dims, x, initial, op, dim, *options):
    x = _in_front(x, in_dims[0], info.batch_size)
    if in_dims[1] is None:
        return function(x, initial, op, dim + 1, *options)
    # The library has one initial value for a call.
    calls = [function(row, c, op, dim, *options) for row, c in zip(x, initial.movedim(in_dims[1], 0))]
    return torch.stack(calls) if isinstance(calls[0], Tensor) else tuple(map(torch.stack, zip(*calls)))


def _scan_vmap(*arguments):
    return _vmap_scan(_scan, *arguments), 0


def _scan_index_vmap(*arguments):
    return _vmap_scan(_scan_index, *arguments), (0, 0)


def _logsumexp_vmap(info, in_dims, x, dims):
    return _logsumexp(x.movedim(in_dims[0], 0), dims << 1), 0


def _logaddexp_vmap(info, in_dims, a, b):
    return _logaddexp(*(_in_front(x, at, info.batch_size) for x, at in zip((a, b), in_dims))), 0


def _recurrence_vmap(info, in_dims, a, b, initial, dim, reverse):
    a, b = (_in_front(x, at, info.batch_size) for x, at in zip((a, b), in_dims))
    if in_dims[2] is None:
        return _recurrence(a, b, initial, dim + 1, reverse), 0
    rows = zip(a, b, initial.movedim(in_dims[2], 0))
    return torch.stack([_recurrence(*row, dim, reverse) for row in rows]), 0


def _scan_vjp_vmap(info, in_dims, x, g, op, dim, reverse):
    x, g = (_in_front(x, at, info.batch_size).contiguous() for x, at in zip((x, g), in_dims))
    return _scan_vjp(x, g, op, dim + 1, reverse), 0


# ---- all together --------------------------------------------------------------------------------


# Whether this is a call in a function of torch.func's; PyTorch has no public name for it.
_is_transformed = getattr(torch._C, "_are_functorch_transforms_active", lambda: True)


def _register(name, backward, setup, vmap):
    """The operator by itself, which graphs keep; and in a Function, which takes longer, where torch.func asks for one."""
    full, operator = f"lanescan::{name}", getattr(_ops, name).default
    register_autograd(full, backward, setup_context=setup, lib=_library)
    register_vmap(full, vmap, lib=_library)
    members = {"forward": lambda *arguments: operator(*arguments), "setup_context": setup, "backward": backward, "vmap": vmap}
    function = type(name, (torch.autograd.Function,), {key: staticmethod(value) for key, value in members.items()})

    def call(*arguments):
        return operator(*arguments) if torch.compiler.is_compiling() or not _is_transformed() else function.apply(*arguments)

    return call


_scan = _register("scan", _scan_backward, _setup_scan, _scan_vmap)
_scan_index = _register("scan_index", _scan_index_backward, _setup_scan_index, _scan_index_vmap)
_logsumexp = _register("logsumexp", _logsumexp_backward, _setup_logsumexp, _logsumexp_vmap)
_logaddexp = _register("logaddexp", _logaddexp_backward, _setup_logaddexp, _logaddexp_vmap)
_scan_vjp = _register("scan_vjp", _scan_vjp_backward, _setup_scan_vjp, _scan_vjp_vmap)
_recurrence = _register("recurrence", _recurrence_backward, _setup_recurrence, _recurrence_vmap)


# ---- what is called ------------------------------------------------------------------------------


class Extremes(NamedTuple):
    """Running extremes and where they are along the dimension."""

    values: Tensor
    indices: Tensor


_TYPES = (torch.bool, torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.int8, torch.int16, torch.int32, torch.int64,
          torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128)


def _dim(x, dim):
    extent = max(x.ndim, 1)
    if not -extent <= dim < extent:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-extent}, {extent - 1}], but got {dim})")
    return dim % extent


def _category(dtype):
    return 3 if dtype.is_complex else 2 if dtype.is_floating_point else 0 if dtype == torch.bool else 1


def _common_type(*given):
    """torch.result_type, which torch.compile cannot trace: tensors' types; then those of tensors of no dimensions, and
    last those of numbers, where they are of a higher kind. (complex64 where PyTorch has complex numbers of 16 bits.)"""
    common, ranks = None, ([], [], [])
    for x in given:
        if isinstance(x, Tensor):
            ranks[x.ndim == 0].append(x.dtype)
        else:
            ranks[2].append(torch.tensor(x).dtype)
    for dtypes in ranks:
        if dtypes:
            dtype = functools.reduce(torch.promote_types, dtypes)
            if common is None:
                common = dtype
            elif _category(dtype) > _category(common):
                # Of a complex number only that it is complex.
                common = torch.promote_types(common, torch.complex32 if common.is_floating_point else dtype)
    return torch.complex64 if common.is_complex and common not in _TYPES else common


def _typed(name, x, dtype):
    """x as dtype, and no integers where logarithms are taken."""
    if dtype is None and name.startswith("log") and x.dtype in _TYPES[:9]:
        dtype = torch.get_default_dtype()
    x = x if dtype is None else x.to(dtype)
    if x.dtype not in _TYPES or (x.dtype.is_complex if name in ("cummax", "cummin") else dtype == torch.bool):
        raise TypeError(f"{name} of {x.dtype} is not defined in lanescan")
    if name.startswith("log") and x.dtype in _TYPES[:9]:
        raise TypeError(f"{name} has results of floating or complex types, not {x.dtype}")
    if x.device.type not in ("cpu", "meta"):
        raise ValueError(f"the tensor is on {x.device}, and lanescan computes on the CPU")
    return x


def _initial(initial, kind):
    """As a tensor of no dimensions, or None."""
    if initial is None:
        return None
    # Python's numbers are doubles, PyTorch would make floats of them.
    given = torch.as_tensor(initial, dtype={float: torch.float64, complex: torch.complex128}.get(type(initial)))
    if given.ndim:
        raise ValueError("initial is one number")
    if not isinstance(initial, int) and _category(given.dtype) > _category(kind):
        raise TypeError(f"initial is not a number that {kind} can hold")
    return given.to(kind)


def _call(function, name, x, dim, dtype, reverse, exclusive, initial, include_initial):
    if exclusive and include_initial:
        raise ValueError("exclusive leaves out the last result, include_initial has it: only one of them can be asked for")
    x, scalar = _typed(name, x, dtype), x.ndim == 0
    dim = _dim(x, dim)
    kind = _result_type(_OPS[name], x.dtype)
    initial = _initial(initial, kind if dtype is None else dtype)
    initial = initial if initial is None else initial.to(kind)
    results = function(x.reshape(1) if scalar else x, initial, _OPS[name], dim, reverse, exclusive, include_initial)
    if dtype is not None and isinstance(results, Tensor):
        results = results.to(dtype)  # of integers: 64 bits, of which the lower ones are the narrower type's
    if not scalar or include_initial:
        return results
    return results.reshape(()) if isinstance(results, Tensor) else tuple(y.reshape(()) for y in results)


def cumsum(x: Tensor, dim: int, *, dtype: torch.dtype | None = None, reverse: bool = False, exclusive: bool = False,
           initial: float | Tensor | None = None, include_initial: bool = False) -> Tensor:
    """Running sums of a tensor along dim, with gradients.

    x: any shape, strides and element type of lanescan's on the CPU. dtype: elements are converted to it first; without, bool
    and integers are summed in int64 (uint64 in uint64), others in their own type. reverse: from the end. exclusive:
    element j holds the sum before it. initial: one number before the first, which may have a gradient. include_initial:
    as exclusive, one longer, ending with the total. Returns a new tensor. Raises IndexError for dim, TypeError for types,
    ValueError for options.

    >>> import torch, lanescan.torch
    >>> x = torch.tensor([1.0, 2.0, 3.0])
    >>> lanescan.torch.cumsum(x, 0, reverse=True)
    tensor([6., 5., 3.])
    """
    return _call(_scan, "cumsum", x, dim, dtype, reverse, exclusive, initial, include_initial)


def cumprod(x: Tensor, dim: int, *, dtype: torch.dtype | None = None, reverse: bool = False, exclusive: bool = False,
            initial: float | Tensor | None = None, include_initial: bool = False) -> Tensor:
    """Running products; arguments as for cumsum(). The gradient divides by nothing: zeros cost nothing and are exact.

    >>> import torch, lanescan.torch
    >>> x = torch.tensor([2.0, 0.0, 3.0, 4.0], requires_grad=True)
    >>> lanescan.torch.cumprod(x, 0).sum().backward()
    >>> x.grad
    tensor([ 1., 32.,  0.,  0.])
    """
    return _call(_scan, "cumprod", x, dim, dtype, reverse, exclusive, initial, include_initial)


def logcumsumexp(x: Tensor, dim: int, *, dtype: torch.dtype | None = None, reverse: bool = False, exclusive: bool = False,
                 initial: float | Tensor | None = None, include_initial: bool = False) -> Tensor:
    """Running log-sum-exps; arguments as for cumsum(), integers become the default type. The gradient of -inf is 0.

    >>> import torch, lanescan.torch
    >>> x = torch.tensor([-torch.inf, 0.0, 1.0], requires_grad=True)
    >>> lanescan.torch.logcumsumexp(x, 0).sum().backward()
    >>> x.grad
    tensor([0.0000, 1.2689, 0.7311])
    """
    return _call(_scan, "logcumsumexp", x, dim, dtype, reverse, exclusive, initial, include_initial)


def cummax(x: Tensor, dim: int, *, dtype: torch.dtype | None = None, reverse: bool = False, exclusive: bool = False,
           initial: float | Tensor | None = None, include_initial: bool = False) -> Extremes:
    """Running maxima and their indices, -1 where that is the initial value or nothing; arguments as for cumsum().

    >>> import torch, lanescan.torch
    >>> lanescan.torch.cummax(torch.tensor([3, 5, 4]), 0).indices
    tensor([0, 1, 1])
    """
    return Extremes(*_call(_scan_index, "cummax", x, dim, dtype, reverse, exclusive, initial, include_initial))


def cummin(x: Tensor, dim: int, *, dtype: torch.dtype | None = None, reverse: bool = False, exclusive: bool = False,
           initial: float | Tensor | None = None, include_initial: bool = False) -> Extremes:
    """Running minima and their indices; as cummax().

    >>> import torch, lanescan.torch
    >>> lanescan.torch.cummin(torch.tensor([3, 5, 4]), 0, reverse=True).values
    tensor([3, 4, 4])
    """
    return Extremes(*_call(_scan_index, "cummin", x, dim, dtype, reverse, exclusive, initial, include_initial))


def logsumexp(x: Tensor, dim: int | tuple[int, ...] | None = None, keepdim: bool = False) -> Tensor:
    """Log-sum-exp over one dimension, several, or all (None). The gradient of -inf is 0, also where all are -inf.

    >>> import torch, lanescan.torch
    >>> lanescan.torch.logsumexp(torch.tensor([0.0, -40.0], dtype=torch.float64), 0).item()
    4.248354255291589e-18
    """
    x = _typed("logsumexp", x, None)
    dims = range(max(x.ndim, 1)) if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    dims = [_dim(x, d) for d in dims]
    if len(set(dims)) != len(dims) or not dims:
        raise ValueError("dim names one dimension or more, each once")
    if x.ndim == 0:
        return _logsumexp(x.reshape(1), 1).reshape(())
    y = _logsumexp(x, sum(1 << d for d in dims))
    return y if keepdim else y.squeeze(dims)


def logaddexp(a: Tensor, b: Tensor) -> Tensor:
    """log(e^a + e^b), broadcast, in the type that torch.result_type says. The gradient at -inf is 0.

    >>> import torch, lanescan.torch
    >>> lanescan.torch.logaddexp(torch.tensor(0.0), torch.tensor([0.0, -torch.inf]))
    tensor([0.6931, 0.0000])
    """
    kind = _common_type(a, b)
    a, b = torch.broadcast_tensors(_typed("logaddexp", a.to(kind), None), _typed("logaddexp", b.to(kind), None))
    return _logaddexp(a, b)


def linear_recurrence(a: Tensor | complex, b: Tensor | complex, dim: int = -1, *, dtype: torch.dtype | None = None, reverse: bool = False,
                      initial: float | Tensor | None = None) -> Tensor:
    """y[j] = a[j] * y[j-1] + b[j] along dim, with gradients; y[-1] is `initial`, without which y[0] = b[0].

    a, b: tensors, or one of them a number, broadcast, in the type that torch.result_type says (bool and integers in int64,
    uint64 in uint64) or in dtype. reverse: from the end, y[j] = a[j] * y[j+1] + b[j], as discounted returns. initial: one
    number for all lines, which may have a gradient. Errors as for cumsum().

    >>> import torch, lanescan.torch
    >>> reward, goes_on = torch.tensor([1.0, 1.0, 1.0, 1.0]), torch.tensor([1.0, 0.0, 1.0, 1.0])
    >>> lanescan.torch.linear_recurrence(0.5 * goes_on, reward, reverse=True)
    tensor([1.5000, 1.0000, 1.5000, 1.0000])
    """
    kind = _result_type(_OPS["cumsum"], _common_type(a, b)) if dtype is None else dtype
    a, b = (x if isinstance(x, Tensor) else torch.tensor(x, dtype=kind) for x in (a, b))
    a, b = torch.broadcast_tensors(*(_typed("linear_recurrence", x, kind) for x in (a, b)))
    initial, scalar = _initial(initial, kind), b.ndim == 0
    dim = _dim(b, dim)
    y = _recurrence(*(x.reshape(1) if scalar else x for x in (a, b)), initial, dim, reverse)
    return y.reshape(()) if scalar else y
