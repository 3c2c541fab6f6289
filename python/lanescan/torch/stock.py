"""PyTorch's own kernels, while lanescan's are in their place.

torch.ops.lanescan_stock has the overridden overloads under the same names, computed by the kernel
that was there before: what lanescan's kernels call where they have nothing to offer.
"""

import warnings

import torch
from torch.library import Library, get_kernel

from lanescan import _torch

_library = None
_kernels = {}  # (name, overload): the kernel that was there before the first override


def remember(group):
    """To be called before the overloads of the group are overridden."""
    global _library
    if _library is None:
        _library = Library("lanescan_stock", "DEF")
        for _, name, overload, _, _, _ in _torch.operators():
            _define(name, overload)
        _swallow_warning()
    for each, name, overload, _, _, _ in _torch.operators():
        # Once: PyTorch remembers each time that it was asked.
        if each == group and (name, overload) not in _kernels:
            _kernels[name, overload] = get_kernel(_aten(name, overload), "CPU")


def _aten(name, overload):
    return getattr(getattr(torch.ops.aten, name), overload or "default")


def _full(name, overload):
    return f"{name}.{overload}" if overload else name


def _define(name, overload):
    def call(keyset, *arguments, **more):
        try:
            return _kernels[name, overload].call_boxed(keyset, *arguments, **more)
        except BaseException as error:
            # PyTorch would print what is raised here; lanescan's kernel raises it further up.
            _torch.note_error(type(error), str(error))
            returns = len(_aten(name, overload)._schema.returns)
            return (arguments[0],) * returns if returns > 1 else arguments[0] if returns else None

    _library.define(str(_aten(name, overload)._schema).removeprefix("aten::"))
    _library.impl(_full(name, overload), call, "CPU", with_keyset=True)


def _swallow_warning():
    """PyTorch before 2.10 warns, once in a process, that a kernel is overridden; whoever calls
    enable() knows. In Python the warning can be caught."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library = Library("aten", "IMPL")
        library.impl("cumsum", lambda *_, **__: None, "CPU")
        library._destroy()
