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


introspect = ["meson", "introspect", "--tests", folder]
tests = [
    test
    for test in json.loads(subprocess.run(introspect, check=True, stdout=subprocess.PIPE).stdout)
    if is_wanted(test)
]
if not tests:
    sys.exit(f"{folder}: there is no test {' '.join(wanted)}")
targets = set()
for word in {word for test in tests for word in test["cmd"]}:
    path = os.path.relpath(word, folder)
    # What lies outside of the folder is source, or the system's.
    if os.path.isabs(word) and not path.startswith(".."):
        targets.add(path)
print("\n".join(sorted(targets)))
