"""grid.py: its cases, its table on made-up times, its refusals, and a run of some cells where NumPy
is.

    test_grid.py liblanescan.so liblanescan-bench-threads.so
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

THREADS_LIBRARY = sys.argv.pop()
LIBRARY = sys.argv.pop()


def cell(op, shape, threads=1, **ns):
    return {
        "op": op,
        "with_index": False,
        "type": "f32",
        "data": "normal",
        "shape": shape,
        "threads": threads,
        "ns": ns,
        "tried_once": [],
    }


MADE_UP = [
    cell("cumsum", "65536", lanescan=0.5, numpy=2.0, torch=1.0),
    cell("cumsum", "of 8", lanescan=2.0, numpy=1.0, torch=4.0),
    cell("cummax", "65536", lanescan=0.1, jax=10.0),
    cell("logcumsumexp", "of 8", lanescan=0.1),
]


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
        old, new = {"cells": MADE_UP}, {
            "cells": [cell("cumsum", "of 8", lanescan=1.0), cell("cumsum", "of 8", 2, lanescan=1.0)]
        }
        merged = grid.merge(old, new)["cells"]
        self.assertEqual(len(merged), 5)
        self.assertEqual(
            [one["ns"] for one in merged if one["shape"] == "of 8" and one["op"] == "cumsum"],
            [{"lanescan": 1.0}] * 2,
        )


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
                *arguments,
            ],
            check=False,
            capture_output=True,
            text=True,
        )

    def test_cells(self):
        """Two threads, whether or not there are two cores: the second library is used."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "grid.json")
            done = self.run_it("--threads", "2", "--only", "cummax f64, middle", "--json", path)
            self.assertEqual(done.returncode, 0, done.stderr)
            data = grid.read(path)
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


if __name__ == "__main__":
    unittest.main()
