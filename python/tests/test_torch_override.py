"""What enable(), disable(), enabled() and status() do."""

import doctest
import itertools
import math
import pathlib

import pytest
from torch_cases import AVAILABLE, assert_alike, both, calls, leaves_no_override, torch

import lanescan
import lanescan.torch


def call_all(x):
    """One call of each operator."""
    torch.cumsum(x, 0), torch.cumprod(x, 0), torch.cummax(x, 0), torch.cummin(x, 0)
    torch.logcumsumexp(x, 0), torch.logsumexp(x, 0), torch.logaddexp(x, x)


def served():
    return {name: row["calls"] for name, row in lanescan.torch.status().items()}


def test_nothing_happens_before_enable():
    before = served()
    call_all(torch.randn(8))
    assert served() == before
    assert not any(row["enabled"] for row in lanescan.torch.status().values())


def test_enable_and_disable():
    before = served()
    lanescan.torch.enable()
    lanescan.torch.enable()
    call_all(torch.randn(8))
    after = served()
    assert all(after[name] == before[name] + 1 for name in AVAILABLE)
    lanescan.torch.disable()
    lanescan.torch.disable()
    call_all(torch.randn(8))
    assert served() == after


def test_blocks_that_overlap():
    """The override ends with the last of them; disable() ends all, and enable() holds beyond
    them."""

    def is_on():
        return lanescan.torch.status()["cumsum"]["enabled"]

    first, second, third = (lanescan.torch.enabled("cumsum") for _ in range(3))
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert is_on()
    lanescan.torch.disable("cumsum")
    assert not is_on()
    with third:
        assert is_on()
    assert not is_on()
    second.__exit__(None, None, None)
    assert not is_on()
    with lanescan.torch.enabled():
        lanescan.torch.enable("cumsum")
    assert is_on() and not lanescan.torch.status()["cumprod"]["enabled"]


@pytest.mark.parametrize("name", AVAILABLE)
def test_one_operator(name):
    before = served()
    with lanescan.torch.enabled(name):
        call_all(torch.randn(8))
    after = served()
    assert [each for each in after if after[each] != before[each]] == [name]


def test_enabled_leaves_what_was_enabled():
    lanescan.torch.enable("cumsum")
    with lanescan.torch.enabled(["cumsum", "cumprod"]):
        assert lanescan.torch.status()["cumprod"]["enabled"]
    status = lanescan.torch.status()
    assert status["cumsum"]["enabled"] and not status["cumprod"]["enabled"]


def test_enabled_ends_with_an_error():
    with pytest.raises(KeyError):
        with lanescan.torch.enabled():
            raise KeyError
    assert not lanescan.torch.status()["cumsum"]["enabled"]


@pytest.mark.parametrize("wrong", ["cumsom", ["cumsum", "median"], ""])
def test_unknown_operator(wrong):
    with pytest.raises(ValueError, match="is not an operator of lanescan.torch: cumsum, "):
        lanescan.torch.enable(wrong)
    assert not lanescan.torch.status()["cumsum"]["enabled"]


def test_operator_that_this_pytorch_is_too_old_for():
    missing = [name for name in lanescan.torch.GROUPS if name not in AVAILABLE]
    if not missing:
        pytest.skip("this PyTorch is new enough for all")
    with pytest.raises(NotImplementedError, match="needs PyTorch 2.10"):
        lanescan.torch.enable(missing)


def test_results_are_lanescan_s():
    """What PyTorch's kernels get wrong."""
    x = torch.tensor([0.0, -40.0], dtype=torch.float64)
    with lanescan.torch.enabled():
        assert torch.logcumsumexp(x, 0)[1].item() == 4.248354255291589e-18
        assert torch.logaddexp(x[:1], x[1:]).item() == 4.248354255291589e-18
        large = torch.tensor([1e16, 1.0, -1e16, 1.0], dtype=torch.float64).repeat(1000)
        assert abs(torch.cumsum(large, 0)[-1].item() - 2000) <= 4 * 2.0**-52 * 2e19


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_the_same_bits_whatever_the_layout(dtype, threads):
    """Lines, rows, columns, strided, in place, shared by threads: always the bits of a short call's
    prefix."""
    torch.manual_seed(2)
    n = 70001
    line = torch.randn(n).to(dtype)
    one = (1 + torch.randn(n) / n).to(dtype)
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        with lanescan.torch.enabled():
            for name, x in (("cumsum", line), ("cumprod", one), ("logcumsumexp", line)):
                operator = getattr(torch, name)
                y = operator(x, 0)
                for short in (1, 8, 33, 4096, 4097):
                    assert torch.equal(operator(x[:short], 0), y[:short])
                assert torch.equal(operator(x.repeat(3, 1), 1), y.repeat(3, 1))
                columns = x[:, None].repeat(1, 5)
                assert torch.equal(operator(columns, 0), y[:, None].repeat(1, 5))
                assert torch.equal(operator(columns[:, 2], 0), y)
                spread = torch.empty(2 * n, dtype=dtype)[::2]
                assert torch.equal(operator(x, 0, out=spread), y)
                in_place = x.clone()
                assert torch.equal(operator(in_place, 0, out=in_place), y)
    finally:
        torch.set_num_threads(before)


def test_layout_of_logaddexp():
    """Strides, types and shapes as PyTorch's own, for pairs of any layout."""
    torch.manual_seed(3)
    types = [
        torch.float16,
        torch.bfloat16,
        torch.float32,
        torch.float64,
        torch.complex64,
        torch.complex128,
    ]

    def some(shape):
        x = torch.randn(*shape, 2).to(torch.complex128 if random(2) else torch.float64)[..., 0]
        kind = types[random(len(types))]
        x = (x if kind.is_complex else x.real).to(kind)
        order = torch.randperm(len(shape)).tolist()
        inverse = [order.index(i) for i in range(len(shape))]
        x = x.permute(order).contiguous().permute(inverse)
        return x[..., ::2] if random(3) == 0 and x.ndim else x

    def random(n):
        return int(torch.randint(n, ()))

    for _ in range(3000):
        shape = [1 + random(4) for _ in range(random(5))]
        a = some(shape)
        other = [1 if random(4) == 0 else extent for extent in a.shape][random(2) * random(3) :]
        b = some(other)
        if b.shape == a.shape and random(2):
            b = b.to(a.dtype) if a.dtype.is_complex or not b.dtype.is_complex else b
        if a.ndim and random(4) == 0:
            b = b[..., :1].expand(a.shape[-b.ndim :]) if b.ndim else b
        stock, ours = both(lambda: torch.logaddexp(a, b))
        if isinstance(stock, Exception):
            assert type(stock) is type(ours)
            continue
        assert ours.dtype == stock.dtype and ours.shape == stock.shape
        # The stride along an extent of 1 means nothing.
        kept = [d for d, extent in enumerate(stock.shape) if extent > 1]
        assert [ours.stride(d) for d in kept] == [stock.stride(d) for d in kept], (
            a.shape,
            a.stride(),
            b.shape,
            b.stride(),
        )


def test_empty_and_zero_dimensional():
    for shape in ((), (0,), (3, 0), (0, 3), (1, 1)):
        x = torch.ones(shape)
        for name in AVAILABLE:
            argument = x if name == "logaddexp" else 0
            stock, ours = both(lambda: getattr(torch, name)(x, argument))
            assert_alike(stock, ours)
    stock, ours = both(lambda: torch.logsumexp(torch.empty(0, 3), 0))
    assert_alike(stock, ours)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_small_extremes(dtype):
    """Of every number of 16 bits: which is larger, and of which the sign and the NaN remain."""
    torch.manual_seed(6)
    every = (
        torch.arange(-(1 << 15), 1 << 15)
        .to(torch.int16)[torch.randperm(1 << 16)]
        .view(dtype)
        .reshape(-1, 8)
    )
    special = torch.tensor([math.nan, -0.0, 0.0, math.inf, -math.inf, 1, -1, math.nan], dtype=dtype)
    for x in (*every[::64], *(special[torch.randperm(8)] for _ in range(50))):
        for name in ("cummax", "cummin"):
            stock, ours = both(lambda: getattr(torch, name)(x, 0))
            assert torch.equal(stock.indices, ours.indices)
            same_bits(ours.values, stock.values)
    with lanescan.torch.enabled():
        for x in every[::5]:
            assert torch.equal(torch.cummax(x, 0).indices, torch.cummax(x.float(), 0).indices)
            same_bits(torch.cumsum(x[:1], 0), x[:1] + 0)


@pytest.mark.parametrize(
    "dtype", [torch.int64, torch.int32, torch.float16, torch.bfloat16, torch.float32, torch.float64]
)
def test_small_tensors(dtype):
    """Of all shapes and dimensions, in place too: integers and extremes exactly as PyTorch's."""
    torch.manual_seed(5)
    for shape in ((1,), (8,), (31,), (4, 8), (3, 4, 5), (2, 1, 9), (64, 2), (5, 0)):
        x = torch.randint(-3, 4, shape).to(dtype)
        for dim in range(x.ndim):
            for name in ("cumsum", "cumprod", "cummax", "cummin"):
                stock, ours = both(lambda: getattr(torch, name)(x, dim))
                assert_alike(stock, ours, exact=True)
            for name in ("cumsum_", "cumprod_"):
                stock, ours = both(lambda: getattr(x.clone(), name)(dim))
                assert_alike(stock, ours, exact=True)
            for name in ("cummax", "cummin"):
                values, index = x.clone(), torch.empty(shape, dtype=torch.int64)
                stock, ours = getattr(torch, name)(x, dim), (values, index)
                with lanescan.torch.enabled():
                    getattr(torch, name)(values, dim, out=(values, index))
                assert_alike(tuple(stock), ours, exact=True)


def same_bits(ours, wanted):
    """Of floats of 16 bits; a NaN is a NaN."""
    is_nan = wanted.isnan()
    assert torch.equal(ours.isnan(), is_nan)
    assert torch.equal(
        ours.contiguous().view(torch.int16)[~is_nan], wanted.contiguous().view(torch.int16)[~is_nan]
    )


def test_ways_of_the_shim_keep_the_bits():
    """What is small and of 16 bits, small sums of complex numbers: what lanescan's functions on
    arrays give."""
    torch.manual_seed(3)
    with lanescan.torch.enabled():
        for i, dtype in itertools.product(range(200), (torch.complex64, torch.complex128)):
            x = torch.randn(i % 33 + 1, dtype=dtype) * 10 ** (3 * torch.randn(()))
            x[-1] = (complex(math.inf, -0.0), complex(-0.0, math.nan), 1 - 0j)[i % 3]
            for part in (x, x[: x.numel() // 2 * 2].reshape(2, -1).T):
                y, wanted = torch.cumsum(part, 0), lanescan.cumsum(part, 0)
                assert repr(y.tolist()) == repr(wanted.tolist())
        for i, dtype in itertools.product(range(300), (torch.bfloat16, torch.float16)):
            x, y = torch.randint(-(1 << 15), 1 << 15, (2, i % 33 + 1)).to(torch.int16).view(dtype)
            same_bits(torch.cumprod(x, 0), lanescan.cumprod(x, 0))
            same_bits(torch.logaddexp(x, y), lanescan.logaddexp(x, y))
        for i, dtype in itertools.product(range(600), (torch.bfloat16, torch.float16)):
            x = (torch.randn(i % 32 + 1) * 10 ** (3 * torch.randn(()))).to(dtype)
            if i % 5 == 0:
                x[-1] = x[0] = (
                    math.inf,
                    math.nan,
                    torch.finfo(dtype).max,
                    -torch.finfo(dtype).max,
                    1e-40,
                )[i // 5 % 5]
            if i % 5 == 1:
                # A tie of the type, and a trifle that a float has no room for: the tie is none.
                sign, unit = (-1) ** i, torch.finfo(dtype).eps
                x[:3] = torch.tensor([sign, sign * unit / 2, sign * 2.0**-24 * (-1) ** (i // 5)])[
                    : x.numel()
                ]
            for part in (x, x[: x.numel() // 2 * 2].reshape(2, -1).T):
                same_bits(torch.cumsum(part, 0), lanescan.cumsum(part, 0))


def left_to_right(x, dim):
    """Running products of complex numbers, as PyTorch's kernels compute them."""
    lines = x.movedim(dim, -1).to(torch.complex128)
    results = torch.empty(lines.shape, dtype=lines.dtype)
    so_far = torch.ones(lines.shape[:-1], dtype=lines.dtype)
    for j in range(lines.shape[-1]):
        a, b, re, im = lines[..., j].real, lines[..., j].imag, so_far.real, so_far.imag
        so_far = torch.complex(re * a - im * b, re * b + im * a)
        results[..., j] = so_far
    return results.to(x.dtype).movedim(-1, dim)


@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_complex_scans(name, dtype):
    """Sums are lanescan's; products go from left to right, whatever the layout and the threads,
    and lanescan.torch's own are more exact."""
    torch.manual_seed(7)
    before = torch.get_num_threads()
    x = torch.randn(6, 10, 8, dtype=dtype)
    parts = [
        x,
        x[1],
        x[:, ::2],
        x[:, :, 1:],
        x.flip(0)[3:],
        x.mT,
        x[:1].expand(3, 10, 8),
        x[0, 0],
        x[:, :0],
        x.conj(),
        torch.randn(3000, 2, 20, dtype=dtype),
    ]
    before_calls = calls(name)[1]
    for part in parts:
        for dim in range(-part.ndim, part.ndim) if part.shape[0] < 3000 else (1, -1):
            if name == "cumsum":
                pairs = torch.view_as_real(part.resolve_conj())
                sums = lanescan.cumsum(pairs, dim % part.ndim)
                wanted = torch.complex(sums[..., 0], sums[..., 1])
            else:
                wanted = left_to_right(part, dim).contiguous()
            own = part.clone(memory_format=torch.contiguous_format)
            out = torch.empty_like(own)
            torch.set_num_threads(3 if part.numel() > 1 << 15 else 1)
            with lanescan.torch.enabled(name):
                results = [
                    getattr(torch, name)(part, dim),
                    getattr(torch, name)(part, dim, out=out),
                    getattr(own, name + "_")(dim),
                ]
            torch.set_num_threads(before)
            for result in results:
                assert result.numpy().tobytes() == wanted.numpy().tobytes()
            torch.testing.assert_close(getattr(lanescan.torch, name)(part, dim), wanted)
    number = x[0, 0, 0].clone()
    with lanescan.torch.enabled(name):
        assert (
            getattr(torch, name)(number, -1).item() == number.item()
            and getattr(number, name + "_")(0) is number
        )
    assert calls(name)[1] == before_calls


def test_complex_scans_of_the_stock_kernel():
    """Results that overlap or are of another kind than the input."""
    x = torch.randn(4, 5, dtype=torch.complex64)
    line = torch.randn(9, dtype=torch.complex64)
    for call in (
        lambda: torch.cumsum(x, 1, out=torch.empty(5, 4, dtype=x.dtype).T),
        lambda: torch.cumsum(x, 1, dtype=torch.complex128),
        lambda: torch.cumprod(x.real, 0, dtype=torch.complex64),
        lambda: torch.cumsum(x, 2),
        lambda: torch.cumsum(x[0, 0], 0),
        lambda: torch.cumsum(line[1:], 0, out=line[:-1]),
        lambda: torch.cumprod(line.flip(0)[1:], 0, out=line[:-1]),
        lambda: x.clone().mT.cumsum_(1),
    ):
        stock, ours = both(call)
        assert_alike(stock, ours)


def test_integers_become_the_default_type():
    if "logsumexp" not in AVAILABLE:
        pytest.skip("PyTorch is too old for logsumexp")
    for default in (torch.float64, torch.bfloat16, torch.float32):
        torch.set_default_dtype(default)
        try:
            stock, ours = both(lambda: torch.logsumexp(torch.arange(5), 0))
        finally:
            torch.set_default_dtype(torch.float32)
        assert_alike(stock, ours)
        assert ours.dtype == default


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32, torch.uint64])
def test_types_that_stock_kernels_lack(dtype):
    """What docs/python.md says has a result, though PyTorch's kernels refuse it."""
    x, most = torch.tensor([3, 5, 4]), torch.iinfo(dtype).max
    with lanescan.torch.enabled():
        for name, wanted in (("cumsum", [3, 8, 12]), ("cumprod", [3, 15, 60])):
            y = getattr(torch, name)(x, 0, dtype=dtype)
            assert y.dtype == dtype and y.tolist() == wanted
        values, indices = torch.cummax(torch.tensor([3, most, 4], dtype=dtype), 0)
        assert values.dtype == dtype and values.tolist() == [3, most, most]
        assert indices.tolist() == [0, 1, 1]
        values, indices = torch.cummin(torch.tensor([most, 5, 7], dtype=dtype), 0)
        assert values.tolist() == [most, 5, 5] and indices.tolist() == [0, 1, 1]


@pytest.mark.skipif("logsumexp" not in AVAILABLE, reason="PyTorch is too old for logsumexp")
def test_no_dimensions_are_all():
    x = torch.randn(2, 3)
    with lanescan.torch.enabled():
        for keepdim in (False, True):
            assert torch.equal(torch.logsumexp(x, (), keepdim), torch.logsumexp(x, (0, 1), keepdim))


def test_derived_operators_use_it():
    """What PyTorch computes by the overridden ones."""
    x = torch.rand(9, dtype=torch.float64)
    for derived, name in ((lambda: torch.cumulative_trapezoid(x), "cumsum"),):
        before = calls(name)
        stock, ours = both(derived)
        assert_alike(stock, ours)
        assert calls(name)[0] > before[0]


def test_lazily_copied_input_stays_uncopied():
    if not hasattr(torch, "_lazy_clone") or torch.__version__ < "2.10":
        pytest.skip("this PyTorch cannot read without writing through its C interface")
    x = torch.randn(100)
    copy = torch._lazy_clone(x)
    with lanescan.torch.enabled():
        torch.cumsum(copy, 0)
    assert torch._C._is_cow_tensor(copy)


def flags_of_memory(address):
    """What Linux says of the mapping that an address is in."""
    inside = False
    for line in pathlib.Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        first, *rest = line.split()
        if "-" in first and not first.endswith(":"):
            begin, end = (int(bound, 16) for bound in first.split("-"))
            inside = begin <= address < end
        elif first == "VmFlags:" and inside:
            return rest
    return []


@pytest.mark.skipif(
    not pathlib.Path("/sys/kernel/mm/transparent_hugepage").exists(),
    reason="this system has no large pages",
)
def test_large_results_ask_for_large_pages():
    x = torch.ones(1 << 23)  # 32 MiB
    lanescan.torch.enable()
    large = torch.cumsum(x, 0)
    assert "hg" in flags_of_memory(large.data_ptr() + large.nbytes // 2)
    assert float(large[-1]) == 1 << 23


def test_names_of_dimensions_are_refused():
    try:
        x = torch.randn(2, 3, names=("a", "b"))
    except TypeError:
        pytest.skip("this PyTorch has no names of dimensions")
    for call in (lambda: x.cumsum("b"), lambda: x.cummax(1), lambda: torch.logaddexp(x, x)):
        with lanescan.torch.enabled():
            with pytest.raises(RuntimeError, match="dimensions have names"):
                call()
        assert call() is not None


def test_flush_to_zero_is_the_caller_s():
    tiny = torch.full((8,), 1e-310, dtype=torch.float64)
    if not torch.set_flush_denormal(True):
        pytest.skip("this CPU cannot flush to zero")
    try:
        with lanescan.torch.enabled():
            assert torch.cumsum(tiny, 0)[-1].item() == 0
    finally:
        torch.set_flush_denormal(False)
    with lanescan.torch.enabled():
        assert math.isclose(torch.cumsum(tiny, 0)[-1].item(), 8e-310)


def run_examples(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0
    return len(test.examples)


def test_docstrings():
    for name in lanescan.torch.__all__:
        assert getattr(lanescan.torch, name).__doc__
    assert run_examples(lanescan.torch.enable.__doc__, "enable") == 4


@pytest.mark.skipif("logsumexp" not in AVAILABLE, reason="PyTorch is too old for logsumexp")
def test_the_page():
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
    if not page.exists():
        pytest.skip("docs/python.md is not beside the tests")
    blocks = page.read_text(encoding="utf-8").split("```pycon\n")[1:]
    assert run_examples("\n".join(block.split("```")[0] for block in blocks), "python.md") > 5
