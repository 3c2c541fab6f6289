#!/usr/bin/env python3
"""Prints the C sources that a build folder compiles into outputs whose names begin so, each once.
    sources.py <build folder> <beginning>..."""
import json
import os
import sys

folder, beginnings = sys.argv[1], tuple(sys.argv[2:])
with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as commands:
    entries = json.load(commands)
for path in sorted(
    {
        os.path.relpath(os.path.join(entry["directory"], entry["file"]))
        for entry in entries
        if entry["output"].startswith(beginnings)
    }
):
    if path.endswith(".c"):
        print(path)
