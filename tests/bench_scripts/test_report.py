"""report.py where there is no gnuplot: all but the pictures."""
import os
import statistics
import tempfile
import unittest
from unittest import mock

import made_up
import plots
import results


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.report = os.path.join(self.folder, "new", "report")
        self.data = made_up.make()
        self.path = os.path.join(self.folder, "results.json")

    def make(self, *arguments):
        made_up.write(self.path, self.data)
        with mock.patch.dict(os.environ, PATH=self.folder):
            return made_up.run("report", self.path, self.report, *arguments)

    def text(self):
        with open(os.path.join(self.report, "report.md"), encoding="utf-8") as file:
            return file.read()

    def test_files(self):
        status, out, error = self.make()
        self.assertEqual((status, error), (0, ""))
        self.assertRegex(out, r"(?m)^SKIP: gnuplot is not installed .*gnuplot-nox")
        self.assertEqual(sorted(os.listdir(self.report)), ["plots", "report.md", "results.json"])
        self.assertEqual(
            results.read(os.path.join(self.report, "results.json")), results.read(self.path)
        )
        wanted = {plot.name + ".gp" for plot in plots.make(self.data)}
        self.assertEqual(set(os.listdir(os.path.join(self.report, "plots"))), wanted)
        cases = {name for name in wanted if name.startswith("throughput-")}
        self.assertEqual(len(cases), len(made_up.COMPUTE))
        self.assertEqual(
            wanted - cases,
            {"isas.gp", "isa-generic.gp", "isa-avx2.gp", "isa-avx512.gp", "speed-error.gp"},
        )

    def test_begins_with_lanescan(self):
        """Its speed beside the plain loop, an operation a line, before anything of the machine or
        of others."""
        self.make()
        first = self.text().split("- CPU:")[0]
        rows = [
            row
            for row in self.data["rows"]
            if row["contender"] == "lanescan" and row["n"] == 65536 and row["layout"] == "line"
        ]
        for isa, column in ("generic", 2), ("avx512", 4):
            for op in "cumsum", "all":
                gains = [
                    row["to_plain"]
                    for row in rows
                    if row["isa"] == isa and op in (row["op"], "all")
                ]
                mean = f"{statistics.geometric_mean(gains):.2f}x"
                line = next(line for line in first.splitlines() if line.startswith(f"| {op} |"))
                self.assertEqual(line.split(" | ")[column - 1].strip(" |"), mean, (isa, op))

    def test_text(self):
        self.make()
        text = self.text()
        for part in (
            "# lanescan on Made Up 9000\n",
            "L1 data 48 KiB, L2 unified 2 MiB, L3 unified 105 MiB",
            "gcc 12.2.0",
            "0123abc",
            "## In cache: 64Ki elements",
            "## Short calls: 16 elements",
            "## Layouts: AVX-512, 64Ki elements",
            "### cummax+index f32 normal",
            "rows have more than 10 %.",
        ):
            self.assertIn(part, text)
        self.assertIn(
            "| cumsum f64 uniform | 0.178 | 0.750 | 0.860 | 0.450 | 0.360 | 1.67x | 2.08x | 1.2 "
            "eps |\n",
            text,
        )
        self.assertIn("| cumsum f64 uniform, 64Mi | ", text)
        self.assertIn(
            "| cumsum i32 uniform | 1.01x | 1.05x | 1.10x | 1.60x | 1.90x | 1.80x |\n", text
        )
        self.assertIn("| exact |", text)
        self.assertNotIn(".png", text)
        for block in text.split("\n\n"):
            if block.startswith("| "):
                self.assertEqual(len({line.count("|") for line in block.splitlines()}), 1, block)

    def test_noisy_rows_are_named(self):
        made_up.find(self.data, op="cumsum", type="f64", isa="avx2", n=1024)["spread"] = 0.5
        self.make()
        self.assertIn("| cumsum f64 uniform, avx2 | 1Ki | 0.455 | 50 % |\n", self.text())

    def test_arm(self):
        self.data = made_up.make_arm()
        self.assertEqual(self.make()[0], 0)
        self.assertNotIn("None", self.text())
        self.assertIn("- Caches: unknown\n", self.text())
        self.assertIn("| generic | NEON | NEON / plain | lanescan's error |\n", self.text())
        self.assertIn("## Layouts: NEON, 64Ki elements", self.text())

    def test_few_rows(self):
        """One size of one contender, and no layout of it: nothing to compare with is no error."""
        self.data["rows"] = [made_up.find(self.data, op="cumsum", type="f64", isa="avx2", n=1024)]
        for name in ("to_plain", "to_memcpy", "error", "error_unit"):
            self.data["rows"][0][name] = None
        self.assertEqual(self.make()[0], 0)
        self.data["rows"][0]["layout"] = "reverse"
        self.assertEqual(self.make()[0], 0)
        self.assertEqual(os.listdir(os.path.join(self.report, "plots")), [])

    def test_threads(self):
        self.data = made_up.make_scaling()
        self.assertEqual(self.make()[0], 0)
        text = self.text()
        for heading in (
            "## Threads: as a tensor, 1Mi elements",
            "## Threads: square, along the last dimension, 1Mi elements",
        ):
            self.assertIn(
                heading + "\n\n| ns per element | 1 thread | 2 threads | 4 threads |\n", text
            )
        title = results.case_title(results.case(self.data["rows"][0]))
        time = f"{self.data['rows'][0]['median_ns']:.3f}"
        self.assertIn(f"| {title}, AVX-512 | {time} | 1.50x | 2.50x |\n", text)
        self.assertRegex(text, rf"\| {title}, PyTorch \| [0-9.]+ \| 1\.00x \| 1\.00x \|\n")
        self.assertEqual(
            set(os.listdir(os.path.join(self.report, "plots"))),
            {"threads-tensor-1048576.gp", "threads-last-1048576.gp"},
        )

    def test_layouts_are_those_of_one_thread(self):
        row = dict(made_up.find(self.data, op="cumsum", type="f64", layout="reverse"), threads=2)
        self.make()
        before = self.text()
        self.data["rows"].append(
            dict(row, median_ns=row["median_ns"] * 0.6, min_ns=row["min_ns"] * 0.6)
        )
        self.make()
        table = before[before.index("## Layouts") : before.index("## Instruction sets")]
        self.assertIn(table, self.text())

    def test_wrong_calls(self):
        self.assertEqual(made_up.run("report")[0], 2)
        self.data["rows"] = []
        status, out, error = self.make()
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(error, rf"^report: {self.path} is not a file of results: rows: [^\n]+\n$")
        self.assertFalse(os.path.exists(self.report))


if __name__ == "__main__":
    unittest.main()
