#!/usr/bin/env python3
"""Faults put into the package on purpose (mutants.txt): each must be found by the tests that it
names.

    mutants.py [NAME ...]

by a Python that has meson, ninja, NumPy, pytest, hypothesis, and PyTorch or JAX for their tests.

A copy of the sources is built once, in a folder that goes at the end; each fault is built into it,
tried and taken back. A fault whose tests need a package that is not there is skipped, visibly. The
last line is the score."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEEDS = {"torch": "torch", "jax": "jax", "dask": "dask"}


def mutants(wanted):
    for row in (
        (pathlib.Path(__file__).parent / "mutants.txt").read_text(encoding="utf-8").splitlines()
    ):
        if row and not row.startswith("#"):
            name, file, tests, expression = row.split(" | ", 3)
            if not wanted or name in wanted:
                yield name, file, tests.split(), expression


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def must(*command):
    done = run(*command)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def lacks(tests):
    for word, module in NEEDS.items():
        if (
            all(word in test for test in tests)
            and run(sys.executable, "-c", f"import {module}").returncode
        ):
            return module
    return None


def judge(build, tests):
    """Whether they pass; a fault that ends Python is found as well."""
    environment = dict(os.environ, PYTHONPATH=str(build / "python"), PYTHONDONTWRITEBYTECODE="1")
    paths = [str(ROOT / "python" / "tests" / test) for test in tests]
    try:
        done = run(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "-m",
            "not slow",
            *paths,
            env=environment,
            timeout=600,
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode == 5:
        sys.exit(f"no test in {tests}")
    return done.returncode == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        source, build = pathlib.Path(folder) / "source", pathlib.Path(folder) / "build"
        shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("build*", ".git"))
        native = pathlib.Path(folder) / "native.ini"
        native.write_text(f"[binaries]\npython = '{sys.executable}'\n")
        options = (
            "-Dcli=disabled -Dtests=disabled -Dbench=disabled -Dexamples=disabled "
            "-Dpython=enabled -Ddefault_library=static"
        )
        must(
            sys.executable,
            "-m",
            "mesonbuild.mesonmain",
            "setup",
            build,
            source,
            "--native-file",
            native,
            *options.split(),
        )
        must("ninja", "-C", build)
        found = total = 0
        good = {}
        for name, file, tests, expression in mutants(sys.argv[1:]):
            missing = lacks(tests)
            if missing:
                print(f"SKIP {name}: {missing} is not installed", flush=True)
                continue
            key = tuple(tests)
            if key not in good:
                good[key] = judge(build, tests)
            if not good[key]:
                sys.exit(f"{name}: {' '.join(tests)} fail without a fault")
            path = source / "python" / file
            text = path.read_text(encoding="utf-8")
            must("sed", "-i", expression, path)
            if path.read_text(encoding="utf-8") == text:
                sys.exit(f"{name}: nothing is changed by {expression}")
            total += 1
            compiled = run("ninja", "-C", build).returncode == 0
            survives = compiled and judge(build, tests)
            found += compiled and not survives
            print(
                f"{'SURVIVES' if survives else 'found' if compiled else 'DOES NOT COMPILE'} {name}",
                flush=True,
            )
            path.write_text(text, encoding="utf-8")
            must("ninja", "-C", build)
    print(f"{found} of {total} mutants were found")
    sys.exit(found != total)


if __name__ == "__main__":
    main()
