"""The report's pictures: all are there, as SVG and PNG of the right size, and the same from the
same file."""
import os
import shutil
import struct
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import made_up
import grid
import plots
import results


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


class Pictures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.data = made_up.make()
        kept = ("cummax", "logcumsumexp")
        self.data["rows"] = [row for row in self.data["rows"] if row["op"] in kept]
        self.path = made_up.write(os.path.join(self.folder, "made-up.json"), self.data)

    def draw(self, name):
        report = os.path.join(self.folder, name)
        status, out, error = made_up.run("report", self.path, report)
        self.assertEqual((status, error), (0, ""))
        self.assertNotIn("SKIP", out)
        return report

    def test_pictures(self):
        first, second = self.draw("first"), self.draw("second")
        made = plots.make(self.data)
        self.assertGreaterEqual(len(made), 4)
        for plot in made:
            svg, png = (read(first, "plots", f"{plot.name}.{kind}") for kind in ("svg", "png"))
            self.assertEqual(svg, read(second, "plots", plot.name + ".svg"), plot.name)
            self.assertEqual(png, read(second, "plots", plot.name + ".png"), plot.name)
            self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">II", png[16:24]), (plot.width, plot.height))
            text = "".join(xml.etree.ElementTree.fromstring(svg).itertext())
            for word in [results.cpu_title(self.data["cpu"]), *self.words_of(plot)]:
                self.assertIn(word, text, plot.name)
            report = read(first, "report.md").decode()
            self.assertIn(f"(plots/{plot.name}.svg)", report)
            self.assertIn(f"(plots/{plot.name}.png)", report)

    def test_grid(self):
        path = os.path.join(self.folder, "grid.json")
        grid.write(path, made_up.make_grid(made_up.GRID_CELLS))
        for folder in "first", "second":
            status, out, error = made_up.run(
                "grid", "--show", path, "--pictures", os.path.join(self.folder, folder)
            )
            self.assertEqual((status, error), (0, ""))
            self.assertNotIn("SKIP", out)
        svg = read(self.folder, "first", "grid.svg")
        self.assertEqual(svg, read(self.folder, "second", "grid.svg"))
        text = "".join(xml.etree.ElementTree.fromstring(svg).itertext())
        for word in results.cpu_title(self.data["cpu"]), "0.50n", "of 8", "cummax f32":
            self.assertIn(word, text)

    def words_of(self, plot):
        if plot.case:
            return [
                "memcpy",
                "plain loop",
                "generic",
                "AVX2",
                "AVX-512",
                "L1 48 KiB",
                "L2 2 MiB",
                "elements",
                "GB/s",
                "64Ki",
            ]
        if plot.name.startswith("isa"):
            far = made_up.find(
                self.data, contender="memcpy", op="logcumsumexp", type="f32", n=65536
            )["to_plain"]
            return [
                "logcumsumexp f32 normal",
                "times as fast as the plain loop",
                "5x",
                f"{far:.0f}x >",
            ]
        return [
            "f32",
            "f64",
            "ulp",
            "eps",
            "elements per ns",
            "lanescan",
            "plain loop",
            "logcumsumexp",
        ]

    def test_one_row(self):
        self.data["rows"] = [
            made_up.find(
                self.data, type="f32", op="logcumsumexp", isa="avx2", n=65536, layout="line"
            )
        ]
        made_up.write(self.path, self.data)
        report = self.draw("one")
        names = {"isa-avx2", "speed-error"}
        self.assertEqual(
            {name for name in os.listdir(os.path.join(report, "plots")) if name.endswith(".png")},
            {name + ".png" for name in names},
        )

    def test_names_are_quoted(self):
        """Whatever a file holds, none of it is a command of gnuplot."""
        name = "a'b\"c`touch x`\\"
        for row in self.data["rows"]:
            row["data"] = name
        made_up.write(self.path, self.data)
        report = self.draw("quoted")
        texts = [
            read(report, "plots", file).decode()
            for file in os.listdir(os.path.join(report, "plots"))
            if file.endswith(".svg")
        ]
        self.assertTrue(
            any(
                "".join(xml.etree.ElementTree.fromstring(text).itertext()).count(name)
                for text in texts
            )
        )
        self.assertFalse(os.path.exists(os.path.join(report, "plots", "x")))


if __name__ == "__main__":
    if not shutil.which("gnuplot"):
        print("SKIP gnuplot-nox is not installed")
        sys.exit(77)
    unittest.main()
