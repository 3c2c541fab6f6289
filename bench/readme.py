#!/usr/bin/env python3
"""The figures and pictures of docs/performance.md, from committed files of results.

    ./dev bench readme [FILE.json]  writes them anew, from the files they were from; or all from
                                    FILE, where they were from one file only
    ./dev bench readme --check      says whether they are what the file gives; exit status 1 if not

They stand between two comments, <!-- KIND from FILE.json: ... --> and <!-- end of KIND -->. The
pictures, of which README.md shows the first, are of the first file, and of the grid's; they are
drawn where gnuplot is, and not compared, since gnuplots differ.
"""
import os
import re
import shutil
import sys
import tempfile

import gnuplot
import grid
import grid_picture
import plots
import results
import tables

ROOT = os.path.dirname(results.HERE)
PAGE = "docs/performance.md"
PICTURES = "docs/pictures"
DRAWN = [
    "speed-error",
    "isa-avx512",
    "throughput-cumsum-f32-uniform",
    "throughput-logcumsumexp-f64-normal",
]
IN_CACHE = 65536
IN_MEMORY = 4 << 20
SIZES = {"f32": 4, "f64": 8}

# The worst errors found (their first lines are the worst of their kind), in the units of
# include/lanescan.h: results of a benchmark are no place to look for the worst. What is not there
# is exact, but for logsumexp, the last of logcumsumexp.
WORST_FOUND = os.path.join(ROOT, "tests", "accuracy", "worst.txt")
# the error, and then the line that has it
WORST_RECURRENCE = os.path.join(ROOT, "tests", "recurrence", "worst_{}.txt")
LAYOUT_CASES = [
    ("cumsum", "f32"),
    ("cumsum", "f64"),
    ("cumprod", "f32"),
    ("cummax", "f32"),
    ("logcumsumexp", "f32"),
    ("logcumsumexp", "f64"),
]
FAR_LAYOUTS = ["line", "last", "first", "lines_of_8"]
LAYOUTS = ["reverse", "exclusive", "last", "first", "transposed", "step2"]
REGION = re.compile(r"(<!-- (\w+) from )(\S+?)(: [^>]*-->\n)(.*?)(<!-- end of \2 -->)", re.DOTALL)


# ---- what stands between the comments ----


def paragraph(text, width=120):
    """Broken into lines, as the rest of the page is."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def run_of(data):
    library = data["library"]
    return f"one run of `./dev bench` at {library['commit'] or library['version']}"


def cpu_and_compiler(data):
    cpu = data["cpu"]
    caches = ", ".join(
        f"L{cache['level']} {results.bytes_text(cache['bytes'])}" for cache in cpu["caches"]
    )
    return (
        f"{results.cpu_title(cpu)} with {cpu['logical_cpus']} logical "
        f"CPUs{' (' + caches + ')' if caches else ''}, "
        f"{data['library']['compiler']}"
    )


def machine(data):
    yield from paragraph(
        f"Medians of {run_of(data)} in ns per element, one thread, on {cpu_and_compiler(data)}. "
        "The plain loop is the one that a user would write, compiled with -O3, with a double "
        "accumulator; for log-sum-exps it uses libm: the recurrence for logcumsumexp, the formula "
        "for the other two. On other machines expect similar ratios, not similar times."
    )


def another_machine(data):
    yield from paragraph(f"The same of {run_of(data)} on {cpu_and_compiler(data)}:")


def worst_errors():
    found = {}
    with open(WORST_FOUND, encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                operation, dtype, error = line.split()[:3]
                unit = (
                    "ulp" if dtype != "f64" else "eps C" if operation.startswith("log") else "eps"
                )
                found.setdefault((operation, dtype), f"{error} {unit}")
    for dtype, rounded in ("f32", "0.50 ulp + "), ("f64", ""):  # floats are rounded once more
        with open(WORST_RECURRENCE.format(dtype), encoding="utf-8") as lines:
            found["linear_recurrence", dtype] = f"{rounded}{lines.readline().strip()} eps W"
    return found


def worst_error(case, _rows, found=worst_errors()):
    operation, dtype = case[1:3]
    return found.get(("logcumsumexp" if operation == "logsumexp" else operation, dtype), "exact")


def names_of(data):
    return ["memcpy", results.CONTENDERS["plain"], *data["cpu"]["isas"]]


def speed(data):
    """In cache. cummin is not shown: it is cummax, upside down."""
    cases = {
        case: rows for case, rows in tables.cases_at(data, IN_CACHE).items() if case[1] != "cummin"
    }
    return tables.speed_table(
        data, cases, names_of(data), f"{IN_CACHE} elements, data", "worst error found", worst_error
    )


def large(data):
    """Arrays of which one alone is larger than all caches."""
    names, best = names_of(data), data["cpu"]["isas"][-1]
    last_cache = max((cache["bytes"] for cache in data["cpu"]["caches"]), default=0)
    header = [
        "from memory, size of an array",
        *map(results.shown, names),
        f"{results.shown(best)} / memcpy",
    ]
    lines = []
    for case, rows in sorted(
        tables.cases_at_largest(data).items(), key=lambda item: tables.order(item[0])
    ):
        size = SIZES.get(case[2], 0) * next(iter(rows.values()))["n"]
        if case[1] != "cumsum" or size <= last_cache:
            continue
        times = (tables.time_of(rows, name) for name in names)
        gain = tables.ratio(rows[best]["to_memcpy"] if best in rows else None)
        lines.append([f"{results.case_title(case)}, {results.bytes_text(size)}", *times, gain])
    if lines:
        yield from results.markdown(header, lines)
    else:
        yield "Arrays larger than the caches were not measured in this run."


def layouts(data):
    best = data["cpu"]["isas"][-1]
    return tables.layout_table(
        data,
        best,
        IN_CACHE,
        f"in cache, {IN_CACHE} elements, {results.shown(best)}",
        LAYOUTS,
        lambda case: case[1:3] in LAYOUT_CASES and not case[3],
    )


def far(data):
    """Layouts of more than the inner caches hold, in times rather than ratios: memcpy is the
    measure here."""
    best = data["cpu"]["isas"][-1]
    memcpy = tables.cases_at(data, IN_MEMORY)
    lines = [
        [results.case_title(case), tables.time_of(memcpy.get(case, {}), "memcpy")]
        + [tables.time_of(rows, name) for name in FAR_LAYOUTS]
        for (case, isa, n), rows in tables.layout_rows(data).items()
        if (isa, n) == (best, IN_MEMORY)
        and case[1:3] in LAYOUT_CASES
        and not case[3]
        and "first" in rows
    ]
    header = [f"{IN_MEMORY >> 20} Mi elements, {results.shown(best)}", "memcpy"]
    if lines:
        yield from results.markdown(
            [*header, *(tables.LAYOUTS.get(name, name) for name in FAR_LAYOUTS)], lines
        )
    else:
        yield "Layouts of large arrays were not measured in this run."


def beside_others(data):
    """Of the grid: what its pictures show. Its table has hundreds of cells."""
    yield from paragraph(
        f"{results.cpu_title(data['cpu'])}, {results.shown(data['isa'])}, commit "
        f"{data['library']['commit']}, beside {grid.peers_of(data)}; medians of "
        f"{data['method']['repetitions']} repetitions."
    )
    yield ""
    for threads, cells in grid.by_threads(data).items():
        yield from paragraph(f"{grid.threads_text(threads).capitalize()}: {grid.summary(cells)}")
        yield ""
        picture = f"{os.path.basename(PICTURES)}/{grid_picture.name(threads)}.svg"
        yield f"![Times as fast as others, {grid.threads_text(threads)}]({picture})"
        yield ""


KINDS = {
    "grid": beside_others,
    "machine": machine,
    "another_machine": another_machine,
    "speed": speed,
    "large": large,
    "layouts": layouts,
    "far": far,
}


# ---- the page ----


def rewrite(text, path=None):
    """The page with its figures anew: from the files that it names, or from `path` in place of the
    one that it names."""

    read = {}
    named = {match.group(3) for match in REGION.finditer(text)}
    if path in named:
        path = None
    elif path and len(named) > 1:
        raise results.BadFile(
            f"{PAGE} has figures from {' and '.join(sorted(named))}; {path} is none of them"
        )

    def region(match):
        head, kind, source, rest, _, end = match.groups()
        if kind not in KINDS:
            raise results.BadFile(f"{PAGE} asks for {kind}, which there is not")
        source = path or source
        if source not in read:
            reader = grid.read if kind == "grid" else results.read
            read[source] = reader(os.path.join(ROOT, source))
        data = read[source]
        return (
            f"{head}{source}{rest}\n"
            + "".join(line + "\n" for line in KINDS[kind](data))
            + f"\n{end}"
        )

    if not REGION.search(text):
        raise results.BadFile(f"{PAGE} has no comments between which figures go")
    return REGION.sub(region, text)


def draw(source, is_grid):
    """The pictures of a file of results; a sentence where they cannot be drawn."""
    if is_grid:
        return grid_picture.draw(
            grid.read(os.path.join(ROOT, source)), os.path.join(ROOT, PICTURES)
        )
    chosen = [
        plot for plot in plots.make(results.read(os.path.join(ROOT, source))) if plot.name in DRAWN
    ]
    with tempfile.TemporaryDirectory() as folder:
        missing = gnuplot.draw(folder, chosen)
        for plot in [] if missing else chosen:
            shutil.copyfile(
                os.path.join(folder, plot.name + ".svg"),
                os.path.join(ROOT, PICTURES, plot.name + ".svg"),
            )
    return missing


def main():
    check = sys.argv[1:] == ["--check"]
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and sys.argv[1].startswith("-") and not check):
        print("usage: ./dev bench readme [FILE.json | --check]", file=sys.stderr)
        return 2
    page = os.path.join(ROOT, PAGE)
    path = None
    if len(sys.argv) == 2 and not check:
        path = os.path.relpath(os.path.abspath(sys.argv[1]), ROOT)
    try:
        with open(page, encoding="utf-8") as file:
            old = file.read()
        new = rewrite(old, path)
    except (results.BadFile, grid.Refused) as error:
        print(f"readme: {error}", file=sys.stderr)
        return 2
    if check:
        print(
            f"{PAGE} has the figures of its files of results"
            if new == old
            else f"{PAGE} is not up to date: ./dev bench readme"
        )
        return 0 if new == old else 1
    with open(page, "w", encoding="utf-8") as file:
        file.write(new)
    regions = [match.group(2, 3) for match in REGION.finditer(new)]
    first = {kind == "grid": source for kind, source in reversed(regions)}
    missing = [draw(source, is_grid) for is_grid, source in first.items()]
    if any(missing):
        print(f"SKIP: {missing[0]}; {PICTURES} stays as it is")
    return 0


if __name__ == "__main__":
    sys.exit(main())
