"""Functions of lanescan's own on PyTorch's tensors: torch.ops.lanescan, and what is called.

Each operator has a kernel for the CPU (lanescan._torch), one without data, by which torch.compile
and torch.export know the results' shapes, a derivative, and a rule for vmap. The derivatives, _vjp,
are operators too, the library's; they take what the forward call took, and theirs are made of
formulas (lanescan._gradients)."""

from __future__ import annotations

import contextlib
import functools
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.autograd import forward_ad
from torch.library import Library, register_autograd, register_fake, register_vmap

from lanescan import _gradients, _options, _torch

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
    "scan_vjp(Tensor x, Tensor g, int op, int dim, bool reverse, bool exclusive) -> Tensor",
    "scan_index_vjp(Tensor indices, Tensor g, int dim, bool reverse, bool exclusive, bool longer) "
    "-> Tensor",
    "logsumexp_vjp(Tensor x, Tensor g, int dims) -> Tensor",
    "logaddexp_vjp(Tensor a, Tensor b, Tensor g) -> (Tensor, Tensor)",
    "recurrence_vjp(Tensor a, Tensor y, Tensor? initial, Tensor g, int dim, bool reverse) -> "
    "(Tensor, Tensor)",
):
    _library.define(_schema, tags=(torch.Tag.pt2_compliant_tag,))
_kernels = _torch.add_own()
_ops = torch.ops.lanescan


# ---- without data --------------------------------------------------------------------------------


def _result_type(op, dtype):
    if _NAMES[op] in ("cumsum", "cumprod") and not (dtype.is_floating_point or dtype.is_complex):
        return torch.uint64 if dtype == torch.uint64 else torch.int64
    return dtype


def _refuse_meta(x, *others):
    """One tensor without data is enough for PyTorch to come here: results on another device would
    be memory that nobody has written."""
    if x.device.type != "meta" and any(
        other is not None and other.device.type == "meta" for other in others
    ):
        raise ValueError(f"one tensor is on {x.device}, another on meta, without data")


def _empty(x, initial, op, dim, longer):
    _refuse_meta(x, initial)
    shape = [n + 1 if longer and i == dim else n for i, n in enumerate(x.shape)]
    return x.new_empty(shape, dtype=_result_type(op, x.dtype))


@register_fake("lanescan::scan", lib=_library)
def _(x, initial, op, dim, reverse, exclusive, longer):
    return _empty(x, initial, op, dim, longer)


@register_fake("lanescan::scan_index", lib=_library)
def _(x, initial, op, dim, reverse, exclusive, longer):
    values = _empty(x, initial, op, dim, longer)
    return values, values.new_empty(values.shape, dtype=torch.int64)


@register_fake("lanescan::logsumexp", lib=_library)
def _(x, dims):
    return x.new_empty([1 if dims >> i & 1 else n for i, n in enumerate(x.shape)])


@register_fake("lanescan::logaddexp", lib=_library)
def _(a, b):
    _refuse_meta(a, b)
    return a.new_empty(a.shape)


@register_fake("lanescan::recurrence", lib=_library)
def _(a, b, initial, dim, reverse):
    _refuse_meta(b, a, initial)
    return b.new_empty(b.shape)


@register_fake("lanescan::scan_vjp", lib=_library)
def _(x, g, op, dim, reverse, exclusive):
    return x.new_empty(x.shape)


@register_fake("lanescan::scan_index_vjp", lib=_library)
def _(indices, g, dim, reverse, exclusive, longer):
    return g.new_empty([n - 1 if longer and i == dim else n for i, n in enumerate(g.shape)])


@register_fake("lanescan::logsumexp_vjp", lib=_library)
def _(x, g, dims):
    return x.new_empty(x.shape)


@register_fake("lanescan::logaddexp_vjp", lib=_library)
def _(a, b, g):
    return a.new_empty(a.shape), a.new_empty(a.shape)


@register_fake("lanescan::recurrence_vjp", lib=_library)
def _(a, y, initial, g, dim, reverse):
    return y.new_empty(y.shape), y.new_empty(y.shape)


# ---- derivatives ---------------------------------------------------------------------------------

_FRAME = _gradients.Frame(
    xp=torch,
    scan=lambda name, x, dim, reverse, exclusive: _scan(
        x, None, _OPS[name], dim, reverse, exclusive, False
    ),
    recurrence=lambda a, b, dim, reverse: _recurrence(a, b, None, dim, reverse),
    logsumexp=lambda x, dims: _logsumexp(x, sum(1 << d for d in dims)),
    scan_vjp=lambda name, x, g, dim, reverse, exclusive: _scan_vjp(
        x, g, _OPS[name], dim, reverse, exclusive
    ),
    recurrence_vjp=lambda *arguments: _recurrence_vjp(*arguments),
    factor=torch.conj,  # PyTorch's convention
    wide=lambda x: x.to(torch.complex128 if x.dtype.is_complex else torch.float64),
    cast=lambda x, like: x.to(like.dtype),
    sigmoid=torch.sigmoid,
)


def _setup(count):
    """Saves that many arguments, tensors or None, and keeps the others as options."""

    def setup(ctx, inputs, output):
        ctx.options = inputs[count:]
        ctx.save_for_backward(*inputs[:count])

    return setup


def _scan_backward(ctx, g):
    x, initial = ctx.saved_tensors
    op, dim, reverse, exclusive, longer = ctx.options
    gradients = _gradients.scan(
        _FRAME, _NAMES[op], x, initial, g, dim, reverse, exclusive or longer
    )
    return *gradients, None, None, None, None, None


def _setup_scan_index(ctx, inputs, output):
    _, initial, _, *ctx.options = inputs
    ctx.has_initial = initial is not None
    ctx.mark_non_differentiable(output[1])
    ctx.save_for_backward(output[1])


def _scan_index_backward(ctx, g, _):
    """Each gradient goes to the element that its result is; -1 stands for the initial value."""
    (indices,) = ctx.saved_tensors
    of_initial = torch.where(indices < 0, g, 0).sum() if ctx.has_initial else None
    return _scan_index_vjp(indices, g, *ctx.options), of_initial, None, None, None, None, None


def _logsumexp_backward(ctx, g):
    return _logsumexp_vjp(*ctx.saved_tensors, g, *ctx.options), None


def _logaddexp_backward(ctx, g):
    return _logaddexp_vjp(*ctx.saved_tensors, g)


def _setup_recurrence(ctx, inputs, output):
    a, _, initial, *ctx.options = inputs
    ctx.save_for_backward(a, output, initial)


def _recurrence_backward(ctx, g):
    return *_gradients.recurrence(_FRAME, *ctx.saved_tensors, g, *ctx.options), None, None


# Of second order.


def _setup_scan_index_vjp(ctx, inputs, output):
    indices, _, ctx.dim, *_ = inputs
    ctx.save_for_backward(indices)


def _scan_index_vjp_backward(ctx, v):
    (indices,) = ctx.saved_tensors
    if v.shape[ctx.dim] == 0:
        of_g = v.new_zeros(indices.shape)
    else:
        of_g = torch.where(indices < 0, 0, v.gather(ctx.dim, indices.clamp(min=0)))
    return None, of_g, None, None, None, None


def _pull(formula, tensors, v):
    """What the derivative of a formula of tensors, some of which may be None, makes of v."""
    given = [x for x in tensors if x is not None]

    def call(*given):
        rest = iter(given)
        return formula(*(None if x is None else next(rest) for x in tensors))

    gradients = iter(torch.func.vjp(call, *given)[1](v))
    return [None if x is None else next(gradients) for x in tensors]


def _scan_vjp_backward(ctx, v):
    op, *options = ctx.options
    pulled = _pull(
        lambda x, g: _gradients.scan_formula(_FRAME, _NAMES[op], x, g, *options),
        ctx.saved_tensors,
        v,
    )
    return *pulled, None, None, None, None


def _logsumexp_vjp_backward(ctx, v):
    dims = tuple(i for i in range(v.ndim) if ctx.options[0] >> i & 1)
    return (
        *_pull(lambda x, g: _gradients.logsumexp_formula(_FRAME, x, g, dims), ctx.saved_tensors, v),
        None,
    )


def _logaddexp_vjp_backward(ctx, *v):
    return tuple(
        _pull(lambda *arrays: _gradients.logaddexp_formula(_FRAME, *arrays), ctx.saved_tensors, v)
    )


def _recurrence_vjp_backward(ctx, *v):
    def formula(*arrays):
        return _gradients.recurrence_formula(_FRAME, *arrays, *ctx.options)

    return *_pull(formula, ctx.saved_tensors, v), None, None


# ---- vmap ----------------------------------------------------------------------------------------


def _in_front(x, at, size):
    return x.movedim(at, 0) if at is not None else x.unsqueeze(0).expand(size, *x.shape)


def _in_front_all(info, in_dims, *arrays):
    return (_in_front(x, at, info.batch_size) for x, at in zip(arrays, in_dims))


def _vmap_scan(function, info, in_dims, x, initial, op, dim, *options):
    x = _in_front(x, in_dims[0], info.batch_size)
    if in_dims[1] is None:
        return function(x, initial, op, dim + 1, *options)
    # The library has one initial value for a call.
    calls = [
        function(row, c, op, dim, *options) for row, c in zip(x, initial.movedim(in_dims[1], 0))
    ]
    return (
        torch.stack(calls) if isinstance(calls[0], Tensor) else tuple(map(torch.stack, zip(*calls)))
    )


def _scan_vmap(*arguments):
    return _vmap_scan(_scan, *arguments), 0


def _scan_index_vmap(*arguments):
    return _vmap_scan(_scan_index, *arguments), (0, 0)


def _logsumexp_vmap(info, in_dims, x, dims):
    return _logsumexp(x.movedim(in_dims[0], 0), dims << 1), 0


def _logaddexp_vmap(info, in_dims, a, b):
    return _logaddexp(*_in_front_all(info, in_dims, a, b)), 0


def _recurrence_vmap(info, in_dims, a, b, initial, dim, reverse):
    a, b = _in_front_all(info, in_dims, a, b)
    if in_dims[2] is None:
        return _recurrence(a, b, initial, dim + 1, reverse), 0
    rows = zip(a, b, initial.movedim(in_dims[2], 0))
    return torch.stack([_recurrence(*row, dim, reverse) for row in rows]), 0


def _scan_vjp_vmap(info, in_dims, x, g, op, dim, *options):
    return _scan_vjp(*_in_front_all(info, in_dims, x, g), op, dim + 1, *options), 0


def _scan_index_vjp_vmap(info, in_dims, indices, g, dim, *options):
    return _scan_index_vjp(*_in_front_all(info, in_dims, indices, g), dim + 1, *options), 0


def _logsumexp_vjp_vmap(info, in_dims, x, g, dims):
    return _logsumexp_vjp(*_in_front_all(info, in_dims, x, g), dims << 1), 0


def _logaddexp_vjp_vmap(info, in_dims, *arrays):
    return _logaddexp_vjp(*_in_front_all(info, in_dims, *arrays)), (0, 0)


def _recurrence_vjp_vmap(info, in_dims, a, y, initial, g, dim, reverse):
    a, y, g = _in_front_all(info, (*in_dims[:2], in_dims[3]), a, y, g)
    if in_dims[2] is None:
        return _recurrence_vjp(a, y, initial, g, dim + 1, reverse), (0, 0)
    rows = zip(a, y, initial.movedim(in_dims[2], 0), g)
    return tuple(map(torch.stack, zip(*(_recurrence_vjp(*row, dim, reverse) for row in rows)))), (
        0,
        0,
    )


# ---- all together --------------------------------------------------------------------------------


# Whether this is a call in a function of torch.func's; PyTorch has no public name for it.
_is_transformed = getattr(torch._C, "_are_functorch_transforms_active", lambda: True)

# Past the derivatives, where none are wanted: to ask for them in Python takes 6 us. (Nor for this.)
_below_autograd = getattr(torch._C, "_AutoDispatchBelowAutograd", contextlib.nullcontext)


def _wants_derivatives(arguments):
    """In forward mode, for which PyTorch has no public name, any tensor may have a tangent, which
    Functions refuse."""
    return getattr(forward_ad, "_current_level", 0) >= 0 or (
        torch.is_grad_enabled()
        and any(isinstance(x, Tensor) and x.requires_grad for x in arguments)
    )


def _no_jvp(ctx, *tangents):
    raise NotImplementedError(
        "lanescan.torch has no forward mode of differentiation: jacrev computes what jacfwd would, "
        "jacrev(jacrev(f)) a Hessian"
    )


def _register(name, backward, setup, vmap):
    """The operator by itself, which graphs keep; in a Function that torch.func can transform; and
    in one that it cannot, which takes a third of the time."""
    full, operator = f"lanescan::{name}", getattr(_ops, name).default
    register_autograd(full, backward, setup_context=setup, lib=_library)
    register_vmap(full, vmap, lib=_library)

    def forward(ctx, *arguments):
        with _below_autograd():
            results = operator(*arguments)
        setup(ctx, arguments, results)
        return results

    def function(**members):
        members = {key: staticmethod(value) for key, value in members.items()}
        return type(name, (torch.autograd.Function,), members)

    plain = function(forward=forward, backward=backward, jvp=_no_jvp)
    transformed = function(
        forward=lambda *arguments: operator(*arguments),
        setup_context=setup,
        backward=backward,
        jvp=_no_jvp,
        vmap=vmap,
    )

    def call(*arguments):
        if torch.compiler.is_compiling():
            return operator(*arguments)
        if _is_transformed():
            return transformed.apply(*arguments)
        if _wants_derivatives(arguments):
            return plain.apply(*arguments)
        with _below_autograd():
            return operator(*arguments)

    return call


_scan = _register("scan", _scan_backward, _setup(2), _scan_vmap)
_scan_index = _register("scan_index", _scan_index_backward, _setup_scan_index, _scan_index_vmap)
_logsumexp = _register("logsumexp", _logsumexp_backward, _setup(1), _logsumexp_vmap)
_logaddexp = _register("logaddexp", _logaddexp_backward, _setup(2), _logaddexp_vmap)
_recurrence = _register("recurrence", _recurrence_backward, _setup_recurrence, _recurrence_vmap)
_scan_vjp = _register("scan_vjp", _scan_vjp_backward, _setup(2), _scan_vjp_vmap)
_scan_index_vjp = _register(
    "scan_index_vjp", _scan_index_vjp_backward, _setup_scan_index_vjp, _scan_index_vjp_vmap
)
_logsumexp_vjp = _register("logsumexp_vjp", _logsumexp_vjp_backward, _setup(2), _logsumexp_vjp_vmap)
_logaddexp_vjp = _register("logaddexp_vjp", _logaddexp_vjp_backward, _setup(3), _logaddexp_vjp_vmap)
_recurrence_vjp = _register(
    "recurrence_vjp", _recurrence_vjp_backward, _setup(4), _recurrence_vjp_vmap
)


# ---- what is called ------------------------------------------------------------------------------


class Extremes(NamedTuple):
    """Running extremes and where they are along the dimension."""

    values: Tensor
    indices: Tensor


_EXACT = (
    torch.int64,
    torch.int32,
    torch.bool,
    torch.uint8,
    torch.uint16,
    torch.uint32,
    torch.uint64,
    torch.int8,
    torch.int16,
)
_TYPES = (
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.complex64,
    torch.complex128,
    *_EXACT,
)
_OPERANDS = (Tensor, int, float, complex, np.generic, torch.SymInt, torch.SymFloat)
_FLAGS = (bool, np.bool_, torch.SymBool)
_OF_PYTHON = {
    bool: torch.bool,
    int: torch.int64,
    float: torch.float64,
    complex: torch.complex128,
}


def _refuse_flags(**options):
    for name, option in options.items():
        if not isinstance(option, _FLAGS):
            raise TypeError(f"{name} must be bool, not {type(option).__name__}")


def _dtype(dtype):
    """Python's types stand for PyTorch's, as in PyTorch's functions."""
    if dtype is None or isinstance(dtype, torch.dtype):
        return dtype
    if not isinstance(dtype, type) or dtype not in _OF_PYTHON:
        raise TypeError(f"dtype must be torch.dtype, not {type(dtype).__name__}")
    return _OF_PYTHON[dtype]


def _dim(x, dim):
    if isinstance(dim, bool) or not hasattr(dim, "__index__"):
        raise TypeError(f"dim must be int, not {type(dim).__name__}")
    extent = max(x.ndim, 1)
    if not -extent <= dim < extent:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-extent}, {extent - 1}], but "
            f"got {dim})"
        )
    return dim % extent


def _category(dtype):
    return (
        3 if dtype.is_complex else 2 if dtype.is_floating_point else 0 if dtype == torch.bool else 1
    )


def _common_type(*given):
    """torch.result_type, which torch.compile cannot trace: tensors' types; then those of tensors of
    no dimensions, and last those of numbers, where they are of a higher kind. (complex64 where
    PyTorch has complex numbers of 16 bits.)
    """
    common, ranks = None, ([], [], [])
    for x in given:
        if isinstance(x, Tensor):
            ranks[0 if x.ndim else 1].append(x.dtype)
        else:
            ranks[2].append(torch.tensor(x).dtype)
    for dtypes in ranks:
        if dtypes:
            dtype = functools.reduce(torch.promote_types, dtypes)
            if common is None:
                common = dtype
            elif _category(dtype) > _category(common):
                # Of a complex number only that it is complex.
                common = torch.promote_types(
                    common, torch.complex32 if common.is_floating_point else dtype
                )
    return torch.complex64 if common.is_complex and common not in _TYPES else common


def _floating(dtype):
    return torch.get_default_dtype() if dtype in _EXACT else dtype


def _typed(name, x, dtype):
    """x as dtype, and no integers where logarithms are taken."""
    if not isinstance(x, Tensor):
        raise TypeError(f"{name} takes a tensor, not {type(x).__name__}")
    if name.startswith("log"):
        dtype = _floating(x.dtype) if dtype is None else dtype
        if dtype in _EXACT:
            raise TypeError(f"{name} has results of floating or complex types, not {dtype}")
    x = x if dtype is None or dtype == x.dtype else x.to(dtype)
    if x.dtype not in _TYPES or (
        x.dtype.is_complex if name in ("cummax", "cummin") else dtype == torch.bool
    ):
        raise TypeError(f"{name} of {x.dtype} is not defined in lanescan")
    if x.device.type not in ("cpu", "meta"):
        raise ValueError(f"the tensor is on {x.device}, and lanescan computes on the CPU")
    return x


def _pair(name, a, b, dtype, of_common):
    """As tensors of one shape and type: dtype, or what is made of their common one."""
    for x in (a, b):
        if not isinstance(x, _OPERANDS):
            raise TypeError(f"{name} takes tensors and numbers, not {type(x).__name__}")
    kind = of_common(_common_type(a, b)) if dtype is None else _dtype(dtype)
    a, b = (x if isinstance(x, Tensor) else torch.tensor(x, dtype=kind) for x in (a, b))
    return torch.broadcast_tensors(*(_typed(name, x, kind) for x in (a, b)))


# How many modes see each operator, as tracing does; PyTorch has no public name for it.
_count_modes = getattr(torch._C, "_len_torch_dispatch_stack", lambda: 1)


def _has_value(x):
    """Whether x is a number now, not in a graph that is being made or in a torch.func."""
    return (
        type(x) is Tensor
        and x.device.type == "cpu"
        and not torch.compiler.is_compiling()
        and not _is_transformed()
        and not _count_modes()
    )


_NO_PLACE = "initial is not a number that {} can hold"


def _check_range(number, kind):
    info = torch.iinfo(kind)
    if not info.min <= number <= info.max:
        raise OverflowError(_NO_PLACE.format(kind))


def _initial(initial, kind):
    """As a tensor of no dimensions, or None. Integers do not wrap."""
    if initial is None:
        return None
    category = _category(kind)
    if isinstance(initial, int):
        if category == 1:
            _check_range(initial, kind)
            return torch.as_tensor(initial, dtype=kind)
        initial = float(initial) if category else bool(initial)
    try:
        # Python's numbers are doubles, PyTorch would make floats of them; NumPy's may be uint64,
        # which it takes from arrays alone.
        given = torch.as_tensor(
            np.asarray(initial) if isinstance(initial, np.generic) else initial,
            dtype={float: torch.float64, complex: torch.complex128}.get(type(initial)),
        )
    except (TypeError, RuntimeError):
        raise TypeError(_NO_PLACE.format(kind)) from None
    if given.ndim:
        raise ValueError("initial is one number")
    if _category(given.dtype) > category:
        raise TypeError(_NO_PLACE.format(kind))
    if category == 1 and given.dtype not in (kind, torch.bool) and _has_value(given):
        _check_range(given.item(), kind)
    return given.to(kind)


def _call(function, name, x, dim, dtype, reverse, exclusive, initial, include_initial):
    if not type(reverse) is type(exclusive) is type(include_initial) is bool:
        _refuse_flags(reverse=reverse, exclusive=exclusive, include_initial=include_initial)
    _options.refuse_both(exclusive, include_initial)
    dtype = _dtype(dtype)
    x = _typed(name, x, dtype)
    scalar = x.ndim == 0
    dim = _dim(x, dim)
    kind = _result_type(_OPS[name], x.dtype)
    initial = _initial(initial, kind if dtype is None else dtype)
    initial = initial if initial is None else initial.to(kind)
    results = function(
        x.reshape(1) if scalar else x, initial, _OPS[name], dim, reverse, exclusive, include_initial
    )
    if dtype is not None and isinstance(results, Tensor):
        # of integers: 64 bits, of which the lower ones are the narrower type's
        results = results.to(dtype)
    if not scalar or include_initial:
        return results
    return (
        results.reshape(())
        if isinstance(results, Tensor)
        else tuple(y.reshape(()) for y in results)
    )


def cumsum(
    x: Tensor,
    dim: int,
    *,
    dtype: torch.dtype | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: float | Tensor | None = None,
    include_initial: bool = False,
) -> Tensor:
    """Running sums of a tensor along dim, with gradients.

    x: any shape, strides and element type of lanescan's on the CPU, by position or as x (PyTorch's
    name is input). dtype: elements are converted to it first; without, bool and integers are summed
    in int64 (uint64 in uint64), others in their own type. reverse: from the end. exclusive: element
    j holds the sum before it. initial: one number before the first, which may have a gradient.
    include_initial: as exclusive, one longer, ending with the total. Returns a new tensor. Raises
    IndexError for dim, TypeError for types, OverflowError for an initial that an integer type
    cannot hold, ValueError for options that exclude each other and for other devices.

    >>> import torch, lanescan.torch
    >>> x = torch.tensor([1.0, 2.0, 3.0])
    >>> lanescan.torch.cumsum(x, 0, reverse=True)
    tensor([6., 5., 3.])
    """
    return _call(_scan, "cumsum", x, dim, dtype, reverse, exclusive, initial, include_initial)


def cumprod(
    x: Tensor,
    dim: int,
    *,
    dtype: torch.dtype | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: float | Tensor | None = None,
    include_initial: bool = False,
) -> Tensor:
    """Running products; arguments as for cumsum(). The gradient divides by nothing: zeros cost
    nothing and are exact.

    >>> import torch, lanescan.torch
    >>> x = torch.tensor([2.0, 0.0, 3.0, 4.0], requires_grad=True)
    >>> lanescan.torch.cumprod(x, 0).sum().backward()
    >>> x.grad
    tensor([ 1., 32.,  0.,  0.])
    """
    return _call(_scan, "cumprod", x, dim, dtype, reverse, exclusive, initial, include_initial)


def logcumsumexp(
    x: Tensor,
    dim: int,
    *,
    dtype: torch.dtype | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: float | Tensor | None = None,
    include_initial: bool = False,
) -> Tensor:
    """Running log-sum-exps; arguments as for cumsum(), integers become the default type. The
    gradient of -inf is 0.

    >>> import torch, lanescan.torch
    >>> x = torch.tensor([-torch.inf, 0.0, 1.0], requires_grad=True)
    >>> lanescan.torch.logcumsumexp(x, 0).sum().backward()
    >>> x.grad
    tensor([0.0000, 1.2689, 0.7311])
    """
    return _call(_scan, "logcumsumexp", x, dim, dtype, reverse, exclusive, initial, include_initial)


def cummax(
    x: Tensor,
    dim: int,
    *,
    dtype: torch.dtype | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: float | Tensor | None = None,
    include_initial: bool = False,
) -> Extremes:
    """Running maxima and their indices, -1 where that is the initial value or nothing; arguments as
    for cumsum().

    >>> import torch, lanescan.torch
    >>> lanescan.torch.cummax(torch.tensor([3, 5, 4]), 0).indices
    tensor([0, 1, 1])
    """
    return Extremes(
        *_call(_scan_index, "cummax", x, dim, dtype, reverse, exclusive, initial, include_initial)
    )


def cummin(
    x: Tensor,
    dim: int,
    *,
    dtype: torch.dtype | None = None,
    reverse: bool = False,
    exclusive: bool = False,
    initial: float | Tensor | None = None,
    include_initial: bool = False,
) -> Extremes:
    """Running minima and their indices; as cummax().

    >>> import torch, lanescan.torch
    >>> lanescan.torch.cummin(torch.tensor([3, 5, 4]), 0, reverse=True).values
    tensor([3, 4, 4])
    """
    return Extremes(
        *_call(_scan_index, "cummin", x, dim, dtype, reverse, exclusive, initial, include_initial)
    )


def logsumexp(
    x: Tensor,
    dim: int | tuple[int, ...] | None = None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
) -> Tensor:
    """Log-sum-exp over one dimension, several, or all (None); dtype as for logcumsumexp(). The
    gradient of -inf is 0, also where all are -inf.

    >>> import torch, lanescan.torch
    >>> lanescan.torch.logsumexp(torch.tensor([0.0, -40.0], dtype=torch.float64), 0).item()
    4.248354255291589e-18
    """
    if type(keepdim) is not bool:
        _refuse_flags(keepdim=keepdim)
    x = _typed("logsumexp", x, _dtype(dtype))
    dims = (
        range(max(x.ndim, 1)) if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    )
    dims = [_dim(x, d) for d in dims]
    if len(set(dims)) != len(dims) or not dims:
        raise ValueError("dim names one dimension or more, each once")
    if x.ndim == 0:
        return _logsumexp(x.reshape(1), 1).reshape(())
    y = _logsumexp(x, sum(1 << d for d in dims))
    return y if keepdim else y.squeeze(dims)


def logaddexp(
    a: Tensor | complex, b: Tensor | complex, *, dtype: torch.dtype | None = None
) -> Tensor:
    """log(e^a + e^b) of tensors and numbers, broadcast, in the type that torch.result_type says
    (bool and integers in the default type) or in dtype. The gradient at -inf is 0.

    >>> import torch, lanescan.torch
    >>> lanescan.torch.logaddexp(torch.tensor(0.0), torch.tensor([0.0, -torch.inf]))
    tensor([0.6931, 0.0000])
    """
    return _logaddexp(*_pair("logaddexp", a, b, dtype, _floating))


def linear_recurrence(
    a: Tensor | complex,
    b: Tensor | complex,
    dim: int = -1,
    *,
    dtype: torch.dtype | None = None,
    reverse: bool = False,
    initial: float | Tensor | None = None,
) -> Tensor:
    """y[j] = a[j] * y[j-1] + b[j] along dim, with gradients; y[-1] is `initial`, without which y[0]
    = b[0].

    a, b: tensors or numbers, broadcast, in the type that torch.result_type says (bool and integers
    in int64, uint64 in uint64) or in dtype. reverse: from the end, y[j] = a[j] * y[j+1] + b[j], as
    discounted returns. initial: one number for all lines, which may have a gradient. Errors as for
    cumsum().

    >>> import torch, lanescan.torch
    >>> reward, goes_on = torch.tensor([1.0, 1.0, 1.0, 1.0]), torch.tensor([1.0, 0.0, 1.0, 1.0])
    >>> lanescan.torch.linear_recurrence(0.5 * goes_on, reward, reverse=True)
    tensor([1.5000, 1.0000, 1.5000, 1.0000])
    """
    if type(reverse) is not bool:
        _refuse_flags(reverse=reverse)
    a, b = _pair("linear_recurrence", a, b, dtype, lambda kind: _result_type(_OPS["cumsum"], kind))
    initial, scalar = _initial(initial, b.dtype), b.ndim == 0
    dim = _dim(b, dim)
    y = _recurrence(*(x.reshape(1) if scalar else x for x in (a, b)), initial, dim, reverse)
    return y.reshape(()) if scalar else y
