"""gnuplot: scripts that hold their data, what all of them look like, and the pictures drawn from
them."""
import itertools
import os
import re
import shutil
import subprocess

import results
from results import lists

# Okabe and Ito's colours, which colour-blind people can tell apart; shapes and dashes differ
# besides.
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE = (
    "#000000",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#F0E442",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
)
# the last three from Tol's muted scheme
GREY, OLIVE, WINE, TEAL = "#8C8C8C", "#999933", "#882255", "#44AA99"
STYLES = {  # colour, shape of the points (gnuplot's number), dashes
    "memcpy": (GREY, 0, 1),
    "plain loop": (BLACK, 1, 1),
    **{name: (GREEN, 5, 1) for name in reversed(lists.shown())},
    "generic": (SKY, 9, 1),
    "avx512": (BLUE, 7, 1),
    "omp simd avx2": (ORANGE, 4, 3),
    "omp simd avx512": (RED, 6, 3),
    "std scan": (PURPLE, 8, 4),
    "NumPy": (OLIVE, 11, 1),
    "PyTorch": (WINE, 13, 1),
    "JAX": (TEAL, 2, 1),
}
OP_SHAPES = dict(zip(results.OPS, itertools.cycle((7, 5, 1, 2, 9, 11, 13, 3, 4, 6, 8, 10, 12))))


class Plot:
    """A gnuplot script without terminal; `caption` says in the report what is seen."""

    def __init__(self, name, caption, width, height, lines, case=None):
        self.case = case  # of a plot that has one
        self.name, self.caption, self.width, self.height, self.lines = (
            name,
            caption,
            width,
            height,
            lines,
        )

    def script(self):
        """The same picture twice: as SVG and as PNG."""
        size = f"size {self.width},{self.height} noenhanced"
        font = "font 'DejaVu Sans,12'"
        data = [line for line in self.lines if line.startswith("$")]
        rest = [line for line in self.lines if not line.startswith("$")]
        return "\n".join(
            [
                f"# Draws {self.name}.svg and {self.name}.png; made by bench/report.py.",
                *data,
                "do for [picture = 1:2] {",
                f"if (picture == 1) {{ set terminal svg {size} {font} background '#ffffff' }}",
                f"if (picture == 2) {{ set terminal pngcairo {size} {font} background '#ffffff' }}",
                f"set output '{self.name}.'.(picture == 1 ? 'svg' : 'png')",
                *rest,
                "unset output",
                "}",
                "",
            ]
        )


def quoted(text):
    return "'" + re.sub(r"[\x00-\x1f]", " ", text).replace("'", "''") + "'"


def block(name, points):
    """Data as a named block of a script."""
    return (
        f"${name} << EOD\n"
        + "".join(" ".join(f"{value:.6g}" for value in point) + "\n" for point in points)
        + "EOD"
    )


def ticks(low, high, steps, text=str):
    """Marks at steps times powers of ten, between the limits."""
    found, power = [], -6
    while 10.0**power <= high:
        found += [step * 10.0**power for step in steps if low <= step * 10.0**power <= high]
        power += 1
    return ", ".join(f'"{text(value)}" {value:.6g}' for value in found)


def plain_number(value):
    return f"{value:.6f}".rstrip("0").rstrip(".") if value < 1 else f"{value:.0f}"


def frame(title, *more):
    """What all plots begin with."""
    return ["reset", f"set title {quoted(title)}", "set tics nomirror out", *more]


def plot_command(parts):
    return "plot " + ", \\\n     ".join(parts)


def style(name):
    return STYLES.get(name, (YELLOW, 3, 1))


def draw(folder, plots):
    """Writes the scripts, and the pictures where gnuplot is; returns a sentence where it is not."""
    os.makedirs(folder, exist_ok=True)
    for plot in plots:
        with open(os.path.join(folder, plot.name + ".gp"), "w", encoding="utf-8") as file:
            file.write(plot.script())
    if not shutil.which("gnuplot"):
        return (
            "gnuplot is not installed (Debian: apt-get install gnuplot-nox), so there are no "
            "pictures"
        )
    for plot in plots:
        done = subprocess.run(
            ["gnuplot", plot.name + ".gp"],
            cwd=folder,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode != 0 or done.stdout:
            raise RuntimeError(f"gnuplot failed on {plot.name}.gp: {done.stdout.strip()}")
    return None
