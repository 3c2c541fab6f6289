#!/usr/bin/env python3
"""What became faster or slower from one file of results to another, beyond the noise.

    ./dev bench compare BEFORE.json AFTER.json [--fail-above 10%]

On the same CPU times are compared. On different ones these say little, so there the ratios to the
plain loop and to memcpy are, which were measured beside each row: 1.2x is then "gains 1.2 times as
much over the plain loop".

The noise of a comparison is the larger of
    3 sqrt(s1^2 + s2^2 + ...), s the spreads (half the distance of the quartiles over the median) of
    all medians in it,
    2 %, which is what the address of a loop or of an array can do between two builds that repeat
    well.
For normally distributed times 3 s is two standard deviations of a single repetition. The median of
21 is steadier than that within a run, but another run meets another clock and other neighbours.

Exit status: 1 when, with --fail-above P, a row of the library is slower by more than both P and the
noise; by the ratio to the plain loop on different CPUs, or that to memcpy where there is no such
loop. 2 for a file that is none.
"""
import argparse
import math
import re
import sys

import results

FLOOR = 0.02
SPREADS = 3


class Change:
    """One measure of one row, before and after. `gain` is above 1 when the second file is
    faster."""

    def __init__(self, measure, before, after, spreads):
        self.measure, self.row = measure, after
        self.before, self.after = before[measure], after[measure]
        self.gain = self.before / self.after if measure == "median_ns" else self.after / self.before
        self.noise = max(FLOOR, SPREADS * math.hypot(*spreads))

    def verdict(self):
        if self.gain > 1 + self.noise:
            return "faster"
        return "slower" if 1 / self.gain > 1 + self.noise else ""

    def order(self):
        """The greatest loss first."""
        return (
            round(self.gain, 2),
            results.case(self.row),
            results.who(self.row),
            self.row["layout"],
            self.row["n"],
        )

    def loss(self):
        return 1 / self.gain - 1


# ---- comparing ----


def other_side(rows, row, contender):
    """The row that a ratio of this one was taken to."""
    wanted = dict(zip(results.IDENTITY, results.identity(row)), contender=contender, isa=None)
    return rows.get(tuple(wanted.values()))


def changes_of_time(before, after):
    return [
        Change("median_ns", before[key], after[key], [before[key]["spread"], after[key]["spread"]])
        for key in after
        if key in before
    ]


def changes_of_ratio(before, after, contender):
    measure, found = f"to_{contender}", []
    for key in after:
        if (
            key not in before
            or None in (before[key][measure], after[key][measure])
            or key[0] == contender
        ):
            continue
        sides = [
            before[key],
            after[key],
            other_side(before, before[key], contender),
            other_side(after, after[key], contender),
        ]
        found.append(
            Change(measure, before[key], after[key], [side["spread"] for side in sides if side])
        )
    return found


def compare(first, second):
    """{heading: changes}, what --fail-above looks at, and the rows of one file only."""
    before, after = results.by_identity(first), results.by_identity(second)
    if results.same_cpu(first, second):
        groups = {"ns per element": changes_of_time(before, after)}
        judged = groups["ns per element"]
    else:
        to_plain = changes_of_ratio(before, after, "plain")
        to_memcpy = changes_of_ratio(before, after, "memcpy")
        groups = {"times as fast as the plain loop": to_plain, "times as fast as memcpy": to_memcpy}
        has_plain = {results.identity(change.row) for change in to_plain}
        judged = to_plain + [
            change for change in to_memcpy if results.identity(change.row) not in has_plain
        ]
    judged = [change for change in judged if change.row["contender"] == "lanescan"]
    return (
        groups,
        judged,
        [before[key] for key in before if key not in after],
        [after[key] for key in after if key not in before],
    )


# ---- the report ----


def describe(name, path, data):
    library = data["library"]
    print(f"{name}: {path}")
    print(
        f"        {results.cpu_text(data['cpu'])}; lanescan {library['version']} "
        f"{library['commit'] or ''}, "
        f"{library['compiler']}; {data['date']}"
    )


def print_group(heading, changes):
    moved = sorted((change for change in changes if change.verdict()), key=Change.order)
    print(
        f"\n{heading}: {len(changes)} rows in both files, {len(changes) - len(moved)} within the "
        "noise"
    )
    ours = [change for change in moved if change.row["contender"] == "lanescan"]
    print_moved("lanescan", ours)
    print_moved("others", [change for change in moved if change not in ours])


def print_moved(who, moved):
    if not moved:
        return
    width = max(len(who), *(len(results.title(change.row)) for change in moved))
    print(f"  {who:{width}}  {'n':>6} {'before':>10} {'after':>10} {'speed':>7} {'noise':>7}")
    for change in moved:
        print(
            f"  {results.title(change.row):{width}}  {results.binary_text(change.row['n']):>6} "
            f"{change.before:10.4g} {change.after:10.4g} {change.gain:6.2f}x "
            f"{100 * change.noise:6.1f}%  "
            f"{change.verdict()}"
        )


def print_rest(name, rows):
    if rows:
        print(f"\nonly in {name}: {len(rows)} rows")
        for row in sorted(rows, key=lambda row: (results.case(row), row["layout"], row["n"])):
            print(f"  {results.title(row)}, n = {results.binary_text(row['n'])}")


def print_means(judged, changes):
    """How the library did, and beside it what cannot have changed: memcpy and the other
    contenders."""
    means = []
    for op in results.OPS:
        gains = [change.gain for change in judged if change.row["op"] == op]
        if gains:
            means.append(f"{op} {results.geometric_mean(gains):.3f}x")
    if judged:
        means.append(f"all {results.geometric_mean(change.gain for change in judged):.3f}x")
        print(f"\nlanescan's speed, geometric means: {', '.join(means)} (above 1: faster)")
    others = [
        change.gain
        for change in changes
        if change.row["contender"] != "lanescan" and change.measure == "median_ns"
    ]
    if others:
        mean = results.geometric_mean(others)
        print(
            f"the other contenders': {mean:.3f}x"
            + (
                "; they are the same code in both, so the machine or the compiler has changed"
                if abs(math.log(mean)) > 0.05
                else ""
            )
        )


def percentage(text):
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?)\s*%?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text} is not a percentage such as 10%")
    return float(match[1]) / 100


def main():
    parser = argparse.ArgumentParser(
        prog="./dev bench compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--fail-above", type=percentage, metavar="P", help="for example 10%%")
    arguments = parser.parse_args()
    try:
        first, second = results.read(arguments.before), results.read(arguments.after)
    except results.BadFile as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    groups, judged, only_first, only_second = compare(first, second)
    describe("before", arguments.before, first)
    describe("after ", arguments.after, second)
    if not results.same_cpu(first, second):
        print("The CPUs differ, so ratios are compared, not times.")
    print(
        f"Noise: {SPREADS} sqrt(s1^2 + s2^2 + ...) of the medians' spreads, at least "
        f"{100 * FLOOR:g} %."
    )
    print_means(judged, [change for changes in groups.values() for change in changes])
    for heading, changes in groups.items():
        print_group(heading, changes)
    print_rest("before", only_first)
    print_rest("after", only_second)
    if not any(groups.values()):
        print("compare: no row is in both files", file=sys.stderr)
        return 2
    if arguments.fail_above is not None:
        worse = [
            change
            for change in judged
            if change.verdict() == "slower" and change.loss() > arguments.fail_above
        ]
        print(
            f"{len(worse)} rows of lanescan are slower by more than "
            f"{100 * arguments.fail_above:g} % "
            "and by more than the noise"
        )
        return 1 if worse else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
