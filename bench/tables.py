"""Tables of results in Markdown, for the report and for the README."""
import results

LAYOUTS = {
    "tensor": "as a tensor",
    "reverse": "reverse",
    "exclusive": "exclusive",
    "last": "square, along the last dimension",
    "first": "along the first",
    "transposed": "transposed input",
    "transposed_first": "the same along the first",
    "output_transposed": "transposed output",
    "output_transposed_first": "the same along the first",
    "step2": "step 2",
    "lines_of_8": "lines of 8",
}


def number(value):
    return "-" if value is None else f"{value:.3f}" if value < 1000 else f"{value:.0f}"


def ratio(value):
    return "-" if value is None else f"{value:.2f}x"


def cases_at(data, n, layout="line"):
    """{case: {contender's name: row}} in the order of the operations."""
    found = {}
    for row in data["rows"]:
        if row["n"] == n and row["layout"] == layout:
            found.setdefault(results.case(row), {})[results.who(row)] = row
    return dict(sorted(found.items(), key=lambda item: order(item[0])))


def cases_at_largest(data):
    """The same of the largest arrays of each case, which are not alike everywhere."""
    largest = {}
    for row in results.select(data, layout="line"):
        largest[results.case(row)] = max(row["n"], largest.get(results.case(row), 0))
    return {
        case: rows
        for n in sorted(set(largest.values()), reverse=True)
        for case, rows in cases_at(data, n).items()
        if largest[case] == n
    }


def order(case):
    """As the operations are listed everywhere; normal numbers before special ones."""
    position, _, element, with_index, kind = case
    return position, with_index, {"uniform": 0, "normal": 1}.get(kind, 2), kind, element


def nearest_size(data, wanted):
    """The size of line rows that is nearest to the wanted one."""
    sizes = {row["n"] for row in data["rows"] if row["layout"] == "line"}
    return min(sizes, key=lambda n: (abs(n - wanted), n)) if sizes else None


def contenders(data, n=None):
    """The names of all contenders (with n: at that size), the library's instruction sets last."""
    isas = data["cpu"]["isas"]
    names = {
        results.who(row) for row in results.select(data, layout="line") if n in (None, row["n"])
    }
    rank = {"memcpy": 0, results.CONTENDERS["plain"]: 1}
    return sorted(
        (name for name in names if name not in isas), key=lambda name: (rank.get(name, 2), name)
    ) + [isa for isa in isas if isa in names]


def time_of(rows, name, per=1):
    return number(rows[name]["median_ns"] * per) if name in rows else "-"


def row_title(case, rows, with_size):
    n = next(iter(rows.values()))["n"]
    return results.case_title(case) + (f", {results.binary_text(n)}" if with_size else "")


def speed_table(data, cases, names, title, last_title=None, last_cell=None, per=1, with_size=False):
    """A line per case: times of the named contenders, then how many times as fast as the plain loop
    each set is."""
    isas = [isa for isa in data["cpu"]["isas"] if isa in names]
    better = isas[1:] or isas
    heads = [results.shown(name) for name in names]
    header = [title, *heads, *(f"{results.shown(isa)} / plain" for isa in better)]
    lines = []
    for case, rows in cases.items():
        line = [row_title(case, rows, with_size), *(time_of(rows, name, per) for name in names)]
        line += [ratio(rows[isa]["to_plain"] if isa in rows else None) for isa in better]
        lines.append(line + ([last_cell(case, rows)] if last_cell else []))
    return results.markdown(
        header + ([last_title] if last_cell else []), lines, text_last=bool(last_cell)
    )


def layout_rows(data):
    """{(case, isa, n): {layout: row}} of what was measured in another layout than a line."""
    found = {}
    for row in data["rows"]:
        if row["layout"] != "line" and row["contender"] == "lanescan" and results.threads(row) == 1:
            found.setdefault((results.case(row), row["isa"], row["n"]), {})[row["layout"]] = row
    lines = {
        results.identity(row): row
        for row in results.select(data, layout="line", contender="lanescan")
    }
    for rows in found.values():
        one = next(iter(rows.values()))
        key = results.identity(dict(one, layout="line"))
        if key in lines:
            rows["line"] = lines[key]
    return dict(sorted(found.items(), key=lambda item: (order(item[0][0]), item[0][1:])))


def layout_table(data, isa, n, title, layouts=None, keep=lambda case: True):
    """What each layout costs, in times of the line; all layouts, or the named ones."""
    chosen = {
        key[0]: rows
        for key, rows in layout_rows(data).items()
        if key[1:] == (isa, n) and keep(key[0]) and "line" in rows
    }
    there = {name for rows in chosen.values() for name in rows} - {"line"}
    names = [
        name for name in layouts or [*LAYOUTS, *sorted(there - LAYOUTS.keys())] if name in there
    ]
    lines = [
        [results.case_title(case)]
        + [
            ratio(rows[name]["median_ns"] / rows["line"]["median_ns"] if name in rows else None)
            for name in names
        ]
        for case, rows in chosen.items()
    ]
    return results.markdown([title, *(LAYOUTS.get(name, name) for name in names)], lines)


# ---- threads ----


def scaling_rows(data):
    """{(layout, n): {(case, contender): {threads: row}}} of what was measured on more than one
    thread."""
    found = {}
    for row in data["rows"]:
        if row["layout"] != "line":
            group = found.setdefault((row["layout"], row["n"]), {})
            group.setdefault((results.case(row), results.who(row)), {})[results.threads(row)] = row
    chosen = {
        key: {which: rows for which, rows in group.items() if 1 in rows and len(rows) > 1}
        for key, group in found.items()
    }
    return {
        key: dict(sorted(group.items(), key=lambda item: (order(item[0][0]), item[0][1])))
        for key, group in sorted(chosen.items())
        if group
    }


def speed_up(rows, count):
    return rows[1]["median_ns"] / rows[count]["median_ns"]


def scaling_table(group):
    """A line per case and contender: the time on one thread, then how many times as fast more
    are."""
    counts = sorted({count for rows in group.values() for count in rows} - {1})
    lines = [
        [f"{results.case_title(case)}, {results.shown(name)}", number(rows[1]["median_ns"])]
        + [ratio(speed_up(rows, count) if count in rows else None) for count in counts]
        for (case, name), rows in group.items()
    ]
    return results.markdown(
        ["ns per element", "1 thread", *(f"{count} threads" for count in counts)], lines
    )
