"""A plugin of pytest that makes NumPy's and SciPy's own tests run our functions:

    pytest -p replaced --pyargs numpy.lib.tests.test_function_base -k 'cumsum or cumprod or
    cumulative'

Where lanescan has the element type and the options, it is called in place of the stock function,
and counted; a run fails in which a function that REPLACED names (separated by commas) had no such
call. What the tests say of errors and types they then say of ours."""

import os

import numpy as np
import pytest

import lanescan

calls = {}


def is_ours(*arrays):
    """Is it of a type that lanescan has?"""
    try:
        return all(np.asarray(x).dtype.char in "?bhilqBHILQefdFD" for x in arrays)
    except ValueError:
        return False


def replace(name, ours, stock, arrays=1):
    def function(*args, **named):
        if not is_ours(*args[:arrays]):
            return stock(*args, **named)
        calls[name] = calls.get(name, 0) + 1
        return ours(*args, **named)

    return function


class LogAddExp:
    """np.logaddexp, which is a ufunc."""

    def __init__(self, stock):
        self.stock = stock
        self.add = replace("logaddexp", lanescan.logaddexp, stock, arrays=2)
        self.reduce = replace("logaddexp.reduce", lanescan.logsumexp, stock.reduce)
        self.accumulate = replace("logaddexp.accumulate", lanescan.logcumsumexp, stock.accumulate)

    def __call__(self, *args, **named):
        return self.add(*args, **named)

    def __getattr__(self, name):
        return getattr(self.stock, name)


def logsumexp(stock):
    """scipy.special.logsumexp without weights and signs."""

    def ours(a, axis=None, b=None, keepdims=False, return_sign=False):
        if b is not None or return_sign:
            return stock(a, axis=axis, b=b, keepdims=keepdims, return_sign=return_sign)
        calls["scipy logsumexp"] = calls.get("scipy logsumexp", 0) + 1
        return lanescan.logsumexp(a, axis, keepdims=keepdims)

    return ours


def pytest_configure():
    for name in ("cumsum", "cumprod", "cumulative_sum", "cumulative_prod"):
        setattr(np, name, replace(name, getattr(lanescan, name), getattr(np, name)))
    np.logaddexp = LogAddExp(np.logaddexp)


def pytest_collection_modifyitems(items):
    for module in {item.module for item in items}:
        if module.__name__.endswith("test_logsumexp"):
            module.logsumexp = logsumexp(module.logsumexp)


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"calls of lanescan: {calls}")


def pytest_sessionfinish(session):
    if not calls or set(os.environ.get("REPLACED", "").split(",")) - {"", *calls}:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
