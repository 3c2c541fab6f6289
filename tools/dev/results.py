#!/usr/bin/env python3
"""What came of a run of meson test: a line "<count> passed", a line "1 failed: <test>: <what it
said>" for each test that failed, and a line "1 <reason>" for each that was skipped.
    results.py <log>.json"""
import json
import re
import sys

passed = 0
with open(sys.argv[1], encoding="utf-8") as log:
    for test in map(json.loads, log):
        if test["result"] in ("OK", "EXPECTEDFAIL"):
            passed += 1
        elif test["result"] == "SKIP":
            said = re.findall(r"SKIP:? *(.*)", test.get("stdout", ""))
            print(1, said[-1].strip() if said else f"{test['name']} does not say why")
        else:
            said = test.get("stdout", "") + "\n" + test.get("stderr", "")
            lines = [line.strip() for line in said.split("\n") if line.strip()]
            told = [line for line in lines if line.startswith("FAIL")] or lines[-1:]
            print(f"1 failed: {test['name']}: {told[0] if told else 'says nothing'}")
print(passed, "passed")
