"""The examples in Python end without a failed assertion."""

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize(
    "name, needs", [("top_p.py", None), ("gae.py", None), ("hmm_torch.py", "torch")]
)
def test_examples(name, needs):
    if needs:
        pytest.importorskip(needs)
    if not EXAMPLES.exists():
        pytest.skip("the examples are not beside the tests")
    run = subprocess.run(
        [sys.executable, EXAMPLES / name], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "verified" in run.stdout
