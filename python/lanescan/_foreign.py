"""How whatever is not a plain NumPy array goes into the compiled module, and comes out as what it
was.

``enter(x)`` gives an array over the same memory and a function that makes of a result what x was,
or None where results stay NumPy's. In this order: subclasses of ndarray, numbers and lists, what
has DLPack (PyTorch, JAX, CuPy, ...), what has the buffer protocol, what NumPy can convert. The
function takes a result, and whether it is the positions that index=True asks for.

NumPy has no bfloat16. Its bits are held as uint16 in arrays of the class Bf16, which the compiled
module knows; they come from and go to PyTorch, JAX, and ml_dtypes."""

import array as _array
import sys

import numpy as np

_CPU = (1, 3, 11)  # DLPack's numbers of its memory, pinned or not
_OWN = {"torch": "lanescan.torch", "jax": "lanescan.jax", "jaxlib": "lanescan.jax"}


class Bf16(np.ndarray):
    """An array of uint16 that are bfloat16; never seen outside."""


def _plain(x):
    """An array, or a Bf16 where its type, ml_dtypes', is bfloat16."""
    if x.dtype.isbuiltin == 2 and x.dtype.name == "bfloat16":  # the name alone takes long
        return x.view(np.ndarray).view(np.uint16).view(Bf16)
    return x.view(np.ndarray)


def _bf16(result):
    """As an array of ml_dtypes' bfloat16."""
    try:
        from ml_dtypes import bfloat16
    except ImportError:
        raise TypeError("NumPy has no bfloat16 without the package ml_dtypes") from None
    return result.view(np.ndarray).view(bfloat16)


def leave_bf16(result, is_index):
    """Where nothing else says what to make of it: without dimensions a scalar, as of all types."""
    array = _bf16(result)
    return array if array.ndim else array[()]


def _without_mask(x):
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError("lanescan does not know masks; give it x.filled(...), or x.data")
    return x


def _wrapped(x, result):
    """As NumPy's functions call __array_wrap__: with a context, here none, and whether a scalar
    would do; classes older than that take less."""
    for more in ((None, result.ndim == 0), (None,)):
        try:
            return x.__array_wrap__(result, *more)
        except TypeError:
            pass
    return x.__array_wrap__(result)


def _wrapping(x):
    def leave(result, is_index):
        return _wrapped(x, _bf16(result) if isinstance(result, Bf16) else result)

    return leave


def _subclass(x):
    return _plain(_without_mask(x)), (None if type(x) is np.ndarray else _wrapping(x))


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


def _own(x):
    """The part of lanescan that is for x's package, or None."""
    for base in type(x).__mro__:
        package = base.__module__.partition(".")[0]
        if package in _OWN:
            return _OWN[package]
    return None


def _type_name(x):
    return str(getattr(x, "dtype", "")).rpartition(".")[2]


def _is_elsewhere(x):
    """Whether the memory that PyTorch gives is not what x holds: of classes with operations of
    their own, as FakeTensor, and of what is to be negated yet."""
    dispatch = getattr(type(x), "__torch_dispatch__", None)
    if dispatch is None:
        return False
    return dispatch is not _namespace(x).Tensor.__torch_dispatch__ or x.is_neg()


def _memory(x):
    if _is_elsewhere(x):
        raise BufferError("its memory is not what it holds")
    if _type_name(x) == "bfloat16":
        x.__dlpack__()  # which refuses a gradient; the view has none
        return np.from_dlpack(x.view(_namespace(x).uint16)).view(Bf16)
    return np.from_dlpack(x)


def _is_on_cpu(x):
    try:
        return x.__dlpack_device__()[0] in _CPU
    except Exception:  # of tracers any
        return True


def _over_dlpack(x):
    """An array over x's memory, a Bf16 where it is bfloat16."""
    try:
        return _memory(x)
    except Exception as error:  # a library raises what it likes
        if not _is_on_cpu(x):
            text = "the array is not in the CPU's memory, where lanescan computes"
            raise ValueError(text) from error
        own = _own(x)
        if not own:
            raise
        reason = str(error).partition("\n")[0]
        text = f"this {type(x).__name__} cannot be used as an array ({reason}); use {own}"
        raise TypeError(text) from error


def _check_type(left, result, is_index):
    """A library may hold less than was computed, as JAX without 64 bits; positions fit in less."""
    if _type_name(left) == result.dtype.name:
        return
    got = np.from_dlpack(left).dtype
    if got == result.dtype or is_index and max(result.shape) <= np.iinfo(got).max:
        return
    own = _own(left)
    text = f"a result of {result.dtype} would be narrowed to {got}; give dtype='{got}'"
    raise TypeError(text + (f", or use {own}" if own else ""))


def _dlpack(x):
    namespace = _namespace(x)
    if not hasattr(namespace, "from_dlpack"):
        return _over_dlpack(x), None

    def leave(result, is_index):
        if isinstance(result, Bf16):
            return namespace.from_dlpack(result.view(np.ndarray)).view(namespace.bfloat16)
        left = namespace.from_dlpack(result)
        _check_type(left, result, is_index)
        return left

    return _over_dlpack(x), leave


def _buffer(x):
    """Also of bytes, of which NumPy would make a string."""

    def leave(result, is_index):
        if isinstance(result, Bf16):
            raise TypeError("buffers have no bfloat16")
        if not isinstance(x, _array.array):
            return memoryview(result)
        if result.dtype.char not in _array.typecodes:
            raise TypeError(f"array.array has no {result.dtype}")
        return _array.array(result.dtype.char, result.tobytes())

    return np.asarray(memoryview(x)), leave


def enter(x):
    if isinstance(x, np.ndarray):
        return _subclass(x)
    if isinstance(x, (np.generic, bool, int, float, complex, list, tuple)):
        return _plain(np.asarray(x)), None
    if hasattr(x, "__dlpack__"):
        return _dlpack(x)
    if hasattr(x, "__array_wrap__"):
        return _plain(np.asarray(x)), _wrapping(x)
    return _buffer(x) if _has_buffer(x) else (_plain(np.asarray(x)), None)


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
