#!/usr/bin/env python3
"""What came of a run of meson test: lines "<count> passed", "<count> failed", and a line
"1 <reason>" for each test that was skipped.
    results.py <log>.json"""
import collections
import json
import re
import sys

counts = collections.Counter()
with open(sys.argv[1], encoding="utf-8") as log:
    for test in map(json.loads, log):
        if test["result"] in ("OK", "EXPECTEDFAIL"):
            counts["passed"] += 1
        elif test["result"] == "SKIP":
            said = re.findall(r"SKIP:? *(.*)", test.get("stdout", ""))
            print(1, said[-1].strip() if said else f"{test['name']} does not say why")
        else:
            counts["failed"] += 1
for result, count in counts.items():
    print(count, result)
