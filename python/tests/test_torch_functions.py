"""lanescan.torch's own functions: bits, options, gradients of both orders, torch.func, graphs,
memory, errors."""

import gc
import inspect
import itertools
import math
import os
import sys

import numpy as np
import pytest
from torch_cases import AVAILABLE, EXACT, leaves_no_override, torch
from test_torch_override import run_examples
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.autograd import forward_ad, gradcheck, gradgradcheck
from torch.fx.experimental.proxy_tensor import make_fx
from torch.library import opcheck

import lanescan
import lanescan.torch as lt

SCANS = ["cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"]
FLAGS = [{}, {"reverse": True}, {"exclusive": True}, {"include_initial": True, "reverse": True}]
TYPES = [*EXACT, torch.float16, torch.float32, torch.float64, torch.complex64, torch.complex128]


def sample(shape, dtype):
    torch.manual_seed(4)
    return (
        3 * torch.randn(shape, dtype=torch.complex128 if dtype.is_complex else torch.float64)
    ).to(dtype)


def values(result):
    return result.values if isinstance(result, lt.Extremes) else result


def same_bits(result, wanted):
    assert result.dtype == wanted.dtype and result.shape == wanted.shape
    assert (
        result.resolve_conj().contiguous().numpy().tobytes()
        == wanted.resolve_conj().contiguous().numpy().tobytes()
    )


@pytest.mark.parametrize("name", SCANS)
def test_bits(name):
    """Those of lanescan's functions on arrays, for all types, options, axes, and ways to lie in
    memory."""
    for dtype in TYPES:
        if dtype.is_complex and name in ("cummax", "cummin"):
            continue
        for flags, initial in itertools.product(FLAGS, (None, 2)):
            for x, dim in (
                (sample((3, 40), dtype), 1),
                (sample((40, 3), dtype).T, -2),
                (sample((6, 40), dtype)[::2, ::4], 0),
            ):
                ours = values(getattr(lt, name)(x, dim, initial=initial, **flags))
                wanted = getattr(lanescan, name)(
                    x.numpy(), dim, dtype=ours.numpy().dtype, initial=initial, **flags
                )
                same_bits(ours, torch.from_numpy(np.ascontiguousarray(wanted)))
    if name in ("cummax", "cummin"):
        x = sample((3, 40), torch.float32)
        for flags in FLAGS:
            wanted = getattr(lanescan, name)(x.numpy(), 1, index=True, initial=1, **flags)
            assert np.array_equal(
                getattr(lt, name)(x, 1, initial=1, **flags).indices, wanted.indices
            )


def test_other_functions():
    x, y = sample((3, 4, 50), torch.float32), sample((4, 1), torch.float64)
    for dim in (None, 1, -1, (0, 2), (2, 0, 1)):
        for keepdim in (False, True):
            same_bits(
                lt.logsumexp(x, dim, keepdim),
                torch.as_tensor(lanescan.logsumexp(x.numpy(), dim, keepdims=keepdim)),
            )
    same_bits(lt.logaddexp(x, y), torch.as_tensor(lanescan.logaddexp(x.numpy(), y.numpy())))
    same_bits(
        lt.logaddexp(x, y[0, 0]),
        torch.as_tensor(lanescan.logaddexp(x.numpy(), np.float32(y[0, 0]))),
    )
    bf16 = x.to(torch.bfloat16)
    same_bits(lt.logcumsumexp(bf16, 2).float(), lanescan.logcumsumexp(bf16, 2).float())


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_bits_of_recurrences(dtype):
    """Those of lanescan.linear_recurrence, for ways to lie in memory, broadcast or not, and
    options."""
    ways = [
        sample((3, 40), dtype),
        sample((40, 3), dtype).T,
        sample((6, 120), dtype)[::2, ::3],
        sample((40,), dtype),
        sample((3, 1), dtype),
    ]
    for (a, b), dim, reverse, initial in itertools.product(
        itertools.product(ways, ways[:3]), (0, -1), (False, True), (None, 2)
    ):
        ours = lt.linear_recurrence(a, b, dim, reverse=reverse, initial=initial)
        assert ours.dtype == torch.cumsum(b, 0).dtype
        wanted = lanescan.linear_recurrence(
            a.numpy(), b.numpy(), dim, dtype=ours.numpy().dtype, reverse=reverse, initial=initial
        )
        same_bits(ours, torch.from_numpy(np.ascontiguousarray(wanted)))


def test_numbers_in_recurrences():
    """They are not rounded to float on the way, and have no type of their own where a tensor has
    one."""
    for dtype in (torch.float32, torch.float64, torch.complex128, torch.bfloat16):
        b = torch.arange(5).to(dtype)
        same_bits(
            lt.linear_recurrence(0.1, b, initial=0.3).to(torch.complex128),
            lt.linear_recurrence(
                torch.full((5,), 0.1, dtype=torch.float64).to(dtype),
                b,
                initial=torch.tensor(0.3, dtype=torch.float64).to(dtype),
            ).to(torch.complex128),
        )
        assert lt.linear_recurrence(0.1, b).dtype == lt.linear_recurrence(b, 2).dtype == dtype
        assert (
            lt.cumsum(torch.zeros(1, dtype=dtype), 0, initial=0.1).item()
            == torch.tensor(0.1, dtype=torch.float64).to(dtype).item()
        )
    assert (
        lt.linear_recurrence(torch.ones(3), torch.ones(3, dtype=torch.float64)).dtype
        == torch.float64
    )
    assert (
        lt.linear_recurrence(2, 3).item() == 3
        and lt.linear_recurrence(2.0, 3, initial=4).shape == ()
    )
    assert lt.linear_recurrence(torch.ones(0, 3), torch.ones(3)).shape == (0, 3)
    x = torch.zeros(3, 0, requires_grad=True)
    lt.linear_recurrence(x, x, initial=1).sum().backward()
    assert x.grad.shape == (3, 0)


def test_common_types():
    """PyTorch's, of tensors, tensors without dimensions, and numbers."""
    given = [
        torch.ones(shape, dtype=dtype) for dtype in (*TYPES, torch.bfloat16) for shape in ((3,), ())
    ] + [True, 2, 0.5, 1j]
    for a, b in itertools.product(given, repeat=2):
        wanted = torch.result_type(a, b)
        assert lt.functions._common_type(a, b) == (
            torch.complex64 if str(wanted).endswith("complex32") else wanted
        ), (a, b)


def test_types_of_integers():
    """dtype decides; narrower integers wrap."""
    x, a = torch.arange(1, 100), torch.full((99,), 3)
    for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16):
        for name in ("cumsum", "cumprod"):
            wanted = getattr(lanescan, name)(
                x.numpy(), dtype=torch.empty(0, dtype=dtype).numpy().dtype, initial=7
            )
            same_bits(getattr(lt, name)(x, 0, dtype=dtype, initial=7), torch.from_numpy(wanted))
        ours = lt.linear_recurrence(a, x, dtype=dtype, initial=7)
        same_bits(
            ours,
            torch.from_numpy(
                lanescan.linear_recurrence(
                    a.numpy(), x.numpy(), dtype=ours.numpy().dtype, initial=7
                )
            ),
        )


INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]


@pytest.mark.parametrize("kind", INTEGERS)
def test_initial_integers(kind):
    """Of Python, NumPy and tensors alike: what fits in the result's type is taken, all else is an
    error and never wraps."""
    kind = getattr(torch, kind)
    low, high = torch.iinfo(kind).min, torch.iinfo(kind).max
    x, zero, one = (torch.full((1,), n, dtype=kind) for n in (low, 0, 1))
    for initial in (low, 1, high, low - 1, high + 1, -(2**63), 2**63 + 5, 2**70, 10**5000):
        given = [initial]
        for wide in (torch.int64, torch.uint64):
            if torch.iinfo(wide).min <= initial <= torch.iinfo(wide).max:
                given.append(torch.tensor(initial, dtype=wide))
                given += [given[-1].numpy(), given[-1].numpy()[()]]
        for number in given:
            calls = (
                lambda: lt.cummax(x, 0, initial=number).values,
                lambda: lt.cumsum(zero, 0, dtype=kind, initial=number),
                lambda: lt.cumprod(one, 0, dtype=kind, initial=number),
                lambda: lt.linear_recurrence(one, zero, dtype=kind, initial=number),
            )
            for call in calls:
                if low <= initial <= high:
                    assert call().tolist() == [initial] and call().dtype == kind
                else:
                    with pytest.raises(OverflowError, match=f"not a number that {kind} can hold"):
                        call()


def test_initial_integers_of_other_types():
    """Without dtype the range is that of the wider type; bool and floating types hold any
    integer, 10**400 apart."""
    for dtype in (torch.bool, torch.uint8, torch.int8):
        x = torch.zeros(1, dtype=dtype)
        assert lt.cumsum(x, 0, initial=2**63 - 1).tolist() == [2**63 - 1]
        assert lt.linear_recurrence(x, x, initial=-1).tolist() == [0]
        for call in (
            lambda: lt.cumsum(x, 0, initial=2**63),
            lambda: lt.linear_recurrence(x, x, initial=-(2**63) - 1),
        ):
            with pytest.raises(OverflowError, match="torch.int64 can hold"):
                call()
    assert lt.cumsum(torch.zeros(1, dtype=torch.uint64), 0, initial=2**63 + 5).item() == 2**63 + 5
    assert lt.cummax(torch.zeros(1, dtype=torch.bool), 0, initial=300).values.tolist() == [True]
    for dtype in (torch.bfloat16, torch.float32, torch.float64, torch.complex64):
        x = torch.zeros(1, dtype=dtype)
        assert lt.cumsum(x, 0, initial=2**70).tolist() == [2.0**70]
        with pytest.raises(OverflowError):
            lt.cumsum(x, 0, initial=10**400)


def test_initial_integers_that_have_no_value():
    """In a graph, under vmap, without data: what cannot be looked at is taken as it is."""
    x, seven = torch.arange(5).to(torch.int8), torch.tensor(7)

    def call(x, c):
        return lt.cummax(x, 0, initial=c).values

    same_bits(torch.func.vmap(lambda c: call(x, c))(seven[None])[0], call(x, seven))
    compiled = torch.compile(call, backend="aot_eager", fullgraph=True)
    for c in (seven, torch.tensor(3), 2, 3, 4):
        same_bits(compiled(x, c), call(x, c))
    traced = make_fx(call)(x, seven)
    same_bits(traced(x, torch.tensor(3)), call(x, 3))
    with FakeTensorMode():
        narrow, wide = torch.ones(3, dtype=torch.int8), torch.ones((), dtype=torch.int64)
        assert call(narrow, wide).shape == (3,)
    assert call(x.to("meta"), seven.to("meta")).shape == (5,)


@pytest.mark.parametrize("name", ["logsumexp", "logaddexp"])
def test_dtype_of_reductions(name):
    """Elements are converted to it first, and gradients back."""
    x = sample((3, 4), torch.float32)

    def call(x, **more):
        if name == "logaddexp":
            return lt.logaddexp(x, torch.arange(4).to(x.dtype), **more)
        return lt.logsumexp(x, 0, **more)

    for dtype in (torch.float16, torch.bfloat16, torch.float64, torch.complex64):
        same_bits(call(x, dtype=dtype).to(torch.complex128), call(x.to(dtype)).to(torch.complex128))
        assert call(x, dtype=dtype).dtype == call(x.int(), dtype=dtype).dtype == dtype
    leaf, wide = x.clone().requires_grad_(), x.double().requires_grad_()
    (ours,) = torch.autograd.grad(call(leaf, dtype=torch.float64).sum(), leaf)
    same_bits(ours, torch.autograd.grad(call(wide).sum(), wide)[0].float())
    wide = sample((3, 4), torch.float64).requires_grad_()
    assert gradcheck(lambda x: call(x, dtype=torch.complex128), wide)
    assert gradgradcheck(lambda x: call(x, dtype=torch.complex128), wide)
    compiled = torch.compile(
        lambda x: call(x, dtype=torch.float64), backend="aot_eager", fullgraph=True
    )
    same_bits(compiled(x), call(x, dtype=torch.float64))
    for dtype in (torch.int32, torch.bool, torch.float8_e5m2):
        with pytest.raises(TypeError, match="not"):
            call(x, dtype=dtype)


def test_numbers_in_logaddexp():
    """As in linear_recurrence: no type of their own where a tensor has one, and not rounded on the
    way."""
    for dtype in (torch.bfloat16, torch.float32, torch.float64, torch.complex64):
        x = sample((3, 4), dtype)
        tenth = torch.tensor(0.1, dtype=torch.float64).to(dtype)
        for ours in (lt.logaddexp(x, 0.1), lt.logaddexp(x, np.float64(0.1))):
            same_bits(ours.to(torch.complex128), lt.logaddexp(x, tenth).to(torch.complex128))
        assert lt.logaddexp(2, x).dtype == dtype
    x = torch.arange(3)
    assert lt.logaddexp(x, 1).dtype == lt.logaddexp(x, 0.5).dtype == torch.float32
    assert lt.logaddexp(1.0, 2).shape == () and lt.logaddexp(x, 1j).dtype == torch.complex64
    leaf = sample((3,), torch.float64).requires_grad_()
    assert gradcheck(lambda x: lt.logaddexp(0.5, x), leaf)


def test_types_of_python():
    """As dtype, as in PyTorch's functions."""
    x = torch.ones(3)
    for kind, dtype in ((int, torch.int64), (float, torch.float64), (complex, torch.complex128)):
        assert lt.cumsum(x, 0, dtype=kind, initial=1).dtype == dtype
        assert lt.linear_recurrence(x, 0.5, dtype=kind, initial=1).dtype == dtype
    assert lt.logsumexp(x, dtype=float).dtype == lt.logaddexp(x, 1, dtype=float).dtype
    assert lt.cummax(x, 0, dtype=bool).values.dtype == torch.bool


def test_names_of_arguments():
    """x and dim by position or name, options by name alone; PyTorch's input is none of them."""
    x = torch.ones(2, 3)
    for name in SCANS:
        scan = getattr(lt, name)
        same_bits(values(scan(x=x, dim=1)), values(scan(x, 1)))
        with pytest.raises(TypeError, match=rf"^{name}\(\) .*'input'"):
            scan(input=x, dim=1)
        with pytest.raises(TypeError, match="positional"):
            scan(x, 1, torch.float64)
    same_bits(lt.logsumexp(x=x, dim=1, keepdim=True), lt.logsumexp(x, 1, True))
    same_bits(lt.logaddexp(a=x, b=x), lt.logaddexp(x, x))
    same_bits(lt.linear_recurrence(a=x, b=x, dim=0), lt.linear_recurrence(x, x, 0))
    for name in (*SCANS, "logsumexp", "logaddexp", "linear_recurrence"):
        parameters = inspect.signature(getattr(lt, name)).parameters
        assert parameters["dtype"].kind is inspect.Parameter.KEYWORD_ONLY
        assert "out" not in parameters


def test_types_and_shapes():
    for dtype in TYPES:
        x = torch.ones(3, dtype=dtype)
        for name in ("cumsum", "cumprod"):
            assert getattr(lt, name)(x, 0).dtype == getattr(torch, name)(x, 0).dtype
            assert getattr(lt, name)(x, 0, dtype=torch.complex64).dtype == torch.complex64
        if dtype in EXACT:
            assert (
                lt.logcumsumexp(x, 0).dtype
                == lt.logsumexp(x).dtype
                == lt.logaddexp(x.float(), x).dtype
                == torch.float32
            )
    for name in SCANS:
        scan = getattr(lt, name)
        assert values(scan(torch.tensor(3.0), -1)).shape == ()
        assert values(scan(torch.zeros(3, 0), 1)).shape == (3, 0)
        assert values(scan(torch.zeros(3, 0), 1, initial=1, include_initial=True)).shape == (3, 1)
        x = torch.zeros(3, 0, requires_grad=True)
        values(scan(x, 1, initial=1, include_initial=True)).sum().backward()
        assert x.grad.shape == (3, 0)
    assert lt.logsumexp(torch.tensor(3.0)).shape == ()
    assert torch.equal(lt.logsumexp(torch.empty(0, 2), 0), torch.full((2,), -math.inf))


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"])
def test_gradients(name):
    """Both orders, of the array and of the initial value."""
    x = sample((3, 4), torch.float64).requires_grad_()
    c = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
    for flags in FLAGS:
        for dim, initial in itertools.product((0, 1), (False, True)):

            def call(x, c):
                y = values(getattr(lt, name)(x, dim, initial=c if initial else None, **flags))
                return torch.where(torch.isfinite(y), y, 0)

            assert gradcheck(call, (x, c))
            assert gradgradcheck(call, (x, c))


def test_gradients_of_others():
    x = sample((3, 4), torch.float64).requires_grad_()
    assert gradcheck(lambda x: lt.logsumexp(x, (0, 1)), x) and gradgradcheck(
        lambda x: lt.logsumexp(x, 0), x
    )
    y = sample((2, 1, 4), torch.float64).requires_grad_()
    assert (
        gradcheck(lt.logaddexp, (x, y))
        and gradgradcheck(lt.logaddexp, (x, y))
        and gradgradcheck(lt.logaddexp, (x, x.detach().clone().requires_grad_()))
    )
    z = sample((3, 4), torch.complex128).div(3).requires_grad_()
    for call in (
        lambda z: lt.cumsum(z, 1),
        lambda z: lt.cumprod(z, 0),
        lambda z: lt.logcumsumexp(z, 1),
        lambda z: lt.logsumexp(z, 0),
        lambda z: lt.logaddexp(z, z.flip(0) * 2),
    ):
        assert gradcheck(call, z) and gradgradcheck(call, z)


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("shape", [(40, 3), (9, 100), (300, 20), (2, 3000)])
def test_gradients_are_those_of_pytorch(shape, dim):
    """Of short and long lines, in doubles and moderate: PyTorch's formulas are another witness."""
    x, y = sample(shape, torch.float64), sample(shape, torch.float64).flip(0)
    near_1 = 1 + x / 60
    with_zeros = torch.where(torch.arange(x.numel()).reshape(shape) % 7 == 3, 0, near_1)

    def recur(module, a, b):
        if module is lt:
            return lt.linear_recurrence(a, b, dim)
        results = [b.select(dim, 0)]
        for j in range(1, shape[dim]):
            results.append(a.select(dim, j) * results[-1] + b.select(dim, j))
        return torch.stack(results, dim)

    for call, inputs in (
        (lambda module, x: module.cumsum(x, dim), (x,)),
        (lambda module, x: module.cumprod(x, dim), (near_1,)),
        (lambda module, x: module.cumprod(x, dim), (with_zeros,)),
        (lambda module, x: module.cummax(x, dim).values, (x,)),
        (lambda module, x: module.cummin(x, dim).values, (x,)),
        (lambda module, x: module.logcumsumexp(x, dim), (x,)),
        (lambda module, x: module.logsumexp(x, dim), (x,)),
        (lambda module, x, y: module.logaddexp(x, y), (x, y)),
        (recur, (x / 12, y)),
    ):
        found = []
        for module in (lt, torch):
            leaves = [leaf.clone().requires_grad_() for leaf in inputs]
            results = call(module, *leaves)
            weights = torch.linspace(-1, 2, results.numel(), dtype=torch.float64)
            found.append(torch.autograd.grad(results, leaves, weights.reshape(results.shape)))
        for a, b in zip(*found):
            torch.testing.assert_close(a, b, rtol=1e-9, atol=1e-9 * float(b.abs().max()))


@pytest.mark.parametrize("dtype", [torch.float64, torch.complex128])
def test_gradients_of_recurrences(dtype):
    """Of coefficients, of what is added, broadcast too, and of the initial value."""
    a, b = (sample((3, 4), dtype).div(3).add(shift).requires_grad_() for shift in (0, 1))
    row, c = sample((4,), dtype).requires_grad_(), torch.tensor(
        0.7, dtype=dtype, requires_grad=True
    )
    for dim, reverse in itertools.product((0, 1), (False, True)):

        def call(a, b, c=None):
            return lt.linear_recurrence(a, b, dim, reverse=reverse, initial=c)

        for arguments in ((a, b), (a, b, c), (row, b, c), (a, row)):
            assert gradcheck(call, arguments) and gradgradcheck(call, arguments)
    zeros = torch.tensor([1.0, 0, 2], dtype=dtype, requires_grad=True)
    lt.linear_recurrence(zeros, torch.ones(3, dtype=dtype)).sum().real.backward()
    assert zeros.grad.tolist() == [0, 3, 1]


def gradient(call, *x):
    x = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    return torch.autograd.grad(call(x).sum(), x)[0].tolist()


def test_gradients_at_the_edges():
    """Where PyTorch's formulas give NaN, and where they divide by zero."""
    low, high, e = -math.inf, math.inf, math.exp(-1)

    def scan(x):
        return lt.logcumsumexp(x, 0)

    def total(x):
        return lt.logsumexp(x, 0)

    def pair(x):
        return lt.logaddexp(x[0], x[1])

    assert np.allclose(gradient(scan, low, 0, 1), [0, 1 + e / (1 + e), 1 / (1 + e)], rtol=1e-15)
    assert (
        gradient(scan, low, low) == gradient(total, low, low) == gradient(pair, low, low) == [0, 0]
    )
    assert gradient(scan, 1, high, 2, high) == [1, 2.5, 0, 0.5]
    assert gradient(total, high, 3, high) == [0.5, 0, 0.5]
    assert gradient(pair, high, high) == [0.5, 0.5] and gradient(pair, low, 1) == [0, 1]
    assert gradient(lambda x: lt.cumprod(x, 0), 2, 0, 3, 4) == [1, 32, 0, 0]
    assert gradient(lambda x: lt.cumprod(x, 0), 0, 5, 0) == [6, 0, 0]
    for call in (scan, total):
        x = torch.tensor([low, 0, low, 1], dtype=torch.float64)
        assert torch.isfinite(
            torch.func.jacrev(torch.func.jacrev(lambda x: call(x).sum()))(x)
        ).all()
    nan = math.nan
    assert all(map(math.isnan, gradient(scan, 0, nan)))
    assert gradient(lambda x: scan(x)[:2], 0, 0, nan) == [1.5, 0.5, 0]  # gradients of 0 add 0
    shares = gradient(scan, 0, high, nan, low)
    assert all(map(math.isnan, shares[:3])) and shares[3] == 0


def test_formulas():
    """What second derivatives are made of gives the gradients that the library gives, also at the
    edges."""

    def compare(name, tensors, *options, order=None):
        ours = getattr(torch.ops.lanescan, name + "_vjp")(
            *tensors, *(options if order is None else order)
        )
        names = ("cumsum", "cumprod", None, None, "logcumsumexp")
        if name == "scan":
            tensors, options = (names[options[0]], *tensors), options[1:]
        formula = getattr(lanescan._gradients, name + "_formula")(
            lt.functions._FRAME, *tensors, *options
        )
        torch.testing.assert_close(ours, formula, rtol=1e-13, atol=1e-13, equal_nan=True)

    low, high, nan = -math.inf, math.inf, math.nan
    rows = [
        [low, 0, 1, -3, 2],
        [1, high, 2, high, low],
        [low] * 5,
        [3, -800, 40, 41, 0],
        [0, nan, low, 1, high],
        [2, 0, 0.5, 3, 0],
    ]
    for row, wide in itertools.product(rows, (torch.float64, torch.complex128)):
        x = torch.tensor(row, dtype=torch.float64)
        is_finite = torch.isfinite(x).all()
        if wide.is_complex:
            if not is_finite:
                continue
            x = x / 20 + 1j * torch.linspace(-1, 1, 5, dtype=torch.float64)
        g = torch.linspace(-1, 2, 5, dtype=torch.float64) * (1 - 0.5j if wide.is_complex else 1)
        for reverse, exclusive in itertools.product((False, True), repeat=2):
            if nan in row and exclusive:
                # of the last result, which is NaN, none is asked: the library adds 0, the formula
                # NaN
                continue
            for op in (0, 1, 4) if is_finite else (4,):
                compare("scan", (x, g), op, 0, reverse, exclusive)
                compare("scan", (x[:4], g), op, 0, reverse, True)
            for initial in (None, x[0]):
                if is_finite:
                    y = lt.linear_recurrence(x, g.flip(0), reverse=reverse, initial=initial)
                    compare("recurrence", (x, y, initial, g), 0, reverse)
        compare("logsumexp", (x, g[:1]), (0,), order=(1,))
        compare("logaddexp", (x, x.flip(0), g))


def test_gradients_of_narrow_types():
    """Computed in double, rounded once."""
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        x, g = sample((3, 50), dtype).div(3), sample((3, 50), dtype)
        for call in (
            lambda x: lt.logcumsumexp(x, 1),
            lambda x: lt.cumprod(x, 1),
            lambda x: lt.logaddexp(x, x.flip(0)),
            lambda x: lt.linear_recurrence(x, x, 1),
            lambda x: values(lt.cummax(x, 1)),
        ):
            narrow, wide = (
                torch.autograd.grad(call(z), z, g.to(z.dtype))[0]
                for z in (x.clone().requires_grad_(), x.double().requires_grad_())
            )
            if call(x).dtype == dtype:
                scale = torch.finfo(dtype).eps * wide.abs().max().item()
                torch.testing.assert_close(narrow.double(), wide, rtol=0, atol=8 * scale)


def test_third_derivatives():
    x = sample((4,), torch.float64).div(3)
    hessian = torch.func.hessian
    for call in (
        lambda x: lt.cumprod(x, 0),
        lambda x: lt.logcumsumexp(x, 0),
        lambda x: lt.logsumexp(x, 0),
        lambda x: lt.linear_recurrence(x, x),
    ):
        jac = torch.func.jacrev
        third = jac(jac(jac(lambda x: call(x).sum())))(x)
        for order in itertools.permutations(range(3)):
            torch.testing.assert_close(third, third.permute(order), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", [*SCANS, "logsumexp", "logaddexp", "linear_recurrence"])
def test_forward_mode(name):
    """A tangent is refused, not lost, whichever tensor has it; what has none is as ever."""
    x = sample((4,), torch.float64)

    def call(x):
        if name in SCANS or name == "logsumexp":
            return values(getattr(lt, name)(x, 0))
        return getattr(lt, name)(0.5 * x.detach(), x)

    for transform in (torch.func.jacfwd, torch.func.hessian):
        with pytest.raises(NotImplementedError, match="no forward mode"):
            transform(call)(x)
    with forward_ad.dual_level():
        same_bits(call(x), call(x.clone()))
        dual = forward_ad.make_dual(x, x)
        one = forward_ad.make_dual(torch.tensor(1.0, dtype=torch.float64), x[0])
        for grad in (torch.enable_grad, torch.no_grad):
            with grad(), pytest.raises(NotImplementedError, match="no forward mode"):
                call(dual)
        if name in SCANS:
            with pytest.raises(NotImplementedError, match="no forward mode"):
                getattr(lt, name)(x, 0, initial=one)
        leaf = x.clone().requires_grad_()
        (ours,) = torch.autograd.grad(call(leaf).sum(), leaf)
    same_bits(ours, torch.autograd.grad(call(leaf).sum(), leaf)[0])


def test_gradients_of_long_lines():
    """65536 floats whose gradients are of either sign, against a sum in double; far from 0 too."""
    for shift in (0, 100):
        x = sample((65536,), torch.float32) + shift
        g = torch.cos(torch.arange(x.numel(), dtype=torch.float64)).float()
        leaf = x.clone().requires_grad_()
        lt.logcumsumexp(leaf, 0).backward(g)
        wide = x.double().numpy() - shift
        part = g.double().numpy() * np.exp(-lanescan.logcumsumexp(wide))
        wanted = np.exp(wide) * np.cumsum(part[::-1])[::-1]
        scale = np.exp(wide) * np.cumsum(np.abs(part)[::-1])[::-1]
        assert (
            np.max(np.abs(leaf.grad.numpy() - wanted) - np.abs(wanted) * 2**-24 - scale * 1e-11)
            <= 0
        )


@pytest.mark.parametrize("name", SCANS)
def test_functional(name):
    """torch.func's vmap over any dimension, twice, and over the initial value; grad in vmap, vmap
    in grad."""
    vmap, grad = torch.func.vmap, torch.func.grad
    x, c = sample((3, 4, 5), torch.float64), torch.arange(5.0, dtype=torch.float64)

    def scan(x, dim=0, **more):
        return values(getattr(lt, name)(x, dim, **more))

    same_bits(vmap(scan, in_dims=1, out_dims=1)(x), scan(x, 0))
    same_bits(vmap(vmap(scan))(x), scan(x, 2))
    wanted = torch.stack([scan(x[..., i], 1, initial=c[i]) for i in range(5)], 2)
    same_bits(vmap(lambda x, c: scan(x, 1, initial=c), in_dims=(2, 0), out_dims=2)(x, c), wanted)
    same_bits(
        vmap(lambda c: scan(x[0], 1, initial=c))(c),
        torch.stack([scan(x[0], 1, initial=v) for v in c]),
    )
    rows = vmap(grad(lambda x: (scan(x) ** 2).sum()))(x[0])
    torch.testing.assert_close(
        rows, grad(lambda x: (scan(x, 1) ** 2).sum())(x[0]), rtol=1e-13, atol=0
    )
    through = grad(lambda x: (vmap(scan)(x) ** 2).sum())(x[0])
    torch.testing.assert_close(through, rows, rtol=1e-13, atol=0)


def test_functional_of_others():
    vmap, grad = torch.func.vmap, torch.func.grad
    x = sample((3, 4), torch.float64)
    recur, c = lt.linear_recurrence, torch.arange(3.0, dtype=torch.float64)
    same_bits(vmap(recur)(x, x), recur(x, x))
    same_bits(vmap(recur, in_dims=(1, None), out_dims=1)(x, x[:, 0]), recur(x, x[:, :1], 0))
    same_bits(
        vmap(lambda a, b, c: recur(a, b, initial=c))(x, x, c),
        torch.stack([recur(r, r, initial=v) for r, v in zip(x, c)]),
    )
    same_bits(
        vmap(lambda c: recur(x[0], x[1], initial=c, reverse=True))(c),
        torch.stack([recur(x[0], x[1], initial=v, reverse=True) for v in c]),
    )
    rows = vmap(grad(lambda a: (recur(a, x[0], initial=2) ** 2).sum()))(x)
    torch.testing.assert_close(
        rows, grad(lambda a: (recur(a, x[0], initial=2) ** 2).sum())(x), rtol=1e-13, atol=0
    )
    same_bits(vmap(lambda x: lt.logsumexp(x, 0))(x), lt.logsumexp(x, 1))
    same_bits(vmap(lt.logaddexp, in_dims=(0, None))(x, x[0]), lt.logaddexp(x, x[0]))
    torch.testing.assert_close(vmap(grad(lambda x: lt.logsumexp(x, 0)))(x), torch.softmax(x, 1))


def test_operators():
    """PyTorch's own checks of schema, shapes without data, derivatives, and tracing."""
    x = sample((3, 4), torch.float64).requires_grad_()
    c = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
    for op, reverse, longer in itertools.product((0, 1, 4), (False, True), (False, True)):
        opcheck(
            torch.ops.lanescan.scan.default,
            (x, c if longer else None, op, 1, reverse, False, longer),
        )
    for op, longer in itertools.product((2, 3), (False, True)):
        opcheck(
            torch.ops.lanescan.scan_index.default,
            (x, c if longer else None, op, 0, False, False, longer),
        )
    opcheck(torch.ops.lanescan.scan.default, (torch.arange(5), None, 0, 0, False, False, False))
    opcheck(torch.ops.lanescan.logsumexp.default, (x, 3))
    opcheck(torch.ops.lanescan.logaddexp.default, (x, x))
    for initial, reverse in itertools.product((None, c), (False, True)):
        opcheck(torch.ops.lanescan.recurrence.default, (x, x, initial, 1, reverse))
        opcheck(
            torch.ops.lanescan.recurrence.default,
            (x[:1].expand(3, 4), x.T.contiguous().T, initial, 0, reverse),
        )
    ops = torch.ops.lanescan
    g, longer = x.detach().flip(0).requires_grad_(), sample((3, 5), torch.float64).requires_grad_()
    opcheck(ops.scan_vjp.default, (x, g, 4, 1, True, False))
    opcheck(ops.scan_vjp.default, (x, longer, 1, 1, False, True))
    indices = lt.cummax(x.detach(), 1, include_initial=True).indices
    opcheck(
        ops.scan_index_vjp.default,
        (lt.cummin(x.detach(), 0, reverse=True).indices, g, 0, True, False, False),
    )
    opcheck(ops.scan_index_vjp.default, (indices, longer, 1, False, True, True))
    opcheck(ops.logsumexp_vjp.default, (x, sample((1, 4), torch.float64).requires_grad_(), 1))
    opcheck(ops.logaddexp_vjp.default, (x, g, g))
    for initial, reverse in itertools.product((None, c), (False, True)):
        opcheck(ops.recurrence_vjp.default, (x, g, initial, g, 1, reverse))


@pytest.mark.parametrize("name", [*SCANS, "logsumexp", "logaddexp", "linear_recurrence"])
def test_graphs(name):
    """torch.compile and torch.export keep the operators: the bits stay, forward and backward."""

    class Module(torch.nn.Module):
        def forward(self, x):
            if name == "linear_recurrence":
                return lt.linear_recurrence(0.9, x * 2, 0, initial=0.1)
            if name == "logaddexp":
                return lt.logaddexp(x * 2, x[0])
            return values(getattr(lt, name)(x * 2, 0))

    x = sample((20, 5), torch.float32).requires_grad_()
    compiled = torch.compile(Module(), backend="aot_eager", fullgraph=True)
    same_bits(compiled(x).detach(), Module()(x).detach())
    (ours,) = torch.autograd.grad(compiled(x).sum(), x)
    same_bits(ours, torch.autograd.grad(Module()(x).sum(), x)[0])
    program = torch.export.export(Module(), (x.detach(),))
    assert any("lanescan" in str(node.target) for node in program.graph.nodes)
    same_bits(program.module()(x.detach()), Module()(x.detach()))


@pytest.mark.slow
def test_inductor():
    x = sample((20, 5), torch.float32)
    compiled = torch.compile(lambda x: lt.logcumsumexp(x + 1, 0, reverse=True) * 2, fullgraph=True)
    try:
        ours = compiled(x)
    except Exception as error:
        pytest.skip(f"inductor cannot compile here: {type(error).__name__}")
    same_bits(ours, lt.logcumsumexp(x + 1, 0, reverse=True) * 2)


def test_modes():
    x = sample((5,), torch.float32)
    with torch.inference_mode():
        same_bits(lt.cumsum(x, 0), lt.cumsum(x.clone(), 0))
    assert lt.cumsum(torch.empty(3, 4, device="meta"), 1, include_initial=True).shape == (3, 5)
    z = sample((5,), torch.complex64)
    same_bits(lt.cumsum(z.conj(), 0), lt.cumsum(z.conj().resolve_conj(), 0))
    module = torch.nn.Parameter(x)
    assert type(lt.cumsum(module, 0)) is torch.Tensor
    with lt.enabled([name for name in AVAILABLE]):
        same_bits(lt.logcumsumexp(x, 0), torch.logcumsumexp(x, 0))


def resident():
    """The memory of this process, in bytes; 0 where the system does not say."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@pytest.mark.parametrize("kind", ["forward", "backward", "errors", "switching"])
def test_memory(kind):
    """No call keeps a tensor or another object."""
    x, i = torch.randn(4, 1000), torch.arange(3)
    leaf = x.clone().requires_grad_()
    turns = itertools.cycle([*SCANS, "logsumexp", "logaddexp", "linear_recurrence"])

    def call(x, name, initial):
        if name in ("logsumexp", "logaddexp"):
            return lt.logsumexp(x, 1) if name == "logsumexp" else lt.logaddexp(x, 0.5)
        if name == "linear_recurrence":
            return lt.linear_recurrence(x, x, initial=initial)
        return values(getattr(lt, name)(x, 1, initial=initial))

    def forward():
        call(x, next(turns), None)

    def backward():
        torch.autograd.grad(call(leaf, next(turns), 2).sum(), leaf)

    def errors():
        for wrong in (
            lambda: lt.cumsum([1.0], 0),
            lambda: lt.cumsum(i, 0, initial=2**63),
            lambda: lt.linear_recurrence(x, x, initial="a"),
            lambda: lt.logsumexp(x, 5),
        ):
            with pytest.raises((TypeError, OverflowError, IndexError)):
                wrong()

    def switching():
        lt.enable()
        lt.disable()
        with lt.enabled():
            pass

    work = locals()[kind]
    repetitions = {"forward": 4000, "backward": 1000, "errors": 200, "switching": 40}[kind]

    def grown():
        gc.collect()
        memory, blocks = resident(), sys.getallocatedblocks()
        for _ in range(repetitions):
            work()
        gc.collect()
        return resident() - memory, sys.getallocatedblocks() - blocks

    # What is lost is lost in every round, by one of eight functions at least. PyTorch, the
    # allocator and Python keep something for each address that they see first, the less the longer
    # it runs: so one round without a loss is enough, and a dozen are tried.
    grown()
    most_memory = repetitions + (1 << 18)
    most_blocks = repetitions // (2 if repetitions < 1000 else 10)
    rounds = []
    for _ in range(12):
        rounds.append(grown())
        memory, blocks = map(min, zip(*rounds))
        if memory < most_memory and blocks < most_blocks:
            return
    pytest.fail(f"bytes and blocks lost in each round: {rounds}")


def test_errors():
    x = torch.ones(3, 4)
    for error, text, call in [
        (TypeError, "cumsum takes a tensor, not list", lambda: lt.cumsum([1.0, 2.0], 0)),
        (TypeError, "takes a tensor, not ndarray", lambda: lt.cummax(np.ones(3, "f4"), 0)),
        (TypeError, "logsumexp takes a tensor, not float", lambda: lt.logsumexp(1.0)),
        (TypeError, "takes tensors and numbers, not list", lambda: lt.logaddexp(x, [1.0])),
        (TypeError, "numbers, not ndarray", lambda: lt.linear_recurrence(np.ones(4), x)),
        (TypeError, "numbers, not NoneType", lambda: lt.linear_recurrence(x, None)),
        (TypeError, "dtype must be torch.dtype, not str", lambda: lt.cumsum(x, 0, dtype="f8")),
        (TypeError, "dtype must be torch.dtype, not str", lambda: lt.cumsum(x, 0, dtype="cpu")),
        (TypeError, "dtype must be torch.dtype", lambda: lt.cumsum(x, 0, dtype=np.float64)),
        (TypeError, "dtype must be torch.dtype", lambda: lt.logsumexp(x, dtype=x)),
        (TypeError, "dtype must be torch.dtype", lambda: lt.logaddexp(x, x, dtype="cpu")),
        (TypeError, "dtype must be torch.dtype", lambda: lt.linear_recurrence(x, x, dtype="cpu")),
        (TypeError, "reverse must be bool, not str", lambda: lt.cumsum(x, 0, reverse="no")),
        (TypeError, "exclusive must be bool, not int", lambda: lt.cumsum(x, 0, exclusive=1)),
        (
            TypeError,
            "include_initial must be bool, not NoneType",
            lambda: lt.cummin(x, 0, include_initial=None),
        ),
        (TypeError, "reverse must be bool", lambda: lt.linear_recurrence(x, x, reverse=[])),
        (TypeError, "keepdim must be bool, not str", lambda: lt.logsumexp(x, 0, "no")),
        (TypeError, "torch.float32 can hold", lambda: lt.cumsum(x, 0, initial="a")),
        (TypeError, "torch.float32 can hold", lambda: lt.cumsum(x, 0, initial=object())),
        (ValueError, "on meta, without data", lambda: lt.cumsum(x, 0, initial=x[0, 0].to("meta"))),
        (ValueError, "on meta, without data", lambda: lt.logaddexp(x, x.to("meta"))),
        (ValueError, "on meta, without data", lambda: lt.linear_recurrence(x.to("meta"), x)),
        (IndexError, r"range of \[-2, 1\], but got 2", lambda: lt.cumsum(x, 2)),
        (IndexError, "but got 7", lambda: lt.logsumexp(x, (0, 7))),
        (TypeError, "dim must be int, not bool", lambda: lt.cumsum(x, True)),
        (TypeError, "dim must be int, not float", lambda: lt.cummax(x, 1.0)),
        (TypeError, "dim must be int, not bool", lambda: lt.logsumexp(x, (0, True))),
        (ValueError, "each once", lambda: lt.logsumexp(x, (0, -2))),
        (ValueError, "each once", lambda: lt.logsumexp(x, ())),
        (
            ValueError,
            "only one of them",
            lambda: lt.cumsum(x, 0, exclusive=True, include_initial=True),
        ),
        (ValueError, "one number", lambda: lt.cumsum(x, 0, initial=x)),
        (
            TypeError,
            "not a number that torch.float32 can hold",
            lambda: lt.cumsum(x, 0, initial=1j),
        ),
        (
            TypeError,
            "not a number that torch.int64 can hold",
            lambda: lt.cumsum(x.int(), 0, initial=0.5),
        ),
        (TypeError, "not defined", lambda: lt.cummax(x.to(torch.complex64), 0)),
        (TypeError, "not defined", lambda: lt.cumsum(x.to(torch.float8_e5m2), 0)),
        (TypeError, "floating or complex", lambda: lt.logcumsumexp(x, 0, dtype=torch.int32)),
        (RuntimeError, "size of tensor", lambda: lt.logaddexp(x, torch.ones(3))),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.logaddexp(x, x.double()),
        ),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.scan(x, None, 0, 9, False, False, False),
        ),
        (
            RuntimeError,
            "the operation is unknown",
            lambda: torch.ops.lanescan.scan(x, None, 9, 0, False, False, False),
        ),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.recurrence(x.T, x, None, 0, False),
        ),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.recurrence(x, x.double(), None, 0, False),
        ),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.recurrence(x, x, x, 0, False),
        ),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.scan(x, x.double().sum(), 0, 0, False, False, False),
        ),
        (
            RuntimeError,
            "dimension is not in",
            lambda: torch.ops.lanescan.recurrence(x, x, None, 2, False),
        ),
        (
            RuntimeError,
            "the operation is unknown",
            lambda: torch.ops.lanescan.scan_vjp(x, x, 2, 0, False, False),
        ),
        (RuntimeError, "shape", lambda: torch.ops.lanescan.scan_vjp(x, x.T, 4, 0, False, False)),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.scan_index_vjp(x.long(), x, 2, False, False, False),
        ),
        (
            RuntimeError,
            "index",
            lambda: torch.ops.lanescan.scan_index_vjp(7 + x.long(), x, 1, False, False, False),
        ),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.logsumexp_vjp(x, x, 0),
        ),
        (RuntimeError, "shape", lambda: torch.ops.lanescan.logaddexp_vjp(x, x, x.T)),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.recurrence_vjp(x, x.T, None, x, 0, False),
        ),
        (
            RuntimeError,
            "not what lanescan.torch passes",
            lambda: torch.ops.lanescan.recurrence_vjp(x, x, x, x, 0, False),
        ),
        (IndexError, "but got 2", lambda: lt.linear_recurrence(x, x, 2)),
        (TypeError, "dim must be int, not NoneType", lambda: lt.linear_recurrence(x, x, None)),
        (RuntimeError, "size of tensor", lambda: lt.linear_recurrence(x, torch.ones(3))),
        (ValueError, "one number", lambda: lt.linear_recurrence(x, x, initial=x)),
        (
            TypeError,
            "not a number that torch.float32 can hold",
            lambda: lt.linear_recurrence(x, x, initial=1j),
        ),
        (
            TypeError,
            "linear_recurrence of torch.bool is not defined",
            lambda: lt.linear_recurrence(x, x, dtype=torch.bool),
        ),
        (
            TypeError,
            "cumsum of torch.bool is not defined",
            lambda: lt.cumsum(x, 0, dtype=torch.bool),
        ),
        (TypeError, "not defined", lambda: lt.linear_recurrence(x, x, dtype=torch.float8_e5m2)),
    ]:
        with pytest.raises(error, match=text):
            call()


def test_docstrings():
    for name in (*SCANS, "logsumexp", "logaddexp", "linear_recurrence"):
        assert run_examples(getattr(lt, name).__doc__, name) >= 2
