"""What lanescan.torch, lanescan.jax and lanescan.dask check before they call lanescan."""

from __future__ import annotations

import numpy as np

import lanescan


def refuse_both(exclusive, include_initial):
    if exclusive and include_initial:
        raise ValueError(
            "exclusive leaves out the last result, include_initial has it: only one of them can "
            "be asked for"
        )


def initial_of_type(initial, dtype):
    """`initial` as a number of the type, in an array of one element, by the rules of lanescan's
    functions and with their errors: it is what they make of it before no elements."""
    scan = lanescan.cumprod if dtype.kind == "c" else lanescan.cummax
    return scan(np.empty(0, dtype), initial=initial, include_initial=True)
