#!/usr/bin/env python3
"""What of the library's code tests have reached, by clang's coverage mapping.
    coverage.py EXPLANATIONS PREFIX,PREFIX... PROFILE OBJECT... [-- PREFIX,... PROFILE OBJECT...]...
Prints a table by file, and then what was not reached: code, and conditions that were always true or
always false. One that stands in EXPLANATIONS, a table of rows `| file | what | why |`, is left out;
exits with 1 if anything remains.

Each group is one build: its merged profile, its object files, and how the names of the files begin
that it is asked about. What one of the builds reached is reached. A template counts as its source:
whatever type made use of it. Functions of which a build made no code are not in it."""
import collections
import json
import os
import re
import subprocess
import sys

CODE = 0  # a region's kind


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Reached:
    def __init__(self):
        self.regions = collections.Counter()  # (file, line, column, line, column): how often
        self.conditions = collections.defaultdict(lambda: [0, 0])  # the same: how often true, false

    def add(self, prefixes, profile, objects):
        first, rest = objects[0], [word for name in objects[1:] for word in ("-object", name)]
        mapping = json.loads(
            output_of("llvm-cov", "export", first, *rest, "-instr-profile=" + profile)
        )
        with_code = set(
            re.findall(
                r"^  (\S+):$", output_of("llvm-profdata", "show", "--all-functions", profile), re.M
            )
        )
        root = os.getcwd() + "/"
        for function in mapping["data"][0]["functions"]:
            if function["name"] not in with_code:
                continue
            files = [os.path.normpath(name).removeprefix(root) for name in function["filenames"]]
            for *place, count, file, _, kind in function["regions"]:
                if kind == CODE and files[file].startswith(prefixes):
                    self.regions[files[file], *place] += count
            for *place, when_true, when_false, file, _, _ in function.get("branches", []):
                if files[file].startswith(prefixes):
                    condition = self.conditions[files[file], *place]
                    condition[0] += when_true
                    condition[1] += when_false

    def holes(self):
        """(file, line, what), in order; code within code that is not reached is left out."""
        found = []
        missing = [place for place, count in self.regions.items() if count == 0]
        for file, *place in missing:
            begin, end = place[:2], place[2:]
            if not any(
                other != (file, *place)
                and other[0] == file
                and list(other[1:3]) <= begin
                and end <= list(other[3:])
                for other in missing
            ):
                found.append((file, place[0], source_of(file)[place[0] - 1].strip()))
        for (file, *place), (when_true, when_false) in self.conditions.items():
            for name, count in (("true", when_true), ("false", when_false)):
                if count == 0 and not self.is_within_missing(missing, file, place):
                    found.append((file, place[0], f"{text_of(file, place)}: never {name}"))
        return sorted(found)

    @staticmethod
    def is_within_missing(missing, file, place):
        return any(
            other[0] == file and list(other[1:3]) <= place[:2] and place[2:] <= list(other[3:])
            for other in missing
        )

    def table(self):
        rows = []
        for file in sorted({place[0] for place in self.regions}):
            regions = [count for place, count in self.regions.items() if place[0] == file]
            ways = [
                count
                for place, both in self.conditions.items()
                if place[0] == file
                for count in both
            ]
            rows.append(
                (file, len(regions), sum(map(bool, regions)), len(ways), sum(map(bool, ways)))
            )
        rows.append(("total", *(sum(row[column] for row in rows) for column in range(1, 5))))
        yield f"{'':40}{'pieces of code':>16}{'reached':>9}{'ways of conditions':>20}{'taken':>7}"
        for file, regions, reached, ways, taken in rows:
            yield f"{file:40}{regions:16}{reached:9}{ways:20}{taken:7}"


sources = {}


def source_of(file):
    if file not in sources:
        with open(file, encoding="utf-8") as source:
            sources[file] = source.read().split("\n")
    return sources[file]


def text_of(file, place):
    line, column, last_line, last_column = place
    lines = source_of(file)[line - 1 : last_line]
    lines[-1] = lines[-1][: last_column - 1]
    lines[0] = lines[0][column - 1 :]
    return " ".join(part.strip() for part in lines)


def explanations_in(path):
    """How many rows explain (file, what)."""
    rows = collections.Counter()
    with open(path, encoding="utf-8") as table:
        for row in table:
            cells = [cell.strip() for cell in row.split(" | ")]
            if row.startswith("| src/") and len(cells) == 3:
                rows[cells[0].removeprefix("| "), cells[1].strip("`")] += 1
    return rows


def main(arguments):
    explained, reached, group = explanations_in(arguments[0]), Reached(), []
    for word in [*arguments[1:], "--"]:
        if word != "--":
            group.append(word)
        else:
            reached.add(tuple(group[0].split(",")), group[1], group[2:])
            group = []
    print("\n".join(reached.table()), end="\n\n")
    unexplained = 0
    for file, line, what in reached.holes():
        if explained[file, what] > 0:
            explained[file, what] -= 1
        else:
            print(f"{file}:{line}: not reached: {what}")
            unexplained += 1
    for (file, what), left in explained.items():
        if left > 0:
            print(f"({arguments[0]} explains {file}: {what}, which is reached here)")
    sys.exit(1 if unexplained else 0)


main(sys.argv[1:])
