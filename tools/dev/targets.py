#!/usr/bin/env python3
"""Prints what ninja must build for some tests.
    targets.py <build folder> --suite <suite>
    targets.py <build folder> <name of a test>...
Further options of meson test are left alone."""
import json
import os
import subprocess
import sys

folder, wanted = sys.argv[1], sys.argv[2:]


def is_wanted(test):
    if wanted[0] == "--suite":
        return wanted[1] in (name.split(":")[-1] for name in test["suite"])
    return test["name"] in wanted


def introspect(what):
    command = ["meson", "introspect", what, folder]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


tests = [test for test in introspect("--tests") if is_wanted(test)]
if not tests:
    sys.exit(f"{folder}: there is no test {' '.join(wanted)}")
files = {target["id"]: target["filename"] for target in introspect("--targets")}
wanted_files = {path for test in tests for target in test["depends"] for path in files[target]}
print("\n".join(sorted(os.path.relpath(path, folder) for path in wanted_files)))
