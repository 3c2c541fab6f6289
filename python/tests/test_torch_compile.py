"""torch.compile and torch.export with lanescan on: which calls reach it, and what they give."""

import pytest
from torch_cases import AVAILABLE, assert_alike, calls, leaves_no_override, torch

import lanescan.torch

pytestmark = pytest.mark.slow

# What inductor calls as an operator, so that the override serves it. logsumexp and logaddexp it
# writes out in operations of its own.
CALLED = ["cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"]
WRITTEN_OUT = ["logsumexp", "logaddexp"]


def first(name, x):
    result = getattr(torch, name)(x, x.flip(0) if name == "logaddexp" else 0)
    return result[0] if isinstance(result, tuple) else result


@pytest.fixture(autouse=True)
def compiles_anew():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@pytest.mark.parametrize("name", [name for name in CALLED + WRITTEN_OUT if name in AVAILABLE])
def test_inductor(name):
    x = torch.randn(300)
    compiled = torch.compile(lambda x: 2 * first(name, x + 1))
    try:
        compiled(x)
    except Exception as error:
        pytest.skip(f"inductor cannot compile here: {type(error).__name__}")
    with lanescan.torch.enabled():
        before = calls(name)[0]
        results = [compiled(x) for _ in range(3)]
        served = calls(name)[0] - before
        expected = 2 * first(name, x + 1)
    assert served == (3 if name in CALLED else 0)
    for result in results:
        assert torch.equal(result, expected) if name in CALLED else torch.allclose(result, expected)


@pytest.mark.parametrize("name", AVAILABLE)
def test_graph_of_operators(name):
    """The backend aot_eager keeps the operators: forward and backward."""
    x = torch.randn(50, dtype=torch.float64, requires_grad=True)
    with lanescan.torch.enabled():
        compiled = torch.compile(lambda x: first(name, x).sin().sum(), backend="aot_eager")
        before = calls(name)[0]
        (ours,) = torch.autograd.grad(compiled(x), x)
        assert calls(name)[0] > before
    (stock,) = torch.autograd.grad(first(name, x).sin().sum(), x)
    assert_alike(stock, ours)


@pytest.mark.parametrize("name", AVAILABLE)
def test_export(name):
    class Module(torch.nn.Module):
        def forward(self, x):
            return first(name, x)

    x = torch.randn(50)
    with lanescan.torch.enabled():
        program = torch.export.export(Module(), (x,))
        before = calls(name)[0]
        ours = program.module()(x)
        assert calls(name)[0] == before + 1
        assert torch.equal(ours, first(name, x))
