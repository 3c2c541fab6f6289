"""grid.py: its cases, its table on made-up times, its refusals, and a run of some cells where NumPy
is.

    test_grid.py liblanescan.so liblanescan-bench-threads.so lanescan-bench
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

import made_up
import grid
import grid_picture
import readme
from made_up import GRID_CELLS as MADE_UP, grid_cell as cell

PROGRAM = sys.argv.pop()
THREADS_LIBRARY = sys.argv.pop()
LIBRARY = sys.argv.pop()


class Table(unittest.TestCase):
    def test_best_of_the_others(self):
        self.assertEqual(
            [grid.best_of(one) for one in MADE_UP[:3]], [("torch", 2), ("numpy", 0.5), ("jax", 100)]
        )
        self.assertIsNone(grid.best_of(MADE_UP[3])[0])

    def test_summary(self):
        mean = math.cbrt(100) if hasattr(math, "cbrt") else 100 ** (1 / 3)
        self.assertEqual(
            grid.summary(MADE_UP),
            f"3 cells: {mean:.2f} times as fast as the best of the others in the "
            "geometric mean, at least 0.50 times; slower in 1.",
        )

    def test_markdown(self):
        self.assertEqual(
            list(grid.markdown(MADE_UP)),
            [
                "| | 65536 | of 8 |",
                "|---|--:|--:|",
                "| cumsum f32 | 2.00t | **0.50n** |",
                "| cummax f32 | 100j |  |",
                "| logcumsumexp f32 |  | alone |",
            ],
        )

    def test_slower_is_red(self):
        self.assertIn("\033[31m", grid.cell_text(MADE_UP[1], True))
        self.assertNotIn(
            "\033", grid.cell_text(MADE_UP[0], True) + grid.cell_text(MADE_UP[1], False)
        )

    def test_what_is_measured_again_is_replaced(self):
        old = made_up.make_grid(MADE_UP)
        new = made_up.make_grid(
            [cell("cumsum", "of 8", lanescan=1.0), cell("cumsum", "of 8", 2, lanescan=1.0)]
        )
        with self.assertRaises(grid.Refused):
            grid.merge(old | {"library": old["library"] | {"commit": "another"}}, new)
        merged = grid.merge(old, new)["cells"]
        self.assertEqual(len(merged), 5)
        self.assertEqual(
            [one["ns"] for one in merged if one["shape"] == "of 8" and one["op"] == "cumsum"],
            [{"lanescan": 1.0}] * 2,
        )


class Pictures(unittest.TestCase):
    def test_colours(self):
        """Red below 1, blue from there on, each deeper the further away, up to an end."""
        red, _, red_blue = grid_picture.colour(0.5).to_bytes(3, "big")
        blue_red, _, blue = grid_picture.colour(2).to_bytes(3, "big")
        self.assertGreater(red, red_blue)
        self.assertGreater(blue, blue_red)
        depths = [grid_picture.colour(ratio) & 0xFF for ratio in (0.99, 0.5, 0.25, 0.1)]
        self.assertEqual(depths, sorted(depths, reverse=True))
        self.assertEqual(depths[-1], depths[-2])
        self.assertEqual(grid_picture.colour(math.nan), grid_picture.ALONE)

    def test_every_cell_has_its_box_and_its_words(self):
        cells = [*MADE_UP, cell("cumsum", "of 8", 4, lanescan=1.0, torch=3.0)]
        first, second = grid_picture.plots(made_up.make_grid(cells))
        self.assertEqual((first.name, second.name), ("grid", "grid-4"))
        script = first.script()
        for text in "'2.00t'", "'0.50n'", "'100j'", "'alone'", "'logcumsumexp f32' 0", "PyTorch 3":
            self.assertIn(text, script)
        box = f"1 2 0.48 0.46 {grid_picture.colour(0.5)}"  # cumsum, of 8
        self.assertIn(box, script.splitlines())

    def test_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grid.json.gz")
            grid.write(path, made_up.make_grid(MADE_UP))
            with open(path, "rb") as file:
                first = file.read()
            grid.write(path, grid.read(path))
            with open(path, "rb") as file:
                self.assertEqual(file.read(), first)
            text = readme.rewrite(f"<!-- grid from {path}: note -->\n<!-- end of grid -->\n")
            self.assertIn(grid.summary(MADE_UP).split(":")[0], " ".join(text.split()))
            self.assertIn("(pictures/grid.svg)", text)
            self.assertEqual(readme.rewrite(text), text)


class Run(unittest.TestCase):
    def run_it(self, *arguments):
        return subprocess.run(
            [
                sys.executable,
                "-B",
                os.path.join(made_up.BENCH, "grid.py"),
                "--library",
                LIBRARY,
                "--threads-library",
                THREADS_LIBRARY,
                "--program",
                PROGRAM,
                *arguments,
            ],
            check=False,
            capture_output=True,
            text=True,
        )

    def test_cells(self):
        """Two threads, whether or not there are two cores: the second library is used."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grid.json.gz")
            done = self.run_it(
                "--threads",
                "2",
                "--only",
                "cummax f64, middle",
                "--repetitions",
                "2",
                "--json",
                path,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            data = grid.read(path)
            self.assertEqual(data["method"]["repetitions"], 2)
            self.assertIn("family", data["cpu"])
            self.assertEqual(
                [(one["op"], one["type"], one["shape"], one["threads"]) for one in data["cells"]],
                [("cummax", "f64", "middle", 2)],
            )
            self.assertTrue({"lanescan", "numpy"} <= set(data["cells"][0]["ns"]))
            self.assertIn("cummax f64", done.stdout)
            again = self.run_it("--show", path)
            self.assertEqual((again.returncode, again.stderr), (0, ""))
            self.assertIn(again.stdout.strip(), done.stdout)

    def test_not_a_file_of_the_grid(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grid.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump([], file)
            for arguments in (["--show", path], ["--json", path]):
                done = self.run_it(*arguments)
                self.assertEqual(
                    (done.returncode, done.stderr),
                    (2, f"grid: {path} is not a file of this program\n"),
                )

    def test_no_library(self):
        done = subprocess.run(
            [
                sys.executable,
                os.path.join(made_up.BENCH, "grid.py"),
                "--library",
                "/none.so",
                "--threads",
                "1",
            ],
            check=False,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"grid: [^\n]*/none\.so[^\n]+\n$")


class Cases(unittest.TestCase):
    def test_data(self):
        import grid_cases
        import numpy as np

        for op, with_index, kind, data, _, shape, dim in grid_cases.cells():
            if shape == (65536,):
                work = grid_cases.make(op, with_index, kind, data, shape, dim)
                self.assertTrue(np.isfinite(grid_cases.as_numbers(work.x, kind)).all(), (op, kind))
        factors = grid_cases.make("cumprod", False, "f64", "factors", (64, 33), 1).x
        self.assertTrue((abs(np.cumprod(factors, 1)[:, 1::2] - 1) < 1e-9).all())
        bits = grid_cases.stored(np.array([1.0, 1 + 2**-8, 1 + 3 * 2**-8, -2.0]), "bf16")
        self.assertEqual(list(grid_cases.as_numbers(bits, "bf16")), [1.0, 1.0, 1 + 2**-6, -2.0])

    def test_another_computation_is_refused(self):
        import grid_cases
        import numpy as np

        work = grid_cases.make("cumsum", False, "f64", "normal", (4, 1000), 1)
        right = np.cumsum(work.x, 1)
        grid.disagreement(work, "one", right, right * (1 + 1e-6))
        with self.assertRaises(grid.Refused):
            grid.disagreement(work, "one", right, np.cumsum(work.x, 0))

    def test_who_disagrees_is_left_out(self):
        """Unless all others do."""
        import grid_cases
        import numpy as np

        class Made:
            def __init__(self, name, right):
                self.name, self.right = name, right

            def call(self, work):
                return lambda: np.copyto(work.y, np.cumsum(work.x, 1) + (0 if self.right else 9))

        work = grid_cases.make("cumsum", False, "f64", "normal", (4, 1000), 1)
        ours, right, wrong = Made("lanescan", True), Made("numpy", True), Made("torch", False)
        ns, _, others = grid.measure([ours, right, wrong], work, 1, 1)
        self.assertEqual((set(ns), list(others)), ({"lanescan", "numpy"}, ["torch"]))
        with self.assertRaises(grid.Refused):
            grid.measure([ours, wrong], work, 1, 1)


if __name__ == "__main__":
    unittest.main()
