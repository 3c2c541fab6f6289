"""What help() and docs/python.md say is so: examples are run, signatures are as the types file has
them."""

import ast
import doctest
import inspect
import os
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import lanescan

FUNCTIONS = [name for name in lanescan.__all__ if inspect.isbuiltin(getattr(lanescan, name))]
NAMES = {"isa", "isas", "set_isa", "get_num_threads", "set_num_threads"}
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


def run_examples(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.failures == 0
    return len(test.examples)


@pytest.mark.parametrize("name", lanescan.__all__)
def test_docstrings(name):
    thing = getattr(lanescan, name)
    assert thing.__doc__
    count = run_examples(thing.__doc__, name)
    short = name in {"cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"}
    assert count > 0 or short
    if name in FUNCTIONS and name not in NAMES:
        for section in ("Parameters", "Raises", "Examples"):
            assert section in thing.__doc__


def test_the_page():
    if not DOCS.exists():
        pytest.skip("docs/python.md is not beside the tests")
    text = DOCS.read_text(encoding="utf-8")
    blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert sum(run_examples("\n".join(blocks), "python.md") for _ in "1") > 10


def test_the_table():
    """The page's table is that of the picture's file, and what makes the file can be called."""
    pictures = pathlib.Path(__file__).with_name("pictures.py")
    measured = DOCS.parent / "pictures" / "python-speed-error.json"
    if not measured.exists():
        pytest.skip("docs/pictures is not beside the tests")
    done = subprocess.run(
        [sys.executable, pictures, "table", measured], capture_output=True, text=True, check=True
    )
    assert done.stdout.partition("\n\n")[0] in DOCS.read_text(encoding="utf-8")
    program = "import pictures; assert pictures.cpu_name()"
    subprocess.run([sys.executable, "-c", program], cwd=pictures.parent, check=True)


def test_types_file():
    """The .pyi has every name of the package, with the parameters that the functions have."""
    tree = ast.parse(
        (pathlib.Path(lanescan.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    )
    declared = {
        node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }
    for name in lanescan.__all__:
        assert name in declared, name
        if isinstance(declared[name], ast.ClassDef):
            continue
        signature = inspect.signature(getattr(lanescan, name))
        arguments = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name][
            -1
        ].args
        wanted = {
            kind: [p.name for p in signature.parameters.values() if p.kind is kind]
            for kind in inspect._ParameterKind
        }
        assert [a.arg for a in arguments.posonlyargs] == wanted[
            inspect.Parameter.POSITIONAL_ONLY
        ], name
        assert [a.arg for a in arguments.args] == wanted[
            inspect.Parameter.POSITIONAL_OR_KEYWORD
        ], name
        assert [a.arg for a in arguments.kwonlyargs] == wanted[inspect.Parameter.KEYWORD_ONLY], name


def test_functions_can_be_sent():
    for name in FUNCTIONS:
        assert pickle.loads(pickle.dumps(getattr(lanescan, name))) is getattr(lanescan, name)
    pair = lanescan.cummax(np.array([1.0, 2.0]), index=True)
    assert [a.tolist() for a in pickle.loads(pickle.dumps(pair))] == [[1, 2], [0, 1]]


def test_version():
    import importlib.metadata

    try:
        assert importlib.metadata.version("lanescan") == lanescan.__version__
    except importlib.metadata.PackageNotFoundError:
        assert os.environ.get("LANESCAN_TEST_INSTALLED") is None
