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
    for content in (bytearray(b"\1\2"), b"\1\2"):  # bytes are no string here
        y = lanescan.cumulative_sum(content)
        assert type(y) is memoryview and y.format == "L" and y.tolist() == [1, 3]
    assert lanescan.cumsum(b"").tolist() == []
    assert lanescan.linear_recurrence(b"\1\2", b"\3\4").tolist() == [3, 10]
    assert lanescan.Stream("cumsum", "u1").push(b"\1\2").tolist() == [1, 3]
    assert lanescan.cumulative_sum((ctypes.c_int * 3)(1, 2, 3)).tolist() == [1, 3, 6]
    with mmap.mmap(-1, 16) as memory:
        memory[:2] = b"\1\2"
        y = lanescan.cumsum(memory)
        assert type(y) is memoryview and y.tolist() == [1] + 15 * [3]


def test_results_that_no_buffer_holds():
    x = array.array("f", [1, 2])
    assert lanescan.cumsum(memoryview(x), dtype="f2").format == "e"
    for dtype in ("f2", "c8"):
        with pytest.raises(TypeError, match=f"array.array has no {np.dtype(dtype)}"):
            lanescan.cumsum(x, dtype=dtype)
    for content in (x, memoryview(x)):
        with pytest.raises(TypeError, match="no bfloat16"):
            lanescan.cumsum(content, dtype="bfloat16")


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
        if self.device != 1:
            raise BufferError("not here")
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


class Narrow(Exported):
    """Of a library without 64 bits."""

    def __array_namespace__(self):
        return Narrow

    @staticmethod
    def from_dlpack(other):
        content = np.from_dlpack(other)
        return Narrow(
            content.astype({"i8": "i4", "f8": "f4"}.get(content.dtype.str[1:], content.dtype))
        )


def test_results_are_not_narrowed():
    x = Narrow(np.array([2**31 - 1, 2**31 - 1], np.int32))
    for call in (
        lambda: lanescan.cumsum(x),
        lambda: lanescan.logsumexp(x),
        lambda: lanescan.linear_recurrence(x, 1),
        lambda: lanescan.cumsum(x, dtype="f8"),
        lambda: lanescan.cummax(x, dtype="i8", index=True),
    ):
        with pytest.raises(TypeError, match="would be narrowed to (int|float)32; give dtype="):
            call()
    y = lanescan.cumsum(x, dtype="i4")
    assert type(y) is Narrow
    same(y.content, np.array([2**31 - 1, -2], np.int32))
    out = np.empty(2, np.int64)
    assert lanescan.cumsum(x, out=out) is out and out[1] == 2**32 - 2
    values, indices = lanescan.cummax(x, index=True)
    same(values.content, x.content)
    same(indices.content, np.array([0, 1], np.int32))
    assert lanescan.cummax(Narrow(np.empty((0, 2))), 0, dtype="f4").content.shape == (0, 2)
    s = lanescan.Stream("cumsum", "i8")
    with pytest.raises(TypeError, match="narrowed"):
        s.push(x)
    assert s.total() == 0  # nothing was pushed


def test_an_exporter_has_its_own_exception():
    class Refusing(Exported):
        def __dlpack__(self, **options):
            raise BufferError("mine")

    with pytest.raises(BufferError, match="mine"):
        lanescan.cumsum(Refusing(np.ones(2)))


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


def test_numbers_of_bfloat16():
    """Where other types have scalars it has them too, and takes them."""
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    one, three = bfloat16(1), np.arange(3).astype(bfloat16)
    for x in (one, [one], np.array([one]), (one,)):
        y = lanescan.cumsum(x)
        assert y.dtype == bfloat16 and y.tolist() == [1]
    y = lanescan.linear_recurrence(bfloat16(2), three, initial=bfloat16(3))
    assert y.dtype == bfloat16 and y.tolist() == [6, 13, 28]
    assert lanescan.logaddexp(three.astype("f4"), one).dtype == np.float32
    stream = lanescan.Stream("cumsum", bfloat16, initial=one)
    for y in (
        lanescan.logsumexp(three),
        lanescan.logsumexp(np.ones(3), dtype=bfloat16),
        lanescan.logaddexp(one, one),
        lanescan.logaddexp(np.array(one), np.array(one)),
        stream.total(),
    ):
        assert type(y) is bfloat16
    assert lanescan.logsumexp(three, keepdims=True).shape == (1,)

    class Derived(np.ndarray):
        pass

    y = lanescan.logsumexp(three.view(Derived))
    assert y.dtype == bfloat16 and y.shape == ()


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
    assert lanescan.cumsum(np.ones(2), dtype="f4", out=out[0, :2]).tolist() == [1, 2]


def test_what_torch_cannot_give():
    """No gradient is lost, and no memory read that holds something else."""
    torch = pytest.importorskip("torch")
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        fake = torch.ones(3)
    x = torch.ones(2, 3)
    conjugate = torch.tensor([1 + 2j, 3 + 4j]).conj()
    for call, error in (
        (lambda: lanescan.cumsum(torch.ones(3, requires_grad=True)), BufferError),
        (lambda: lanescan.cumsum(torch.ones(3, requires_grad=True).bfloat16()), BufferError),
        (lambda: lanescan.cumsum([1.0], out=torch.ones(1, requires_grad=True)), BufferError),
        (lambda: lanescan.cumsum(conjugate), BufferError),
        (lambda: lanescan.cumsum(conjugate.imag), BufferError),
        (lambda: lanescan.cumsum(fake), BufferError),
        (lambda: lanescan.cumsum(np.ones(3), out=fake), BufferError),
        (lambda: lanescan.cumsum(x.to_sparse(), 0), Exception),
        (lambda: torch.func.vmap(lanescan.cumsum)(x), Exception),
        (lambda: torch.func.grad(lambda x: lanescan.cumsum(x).sum())(x[0]), Exception),
        (lambda: lanescan.Stream("cumsum", "f4").push(fake), BufferError),
    ):
        with pytest.raises(
            TypeError, match="cannot be used as an array .*lanescan.torch"
        ) as caught:
            call()
        assert isinstance(caught.value.__cause__, error)
    assert lanescan.cumsum(conjugate.resolve_conj()).tolist() == [1 - 2j, 4 - 6j]
    assert lanescan.cumsum(conjugate.imag.resolve_neg()).tolist() == [-2, -6]


def test_torch_compile():
    """The graph ends at a call; what PyTorch then does with it is right, or a TypeError."""
    torch = pytest.importorskip("torch")
    compiled = torch.compile(lambda x: lanescan.cumsum(x) + 1, backend="eager")
    try:
        assert compiled(torch.ones(3)).tolist() == [2, 3, 4]
    except TypeError as error:
        assert "lanescan.torch" in str(error)


def test_jax():
    jax = pytest.importorskip("jax")
    x = jax.numpy.ones(3, "float32")
    with pytest.raises(TypeError, match="lanescan.jax"):
        jax.jit(lanescan.cumsum)(x)
    with pytest.raises(TypeError, match="lanescan.jax"):
        jax.vmap(lanescan.cumsum)(x[None])
    with pytest.raises(TypeError, match="lanescan.jax"):
        jax.grad(lambda x: lanescan.cumsum(x).sum())(x)
    y = lanescan.cumsum(x)
    assert isinstance(y, jax.Array) and y.dtype == np.float32 and y.tolist() == [1, 2, 3]
    assert lanescan.cumsum(x.astype("bfloat16")).dtype == "bfloat16"
    if not jax.config.jax_enable_x64:
        large = jax.numpy.array([2**31 - 1] * 2, "int32")
        for call in (lambda: lanescan.cumsum(large), lambda: lanescan.cumsum(x, dtype="f8")):
            with pytest.raises(TypeError, match="would be narrowed to .*lanescan.jax"):
                call()
        assert lanescan.cumsum(large, dtype="i4").tolist() == [2**31 - 1, -2]
        values, indices = lanescan.cummax(x, index=True)
        assert values.tolist() == [1, 1, 1] and indices.tolist() == [0, 1, 2]
