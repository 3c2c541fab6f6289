"""PyTorch's own samples and wrong inputs of the operators, with lanescan on."""

import pytest
from torch_cases import AVAILABLE, SELECTS, assert_alike, both, calls, leaves_no_override, torch

import lanescan.torch

pytest.importorskip("expecttest", reason="PyTorch's samples need expecttest")
from torch.testing._internal.common_methods_invocations import op_db  # noqa: E402

pytestmark = pytest.mark.slow

OPERATORS = [op for op in op_db if op.name in AVAILABLE and not op.variant_test_name]
CASES = [
    pytest.param(op, dtype, id=f"{op.name}-{str(dtype).removeprefix('torch.')}")
    for op in OPERATORS
    for dtype in sorted(op.dtypes, key=str)
]
FLOATING = [
    pytest.param(op, dtype, id=f"{op.name}-{str(dtype).removeprefix('torch.')}")
    for op in OPERATORS
    for dtype in (torch.float64, torch.complex128)
    if dtype in op.dtypes
]


def seeded(op, dtype, **more):
    """The samples, the same ones at each call."""
    torch.manual_seed(1)
    return list(op.sample_inputs("cpu", dtype, **more))


def test_all_operators_have_samples():
    assert {op.name for op in OPERATORS} == set(AVAILABLE)


@pytest.mark.parametrize("op, dtype", CASES)
def test_samples(op, dtype):
    before = calls(op.name)
    samples = seeded(op, dtype)
    for sample in samples:
        stock, ours = both(lambda: op(sample.input, *sample.args, **sample.kwargs))
        assert_alike(stock, ours, exact=op.name in SELECTS)
    served, stock = (after - b for after, b in zip(calls(op.name), before))
    assert stock == 0 and served >= len(samples)


@pytest.mark.parametrize("op, dtype", CASES)
def test_samples_that_are_not_contiguous(op, dtype):
    for sample in seeded(op, dtype):
        sample = sample.noncontiguous()
        stock, ours = both(lambda: op(sample.input, *sample.args, **sample.kwargs))
        assert_alike(stock, ours, exact=op.name in SELECTS)


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
@pytest.mark.filterwarnings("ignore:Casting complex values to real")
@pytest.mark.parametrize("op, dtype", CASES)
def test_out(op, dtype):
    """Outputs of the right shape, contiguous and not, of a wrong shape, of another type."""
    assert op.supports_out
    for sample in seeded(op, dtype):
        shapes = [t.shape for t in tensors_of(op(sample.input, *sample.args, **sample.kwargs))]
        types = [t.dtype for t in tensors_of(op(sample.input, *sample.args, **sample.kwargs))]
        for make in (torch.zeros, backwards, too_large, one_more, other_type):

            def call():
                out = [make(shape, dtype=kind) for shape, kind in zip(shapes, types)]
                given = out[0] if len(out) == 1 else tuple(out)
                result = op(sample.input, *sample.args, **sample.kwargs, out=given)
                for one, made in zip(tensors_of(result), out):
                    assert one is made
                return tuple(out)

            stock, ours = both(call)
            assert_alike(stock, ours, exact=op.name in SELECTS)


def tensors_of(result):
    return list(result) if isinstance(result, tuple) else [result]


def backwards(shape, dtype):
    """The first dimension lies closest together."""
    return torch.zeros(tuple(reversed(shape)), dtype=dtype).permute(*reversed(range(len(shape))))


def too_large(shape, dtype):
    return torch.zeros((*shape, 2), dtype=dtype)


def one_more(shape, dtype):
    return torch.zeros((1, *shape), dtype=dtype)


def other_type(shape, dtype):
    return torch.zeros(shape, dtype=torch.int32 if dtype != torch.int32 else torch.float32)


@pytest.mark.parametrize("op, dtype", [c for c in CASES if c.values[0].inplace_variant])
def test_in_place(op, dtype):
    for sample in seeded(op, dtype):

        def call():
            x = sample.input.clone()
            result = op.inplace_variant(x, *sample.args, **sample.kwargs)
            assert result is x
            return x

        stock, ours = both(call)
        assert_alike(stock, ours, exact=op.name in SELECTS)


@pytest.mark.parametrize("op", OPERATORS, ids=lambda op: op.name)
def test_error_inputs(op):
    """Those that PyTorch lists, and those that concern these operators."""
    wrong = []
    if op.error_inputs_func is not None:
        wrong = [
            (e.sample_input.input, e.sample_input.args, e.sample_input.kwargs)
            for e in op.error_inputs("cpu")
        ]
    x = torch.randn(2, 3)
    if op.name != "logaddexp":
        wrong += [(x, (2,), {}), (x, (-3,), {}), (torch.tensor(1.0), (1,), {}), (x, ("a",), {})]
        wrong += [(x, (0,), {"out": torch.empty(2, 3, device="meta")})]
        wrong += [(torch.empty(0, 3), (5,), {}), (x.to(torch.float8_e5m2), (0,), {})]
        wrong += [(x.to_sparse(), (0,), {})]
    else:
        wrong += [(x, (torch.randn(2, 2),), {}), (x, (torch.arange(3),), {})]
    if op.name == "logsumexp":
        wrong += [(x, ((0, 0),), {}), (x, ((0, -2),), {}), (x, ((0, 7),), {})]
    if op.name in ("cumsum", "cumprod"):
        same = torch.zeros(1).expand(2, 3)
        wrong += [(x, (0,), {"out": same}), (x, (0,), {"dtype": torch.bool})]
        wrong += [(x, (0,), {"out": torch.empty(2, 3), "dtype": torch.float64})]
        line = torch.randn(9)
        wrong += [(line[:-1], (0,), {"out": line[1:]})]
    if op.name in SELECTS:
        index = torch.empty(2, 3, dtype=torch.int64)
        wrong += [(x, (0,), {"out": (torch.empty(2, 3, dtype=torch.float64), index)})]
        wrong += [(x, (0,), {"out": (torch.empty(2, 3), index.int())})]
        wrong += [(x, (0,), {"out": (index, index)})]
    assert wrong
    for given, args, more in wrong:
        stock, ours = both(lambda: op(given, *args, **more))
        assert_alike(stock, ours)


@pytest.mark.parametrize("op, dtype", FLOATING)
def test_gradients(op, dtype):
    """PyTorch's formulas, whose scans are ours: once, twice, and forwards, wherever they hold
    without lanescan. (The forward formula of complex logcumsumexp gives NaN at -inf.)"""
    checks = [
        (torch.autograd.gradcheck, {}),
        (torch.autograd.gradcheck, {"check_forward_ad": True, "check_backward_ad": False}),
        (torch.autograd.gradgradcheck, {}),
    ]
    held = [0, 0, 0]
    before = calls(op.name)
    for sample in seeded(op, dtype, requires_grad=True):
        inputs = (sample.input, *[a for a in sample.args if torch.is_tensor(a)])
        rest = [a for a in sample.args if not torch.is_tensor(a)]

        def call(*given):
            result = op(*given, *rest, **sample.kwargs)
            return result[0] if isinstance(result, tuple) else result

        for i, (check, more) in enumerate(checks):
            stock, ours = both(
                lambda: check(call, inputs, fast_mode=True, raise_exception=False, **more)
            )
            assert ours is True or stock is not True
            held[i] += stock is True
    assert all(held)
    assert calls(op.name)[0] > before[0]


@pytest.mark.parametrize("op, dtype", FLOATING)
def test_vmap(op, dtype):
    for sample in seeded(op, dtype):
        batch = torch.stack([sample.input, sample.input + 1])

        def call():
            return torch.func.vmap(lambda x: op(x, *sample.args, **sample.kwargs))(batch)

        stock, ours = both(call)
        assert_alike(stock, ours, exact=op.name in SELECTS)


@pytest.mark.parametrize("op", OPERATORS, ids=lambda op: op.name)
def test_functorch(op):
    """grad, jvp, jacrev, jacfwd and hessian of torch.func, over and under vmap."""
    x = torch.randn(5, dtype=torch.float64)
    more = (x.flip(0),) if op.name == "logaddexp" else (0,)

    def first(x):
        result = op(x, *more)
        return result[0] if isinstance(result, tuple) else result

    def total(x):
        return (first(x) * torch.sin(x)).sum()

    func = torch.func
    for transform in (
        lambda: func.grad(total)(x),
        lambda: func.jvp(first, (x,), (torch.ones_like(x),)),
        lambda: func.jacrev(first)(x),
        lambda: func.jacfwd(first)(x),
        lambda: func.hessian(total)(x),
        lambda: func.vmap(func.grad(total))(torch.stack([x, 2 * x, x.flip(0)])),
        lambda: func.functionalize(first)(x),
    ):
        before = calls(op.name)
        stock, ours = both(transform)
        assert_alike(stock, ours)
        assert calls(op.name)[0] > before[0]
