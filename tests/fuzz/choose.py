#!/usr/bin/env python3
"""The cases that reach most, from a control file of libFuzzer's -merge: greedily, the one with the
most that is new first.

    choose.py <control file> <how many>    prints their paths
"""
import sys


def read(path):
    """Cases in the order of the file, and the coverage of each."""
    with open(path) as file:
        lines = file.read().splitlines()
    count = int(lines[0])
    names = lines[2 : 2 + count]
    covered = {}
    for line in lines[2 + count :]:
        fields = line.split()
        if fields and fields[0] in ("FT", "COV"):
            covered.setdefault(int(fields[1]), set()).update((fields[0], x) for x in fields[2:])
    return names, covered


def main():
    names, covered = read(sys.argv[1])
    seen = set()
    for _ in range(int(sys.argv[2])):
        best = max(covered, key=lambda case: len(covered[case] - seen), default=None)
        if best is None or not covered[best] - seen:
            break
        print(names[best])
        seen |= covered.pop(best)


main()
