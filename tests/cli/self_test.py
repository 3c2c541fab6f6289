#!/usr/bin/env python3
"""lanescan info --self-test: every instruction set that info lists has its line and passes;
results that differ are found on the set on which they do, and the program fails.
    self_test.py <lanescan> <module that changes the rounding>
"""

import os
import re
import sys

import cli
from cli import check, expect_error, finish, run

cli.TIMEOUT = 120  # seconds of work, not a moment
MODULE = os.path.abspath(sys.argv[2])


def lines_of(output):
    """The sets that info lists; set and verdict of each of the self-test's lines."""
    text = output.decode()
    sets = re.search(r"^instruction sets: (.*)$", text, re.MULTILINE).group(1).split()
    return sets, re.findall(r"^self-test of (\w+): (.*)$", text, re.MULTILINE)


def passes():
    plain = run("info")
    check(b"self-test" not in plain.stdout, "a self-test unasked for")
    done = run(
        "info",
        "--self-test",
        env={**os.environ, "LANESCAN_TEST_KERNELS": "none", "LANESCAN_ISA": "generic"},
    )
    sets, verdicts = lines_of(done.stdout)
    check(done.returncode == 0 and done.stderr == b"", f"it fails: {done}")
    check([name for name, _ in verdicts] == sets, f"{verdicts} is not about each of {sets}")
    for name, verdict in verdicts:
        match = re.fullmatch(r"passed, (\d+) results", verdict)
        check(match and int(match.group(1)) > 100, f"{name}: {verdict}")
    return sets


def differs(sets):
    """The first sets pass, the others do not."""
    for good in range(min(2, len(sets))):
        done = expect_error(
            ["info", "--self-test"],
            1,
            ["self-test: " + sets[good] + " does not give"],
            env={**os.environ, "LD_PRELOAD": MODULE, "LANESCAN_ROUNDING": str(good)},
        )
        verdicts = lines_of(done.stdout)[1]
        check([name for name, _ in verdicts] == sets, f"{verdicts} is not about each of {sets}")
        for place, (name, verdict) in enumerate(verdicts):
            wanted = (
                r"passed, \d+ results"
                if place < good
                else r"failed, \d+ of \d+ results differ, first cumsum_f32 of lines"
            )
            check(re.fullmatch(wanted, verdict), f"{name}, of which {good} are good: {verdict}")


expect_error(["cumsum", "--self-test"], 2, ["--self-test is not an option of cumsum"])
differs(passes())
finish()
