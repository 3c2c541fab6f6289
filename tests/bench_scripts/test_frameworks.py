"""frameworks.py: its judge of errors, its numbers, and a whole run where NumPy or PyTorch is.

    test_frameworks.py liblanescan.so
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

import made_up
import exact
import frameworks
import results

LIBRARY = sys.argv.pop()


class Exact(unittest.TestCase):
    def greatest(self, op, element, inputs, got):
        return exact.greatest(op, element, list(exact.REFERENCES[op](*inputs)), got)

    def test_the_contract_s_example(self):
        self.assertLess(
            self.greatest("logcumsumexp", "f64", [[0.0, -40.0]], [0.0, 4.248354255291589e-18]), 0.5
        )
        self.assertGreater(self.greatest("logcumsumexp", "f64", [[0.0, -40.0]], [0.0, 0.0]), 0.9)

    def test_units(self):
        eps = 2.0**-52
        self.assertEqual(self.greatest("cumsum", "f64", [[1.0, -1.0]], [1.0, 4 * eps]), 2)
        self.assertEqual(self.greatest("cumsum", "f32", [[1.0, 0.5]], [1.0, 1.5 + 2**-22]), 2)
        self.assertEqual(self.greatest("cumprod", "f64", [[1.0, 1.5]], [1.0, 1.5 + 3 * eps]), 3)
        self.assertEqual(self.greatest("cumprod", "f32", [[2.0]], [2 + 2.0**-22]), 1)
        self.assertEqual(self.greatest("cummax", "f64", [[1.0, 3.0, 2.0]], [1.0, 2.0, 2.0]), 2)
        log3 = math.log(3)
        wrong = self.greatest("logaddexp", "f64", [[0.0], [math.log(2)]], [log3 + 5 * log3 * eps])
        self.assertAlmostEqual(wrong, 5, delta=0.6)

    def test_exactly_right(self):
        for op, x, y in (
            ("cumsum", [0.1, 0.2], [0.1, 0.30000000000000004]),
            ("cummax", [2.0, 1.0], [2.0, 2.0]),
            ("logsumexp", [0.0, 0.0], [math.log(2)]),
            ("logaddexp", [0.0], [math.log(2)]),
        ):
            inputs = [x, x] if op == "logaddexp" else [x]
            self.assertLess(self.greatest(op, "f64", inputs, y), 0.51, op)

    def test_positions(self):
        self.assertEqual(exact.wrong_positions([1.0, 3.0, 2.0, 3.0], [0, 1, 1, 3]), 0)
        self.assertEqual(exact.wrong_positions([1.0, 3.0, 2.0, 3.0], [0, 1, 2, 1]), 2)

    def test_no_number(self):
        self.assertEqual(self.greatest("cumsum", "f64", [[1.0]], [math.nan]), math.inf)


class Numbers(unittest.TestCase):
    def test_kinds(self):
        """The first numbers of bench/data.c; splitmix64 from 1 begins with 0x910a2dec89025cc1."""
        self.assertEqual(
            next(frameworks.uniform(1)), (0x910A2DEC89025CC1 >> 12) * 2.0**-52 + 2.0**-53
        )
        for kind in ("uniform", "normal", "factors", "log_probs"):
            (values,) = frameworks.numbers(kind, 1001, False)
            self.assertEqual(len(values), 1001)
            self.assertTrue(all(map(math.isfinite, values)))
        self.assertEqual([len(values) for values in frameworks.numbers("normal", 7, True)], [7, 7])
        self.assertAlmostEqual(
            math.prod(frameworks.numbers("factors", 1000, False)[0]), 1, places=9
        )
        self.assertAlmostEqual(
            math.fsum(map(math.exp, frameworks.numbers("log_probs", 5000, False)[0])), 1, places=1
        )


class Run(unittest.TestCase):
    def run_it(self, *arguments):
        return subprocess.run(
            [
                sys.executable,
                "-B",
                os.path.join(made_up.BENCH, "frameworks.py"),
                "--library",
                LIBRARY,
                *arguments,
            ],
            check=False,
            capture_output=True,
            text=True,
        )

    def test_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            path = made_up.write(os.path.join(folder, "results.json"), made_up.make())
            before = results.read(path)
            done = self.run_it("--n", "200", "--json", path)
            if done.returncode == 77:
                self.skipTest(done.stdout)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            after = results.read(path)
            new = after["rows"][len(before["rows"]) :]
            self.assertEqual(after["rows"][: len(before["rows"])], before["rows"])
            self.assertGreaterEqual(len(new), 14)
            self.assertTrue({row["contender"] for row in new} <= {"numpy", "torch", "jax"})
            for row in new:
                limit = 0 if row["op"] == "cummax" else 1e5
                self.assertLessEqual(row["error"], limit, row)
            ours = [
                line.split()
                for line in done.stdout.splitlines()
                if line.endswith((" ulp", " eps", " exact"))
            ]
            self.assertEqual(len(ours), 2 * len(frameworks.CASES))
            done = self.run_it("--n", "200", "--json", path)
            self.assertEqual(len(results.read(path)["rows"]), len(after["rows"]))

    def test_broken_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "results.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump([], file)
            done = self.run_it("--json", path)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(
                done.stderr, rf"^frameworks: {path} is not a file of results: [^\n]+\n$"
            )

    def test_no_library(self):
        done = subprocess.run(
            [sys.executable, os.path.join(made_up.BENCH, "frameworks.py"), "--library", "/none.so"],
            check=False,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^frameworks: the library cannot be loaded: [^\n]+\n$")


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    for _, reason in result.skipped:
        print(reason)
    sys.exit(77 if result.skipped and result.wasSuccessful() else not result.wasSuccessful())
