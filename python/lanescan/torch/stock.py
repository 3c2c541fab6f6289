"""PyTorch's own kernels, while lanescan's are in their place.

torch.ops.lanescan_stock has the overridden overloads under the same names, computed by the kernel
that was there before: what lanescan's kernels call where they have nothing to offer.
"""

import torch
from torch.library import Library, fallthrough_kernel, get_kernel

from . import _shim

_library = None
_kernels = {}  # (name, overload): the kernel that was there before the override


def remember(group):
    """To be called before the overloads of the group are overridden."""
    global _library
    if _library is None:
        _library = Library("lanescan_stock", "DEF")
        for _, name, overload, _, _, _ in _shim.operators():
            _define(name, overload)
    for each, name, overload, _, _, _ in _shim.operators():
        if each == group:
            _kernels[name, overload] = get_kernel(_aten(name, overload), "CPU")


def _aten(name, overload):
    return getattr(getattr(torch.ops.aten, name), overload or "default")


def _define(name, overload):
    def call(keyset, *arguments, **more):
        try:
            return _kernels[name, overload].call_boxed(keyset, *arguments, **more)
        except BaseException as error:
            # PyTorch would print what is raised here; the shim raises it further up.
            _shim.note_error(type(error), str(error))
            returns = len(_aten(name, overload)._schema.returns)
            return (arguments[0],) * returns if returns > 1 else arguments[0] if returns else None

    full_name = f"{name}.{overload}" if overload else name
    _library.define(str(_aten(name, overload)._schema).removeprefix("aten::"))
    _library.impl(full_name, call, "CPU", with_keyset=True)
