"""Overriding PyTorch's operators on the CPU, and taking it back."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator

import torch

import lanescan
from lanescan import _torch

from . import stock

GROUPS: tuple[str, ...] = tuple(dict.fromkeys(group for group, *_ in _torch.operators()))

# Until 2.14 PyTorch had names of dimensions, which kernels like lanescan's cannot see and would
# lose: what has names is refused.
_KEYS = ["CPU"]
if getattr(torch._C, "_parse_dispatch_key", lambda _: None)("Named") is not None:
    _KEYS.append("Named")

_lock = threading.Lock()  # of the two below
_overrides = {}  # group: its overrides, which end with the objects
# for whom it is overridden: enable(), and each `with enabled():`
_holders = {group: set() for group in GROUPS}
_ENABLE = "enable()"


def _groups(ops):
    if ops is None:
        return [group for group in GROUPS if _is_available(group)]
    names = [ops] if isinstance(ops, str) else list(ops)
    for name in names:
        if name not in GROUPS:
            raise ValueError(f"{name!r} is not an operator of lanescan.torch: {', '.join(GROUPS)}")
        if not _is_available(name):
            raise NotImplementedError(
                f"overriding {name} needs PyTorch 2.10 or later; this is {torch.__version__}"
            )
    return names


def _is_available(group):
    return all(available for name, _, _, available, _, _ in _torch.operators() if name == group)


def _hold(groups, holder):
    with _lock:
        _torch.set_isa(lanescan.isa())
        for group in groups:
            if group not in _overrides:
                stock.remember(group)
                _overrides[group] = [_torch.override(group, key) for key in _KEYS]
            _holders[group].add(holder)


def enable(ops: str | Iterable[str] | None = None) -> None:
    """Let lanescan compute PyTorch's operators on the CPU, in all threads of this process.

    ops: a name of GROUPS or several; None: all of them. Operators that are overridden already stay
    so. Raises ValueError for other names.

    PyTorch's table of kernels is not guarded: as with torch.library, the override is to be
    switched (by enable(), disable(), the beginning and the end of `with enabled():`) while no
    other thread is in a call of these operators. Several threads may switch it at the same time.

    >>> import torch, lanescan.torch
    >>> lanescan.torch.enable("logcumsumexp")
    >>> torch.logcumsumexp(torch.tensor([0.0, -40.0], dtype=torch.float64), 0)[1].item()
    4.248354255291589e-18
    >>> lanescan.torch.disable()
    """
    _hold(_groups(ops), _ENABLE)


def disable(ops: str | Iterable[str] | None = None) -> None:
    """Give PyTorch's operators back to the kernels that were there before.

    ops: as for enable(). In a `with enabled():` it ends what that has begun. To be called while no
    other thread is in a call of these operators: see enable(). Calls are then what they were before
    the first enable(), at the same cost.
    """
    groups = _groups(ops)
    with _lock:
        for group in groups:
            _holders[group].clear()
            _overrides.pop(group, None)


@contextlib.contextmanager
def enabled(ops: str | Iterable[str] | None = None) -> Iterator[None]:
    """Overridden for the time of a `with` block; what was overridden before it stays so after it.

    It holds for the whole process, not for this thread alone, and until the last of several blocks
    ends. To be entered and left while no other thread is in a call of these operators: see
    enable().
    """
    groups, holder = _groups(ops), object()
    try:
        _hold(groups, holder)
        yield
    finally:
        with _lock:
            for group in groups:
                _holders[group].discard(holder)
                if not _holders[group]:
                    _overrides.pop(group, None)


def status() -> dict[str, dict[str, bool | int]]:
    """What is overridden, and what has been called.

    Returns {operator: {"enabled": bool, "available": bool, "calls": int, "stock": int}}: how many
    calls lanescan has computed in this process, and how many it has passed on to PyTorch's own
    kernel, because of a type or a case that lanescan has not or because of an error.
    """
    result = {}
    with _lock:
        overridden = set(_overrides)
    for group, _, _, available, calls, passed_on in _torch.operators():
        row = result.setdefault(
            group, {"enabled": False, "available": True, "calls": 0, "stock": 0}
        )
        row["enabled"] = group in overridden
        row["available"] &= available
        row["calls"] += calls
        row["stock"] += passed_on
    return result
