"""Running sums, products, extremes, log-sum-exps and linear recurrences of arrays, at the speed of
the vector unit and with the same bits on every CPU.

    import lanescan
    y = lanescan.cumulative_sum(x, axis=0)

The functions by the names of the array API standard, and by those that people know (cumsum, ...);
on NumPy's arrays, and on whatever has DLPack or the buffer protocol. docs/python.md has more."""

from ._core import (
    Extremes,
    Stream,
    __version__,
    cummax,
    cummin,
    cumprod,
    cumsum,
    cumulative_logsumexp,
    cumulative_max,
    cumulative_min,
    cumulative_prod,
    cumulative_sum,
    get_num_threads,
    isa,
    isas,
    linear_recurrence,
    logaddexp,
    logcumsumexp,
    logsumexp,
    set_isa,
    set_num_threads,
)

__all__ = [
    "Extremes",
    "Stream",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cumulative_logsumexp",
    "cumulative_max",
    "cumulative_min",
    "cumulative_prod",
    "cumulative_sum",
    "get_num_threads",
    "isa",
    "isas",
    "linear_recurrence",
    "logaddexp",
    "logcumsumexp",
    "logsumexp",
    "set_isa",
    "set_num_threads",
]
