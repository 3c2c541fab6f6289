"""Plots of results with gnuplot: scripts that hold their data, and the pictures drawn from them."""
import os
import re
import shutil
import subprocess

import results
import tables

# Okabe and Ito's colours, which colour-blind people can tell apart; shapes and dashes differ besides.
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")
GREY, OLIVE, WINE = "#8C8C8C", "#999933", "#882255"  # the last two from Tol's muted scheme
STYLES = {  # colour, shape of the points (gnuplot's number), dashes
    "memcpy": (GREY, 0, 1), "plain loop": (BLACK, 1, 1), "generic": (SKY, 9, 1), "avx2": (GREEN, 5, 1),
    "neon": (GREEN, 5, 1), "avx512": (BLUE, 7, 1), "omp simd avx2": (ORANGE, 4, 3), "omp simd avx512": (RED, 6, 3),
    "std scan": (PURPLE, 8, 4), "NumPy": (OLIVE, 11, 1), "PyTorch": (WINE, 13, 1),
}
OP_SHAPES = {"cumsum": 7, "cumprod": 5, "cummax": 1, "cummin": 2, "logcumsumexp": 9, "logsumexp": 11, "logaddexp": 13}
IN_CACHE = 65536


class Plot:
    """A gnuplot script without terminal; `caption` says in the report what is seen."""

    def __init__(self, name, caption, width, height, lines, case=None):
        self.case = case  # of a plot that has one
        self.name, self.caption, self.width, self.height, self.lines = name, caption, width, height, lines

    def script(self):
        """The same picture twice: as SVG and as PNG."""
        size = f"size {self.width},{self.height} noenhanced"
        font = "font 'DejaVu Sans,12'"
        data = [line for line in self.lines if line.startswith("$")]
        rest = [line for line in self.lines if not line.startswith("$")]
        return "\n".join([
            f"# Draws {self.name}.svg and {self.name}.png; made by bench/report.py.", *data,
            "do for [picture = 1:2] {",
            f"if (picture == 1) {{ set terminal svg {size} {font} background '#ffffff' }}",
            f"if (picture == 2) {{ set terminal pngcairo {size} {font} background '#ffffff' }}",
            f"set output '{self.name}.'.(picture == 1 ? 'svg' : 'png')",
            *rest, "unset output", "}", ""])


def quoted(text):
    return "'" + re.sub(r"[\x00-\x1f]", " ", text).replace("'", "''") + "'"


def block(name, points):
    """Data as a named block of a script."""
    return f"${name} << EOD\n" + "".join(" ".join(f"{value:.6g}" for value in point) + "\n" for point in points) + "EOD"


def ticks(low, high, steps, text=str):
    """Marks at steps times powers of ten, between the limits."""
    found, power = [], -6
    while 10.0 ** power <= high:
        found += [step * 10.0 ** power for step in steps if low <= step * 10.0 ** power <= high]
        power += 1
    return ", ".join(f'"{text(value)}" {value:.6g}' for value in found)


def plain_number(value):
    return f"{value:.6f}".rstrip("0").rstrip(".") if value < 1 else f"{value:.0f}"


def size_ticks(low, high):
    """A label at every power of 16, a small mark at every power of 4."""
    marks, n = [], 4
    while n <= high:
        if n >= low:
            marks.append(f'"{results.binary_text(n)}" {n}' if (n.bit_length() - 1) % 4 == 0 else f'"" {n} 1')
        n *= 4
    return ", ".join(marks)


def style(name):
    return STYLES.get(name, (YELLOW, 3, 1))


# ---- throughput against size ----


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
            yield f"set arrow from {n:.6g}, graph 0 to {n:.6g}, graph 1 nohead dashtype 3 linecolor '{GREY}'"
            yield f"set label {text} at {n:.6g}, graph 1.03 center font ',10' textcolor '#555555'"


def throughput(data, case, rows):
    lines = series(rows)
    names = [name for name in STYLES if name in lines] + sorted(lines.keys() - STYLES.keys())
    sizes = sorted({n for points in lines.values() for n, _ in points})
    speeds = [speed for points in lines.values() for _, speed in points]
    low, high = min(speeds) / 1.3, max(speeds) * 1.3
    width = max(results.bytes_per_element(row) for row in rows if row["contender"] != "memcpy" or len(lines) == 1)
    title = results.case_title(case)
    commands = [block(f"d{i}", lines[name]) for i, name in enumerate(names)]
    commands += [
        "reset", f"set title {quoted(title)} offset 0, 0.6", "set key outside right center Left reverse samplen 3 spacing 1.2", "set tmargin 4",
        "set logscale x 2", "set logscale y 10", f"set xrange [{sizes[0] / 1.3:.6g}:{sizes[-1] * 1.3:.6g}]",
        f"set yrange [{low:.6g}:{high:.6g}]", "set xlabel 'elements'", "set ylabel 'GB/s read and written'",
        f"set xtics ({size_ticks(sizes[0], sizes[-1])})", f"set ytics ({ticks(low, high, (1, 2, 5), plain_number)})",
        "set grid ytics linecolor '#DDDDDD' linetype 1", "set border 3", "set tics nomirror out",
        *cache_marks(data["cpu"]["caches"], width, sizes[0], sizes[-1])]
    parts = []
    for i, name in enumerate(names):
        colour, shape, dashes = style(name)
        points = f"linespoints pointtype {shape} pointsize 0.8" if shape else "lines"
        label = results.shown(name)
        parts.append(f"$d{i} with {points} linecolor '{colour}' dashtype {dashes} "
                     f"linewidth {6 if name == 'memcpy' else 2} title {quoted(label)}")
    commands.append("plot " + ", \\\n     ".join(parts))
    return Plot("throughput-" + results.file_word(title), f"{title}: throughput against size", 960, 480, commands,
                case)


def throughputs(data):
    groups = {}
    for row in results.select(data, layout="line"):
        groups.setdefault(results.case(row), []).append(row)
    return [throughput(data, case, groups[case]) for case in sorted(groups, key=tables.order)
            if len({row["n"] for row in groups[case]}) > 1]


# ---- bars: the instruction sets beside the plain loop ----


def label_place(end, y, marks, width):
    """Where a number begins: at the end of its bar, or at the mark that would cross it."""
    return max([end] + [x for x, bottom, top in marks if bottom < y < top and end / 1.01 < x < end * width])


def bars(data, n, isas, name, title):
    """Horizontal bars from 1, 'as fast as the plain loop', to the right where faster; a mark where memcpy is."""
    cases = {case: rows for case, rows in tables.cases_at(data, n).items()
             if any(isa in rows and rows[isa]["to_plain"] for isa in isas)}
    if not cases:
        return []
    height = 0.8 / len(isas)
    commands, found, marks, names = [], {isa: [] for isa in isas}, [], []
    for i, (case, rows) in enumerate(cases.items()):
        names.append(f"{quoted(results.case_title(case))} {-i}")
        for j, isa in enumerate(isas):
            if isa in rows and rows[isa]["to_plain"]:
                gain, y = rows[isa]["to_plain"], -i + 0.4 - (j + 0.5) * height
                found[isa].append((1, y, min(1, gain), max(1, gain), y - 0.46 * height, y + 0.46 * height, gain))
        if "memcpy" in rows and rows["memcpy"]["to_plain"]:
            marks.append((rows["memcpy"]["to_plain"], -i - 0.4, -i + 0.4))
    gains = [point[6] for points in found.values() for point in points]
    low, high = min(0.5, min(gains) / 1.3), max(gains) * 1.6
    marks = [mark for mark in marks if low < mark[0] < high]  # of slow operations it is far away
    numbers = [(label_place(max(1, gain), y, marks, (high / low) ** 0.08), y, gain)
               for points in found.values() for _, y, _, _, _, _, gain in points]
    commands += [block(isa, points) for isa, points in found.items()]
    commands.append(block("numbers", numbers))
    commands += [block("memcpy", [(x, a, 0, b - a) for x, a, b in marks])] if marks else []
    commands += [
        "reset", f"set title {quoted(title)}", "set key outside bottom center horizontal Left reverse samplen 1.5", "set bmargin 6",
        "set logscale x 10", f"set xrange [{low:.6g}:{high:.6g}]", f"set yrange [{0.45 - len(cases):.6g}:0.6]",
        f"set xtics ({ticks(low, high, (1, 2, 5), lambda value: plain_number(value) + 'x')})",
        f"set ytics scale 0 ({', '.join(names)})", "set xlabel 'times as fast as the plain loop'",
        "set grid xtics linecolor '#DDDDDD' linetype 1", "set border 1", "set tics nomirror out",
        "set style fill solid 1.0 noborder", f"set arrow from 1, graph 0 to 1, graph 1 nohead linecolor '{BLACK}' front"]
    parts = [f"${isa} using 1:2:3:4:5:6 with boxxyerror linecolor '{style(isa)[0]}' title "
             f"{quoted(results.shown(isa))}" for isa in isas]
    parts.append(f"$numbers using 1:2:(sprintf('%.2fx', $3)) with labels left offset 0.4, 0 "
                 f"font ',{9 if len(isas) > 1 else 10}' notitle")
    if marks:
        parts.append(f"$memcpy using 1:2:3:4 with vectors nohead linewidth 3 linecolor '{RED}' title 'memcpy'")
    commands.append("plot " + ", \\\n     ".join(parts))
    caption = f"{title}; to the right of 1x is faster than the plain loop"
    return [Plot(name, caption, 960, 140 + len(cases) * max(24, 16 * len(isas)), commands)]


def all_bars(data):
    n = tables.nearest_size(data, IN_CACHE)
    isas, size = data["cpu"]["isas"], results.binary_text(n) if n else ""
    plots = bars(data, n, isas, "isas", f"All instruction sets, {size} elements") if len(isas) > 1 else []
    for isa in isas:
        plots += bars(data, n, [isa], f"isa-{isa}", f"{results.shown(isa)}, {size} elements")
    return plots


# ---- speed against error ----


def best_rows(data, n, element):
    """(contender, operation, row): of each contender the fastest with a measured error."""
    for case, rows in tables.cases_at(data, n).items():
        best = {}
        for row in rows.values():
            name = "lanescan" if row["contender"] == "lanescan" else results.CONTENDERS.get(row["contender"], "")
            if case[2] == element and row["error"] and row["error_unit"] != "exact" and row["median_ns"] < best.get(name, row)["median_ns"] + 1e-12:
                best[name] = row
        for name, row in best.items():
            yield name, case[1], row


def speed_error(data):
    """Two fields, f32 and f64: fast is up, accurate is left."""
    n = tables.nearest_size(data, IN_CACHE)
    colours = {"lanescan": BLUE, "plain loop": BLACK, "omp simd": RED, "std scan": PURPLE, "NumPy": OLIVE,
               "PyTorch": WINE}
    fields = {element: list(best_rows(data, n, element)) for element in ("f32", "f64")} if n else {}
    points = [point for field in fields.values() for point in field]
    if not points:
        return []
    speeds = [1 / row["median_ns"] for _, _, row in points]
    errors = [row["error"] for _, _, row in points]
    limits = min(errors) / 2, max(errors) * 2, min(speeds) / 1.5, max(speeds) * 1.5
    commands = ["reset", "set multiplot layout 1, 2 margins 0.09, 0.8, 0.13, 0.9 spacing 0.03"]
    commands += ["set logscale xy 10", "set grid linecolor '#DDDDDD' linetype 1", "set border 3", "set tics nomirror out",
                 f"set xrange [{limits[0]:.6g}:{limits[1]:.6g}]", f"set yrange [{limits[2]:.6g}:{limits[3]:.6g}]",
                 f"set xtics ({ticks(limits[0], limits[1], (1,), plain_number)})"]
    marks = [ticks(limits[2], limits[3], (1, 2, 5), text) for text in (plain_number, lambda value: "")]
    for element, field in fields.items():
        first = element == "f32"
        commands += [f"set title '{element}'", f"set xlabel 'greatest error, {'ulp' if first else 'eps (cumprod: ulp)'}'",
                     f"set ylabel {quoted('elements per ns') if first else quoted('')}",
                     f"set ytics ({marks[not first]})", "unset key" if first else
                     "set key at screen 0.99, screen 0.88 right top Left reverse samplen 1 spacing 1.2"]
        parts = []
        for i, (name, op, row) in enumerate(field):
            commands.insert(0, block(f"{element}{i}", [(row["error"], 1 / row["median_ns"])]))
            parts.append(f"${element}{i} with points pointtype {OP_SHAPES[op]} pointsize 1.5 linewidth 2 "
                         f"linecolor '{colours[name]}' notitle")
        if not first:
            parts += [f"keyentry with boxes fillstyle solid 1.0 linecolor '{colour}' title {quoted(name)}"
                      for name, colour in colours.items() if any(name == point[0] for point in points)]
            parts += [f"keyentry with points pointtype {shape} pointsize 1.5 linecolor '{GREY}' title '{op}'"
                      for op, shape in OP_SHAPES.items() if any(op == point[1] for point in points)]
        commands.append("plot " + (", \\\n     ".join(parts) or "NaN notitle"))
    commands.append("unset multiplot")
    caption = (f"Speed against the greatest error measured on this data, {results.binary_text(n)} elements, the fastest of "
               "each contender. Left and above is better. Exact results are not shown")
    return [Plot("speed-error", caption, 960, 480, commands)]


# ---- drawing ----


def make(data):
    return all_bars(data) + speed_error(data) + throughputs(data)


def draw(folder, plots):
    """Writes the scripts, and the pictures where gnuplot is; returns a sentence where it is not."""
    os.makedirs(folder, exist_ok=True)
    for plot in plots:
        with open(os.path.join(folder, plot.name + ".gp"), "w", encoding="utf-8") as file:
            file.write(plot.script())
    if not shutil.which("gnuplot"):
        return "gnuplot is not installed (Debian: apt-get install gnuplot-nox), so there are no pictures"
    for plot in plots:
        done = subprocess.run(["gnuplot", plot.name + ".gp"], cwd=folder, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0 or done.stdout:
            raise RuntimeError(f"gnuplot failed on {plot.name}.gp: {done.stdout.strip()}")
    return None
