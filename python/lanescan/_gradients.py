"""Gradients, once for PyTorch and JAX: vector-Jacobian products of scans, made of scans, linear recurrences and functions
of elements. Whatever they are made of has a derivative itself, so second ones and further follow.

A `Frame` is what they need of a framework. Of real numbers the first derivatives of products and log-sum-exps are one
function in C (src/gradients.c), and the formulas here are its derivative."""

import math
from dataclasses import dataclass
from typing import Any, Callable


@dataclass(frozen=True)
class Frame:
    xp: Any  # the module: where, exp, concatenate, ...
    scan: Callable  # (name, x, axis, reverse, exclusive): all elements of one type
    recurrence: Callable  # (a, b, axis, reverse): y[j] = a[j] y[j-1] + b[j]
    vjp: Callable  # (name, x, g, axis, reverse): what `formula` gives, of real numbers
    is_complex: Callable
    wide: Callable  # x in the type that products and exponentials are computed in
    cast: Callable  # (x, what has the type)
    sigmoid: Callable


def _part(x, axis, begin, end):
    return x[tuple(slice(begin, end) if i == axis else slice(None) for i in range(x.ndim))]


def _join(frame, parts, axis, reverse):
    return frame.xp.concatenate(tuple(reversed(parts)) if reverse else tuple(parts), axis)


def _next(frame, x, axis, reverse):
    """Element j holds what the scan meets after x[j]; the last holds 0."""
    inner, edge = (_part(x, axis, 0, -1), _part(x, axis, 0, 1)) if reverse else (_part(x, axis, 1, None), _part(x, axis, 0, 1))
    return _join(frame, (inner, frame.xp.zeros_like(edge)), axis, reverse)


def _previous(frame, x, axis, reverse):
    return _next(frame, x, axis, not reverse)


def _difference(xp, a, b):
    """a - b, which of the same infinity twice is 0."""
    is_same = xp.isinf(a) & (a == b)
    return xp.where(is_same, 0.0, xp.where(is_same, 0.0, a) - xp.where(is_same, 0.0, b))


def _cumsum(frame, x, g, axis, reverse):
    return frame.scan("cumsum", g, axis, not reverse, False)


def _cumprod(frame, x, g, axis, reverse):
    """The product before, times g[i] + x[i+1] (g[i+1] + x[i+2] (...)): nothing is divided by, zeros are numbers like others."""
    x, wide = frame.wide(x), frame.wide(g)
    before = frame.scan("cumprod", x, axis, reverse, True)
    after = frame.recurrence(_next(frame, x, axis, reverse), wide, axis, not reverse)
    return frame.cast(before * after, g)


def _logcumsumexp(frame, x, g, axis, reverse):
    """e^(x[i] - y[i]) (g[i] + e^(y[i] - y[i+1]) (g[i+1] + ...)): y grows, so that no factor exceeds 1.

    Where y = +inf the elements of +inf share the gradient equally; what is -inf has none."""
    xp = frame.xp
    x, wide = frame.wide(x), frame.wide(g)
    y = frame.scan("logcumsumexp", x, axis, reverse, False)
    after = _next(frame, y, axis, reverse)
    decay = xp.exp(_difference(xp, y, after))
    is_finite = ~(xp.real(y) == math.inf)
    sums = frame.recurrence(decay, xp.where(is_finite, wide, 0.0), axis, not reverse)
    is_none, is_all = xp.real(x) == -math.inf, xp.real(x) == math.inf
    is_some = ~(is_none | is_all)
    finite = xp.where(is_some, xp.exp(xp.where(is_some, x - y, 0.0)) * sums, 0.0)
    count = frame.scan("cumsum", xp.where(is_all, xp.ones_like(x), xp.zeros_like(x)), axis, reverse, False)
    shares = xp.where(is_finite, xp.where(xp.isnan(y), y, 0.0), wide / xp.where(is_finite, 1.0, count))
    shared = frame.scan("cumsum", shares, axis, not reverse, False)
    return frame.cast(xp.where(is_all, shared, finite), g)


_INCLUSIVE = {"cumsum": _cumsum, "cumprod": _cumprod, "logcumsumexp": _logcumsumexp}


def formula(frame, name, x, g, axis, reverse):
    """Of an inclusive scan."""
    return _INCLUSIVE[name](frame, x, g, axis, reverse)


def _inclusive(frame, name, x, g, axis, reverse):
    if name == "cumsum" or frame.is_complex(x):
        return formula(frame, name, x, g, axis, reverse)
    return frame.vjp(name, x, g, axis, reverse)


def scan(frame, name, x, initial, g, axis, reverse, exclusive, longer):
    """Of x, and of `initial`, one number or None. longer: the results were those of an exclusive scan, and the total."""
    if initial is not None:
        return _with_initial(frame, name, x, initial, g, axis, reverse, exclusive, longer)
    if x.shape[axis] == 0:
        return frame.xp.zeros_like(x), None
    if longer:  # the first result is the identity
        g = _part(g, axis, 0, -1) if reverse else _part(g, axis, 1, None)
    elif exclusive:
        g = _next(frame, g, axis, reverse)
    return _inclusive(frame, name, x, g, axis, reverse), None


def _with_initial(frame, name, x, initial, g, axis, reverse, exclusive, longer):
    """By the inclusive scan of the line that begins with it."""
    edge = frame.xp.broadcast_to(initial, tuple(1 if i == axis else n for i, n in enumerate(x.shape)))
    line = _join(frame, (edge, x), axis, reverse)
    if not longer:
        zero = frame.xp.zeros_like(edge)
        g = _join(frame, (g, zero) if exclusive else (zero, g), axis, reverse)
    gradient, n = _inclusive(frame, name, line, g, axis, reverse), x.shape[axis]
    if reverse:
        return _part(gradient, axis, 0, n), _part(gradient, axis, n, None).sum()
    return _part(gradient, axis, 1, None), _part(gradient, axis, 0, 1).sum()


def recurrence(frame, a, y, initial, g, axis, reverse):
    """Of a, of b, and of `initial`, one number or None, without which the first element of a is not used."""
    if y.shape[axis] == 0:
        return frame.xp.zeros_like(y), frame.xp.zeros_like(y), None if initial is None else frame.xp.zeros_like(initial)
    of_b, n = frame.recurrence(_next(frame, a, axis, reverse), g, axis, not reverse), y.shape[axis]
    if initial is None:
        return of_b * _previous(frame, y, axis, reverse), of_b, None
    ends = (n - 1, None) if reverse else (0, 1)
    edge = frame.xp.broadcast_to(initial, _part(y, axis, *ends).shape)
    inner = _part(y, axis, 1, None) if reverse else _part(y, axis, 0, n - 1)
    of_initial = (_part(a, axis, *ends) * _part(of_b, axis, *ends)).sum()
    return of_b * _join(frame, (edge, inner), axis, reverse), of_b, of_initial


def logsumexp(frame, x, y, g, axes):
    """y and g have x's dimensions, with extents of 1. Elements of +inf share equally."""
    xp = frame.xp
    x, y, wide = frame.wide(x), frame.wide(y), frame.wide(g)
    is_all = (xp.real(x) == math.inf) & (xp.real(y) == math.inf)
    ones = xp.where(is_all, xp.ones_like(x), xp.zeros_like(x))
    count = ones.sum(axes, keepdims=True)
    part = xp.where(xp.real(x) == -math.inf, xp.where(xp.isnan(y), y, 0.0), xp.exp(_difference(xp, x, y)))
    return frame.cast(wide * xp.where(is_all, ones / xp.where(xp.real(count) > 0, count, 1.0), part), g)


def logaddexp(frame, a, b, g):
    """Of a and of b: g / (1 + e^(b - a)), g / (1 + e^(a - b)). Two infinities of +inf have a half each, -inf has nothing."""
    xp = frame.xp
    a, b, wide = frame.wide(a), frame.wide(b), frame.wide(g)
    distance = _difference(xp, a, b)
    return tuple(frame.cast(wide * xp.where(xp.real(x) == -math.inf, 0.0, frame.sigmoid(sign * distance)), g)
                 for x, sign in ((a, 1), (b, -1)))
