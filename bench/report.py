#!/usr/bin/env python3
"""A report on a file of results: a folder with report.md, the file itself, and plots (gnuplot) as
SVG and PNG.

    ./dev bench                            measures all, then makes it in build/bench-report
    ./dev bench report FILE.json [FOLDER]  makes it from what was measured before
"""
import os
import shutil
import sys

import gnuplot
import plots
import results
import tables

IN_CACHE = plots.IN_CACHE
NOISY = 0.1


def machine(data):
    """The machine and the library, as a list."""
    cpu, library, method = data["cpu"], data["library"], data["method"]
    parts = [
        f"{name} {cpu[name]}"
        for name in ("vendor", "family", "model", "stepping")
        if cpu[name] is not None
    ]
    if cpu["microarchitecture"]:
        parts.append(f"named {cpu['microarchitecture']} by cpu_features")
    yield f"- CPU: {', '.join([cpu['name'], *parts])}; {cpu['logical_cpus']} logical CPUs"
    caches = (
        f"L{cache['level']} {cache['type']} {results.bytes_text(cache['bytes'])}"
        for cache in cpu["caches"]
    )
    yield f"- Caches: {', '.join(caches) or 'unknown'}"
    yield f"- Instruction sets of the library: {', '.join(cpu['isas'])}"
    yield f"- CPU features: {' '.join(cpu['features']) or 'none known'}"
    yield (
        f"- lanescan {library['version']}, commit {library['commit'] or 'unknown'}; "
        f"{library['compiler']}, "
        f"`{library['flags']}`"
    )
    yield (
        f"- {data['date']}; one thread unless more are named; medians of {method['repetitions']} "
        "repetitions (fewer of long calls), each at "
        f"least {1e6 * method['batch_seconds']:g} us; one reading of the clock costs "
        f"{method['timer_overhead_ns']:.3g} ns"
    )


def own(data):
    """lanescan itself, before all else: times as fast as the plain loop, geometric means over the
    data of an operation."""
    n = tables.nearest_size(data, IN_CACHE)
    best, means = {}, []
    for case, rows in tables.cases_at(data, n).items():
        for isa in data["cpu"]["isas"]:
            if isa in rows and rows[isa]["to_plain"]:
                best.setdefault(case[1], {}).setdefault(isa, []).append(rows[isa]["to_plain"])
    isas = [isa for isa in data["cpu"]["isas"] if any(isa in gains for gains in best.values())]
    if not isas:
        return
    for op, gains in [
        *best.items(),
        (
            "all",
            {isa: [gain for some in best.values() for gain in some.get(isa, [])] for isa in isas},
        ),
    ]:
        means.append(
            [
                op,
                *(
                    tables.ratio(results.geometric_mean(gains[isa])) if gains.get(isa) else "-"
                    for isa in isas
                ),
            ]
        )
    yield (
        f"lanescan, {results.binary_text(n)} elements in cache: how many times as fast as the "
        "plain loop, geometric means."
    )
    yield ""
    yield from results.markdown(["operation", *map(results.shown, isas)], means)
    yield ""


def noise(data):
    """Whether the run can be trusted."""
    noisy = [row for row in data["rows"] if row["spread"] > NOISY]
    yield (
        "Spread is half the distance of the quartiles over the median; "
        f"{len(noisy)} of {len(data['rows'])} rows have more than {100 * NOISY:g} %"
    ) + (":" if noisy else ".")
    if noisy:
        yield ""
        worst = sorted(noisy, key=lambda row: (-row["spread"], results.title(row), row["n"]))[:20]
        yield from results.markdown(
            ["row", "n", "median, ns", "spread"],
            [
                [
                    results.title(row),
                    results.binary_text(row["n"]),
                    tables.number(row["median_ns"]),
                    f"{100 * row['spread']:.0f} %",
                ]
                for row in worst
            ],
        )


def error_of_best(data):
    best = data["cpu"]["isas"][-1]
    return {
        "last_title": "lanescan's error",
        "last_cell": lambda case, rows: results.error_text(rows.get(best)),
    }


def in_cache(data):
    n = tables.nearest_size(data, IN_CACHE)
    yield f"## In cache: {results.binary_text(n)} elements"
    yield ""
    yield from tables.speed_table(
        data,
        tables.cases_at(data, n),
        tables.contenders(data, n),
        "ns per element",
        **error_of_best(data),
    )
    yield ""


def short_calls(data):
    n = tables.nearest_size(data, 1)
    yield f"## Short calls: {results.binary_text(n)} elements"
    yield ""
    yield from tables.speed_table(
        data, tables.cases_at(data, n), tables.contenders(data, n), "ns per call", per=n
    )
    yield ""


def from_memory(data):
    cases = tables.cases_at_largest(data)
    names = [
        name for name in tables.contenders(data) if any(name in rows for rows in cases.values())
    ]
    yield "## The largest arrays"
    yield ""
    yield from tables.speed_table(
        data,
        dict(sorted(cases.items(), key=lambda item: tables.order(item[0]))),
        names,
        "ns per element",
        with_size=True,
    )
    yield ""


def layouts(data):
    keys = sorted(
        {key[1:] for key in tables.layout_rows(data)},
        key=lambda key: (key[1], data["cpu"]["isas"].index(key[0])),
    )
    for isa, n in keys:
        table = list(tables.layout_table(data, isa, n, "times of the line"))
        if len(table) > 2:
            yield f"## Layouts: {results.shown(isa)}, {results.binary_text(n)} elements"
            yield ""
            yield from table
            yield ""


def by_size(data, case):
    """Every size of one case: a line per size, a column per contender."""
    rows = {}
    for row in results.select(data, layout="line"):
        if results.case(row) == case:
            rows.setdefault(row["n"], {})[results.who(row)] = row
    names = [
        name for name in tables.contenders(data) if any(name in line for line in rows.values())
    ]
    lines = []
    for n in sorted(rows):
        lines.append([results.binary_text(n), *(tables.time_of(rows[n], name) for name in names)])
    return results.markdown(["elements, ns each", *map(results.shown, names)], lines)


def picture(plot):
    return [
        f"![{plot.caption}](plots/{plot.name}.svg)",
        "",
        f"{plot.caption} ([PNG](plots/{plot.name}.png)).",
        "",
    ]


def without_pictures(plot):
    return [f"{plot.caption}: not drawn; `gnuplot {plot.name}.gp` in `plots/` draws it.", ""]


def threads(data, made, show):
    """A table and a picture of each work that was shared by several."""
    groups, pictures = tables.scaling_rows(data), [
        plot for plot in made if plot.name.startswith("threads-")
    ]
    for (layout, n), plot in zip(groups, pictures):
        yield f"## Threads: {tables.LAYOUTS.get(layout, layout)}, {results.binary_text(n)} elements"
        yield ""
        yield from tables.scaling_table(groups[layout, n])
        yield ""
        yield from show(plot)


def text(data, made, show):
    """The lines of report.md."""
    yield f"# lanescan on {results.cpu_text(data['cpu'])}"
    yield ""
    if results.select(data, layout="line"):
        yield from own(data)
    yield from machine(data)
    yield ""
    yield (
        "Smaller times are better; `x` is how many times as fast as the plain loop, so larger is "
        "better. How and why "
        "it is measured like this: docs/measuring.md. All numbers: [results.json](results.json)."
    )
    yield ""
    yield from noise(data)
    yield ""
    if results.select(data, layout="line"):
        yield from in_cache(data)
        yield from short_calls(data)
        yield from from_memory(data)
    yield from layouts(data)
    for heading, prefix in (("Instruction sets", "isa"), ("Speed and error", "speed")):
        chosen = [plot for plot in made if plot.name.startswith(prefix)]
        if chosen:
            yield f"## {heading}"
            yield ""
        for plot in chosen:
            yield from show(plot)
    yield from threads(data, made, show)
    if not results.select(data, layout="line"):
        return
    yield "## Throughput against size"
    yield ""
    yield (
        "The grey band is memcpy. Dotted lines are where all that is read and written just fits a "
        "cache."
    )
    yield ""
    pictures = {plot.case: plot for plot in made if plot.case}
    for case in sorted(
        {results.case(row) for row in results.select(data, layout="line")}, key=tables.order
    ):
        yield f"### {results.case_title(case)}"
        yield ""
        if case in pictures:
            yield from show(pictures[case])
        yield from by_size(data, case)
        yield ""


def make(path, folder):
    """The report's path, and a sentence if there are no pictures."""
    data = results.read(path)
    os.makedirs(folder, exist_ok=True)
    made = plots.make(data)
    shutil.rmtree(os.path.join(folder, "plots"), ignore_errors=True)
    missing = gnuplot.draw(os.path.join(folder, "plots"), made)
    copy = os.path.join(folder, "results.json")
    if os.path.realpath(path) != os.path.realpath(copy):
        results.write(copy, data)
    report = os.path.join(folder, "report.md")
    with open(report, "w", encoding="utf-8") as file:
        for line in text(data, made, without_pictures if missing else picture):
            file.write(line + "\n")
    return report, missing


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        print("usage: ./dev bench report FILE.json [FOLDER]", file=sys.stderr)
        return 2
    try:
        report, missing = make(
            sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "build/bench-report"
        )
    except results.BadFile as error:
        print(f"report: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"report: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    if missing:
        print(f"SKIP: {missing}; plots/*.gp are the scripts")
    print(f"The report is {report}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
