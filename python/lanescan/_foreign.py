"""How whatever is not a plain NumPy array goes into the compiled module, and comes out as what it
was.

``enter(x)`` gives an array over the same memory and a function that makes of a result what x was,
or None where results stay NumPy's. In this order: subclasses of ndarray, numbers and lists, what
has DLPack (PyTorch, JAX, CuPy, ...), what has the buffer protocol, what NumPy can convert.

NumPy has no bfloat16. Its bits are held as uint16 in arrays of the class Bf16, which the compiled
module knows; they come from and go to PyTorch, JAX, and ml_dtypes."""

import array as _array
import sys

import numpy as np

_CPU = 1  # DLPack's number of it


class Bf16(np.ndarray):
    """An array of uint16 that are bfloat16; never seen outside."""


def _plain(x):
    """An array, or a Bf16 where its type, ml_dtypes', is bfloat16."""
    if x.dtype.name == "bfloat16":
        return x.view(np.ndarray).view(np.uint16).view(Bf16)
    return x.view(np.ndarray)


def leave_bf16(result):
    """As ml_dtypes' bfloat16, where nothing else says what to make of it."""
    try:
        from ml_dtypes import bfloat16
    except ImportError:
        raise TypeError("NumPy has no bfloat16 without the package ml_dtypes") from None
    return result.view(np.ndarray).view(bfloat16)


def _without_mask(x):
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError("lanescan does not know masks; give it x.filled(...), or x.data")
    return x


def _subclass(x):
    def leave(result):
        if isinstance(result, Bf16):
            result = leave_bf16(result)
        return x.__array_wrap__(result)

    return _plain(_without_mask(x)), (None if type(x) is np.ndarray else leave)


def _namespace(x):
    """The module of x's class, or of one that it is derived from, which has from_dlpack and the
    names of types; None if there is none."""
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__()
    for base in type(x).__mro__:
        module = sys.modules.get(base.__module__.partition(".")[0])
        if hasattr(module, "from_dlpack"):
            return module
    return None


def _over_dlpack(x):
    """An array over x's memory, a Bf16 where it is bfloat16."""
    if x.__dlpack_device__()[0] != _CPU:
        raise ValueError("the array is not in the CPU's memory, where lanescan computes")
    if str(getattr(x, "dtype", "")).rpartition(".")[2] == "bfloat16":
        return np.from_dlpack(x.view(_namespace(x).uint16)).view(Bf16)
    return np.from_dlpack(x)


def _dlpack(x):
    namespace = _namespace(x)
    if not hasattr(namespace, "from_dlpack"):
        return _over_dlpack(x), None

    def leave(result):
        if isinstance(result, Bf16):
            return namespace.from_dlpack(result.view(np.ndarray)).view(namespace.bfloat16)
        return namespace.from_dlpack(result)

    return _over_dlpack(x), leave


def _buffer(x):
    if isinstance(x, _array.array):
        return np.asarray(x), lambda result: _array.array(result.dtype.char, result.tobytes())
    return np.asarray(x), memoryview


def enter(x):
    if isinstance(x, np.ndarray):
        return _subclass(x)
    if isinstance(x, (np.generic, bool, int, float, complex, list, tuple)):
        return np.asarray(x), None
    if hasattr(x, "__dlpack__"):
        return _dlpack(x)
    if isinstance(x, (_array.array, memoryview, bytearray)):
        return _buffer(x)
    array = np.asarray(x)
    if hasattr(x, "__array_wrap__"):
        return array, x.__array_wrap__
    return array, (memoryview if _has_buffer(x) else None)


def _has_buffer(x):
    try:
        memoryview(x)
    except TypeError:
        return False
    return True


def enter_out(out):
    """An array over the memory of what the caller gave as out. (The compiled module has taken it
    out of a tuple of one.)"""
    if isinstance(out, np.ndarray):
        return _plain(_without_mask(out))
    if hasattr(out, "__dlpack__"):
        return _over_dlpack(out)
    if _has_buffer(out):
        return np.asarray(memoryview(out))  # never a copy, as of NumPy's scalars
    if type(out) is tuple and len(out) != 1:
        raise ValueError(f"out must be an array, or a tuple of one, not of {len(out)}")
    raise TypeError(f"out must be an array, not {type(out).__name__}")


def enter_dtype(dtype):
    """A type that NumPy has, or the class Bf16; also by what others call it, as torch.float32."""
    name = str(dtype).rpartition(".")[2]
    if dtype is Bf16 or name == "bfloat16":
        return Bf16
    try:
        known = np.dtype(dtype)
    except TypeError:
        if isinstance(dtype, str):
            raise
        known = np.dtype(name)
    return Bf16 if known.name == "bfloat16" else known


def result_type(a, b):
    """What the two arguments of a function have in common: a type, or the class Bf16."""
    types = [np.dtype(np.float32) if isinstance(x, Bf16) else x for x in (a, b)]
    if (
        isinstance(a, Bf16)
        and isinstance(b, (Bf16, bool, int, float))
        or isinstance(b, Bf16)
        and isinstance(a, (bool, int, float))
    ):
        return Bf16
    return np.result_type(*types)
