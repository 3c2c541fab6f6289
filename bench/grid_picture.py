"""The table of the grid (grid.py) as a picture: a cell for each shape, operation and type, red
where lanescan is slower than the fastest of the others, blue where it is faster."""
import math
import os
import shutil
import tempfile

import gnuplot
import grid
import results
from gnuplot import GREY, Plot, frame, plot_command, quoted

RED, BLUE = (0xD5, 0x5E, 0x00), (0x00, 0x72, 0xB2)
SLOWEST, FASTEST = 1 / 4, 32  # where colours are full
PALEST, FULLEST = 0.12, 0.75  # so that black letters can be read
ALONE = 0xEEEEEE
ROW_HEIGHT, TOP, BOTTOM = 19, 96, 58  # pixels
WIDTH, LEFT, RIGHT = 1100, 245, 12


def colour(ratio):
    """0xRRGGBB, by the ratio's logarithm; grey where there is nobody to compare with."""
    if math.isnan(ratio):
        return ALONE
    end, far = (RED, SLOWEST) if ratio < 1 else (BLUE, FASTEST)
    part = min(1, math.log(ratio) / math.log(far))
    depth = PALEST + (FULLEST - PALEST) * part
    red, green, blue = (round(255 + (one - 255) * depth) for one in end)
    return red << 16 | green << 8 | blue


def name(threads):
    return "grid" if threads == 1 else f"grid-{threads}"


def plot(data, threads, cells):
    rows, shapes = grid.by_row(cells), grid.shapes_of(cells)
    places = [
        (column, len(rows) - 1 - i, row[shape])
        for i, row in enumerate(rows.values())
        for column, shape in enumerate(shapes)
        if shape in row
    ]
    texts = [(x, y, grid.cell_text(cell, False)) for x, y, cell in places]
    boxes = [(x, y, 0.48, 0.46, colour(grid.best_of(cell)[1])) for x, y, cell in places]
    height = TOP + BOTTOM + ROW_HEIGHT * len(rows)
    row_marks = ", ".join(f"{quoted(title)} {len(rows) - 1 - i}" for i, title in enumerate(rows))
    shape_marks = ", ".join(
        f"{quoted(shape.replace('square', 'sq'))} {i}" for i, shape in enumerate(shapes)
    )
    below = f"{grid.peers_of(data)}; commit {data['library']['commit']}"
    others = ", ".join(f"{mark} {grid.TITLES[peer]}" for peer, mark in grid.MARKS.items())
    words = [
        f"set label {quoted(text.strip())} at {x}, {y} center front font ',10'"
        for x, y, text in texts
    ]
    commands = [
        # Colours need all their digits.
        "$cells << EOD\n"
        + "".join(f"{x} {y} {dx} {dy} {rgb:d}\n" for x, y, dx, dy, rgb in boxes)
        + "EOD",
        *frame(
            "Times as fast as the fastest of the others, "
            f"{results.cpu_title(data['cpu'])}, {results.shown(data['isa'])}, "
            f"{grid.threads_text(threads)}"
        ),
        f"set lmargin at screen {LEFT / WIDTH:.6g}",
        f"set rmargin at screen {1 - RIGHT / WIDTH:.6g}",
        f"set tmargin at screen {1 - TOP / height:.6g}",
        f"set bmargin at screen {BOTTOM / height:.6g}",
        "set title offset 0, 1.2",
        f"set label {quoted(others + '; red: lanescan is slower')} at screen 0.01, screen "
        f"{38 / height:.6g} font ',10'",
        f"set label {quoted(below)} at screen 0.01, screen {16 / height:.6g} font ',10' "
        f"textcolor '{GREY}'",
        *words,
        "unset key",
        "unset border",
        "unset xtics",
        f"set x2tics ({shape_marks}) scale 0 font ',10'",
        f"set ytics ({row_marks}) scale 0 font ',10'",
        f"set xrange [-0.5:{len(shapes) - 0.5}]",
        f"set x2range [-0.5:{len(shapes) - 0.5}]",
        f"set yrange [-0.5:{len(rows) - 0.5}]",
        plot_command(
            ["$cells using 1:2:3:4:5 with boxxyerror fillstyle solid 1.0 linecolor rgb variable"]
        ),
    ]
    return Plot(name(threads), "", WIDTH, height, commands)


def plots(data):
    return [plot(data, threads, cells) for threads, cells in grid.by_threads(data).items()]


def draw(data, folder):
    """grid.svg, and grid-N.svg of N threads; a sentence where they cannot be drawn."""
    os.makedirs(folder, exist_ok=True)
    chosen = plots(data)
    with tempfile.TemporaryDirectory() as work:
        missing = gnuplot.draw(work, chosen)
        for one in [] if missing else chosen:
            shutil.copyfile(
                os.path.join(work, one.name + ".svg"), os.path.join(folder, one.name + ".svg")
            )
    return missing
