"""Who takes part in the grid (grid.py): lanescan's functions on tensors, and those of NumPy,
PyTorch, JAX and SciPy that compute the same. Each has `name`, `version` and `call(work)`, which
gives a function without arguments, or None where there is none.

Results go to arrays that are there already, but for JAX and SciPy, which always make new ones."""
import ctypes
import importlib
import os

import numpy as np

DTYPES = {
    "u8": 1,
    "i32": 7,
    "i64": 8,
    "f16": 9,
    "bf16": 10,
    "f32": 11,
    "f64": 12,
    "c64": 13,
    "c128": 14,
}
OPS = {"cumsum": 0, "cumprod": 1, "cummax": 2, "cummin": 3, "logcumsumexp": 4}
COEFFICIENT = 0.9  # of recurrences: an exponential average


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("ndim", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]


class Executor(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("max_tasks", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("parallel_for", ctypes.c_void_p),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("initial", ctypes.c_void_p),
        ("executor", ctypes.POINTER(Executor)),
    ]


def tensor(array, kind, strides=None):
    """A descriptor, and what it points to."""
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    strides = (ctypes.c_int64 * len(strides))(*strides) if strides else None
    made = Tensor(
        array.ctypes.data,
        ctypes.addressof(shape),
        ctypes.addressof(strides) if strides else None,
        array.ndim,
        DTYPES[kind],
    )
    made.kept = (array, shape, strides)
    return made


class Lanescan:
    name = "lanescan"

    def __init__(self, library, threads_library, threads):
        self.library = ctypes.CDLL(os.path.abspath(library))
        self.library.lanescan_version.restype = self.library.lanescan_isa.restype = ctypes.c_char_p
        self.version = self.library.lanescan_version().decode()
        self.isa = self.library.lanescan_isa().decode()
        self.options = Options(ctypes.sizeof(Options))
        if threads > 1:
            helper = ctypes.CDLL(os.path.abspath(threads_library))
            helper.bench_executor.restype = Executor
            self.executor = helper.bench_executor(ctypes.c_size_t(threads))
            self.options.executor = ctypes.pointer(self.executor)

    def call(self, work):
        x, y, options = (
            tensor(work.x, work.kind),
            tensor(work.y, work.result_kind),
            ctypes.byref(self.options),
        )
        dim, library = ctypes.c_int(work.dim), self.library
        if work.op == "logsumexp":
            dims = (ctypes.c_int * 1)(work.dim)
            function, arguments = library.lanescan_logsumexp, (
                ctypes.byref(x),
                dims,
                ctypes.c_int(1),
                options,
                ctypes.byref(y),
            )
        elif work.op == "logaddexp":
            b = tensor(work.b, work.kind)
            function, arguments = library.lanescan_logaddexp, (
                ctypes.byref(x),
                ctypes.byref(b),
                options,
                ctypes.byref(y),
            )
        elif work.op == "linear_recurrence":
            factor = np.array([COEFFICIENT], work.x.dtype)
            a = tensor(factor, work.kind, [0])
            a.kept = (a.kept, factor)
            function = library.lanescan_linear_recurrence
            arguments = (ctypes.byref(a), ctypes.byref(x), dim, options, ctypes.byref(y))
        elif work.with_index:
            index = tensor(work.index, "i64")
            function = library.lanescan_scan_index
            arguments = (
                ctypes.c_int(OPS[work.op]),
                ctypes.byref(x),
                dim,
                options,
                ctypes.byref(y),
                ctypes.byref(index),
            )
        else:
            function = library.lanescan_scan
            arguments = (ctypes.c_int(OPS[work.op]), ctypes.byref(x), dim, options, ctypes.byref(y))
        status = function(*arguments)
        if status:
            raise RuntimeError(f"lanescan: {work.op} {work.kind}: status {status}")
        return lambda: function(*arguments)


class Numpy:
    name = "numpy"

    def __init__(self, threads):
        self.version = np.__version__

    def call(self, work):
        if (
            work.kind == "bf16"
            or work.with_index
            or (work.kind in ("c64", "c128") and work.op.startswith("log"))
        ):
            return None  # NumPy has none
        x, y, axis, dtype = work.x, work.y, work.dim, work.y.dtype
        calls = {
            "cumsum": lambda: np.cumsum(x, axis, dtype, y),
            "cumprod": lambda: np.cumprod(x, axis, dtype, y),
            "cummax": lambda: np.maximum.accumulate(x, axis, dtype, y),
            "cummin": lambda: np.minimum.accumulate(x, axis, dtype, y),
            "logcumsumexp": lambda: np.logaddexp.accumulate(x, axis, dtype, y),
            "logsumexp": lambda: np.logaddexp.reduce(x, axis, dtype, y),
            "logaddexp": lambda: np.logaddexp(x, work.b, y),
        }
        return calls.get(work.op)


class Torch:
    name = "torch"

    def __init__(self, threads):
        self.torch = importlib.import_module("torch")
        self.torch.set_num_threads(threads)
        self.version = self.torch.__version__

    def view(self, array, kind):
        """The array's memory; NumPy has no bf16."""
        there = self.torch.from_numpy(array.view(np.int16) if kind == "bf16" else array)
        return there.view(self.torch.bfloat16) if kind == "bf16" else there

    def call(self, work):
        torch, dim = self.torch, work.dim
        x, y = self.view(work.x, work.kind), self.view(work.y, work.result_kind)
        if work.op in ("cummax", "cummin"):
            if not work.with_index:
                return None  # always with indices
            both, function = (y, self.view(work.index, "i64")), getattr(torch, work.op)
            return lambda: function(x, dim, out=both)
        calls = {
            "cumsum": lambda: torch.cumsum(x, dim, dtype=y.dtype, out=y),
            "cumprod": lambda: torch.cumprod(x, dim, dtype=y.dtype, out=y),
            "logcumsumexp": lambda: torch.logcumsumexp(x, dim, out=y),
            "logsumexp": lambda: torch.logsumexp(x, dim, out=y),
        }
        if work.op == "logaddexp":
            b = self.view(work.b, work.kind)
            return lambda: torch.logaddexp(x, b, out=y)
        return calls.get(work.op)


class Jax:
    name = "jax"

    def __init__(self, threads):
        self.jax = importlib.import_module("jax")
        self.jax.config.update("jax_platforms", "cpu")
        self.jax.config.update("jax_enable_x64", True)
        self.version = self.jax.__version__

    def call(self, work):
        jax, lax, axis = self.jax, self.jax.lax, work.dim
        if work.with_index or (
            work.kind in ("c64", "c128") and work.op in ("logcumsumexp", "logaddexp")
        ):
            return None

        def recurrence(x):
            factors = jax.numpy.full(x.shape, COEFFICIENT, x.dtype)
            return lax.associative_scan(
                lambda one, two: (two[0] * one[0], two[0] * one[1] + two[1]),
                (factors, x),
                axis=axis,
            )[1]

        def widened(function):
            return lambda x: function(
                x.astype(work.y.dtype) if work.kind != work.result_kind else x, axis
            )

        function = {
            "cumsum": widened(lax.cumsum),
            "cumprod": widened(lax.cumprod),
            "cummax": lambda x: lax.cummax(x, axis),
            "cummin": lambda x: lax.cummin(x, axis),
            "logcumsumexp": lambda x: lax.cumlogsumexp(x, axis),
            "logsumexp": lambda x: jax.nn.logsumexp(x, axis),
            "logaddexp": jax.numpy.logaddexp,
            "linear_recurrence": recurrence,
        }[work.op]
        arrays = [self.array(work.x, work.kind)]
        if work.op == "logaddexp":
            arrays.append(self.array(work.b, work.kind))
        compiled = jax.jit(function)
        compiled(*arrays).block_until_ready()
        return lambda: compiled(*arrays).block_until_ready()

    def array(self, values, kind):
        if kind != "bf16":
            return self.jax.numpy.asarray(values)
        return self.jax.lax.bitcast_convert_type(
            self.jax.numpy.asarray(values), self.jax.numpy.bfloat16
        )


class Scipy:
    name = "scipy"

    def __init__(self, threads):
        self.special = importlib.import_module("scipy.special")
        self.signal = importlib.import_module("scipy.signal")
        self.version = importlib.import_module("scipy").__version__

    def call(self, work):
        x, axis = work.x, work.dim
        if work.op == "logsumexp" and work.kind not in ("bf16", "f16"):
            return lambda: self.special.logsumexp(x, axis)
        if work.op == "linear_recurrence":
            b, a = np.array([1], x.dtype), np.array([1, -COEFFICIENT], x.dtype)
            return lambda: self.signal.lfilter(b, a, x, axis)
        return None


PEERS = (Numpy, Torch, Jax, Scipy)
