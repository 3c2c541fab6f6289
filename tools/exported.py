#!/usr/bin/env python3
"""The module definition of lanescan's DLL, to standard output: the functions that the header
declares and that are in the archives it is made of. (Builds that leave something out do without
some.)

    exported.py NM HEADER ARCHIVE..."""
import re
import subprocess
import sys


def main():
    nm, header, *archives = sys.argv[1:]
    with open(header, encoding="utf-8") as file:
        declared = set(
            re.findall(r"^LANESCAN_API[^(]*\b(lanescan_\w+)\(", file.read(), re.MULTILINE)
        )
    symbols = subprocess.run(
        [nm, "--defined-only", "-g", *archives], capture_output=True, text=True, check=True
    ).stdout
    defined = {words[2] for words in map(str.split, symbols.splitlines()) if len(words) == 3}
    print("EXPORTS")
    for name in sorted(declared & defined):
        print(name)


if __name__ == "__main__":
    main()
