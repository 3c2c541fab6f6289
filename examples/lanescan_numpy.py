#!/usr/bin/env python3
"""lanescan for NumPy arrays, by ctypes: one file, no compiler, no copies.

    import lanescan_numpy as ls y = ls.cumsum(x, axis=0, reverse=True) values, where = ls.cummax(x,
    axis=1, index=True) ls.logcumsumexp(x[:, ::2], axis=0, out=y[::-1, ::2])    # any strides, in
    and out; y is x: in place

Arrays are given to the library as they are: views, transposed, reversed, broadcast. What it cannot
express is refused, not copied: other byte orders, elements that are not aligned, strides that are
no multiple of the element. While it computes, other Python threads run.

The library: LANESCAN_LIBRARY, else the one that the system finds, else ../build/src/. Run as a
program it shows what a plain running sum loses."""

import ctypes
import ctypes.util
import os
import pathlib

import numpy as np

CUMSUM, CUMPROD, CUMMAX, CUMMIN, LOGCUMSUMEXP = range(5)
REVERSE, EXCLUSIVE = 1, 2
_NAMES = {
    0: "?",
    1: "u1",
    2: "u2",
    3: "u4",
    4: "u8",
    5: "i1",
    6: "i2",
    7: "i4",
    8: "i8",
    9: "f2",
    11: "f4",
    12: "f8",
    13: "c8",
    14: "c16",
}  # 10 is bf16, which NumPy lacks
DTYPES = {number: np.dtype(name) for number, name in _NAMES.items()}


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("ndim", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("initial", ctypes.c_void_p),
    ]


class LanescanError(ValueError):
    """A status of the library, as its sentence."""


def _load():
    beside = pathlib.Path(__file__).resolve().parent.parent / "build" / "src" / "liblanescan.so"
    name = os.environ.get("LANESCAN_LIBRARY") or ctypes.util.find_library("lanescan") or str(beside)
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(
            f"the library lanescan cannot be loaded ({error}): install it, or let "
            "LANESCAN_LIBRARY be "
            "the path of liblanescan.so"
        ) from None
    tensor, options = ctypes.POINTER(Tensor), ctypes.POINTER(Options)
    library.lanescan_status_string.restype = ctypes.c_char_p
    library.lanescan_version.restype = library.lanescan_isa.restype = ctypes.c_char_p
    library.lanescan_scan.argtypes = [ctypes.c_int, tensor, ctypes.c_int, options, tensor]
    library.lanescan_scan_index.argtypes = [
        ctypes.c_int,
        tensor,
        ctypes.c_int,
        options,
        tensor,
        tensor,
    ]
    library.lanescan_logsumexp.argtypes = [
        tensor,
        ctypes.POINTER(ctypes.c_int),
        ctypes.c_int,
        options,
        tensor,
    ]
    library.lanescan_logaddexp.argtypes = [tensor, tensor, options, tensor]
    return library


_library = _load()


def _check(status):
    if status:
        raise LanescanError(_library.lanescan_status_string(status).decode())


def _number(dtype):
    for number, known in DTYPES.items():
        if dtype == known and dtype.isnative:
            return number
    raise TypeError(f"lanescan has no element type {dtype}")


def _describe(array, output=False):
    """The array's descriptor; it points into the array, which must stay alive."""
    if not array.flags.aligned or any(s % array.itemsize for s in array.strides):
        raise ValueError("elements are not aligned, or strides are no multiple of an element")
    if output and not array.flags.writeable:
        raise ValueError("the output is read-only")
    many = ctypes.c_int64 * array.ndim
    return Tensor(
        array.__array_interface__["data"][0],
        many(*array.shape),
        many(*(s // array.itemsize for s in array.strides)),
        array.ndim,
        _number(array.dtype),
    )


def _result_type(op, dtype):
    return DTYPES[_library.lanescan_result_dtype(op, _number(dtype))]


def _scan(op, x, axis, out, dtype, reverse, exclusive, total, initial, index=False):
    x = np.asarray(x)
    if out is None:
        shape = list(x.shape)
        if total and shape:
            shape[axis] += 1
        out = np.empty(shape, _result_type(op, x.dtype) if dtype is None else dtype)
    elif dtype is not None and out.dtype != dtype:
        raise ValueError("out is of another type than dtype")
    where = np.empty(out.shape, np.int64) if index else None
    start = None if initial is None else np.array(initial, out.dtype)
    options = Options(
        ctypes.sizeof(Options),
        (REVERSE if reverse else 0) | (EXCLUSIVE if exclusive or total else 0),
        None if start is None else start.ctypes.data,
    )
    if index:
        _check(
            _library.lanescan_scan_index(
                op, _describe(x), axis, options, _describe(out, True), _describe(where)
            )
        )
        return out, where
    _check(_library.lanescan_scan(op, _describe(x), axis, options, _describe(out, True)))
    return out


def cumsum(
    x, axis=-1, out=None, dtype=None, reverse=False, exclusive=False, total=False, initial=None
):
    """Running sums. exclusive leaves the element itself out; total does too, and is one longer,
    ending with the sum of all; initial is an element before the first. dtype, or out's, decides the
    arithmetic."""
    return _scan(CUMSUM, x, axis, out, dtype, reverse, exclusive, total, initial)


def cumprod(
    x, axis=-1, out=None, dtype=None, reverse=False, exclusive=False, total=False, initial=None
):
    """Running products; arguments as for cumsum."""
    return _scan(CUMPROD, x, axis, out, dtype, reverse, exclusive, total, initial)


def logcumsumexp(
    x, axis=-1, out=None, dtype=None, reverse=False, exclusive=False, total=False, initial=None
):
    """log(cumsum(exp(x))), without overflow; arguments as for cumsum."""
    return _scan(LOGCUMSUMEXP, x, axis, out, dtype, reverse, exclusive, total, initial)


def cummax(
    x,
    axis=-1,
    out=None,
    dtype=None,
    reverse=False,
    exclusive=False,
    total=False,
    initial=None,
    index=False,
):
    """Running maxima; with index=True also where each is (the latest of equal ones, -1 for
    none)."""
    return _scan(CUMMAX, x, axis, out, dtype, reverse, exclusive, total, initial, index)


def cummin(
    x,
    axis=-1,
    out=None,
    dtype=None,
    reverse=False,
    exclusive=False,
    total=False,
    initial=None,
    index=False,
):
    """Running minima; as cummax."""
    return _scan(CUMMIN, x, axis, out, dtype, reverse, exclusive, total, initial, index)


def logsumexp(x, axis=None, out=None, keepdims=False):
    """log(sum(exp(x))) over one axis, several, or all (None)."""
    x = np.asarray(x)
    axes = range(x.ndim) if axis is None else (axis,) if np.isscalar(axis) else axis
    axes = [a + x.ndim if a < 0 else a for a in axes]
    if out is None:
        shape = [1 if i in axes else n for i, n in enumerate(x.shape) if keepdims or i not in axes]
        out = np.empty(shape, _result_type(LOGCUMSUMEXP, x.dtype))
    if axis is not None and not axes:
        raise ValueError("no axis is named")
    _check(
        _library.lanescan_logsumexp(
            _describe(x), (ctypes.c_int * len(axes))(*axes), len(axes), None, _describe(out, True)
        )
    )
    return out


def logaddexp(a, b, out=None):
    """log(exp(a) + exp(b)), element by element, broadcast."""
    a, b = np.asarray(a), np.asarray(b)
    if out is None:
        kind = _result_type(LOGCUMSUMEXP, np.result_type(a.dtype, b.dtype))
        out = np.empty(np.broadcast_shapes(a.shape, b.shape), kind)
    _check(_library.lanescan_logaddexp(_describe(a), _describe(b), None, _describe(out, True)))
    return out


def main():
    count = 10_000_000
    readings = np.full(count, 0.1, np.float32)
    exact = count * float(np.float32(0.1))
    print(
        f"lanescan {_library.lanescan_version().decode()} on {_library.lanescan_isa().decode()}: "
        f"the sum of {count} float32 readings of 0.1"
    )
    for name, value in (
        ("numpy.cumsum", np.cumsum(readings)[-1]),
        ("lanescan", cumsum(readings)[-1]),
    ):
        print(f"  {name:14} {value:12.2f}   off by {100 * abs(float(value) - exact) / exact:.6f} %")


if __name__ == "__main__":
    main()
