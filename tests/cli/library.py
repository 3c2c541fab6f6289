"""The library itself, called through ctypes, as the judge of what the program writes."""

import ctypes

import numpy as np

import cli

NAMES = [
    "bool",
    "u1",
    "u2",
    "u4",
    "u8",
    "i1",
    "i2",
    "i4",
    "i8",
    "f2",
    None,
    "f4",
    "f8",
    "c8",
    "c16",
]
CODES = {np.dtype(name): code for code, name in enumerate(NAMES) if name}
OPS = [row.name for row in cli.lists.operations()]
REVERSE, EXCLUSIVE = 1, 2


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


def tensor(array):
    """A descriptor of a NumPy array, which must live on."""
    many = ctypes.c_int64 * max(1, array.ndim)
    strides = [step // array.itemsize for step in array.strides]
    return Tensor(
        array.ctypes.data, many(*array.shape), many(*strides), array.ndim, CODES[array.dtype]
    )


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def result_dtype(self, op, dtype):
        return np.dtype(NAMES[self.library.lanescan_result_dtype(OPS.index(op), CODES[dtype])])

    def scan(self, op, x, dim, dtype=None, flags=0, initial=None, total=False, index=False):
        """The result, and the indices where they are wanted; None where the library refuses."""
        x = x.astype(x.dtype.newbyteorder("="))
        shape = list(x.shape)
        if total:
            shape[dim] += 1
        y = np.empty(shape, dtype or self.result_dtype(op, x.dtype))
        first = None if initial is None else np.array(initial, y.dtype)
        options = Options(
            ctypes.sizeof(Options), flags, None if first is None else first.ctypes.data
        )
        a, b = tensor(x), tensor(y)
        if index:
            positions = np.empty(shape, np.int64)
            c = tensor(positions)
            status = self.library.lanescan_scan_index(
                OPS.index(op),
                ctypes.byref(a),
                dim,
                ctypes.byref(options),
                ctypes.byref(b),
                ctypes.byref(c),
            )
            return None if status else (y, positions)
        status = self.library.lanescan_scan(
            OPS.index(op), ctypes.byref(a), dim, ctypes.byref(options), ctypes.byref(b)
        )
        return None if status else y

    def logsumexp(self, x, dims, keepdims=False, dtype=None):
        x = x.astype(x.dtype.newbyteorder("="))
        summed = range(x.ndim) if dims is None else [d % x.ndim for d in dims]
        shape = [
            1 if d in summed else n for d, n in enumerate(x.shape) if keepdims or d not in summed
        ]
        y = np.empty(shape, dtype or self.result_dtype("logcumsumexp", x.dtype))
        a, b = tensor(x), tensor(y)
        status = self.library.lanescan_logsumexp(
            ctypes.byref(a),
            (ctypes.c_int * max(1, len(summed)))(*summed),
            len(summed),
            None,
            ctypes.byref(b),
        )
        return None if status else y

    def logaddexp(self, a, b, dtype):
        y = np.empty(np.broadcast_shapes(a.shape, b.shape), dtype)
        x, z, t = tensor(a), tensor(b), tensor(y)
        status = self.library.lanescan_logaddexp(
            ctypes.byref(x), ctypes.byref(z), None, ctypes.byref(t)
        )
        return None if status else y

    def gradient(self, op, x, g, dim, dtype, flags=0, initial=None):
        """Of a scan's input; None where the library refuses."""
        x, g = (a.astype(a.dtype.newbyteorder("=")) for a in (x, g))
        y = np.empty(x.shape, dtype)
        a, b, c = tensor(x), tensor(g), tensor(y)

        def options(of):
            first = None if initial is None else np.array(initial, of)
            made = Options(
                ctypes.sizeof(Options), flags, None if first is None else first.ctypes.data
            )
            made.keeps = first
            return ctypes.byref(made)

        if not op.startswith("cumm"):
            status = self.library.lanescan_scan_vjp(
                OPS.index(op),
                ctypes.byref(a),
                dim,
                options(g.dtype),
                ctypes.byref(b),
                ctypes.byref(c),
            )
            return None if status else y
        values, positions = np.empty(g.shape, x.dtype), np.empty(g.shape, np.int64)
        of_values, index = tensor(values), tensor(positions)
        status = self.library.lanescan_scan_index(
            OPS.index(op),
            ctypes.byref(a),
            dim,
            options(x.dtype),
            ctypes.byref(of_values),
            ctypes.byref(index),
        ) or self.library.lanescan_scan_index_vjp(
            ctypes.byref(index), dim, options(x.dtype), ctypes.byref(b), ctypes.byref(c)
        )
        return None if status else y

    def gradient_of_reduction(self, x, g, dims, dtype):
        x, g = (a.astype(a.dtype.newbyteorder("=")) for a in (x, g))
        y = np.empty(x.shape, dtype)
        summed = range(x.ndim) if dims is None else dims
        a, b, c = tensor(x), tensor(g), tensor(y)
        status = self.library.lanescan_logsumexp_vjp(
            ctypes.byref(a),
            (ctypes.c_int * max(1, len(summed)))(*summed),
            len(summed),
            None,
            ctypes.byref(b),
            ctypes.byref(c),
        )
        return None if status else y

    def recurrence(self, a, b, dim, dtype, flags=0, initial=None):
        y = np.empty(np.broadcast_shapes(a.shape, b.shape), dtype)
        first = None if initial is None else np.array(initial, dtype)
        options = Options(
            ctypes.sizeof(Options), flags, None if first is None else first.ctypes.data
        )
        x, z, t = tensor(a), tensor(b), tensor(y)
        status = self.library.lanescan_linear_recurrence(
            ctypes.byref(x), ctypes.byref(z), dim, ctypes.byref(options), ctypes.byref(t)
        )
        return None if status else y
