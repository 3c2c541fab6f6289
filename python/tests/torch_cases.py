"""What the tests of lanescan.torch share: PyTorch, or a visible skip, and PyTorch's own samples."""

import pytest

torch = pytest.importorskip("torch", minversion="2.9")

import lanescan.torch  # noqa: E402

# Not available: PyTorch is older than the operator's override needs.
AVAILABLE = [name for name, row in lanescan.torch.status().items() if row["available"]]
EXACT = (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
SELECTS = ("cummax", "cummin")  # an element, so nothing is rounded


def calls(name):
    """How many calls of an operator lanescan has computed, and how many the stock kernel."""
    row = lanescan.torch.status()[name]
    return row["calls"], row["stock"]


def both(call):
    """What a call gives without and with lanescan: results, or the error."""

    def attempt():
        try:
            return call()
        except Exception as error:
            return error

    lanescan.torch.disable()
    stock = attempt()
    with lanescan.torch.enabled():
        ours = attempt()
    return stock, ours


def tensors(result):
    return list(result) if isinstance(result, tuple) else [result]


def assert_alike(stock, ours, exact=False):
    """The same results: type, shape, strides and values; or the same error."""
    if isinstance(stock, Exception) or isinstance(ours, Exception):
        assert type(ours) is type(stock), f"{ours!r} instead of {stock!r}"
        # Only the first line: after it the dispatcher lists where kernels come from.
        assert str(ours).partition("\n")[0] == str(stock).partition("\n")[0]
        return
    for a, b in zip(tensors(stock), tensors(ours), strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        assert a.stride() == b.stride()
        if exact or a.dtype in EXACT:
            torch.testing.assert_close(b, a, rtol=0, atol=0, equal_nan=True)
        else:
            torch.testing.assert_close(b, a, equal_nan=True)


@pytest.fixture(autouse=True)
def leaves_no_override():
    lanescan.torch.disable()
    yield
    lanescan.torch.disable()
