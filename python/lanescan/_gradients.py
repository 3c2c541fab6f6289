"""Gradients, once for PyTorch and JAX: what the C library's vector-Jacobian products have not.

Those are constants' in the initial value; here is the gradient of it. And they are derivatives of
first order; here are their formulas made of scans, linear recurrences and functions of elements.
Whatever those are made of has a derivative itself, so second ones and further follow.

A `Frame` is what this needs of a framework."""

import math
from dataclasses import dataclass
from typing import Any, Callable


@dataclass(frozen=True)
class Frame:
    xp: Any  # the module: where, exp, concatenate, ...
    scan: Callable  # (name, x, axis, reverse, exclusive): all elements of one type
    recurrence: Callable  # (a, b, axis, reverse): y[j] = a[j] y[j-1] + b[j]
    logsumexp: Callable  # (x, axes), which stay as extents of 1
    scan_vjp: Callable  # (name, x, g, axis, reverse, exclusive): the library's
    recurrence_vjp: Callable  # (a, y, initial, g, axis, reverse): the library's, of a and of b
    factor: Callable  # what a gradient is multiplied by, of a complex derivative
    wide: Callable  # x in the type that products and exponentials are computed in
    cast: Callable  # (x, what has the type)
    sigmoid: Callable


def _part(x, axis, begin, end):
    return x[tuple(slice(begin, end) if i == axis else slice(None) for i in range(x.ndim))]


def _join(frame, parts, axis, reverse):
    return frame.xp.concatenate(tuple(reversed(parts)) if reverse else tuple(parts), axis)


def _next(frame, x, axis, reverse):
    """Element j holds what the scan meets after x[j]; the last holds 0."""
    edge = _part(x, axis, 0, 1)
    inner = _part(x, axis, 0, -1) if reverse else _part(x, axis, 1, None)
    return _join(frame, (inner, frame.xp.zeros_like(edge)), axis, reverse)


# ---- of the initial value ------------------------------------------------------------------------


def scan(frame, name, x, initial, g, axis, reverse, exclusive):
    """Of x, and of `initial`, one number or None. Of an exclusive scan g may be one longer, with
    the total."""
    if initial is None:
        return frame.scan_vjp(name, x, g, axis, reverse, exclusive), None
    # By the inclusive scan of the line that begins with it.
    n = x.shape[axis]
    edge = frame.xp.broadcast_to(
        initial, tuple(1 if i == axis else e for i, e in enumerate(x.shape))
    )
    line = _join(frame, (edge, x), axis, reverse)
    if g.shape[axis] == n:
        zero = frame.xp.zeros_like(edge)
        g = _join(frame, (g, zero) if exclusive else (zero, g), axis, reverse)
    gradient = frame.scan_vjp(name, line, g, axis, reverse, False)
    if reverse:
        return _part(gradient, axis, 0, n), _part(gradient, axis, n, None).sum()
    return _part(gradient, axis, 1, None), _part(gradient, axis, 0, 1).sum()


def recurrence(frame, a, y, initial, g, axis, reverse):
    """Of a, of b, and of `initial`, one number or None."""
    of_a, of_b = frame.recurrence_vjp(a, y, initial, g, axis, reverse)
    if initial is None:
        return of_a, of_b, None
    first = (y.shape[axis] - 1, None) if reverse and y.shape[axis] else (0, 1)
    return of_a, of_b, (frame.factor(_part(a, axis, *first)) * _part(of_b, axis, *first)).sum()


# ---- formulas of the vector-Jacobian products ----------------------------------------------------


def _difference(xp, a, b):
    """a - b, which of the same infinity twice is 0."""
    is_same = xp.isinf(a) & (a == b)
    return xp.where(is_same, 0.0, xp.where(is_same, 0.0, a) - xp.where(is_same, 0.0, b))


def _cumsum(frame, x, g, axis, reverse):
    return frame.scan("cumsum", g, axis, not reverse, False)


def _cumprod(frame, x, g, axis, reverse):
    """The product before, times g[i] + x[i+1] (g[i+1] + x[i+2] (...))."""
    x, wide = frame.wide(x), frame.wide(g)
    before = frame.scan("cumprod", x, axis, reverse, True)
    after = frame.recurrence(_next(frame, x, axis, reverse), wide, axis, not reverse)
    return frame.cast(before * after, g)


def _logcumsumexp(frame, x, g, axis, reverse):
    """e^(x[i] - y[i]) (g[i] + e^(y[i] - y[i+1]) (g[i+1] + ...)): y grows, so that no factor exceeds
    1.

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
    count = frame.scan(
        "cumsum", xp.where(is_all, xp.ones_like(x), xp.zeros_like(x)), axis, reverse, False
    )
    shares = xp.where(
        is_finite, xp.where(xp.isnan(y), y, 0.0), wide / xp.where(is_finite, 1.0, count)
    )
    shared = frame.scan("cumsum", shares, axis, not reverse, False)
    return frame.cast(xp.where(is_all, shared, finite), g)


_INCLUSIVE = {"cumsum": _cumsum, "cumprod": _cumprod, "logcumsumexp": _logcumsumexp}


def scan_formula(frame, name, x, g, axis, reverse, exclusive):
    if x.shape[axis] == 0:
        return frame.xp.zeros_like(x)
    if g.shape[axis] > x.shape[axis]:  # the first result is the identity
        g = _part(g, axis, 0, -1) if reverse else _part(g, axis, 1, None)
    elif exclusive:
        g = _next(frame, g, axis, reverse)
    return _INCLUSIVE[name](frame, frame.factor(x), g, axis, reverse)


def recurrence_formula(frame, a, y, initial, g, axis, reverse):
    of_b = frame.recurrence(_next(frame, frame.factor(a), axis, reverse), g, axis, not reverse)
    before = frame.factor(_next(frame, y, axis, not reverse))
    if initial is not None and y.shape[axis]:
        inner = _part(before, axis, 0, -1) if reverse else _part(before, axis, 1, None)
        edge = frame.xp.broadcast_to(frame.factor(initial), _part(y, axis, 0, 1).shape)
        before = _join(frame, (edge, inner), axis, reverse)
    return of_b * before, of_b


def logsumexp_formula(frame, x, g, axes):
    """g has x's dimensions, with extents of 1. Elements of +inf share equally."""
    xp = frame.xp
    x, wide = frame.wide(frame.factor(x)), frame.wide(g)
    y = frame.logsumexp(x, axes)
    is_all = (xp.real(x) == math.inf) & (xp.real(y) == math.inf)
    ones = xp.where(is_all, xp.ones_like(x), xp.zeros_like(x))
    count = ones.sum(axes, keepdims=True)
    part = xp.where(xp.real(x) == -math.inf, 0.0, xp.exp(_difference(xp, x, y)))
    return frame.cast(
        wide * xp.where(is_all, ones / xp.where(xp.real(count) > 0, count, 1.0), part), g
    )


def logaddexp_formula(frame, a, b, g):
    """g / (1 + e^(b - a)), g / (1 + e^(a - b)). Two infinities of +inf have a half each, -inf has
    nothing."""
    xp = frame.xp
    a, b, wide = frame.wide(frame.factor(a)), frame.wide(frame.factor(b)), frame.wide(g)
    distance = _difference(xp, a, b)
    return tuple(
        frame.cast(wide * xp.where(xp.real(x) == -math.inf, 0.0, frame.sigmoid(sign * distance)), g)
        for x, sign in ((a, 1), (b, -1))
    )
