"""The plots of a report: throughput against size, bars of the instruction sets, speed against
error."""
import results
import tables
from gnuplot import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    OLIVE,
    OP_SHAPES,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    TEAL,
    WINE,
    STYLES,
    Plot,
)
from gnuplot import block, frame, plain_number, plot_command, quoted, style, ticks

IN_CACHE = 65536
GRID = "linecolor '#DDDDDD' linetype 1"


# ---- throughput against size ----


def size_ticks(low, high):
    """A label at every power of 16, a small mark at every power of 4."""
    marks, n = [], 4
    while n <= high:
        if n >= low:
            marks.append(
                f'"{results.binary_text(n)}" {n}' if (n.bit_length() - 1) % 4 == 0 else f'"" {n} 1'
            )
        n *= 4
    return ", ".join(marks)


def series(rows):
    """{contender: [(n, GB/s)]}, for lines only."""
    found = {}
    for row in sorted(rows, key=lambda row: row["n"]):
        found.setdefault(results.who(row), []).append((row["n"], row["gb_per_s"]))
    return found


def cache_marks(caches, width, low, high):
    """Where what is read and written fills a cache: a dashed line, its name above the plot."""
    for cache in caches:
        n = cache["bytes"] / width
        if low < n < high:
            text = quoted(f"L{cache['level']} {results.bytes_text(cache['bytes'])}")
            yield (
                f"set arrow from {n:.6g}, graph 0 to {n:.6g}, graph 1 nohead dashtype 3 linecolor "
                f"'{GREY}'"
            )
            yield f"set label {text} at {n:.6g}, graph 1.03 center font ',10' textcolor '#555555'"


def throughput(data, case, rows):
    lines = series(rows)
    names = [name for name in STYLES if name in lines] + sorted(lines.keys() - STYLES.keys())
    sizes = sorted({n for points in lines.values() for n, _ in points})
    speeds = [speed for points in lines.values() for _, speed in points]
    low, high = min(speeds) / 1.3, max(speeds) * 1.3
    width = max(
        results.bytes_per_element(row)
        for row in rows
        if row["contender"] != "memcpy" or len(lines) == 1
    )
    title = results.case_title(case)
    commands = [block(f"d{i}", lines[name]) for i, name in enumerate(names)]
    commands += [
        *frame(title, "set title offset 0, 0.6", "set tmargin 4"),
        "set key outside right center Left reverse samplen 3 spacing 1.2",
        "set logscale x 2",
        "set logscale y 10",
        f"set xrange [{sizes[0] / 1.3:.6g}:{sizes[-1] * 1.3:.6g}]",
        f"set yrange [{low:.6g}:{high:.6g}]",
        "set xlabel 'elements'",
        "set ylabel 'GB/s read and written'",
        f"set xtics ({size_ticks(sizes[0], sizes[-1])})",
        f"set ytics ({ticks(low, high, (1, 2, 5), plain_number)})",
        f"set grid ytics {GRID}",
        "set border 3",
        *cache_marks(data["cpu"]["caches"], width, sizes[0], sizes[-1]),
    ]
    parts = []
    for i, name in enumerate(names):
        colour, shape, dashes = style(name)
        points = (
            f"linespoints pointtype {shape} pointsize {0.8 if len(lines[name]) > 1 else 1.1}"
            if shape
            else "lines"
        )
        label = results.shown(name)
        parts.append(
            f"$d{i} with {points} linecolor '{colour}' dashtype {dashes} "
            f"linewidth {6 if name == 'memcpy' else 2} title {quoted(label)}"
        )
    commands.append(plot_command(parts))
    return Plot(
        "throughput-" + results.file_word(title),
        f"{title}: throughput against size",
        960,
        480,
        commands,
        case,
    )


def throughputs(data):
    groups = {}
    for row in results.select(data, layout="line"):
        groups.setdefault(results.case(row), []).append(row)
    return [
        throughput(data, case, groups[case])
        for case in sorted(groups, key=tables.order)
        if len({row["n"] for row in groups[case]}) > 1
    ]


# ---- threads ----


def scaling(layout, n, group):
    """How many times as fast as one thread: a line per case, dashed for others than the library."""
    title = f"{tables.LAYOUTS.get(layout, layout)}, {results.binary_text(n)} elements"
    most = max(count for rows in group.values() for count in rows)
    highest = max(tables.speed_up(rows, count) for rows in group.values() for count in rows)
    colours, parts, blocks = [BLUE, RED, GREEN, PURPLE, ORANGE, OLIVE, WINE, SKY], [], []
    cases = sorted({case for case, _ in group}, key=tables.order)
    for i, ((case, name), rows) in enumerate(group.items()):
        blocks.append(
            block(f"d{i}", [(count, tables.speed_up(rows, count)) for count in sorted(rows)])
        )
        dashes = 1 if all(row["contender"] == "lanescan" for row in rows.values()) else 3
        parts.append(
            f"$d{i} with linespoints pointtype {OP_SHAPES[case[1]]} pointsize 0.8 dashtype "
            f"{dashes} linewidth 2 "
            f"linecolor '{colours[cases.index(case) % len(colours)]}' "
            f"title {quoted(results.case_title(case) + ', ' + results.shown(name))}"
        )
    commands = [
        *blocks,
        *frame(title),
        "set key outside right center Left reverse samplen 3 spacing 1.2",
        f"set xrange [0.9:{most + 0.1}]",
        f"set yrange [0:{max(most, highest) * 1.05:.6g}]",
        "set xlabel 'threads'",
        "set ylabel 'times as fast as one'",
        f"set xtics {max(1, most // 8)}",
        f"set grid ytics {GRID}",
        "set border 3",
        plot_command([f"x with lines linecolor '{GREY}' notitle", *parts]),
    ]
    name = f"threads-{results.file_word(layout)}-{n}"
    return Plot(
        name,
        f"Threads: {title}; grey: as many times as fast as there are threads",
        960,
        480,
        commands,
    )


def scalings(data):
    return [scaling(*key, group) for key, group in tables.scaling_rows(data).items()]


# ---- bars: the instruction sets beside the plain loop ----


def label_place(end, y, marks, width):
    """Where a number begins: at the end of its bar, or at the mark that would cross it."""
    return max(
        [end] + [x for x, bottom, top in marks if bottom < y < top and end / 1.01 < x < end * width]
    )


def bar_places(cases, isas):
    """{isa: [(gain, middle, half the height)]}, and [(gain, bottom, top)] of memcpy; a case is 1
    high."""
    height = 0.8 / len(isas)
    found, marks = {isa: [] for isa in isas}, []
    for i, rows in enumerate(cases.values()):
        for j, isa in enumerate(isas):
            if isa in rows and rows[isa]["to_plain"]:
                found[isa].append(
                    (rows[isa]["to_plain"], -i + 0.4 - (j + 0.5) * height, 0.46 * height)
                )
        if "memcpy" in rows and rows["memcpy"]["to_plain"]:
            marks.append((rows["memcpy"]["to_plain"], -i - 0.4, -i + 0.4))
    return found, marks


def bars(data, n, isas, name, title):
    """Horizontal bars from 1, 'as fast as the plain loop', to the right where faster; a mark where
    memcpy is."""
    cases = {
        case: rows
        for case, rows in tables.cases_at(data, n).items()
        if any(isa in rows and rows[isa]["to_plain"] for isa in isas)
    }
    if not cases:
        return []
    found, marks = bar_places(cases, isas)
    isas = [isa for isa in isas if found[isa]]
    gains = [bar[0] for some in found.values() for bar in some]
    low = min(0.5, min(gains + [mark[0] for mark in marks]) / 1.3)
    high = max(gains) * 1.6
    # of slow operations it is far away: a number at the edge
    beyond = [mark for mark in marks if mark[0] >= high]
    if beyond:
        high *= 1.3
    marks = [mark for mark in marks if mark not in beyond]
    numbers = [
        (label_place(max(1, gain), y, marks, (high / low) ** 0.08), y, gain)
        for some in found.values()
        for gain, y, _ in some
    ]
    titles = ", ".join(f"{quoted(results.case_title(case))} {-i}" for i, case in enumerate(cases))
    commands = [
        *(
            block(
                isa, [(1, y, min(1, x), max(1, x), y - half, y + half) for x, y, half in found[isa]]
            )
            for isa in isas
        ),
        block("numbers", numbers),
        block("memcpy", [(x, bottom, 0, top - bottom) for x, bottom, top in marks]),
        block("beyond", [(high, (bottom + top) / 2, x) for x, bottom, top in beyond]),
        *frame(
            title,
            "set key outside bottom center horizontal Left reverse samplen 1.5",
            "set bmargin 6",
        ),
        "set logscale x 10",
        f"set xrange [{low:.6g}:{high:.6g}]",
        f"set yrange [{0.45 - len(cases):.6g}:0.6]",
        f"set xtics ({ticks(low, high, (1, 2, 5), lambda value: plain_number(value) + 'x')})",
        f"set ytics scale 0 ({titles})",
        "set xlabel 'times as fast as the plain loop'",
        f"set grid xtics {GRID}",
        "set border 1",
        "set style fill solid 1.0 noborder",
        f"set arrow from 1, graph 0 to 1, graph 1 nohead linecolor '{BLACK}' front",
        plot_command(bar_parts(isas, bool(marks), bool(beyond))),
    ]
    caption = f"{title}; to the right of 1x is faster than the plain loop"
    return [Plot(name, caption, 960, 180 + len(cases) * max(24, 16 * len(isas)), commands)]


def bar_parts(isas, with_memcpy, with_beyond):
    for isa in isas:
        yield (
            f"${isa} using 1:2:3:4:5:6 with boxxyerror linecolor '{style(isa)[0]}' title "
            f"{quoted(results.shown(isa))}"
        )
    font = 9 if len(isas) > 1 else 10
    yield (
        f"$numbers using 1:2:(sprintf('%.2fx', $3)) with labels left offset 0.4, 0 font ',{font}' "
        "notitle"
    )
    if with_memcpy:
        yield (
            f"$memcpy using 1:2:3:4 with vectors nohead linewidth 3 linecolor '{RED}' title "
            "'memcpy'"
        )
    if with_beyond:
        text = "sprintf('%.0fx >', $3)"
        yield (
            f"$beyond using 1:2:({text}) with labels right font ',{font}' textcolor '{RED}' "
            "notitle"
        )


def all_bars(data):
    n = tables.nearest_size(data, IN_CACHE)
    isas = [
        isa
        for isa in data["cpu"]["isas"]
        if results.select(data, contender="lanescan", isa=isa, layout="line", n=n)
    ]
    size = results.binary_text(n) if n else ""
    plots = (
        bars(data, n, isas, "isas", f"All instruction sets, {size} elements")
        if len(isas) > 1
        else []
    )
    for isa in isas:
        plots += bars(data, n, [isa], f"isa-{isa}", f"{results.shown(isa)}, {size} elements")
    return plots


# ---- speed against error ----

# Colour and size of the points: contenders that do the same are at the same place, the small ones
# upon the large ones.
POINTS = {
    "plain loop": (BLACK, 2.2),
    "std scan": (PURPLE, 1.3),
    "omp simd": (RED, 1.5),
    "NumPy": (OLIVE, 1.5),
    "PyTorch": (WINE, 1.2),
    "JAX": (TEAL, 1.2),
    "lanescan": (BLUE, 1.5),
}


def best_points(data, n, element):
    """[(contender, operation, error, elements per ns)]: the fastest of each contender with a
    measured error."""
    found = []
    for case, rows in tables.cases_at(data, n).items():
        best = {}
        for row in rows.values():
            name = results.CONTENDERS.get(row["contender"], row["contender"])
            if (
                case[2] != element
                or not row["error"]
                or row["error_unit"] == "exact"
                or name not in POINTS
            ):
                continue
            if name not in best or row["median_ns"] < best[name]["median_ns"]:
                best[name] = row
        found += [(name, case[1], row["error"], 1 / row["median_ns"]) for name, row in best.items()]
    return found


def short_number(value):
    return f"{value / 1000:.0f}k" if value >= 1000 else plain_number(value)


def key_parts(points):
    """What colours and shapes mean, of those that there are."""
    names, ops = {point[0] for point in points}, {point[1] for point in points}
    for name, (colour, _) in reversed(POINTS.items()):
        if name in names:
            yield (
                f"keyentry with boxes fillstyle solid 1.0 linecolor '{colour}' title "
                f"{quoted(name)}"
            )
    for op, shape in OP_SHAPES.items():
        if op in ops:
            yield (
                f"keyentry with points pointtype {shape} pointsize 1.5 linecolor '{GREY}' title "
                f"'{op}'"
            )


def field(element, points, label, marks, key):
    """One of the two fields, its points' blocks first."""
    parts, blocks = [], []
    for i, (name, op, error, speed) in enumerate(
        sorted(points, key=lambda point: list(POINTS).index(point[0]))
    ):
        blocks.append(block(f"{element}{i}", [(error, speed)]))
        parts.append(
            f"${element}{i} with points pointtype {OP_SHAPES[op]} linewidth 2 "
            f"pointsize {POINTS[name][1]} linecolor '{POINTS[name][0]}' notitle"
        )
    return blocks + [
        f"set title '{element}'",
        f"set xlabel 'greatest error, {'ulp' if element == 'f32' else 'eps (cumprod: ulp)'}'",
        f"set ylabel '{label}'",
        f"set ytics ({marks})",
        "set key at screen 0.99, screen 0.88 right top Left reverse samplen 1 spacing 1.2"
        if key
        else "unset key",
        plot_command([*parts, *key]),
    ]


def speed_error(data):
    """A field for f32 and one for f64, if they have points: fast is up, accurate is left."""
    n = tables.nearest_size(data, IN_CACHE)
    fields = {element: best_points(data, n, element) if n else [] for element in ("f32", "f64")}
    fields = {element: points for element, points in fields.items() if points}
    points = [point for some in fields.values() for point in some]
    if not points:
        return []
    errors, speeds = [point[2] for point in points], [point[3] for point in points]
    left, right, low, high = min(errors) / 2, max(errors) * 2, min(speeds) / 1.5, max(speeds) * 1.5
    commands = [
        *frame(
            "", f"set multiplot layout 1, {len(fields)} margins 0.11, 0.8, 0.13, 0.9 spacing 0.03"
        ),
        "set logscale xy 10",
        f"set grid {GRID}",
        "set border 3",
        f"set xrange [{left:.6g}:{right:.6g}]",
        f"set yrange [{low:.6g}:{high:.6g}]",
        f"set xtics ({ticks(left, right, (1,), short_number)})",
    ]
    for i, element in enumerate(fields):
        is_first, is_last = i == 0, i == len(fields) - 1
        marks = ticks(low, high, (1, 2, 5), plain_number if is_first else lambda value: "")
        label = "elements per ns" if is_first else ""
        commands += field(
            element, fields[element], label, marks, list(key_parts(points)) if is_last else []
        )
    commands.append("unset multiplot")
    caption = (
        f"Speed against the greatest error measured on this data, {results.binary_text(n)} "
        "elements, the fastest of "
        "each contender. Left and above is better. Exact results are not shown"
    )
    return [Plot("speed-error", caption, 960, 480, commands)]


def signed(plot, cpu):
    """The plot with the CPU's name in its corner."""
    place = plot.lines.index("reset") + 1
    label = (
        f"set label {quoted(cpu)} at screen 0.995, screen 1 right offset 0, -0.8 "
        f"font ',9' textcolor '{GREY}'"
    )
    plot.lines[place:place] = [label]
    return plot


def make(data):
    cpu = results.cpu_title(data["cpu"])
    return [
        signed(plot, cpu)
        for plot in all_bars(data) + speed_error(data) + throughputs(data) + scalings(data)
    ]
