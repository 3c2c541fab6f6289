"""What is no NumPy array: goes in without a copy, comes out as what it was."""

import array
import ctypes
import mmap

import numpy as np
import pytest

import lanescan
from conftest import same


def test_lists_and_numbers():
    same(lanescan.cumsum([1, 2, 3]), np.array([1, 3, 6]))
    same(lanescan.cumsum((1.0, 2.0)), np.array([1.0, 3.0]))
    same(lanescan.cumsum([[True, False], [True, True]], 0), np.array([[1, 0], [2, 1]]))
    same(lanescan.cumsum(3), np.array([3]))
    same(lanescan.cumsum(np.float32(3)), np.array([3], np.float32))


def test_buffers():
    y = lanescan.cumulative_sum(array.array("d", [1, 2, 3]))
    assert type(y) is array.array and y == array.array("d", [1, 3, 6])
    values, indices = lanescan.cummax(array.array("f", [1, 3, 2]), index=True)
    assert values == array.array("f", [1, 3, 3]) and indices.tolist() == [0, 1, 1]
    y = lanescan.cumulative_sum(memoryview(array.array("h", [1, 2])))
    assert type(y) is memoryview and y.tolist() == [1, 3]
    assert lanescan.cumulative_sum(bytearray(b"\1\2")).tolist() == [1, 3]
    assert lanescan.cumulative_sum((ctypes.c_int * 3)(1, 2, 3)).tolist() == [1, 3, 6]
    with mmap.mmap(-1, 16) as memory:
        memory[:2] = b"\1\2"
        y = lanescan.cumsum(memory)
        assert type(y) is memoryview and y.tolist() == [1] + 15 * [3]


def test_out_is_a_buffer():
    out = array.array("d", 3 * [0])
    assert lanescan.cumsum([1.0, 2.0, 3.0], out=out) is out
    assert out.tolist() == [1, 3, 6]
    with pytest.raises(ValueError, match="read-only"):
        lanescan.cumsum(np.array([1, 2], np.uint8), dtype="u1", out=memoryview(b"ab"))


class Capsules:
    """DLPack, and not even a type or a module that takes it back: results are NumPy's."""

    def __init__(self, content):
        self.content = content

    def __dlpack__(self, **options):
        return self.content.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.content.__dlpack_device__()


def test_dlpack_alone():
    same(lanescan.cumsum(Capsules(np.array([1.0, 2.0]))), np.array([1.0, 3.0]))
    out = Capsules(np.zeros(2))
    if not np.from_dlpack(np.zeros(1)).flags.writeable:  # before NumPy 2.1 nothing is
        with pytest.raises(ValueError, match="read-only"):
            lanescan.cumsum([1.0, 2.0], out=out)
        return
    assert lanescan.cumsum([1.0, 2.0], out=out) is out
    same(out.content, np.array([1.0, 3.0]))


class Exported:
    """An array of another library: DLPack and nothing else."""

    def __init__(self, content, device=1):
        self.content, self.device, self.dtype = content, device, content.dtype

    def __dlpack__(self, **options):
        return self.content.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device, 0

    def __array_namespace__(self):
        return Exported

    @staticmethod
    def from_dlpack(other):
        return Exported(np.from_dlpack(other))


def test_dlpack():
    content = np.arange(6.0).reshape(2, 3)
    y = lanescan.cumulative_sum(Exported(content), axis=1)
    assert type(y) is Exported
    same(y.content, np.cumsum(content, axis=1))
    values, indices = lanescan.cummax(Exported(content[:, ::-1]), 1, index=True)
    assert type(values) is Exported and type(indices) is Exported
    same(indices.content, np.zeros((2, 3), np.int64))
    y = lanescan.logaddexp(content, Exported(content))
    assert type(y) is Exported
    same(y.content, lanescan.logaddexp(content, content))
    assert lanescan.logsumexp(Exported(content)).content == lanescan.logsumexp(content)
    with pytest.raises(ValueError, match="CPU"):
        lanescan.cumsum(Exported(content, device=2))
    s = lanescan.Stream("cumsum", "f8")
    assert type(s.push(Exported(content[0]))) is Exported


def test_what_numpy_can_convert():
    class Convertible:
        def __array__(self, dtype=None, copy=None):
            return np.array([1.0, 2.0])

    same(lanescan.cumsum(Convertible()), np.array([1.0, 3.0]))


def test_what_wraps_its_results():
    class Wrapping:
        def __array__(self, dtype=None, copy=None):
            return np.array([1.0, 2.0])

        def __array_wrap__(self, result):
            return {"wrapped": result}

    same(lanescan.cumsum(Wrapping())["wrapped"], np.array([1.0, 3.0]))


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.arange(300).astype(ml_dtypes.bfloat16)
    wanted = np.cumsum(x.astype(np.float64)).astype(ml_dtypes.bfloat16)
    y = lanescan.cumsum(x)
    assert y.dtype == ml_dtypes.bfloat16 and np.array_equal(y, wanted)
    for same_type in (ml_dtypes.bfloat16, "bfloat16", np.dtype(ml_dtypes.bfloat16)):
        y = lanescan.cumsum(x.astype(np.float32), dtype=same_type, initial=0.5)
        assert y.dtype == ml_dtypes.bfloat16
        assert np.array_equal(y, (np.cumsum(x.astype(np.float64)) + 0.5).astype(ml_dtypes.bfloat16))
    out = np.empty(300, ml_dtypes.bfloat16)
    assert lanescan.cumsum(x, out=out) is out and np.array_equal(out, wanted)
    assert lanescan.logaddexp(x, 0.0).dtype == ml_dtypes.bfloat16
    assert lanescan.logaddexp(x, np.zeros(300, np.float32)).dtype == np.float32
    s = lanescan.Stream("cumsum", "bfloat16")
    assert s.push(x).dtype == ml_dtypes.bfloat16 and s.total() == wanted[-1]


def test_torch():
    torch = pytest.importorskip("torch")
    x = torch.arange(6.0).reshape(2, 3)
    y = lanescan.cumulative_sum(x.T, axis=0, dtype=torch.float64)
    assert type(y) is torch.Tensor and torch.equal(y, torch.cumsum(x.T, 0, dtype=torch.float64))

    class Derived(torch.Tensor):
        pass

    assert type(lanescan.cumsum(x[0].as_subclass(Derived))) is torch.Tensor
    low = x.to(torch.bfloat16)
    assert torch.equal(lanescan.cumulative_sum(low, axis=1), torch.cumsum(low, 1))
    assert torch.equal(
        lanescan.cumulative_sum(x, axis=1, dtype=torch.bfloat16),
        torch.cumsum(x, 1, dtype=torch.bfloat16),
    )
    values, indices = lanescan.cummax(x, 1, index=True)
    assert torch.equal(indices, torch.cummax(x, 1).indices)
    out = torch.empty(2, 3)
    assert lanescan.cumsum(x, 0, out=out) is out and torch.equal(out, torch.cumsum(x, 0))
    with pytest.raises((BufferError, RuntimeError), match="grad"):
        lanescan.cumsum(torch.ones(3, requires_grad=True))
