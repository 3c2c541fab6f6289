"""Interpreters inside the interpreter: what NumPy can do there the package can, and nothing
crashes."""

import importlib.util
import subprocess
import sys

import pytest

CODE = """
import warnings
warnings.simplefilter("ignore")  # NumPy's, which would rather not be there
try:
    import numpy
except ImportError as error:
    print("NumPy refuses:", *str(error).split())
try:
    import lanescan
except ImportError as error:
    print("ImportError", error)
else:
    pushed = lanescan.Stream("cumsum", "f8").push([3.0])
    print(lanescan.cumsum([1.0, 2.0]).tolist(), pushed.tolist())
"""

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("_testcapi") is None, reason="this Python is without _testcapi"
)


def lines_of(program):
    """What a process of its own prints, which must end well."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize(
    "first", ["", "import lanescan"], ids=["there alone", "in the first one too"]
)
def test_another_interpreter(first):
    program = (
        f"{first}\nimport _testcapi\nfor _ in range({3 if first else 1}): assert "
        f"_testcapi.run_in_subinterp({CODE!r}) == 0"
    )
    lines = lines_of(program)
    refusals = [line for line in lines if line.startswith("NumPy refuses:")]
    lines = [line for line in lines if line not in refusals]
    assert len(lines) == (3 if first else 1), lines  # alone, older NumPy comes up once only
    assert all(
        line == "[1.0, 3.0] [3.0]" or (line.startswith("ImportError") and "numpy" in line)
        for line in lines
    ), lines
    if not first and not refusals:
        assert lines[0] == "[1.0, 3.0] [3.0]"


@pytest.mark.skipif(
    importlib.util.find_spec("_interpreters") is None, reason="this Python is older than 3.13"
)
def test_an_interpreter_with_a_lock_of_its_own():
    """There NumPy refuses to come up, and so the package does, with an ImportError."""
    program = f"import _interpreters as i\nassert not i.exec(i.create('isolated'), {CODE!r})"
    lines = lines_of(program)
    assert lines[0].startswith("NumPy refuses:") and lines[1].startswith("ImportError"), lines
