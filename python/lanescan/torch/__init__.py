"""lanescan's kernels for PyTorch, on the CPU.

    import torch, lanescan.torch

    lanescan.torch.enable()                     # from here on, in the whole process
    torch.logcumsumexp(torch.randn(65536), 0)   # lanescan computes it

PyTorch's own operators then run on lanescan's kernels: every overload, out= and in-place ones,
under autograd (the derivatives are PyTorch's formulas, and what they scan lanescan scans),
torch.func, torch.compile and torch.export.

lanescan.torch.cumsum and the others are functions of lanescan's own, with options that PyTorch's
lack and gradients without NaN at -inf and without divisions; nothing is to be enabled for them.
"""

import torch as _torch

if not hasattr(_torch.library, "get_kernel"):
    raise ImportError(f"lanescan.torch needs PyTorch 2.9 or later; this is {_torch.__version__}")

from .functions import (  # noqa: E402
    Extremes,
    cummax,
    cummin,
    cumprod,
    cumsum,
    linear_recurrence,
    logaddexp,
    logcumsumexp,
    logsumexp,
)
from .override import GROUPS, disable, enable, enabled, status  # noqa: E402

__all__ = [
    "GROUPS",
    "Extremes",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "disable",
    "enable",
    "enabled",
    "linear_recurrence",
    "logaddexp",
    "logcumsumexp",
    "logsumexp",
    "status",
]
