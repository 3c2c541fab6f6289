"""readme.py: what it writes, and that docs/performance.md is as it would write it."""
import os
import re
import tempfile
import unittest

import made_up
import readme
import results

TEXT = """# x
<!-- machine from {0}: note -->
old
<!-- end of machine -->
kept
<!-- speed from {0}: note -->
<!-- end of speed -->
<!-- large from {0}: note -->
<!-- end of large -->
<!-- layouts from {0}: note -->
<!-- end of layouts -->
<!-- far from {0}: note -->
<!-- end of far -->
"""


class Readme(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = made_up.make()
        self.path = os.path.join(folder.name, "made-up.json")
        made_up.write(self.path, self.data)

    def test_figures(self):
        text = readme.rewrite(TEXT.format(self.path))
        self.assertNotIn("old", text)
        self.assertIn("kept", text)
        self.assertIn("Made Up 9000 (CPU family 6, model 143)", " ".join(text.split()))
        self.assertIn(
            "| 65536 elements, data | memcpy | plain loop | generic | AVX2 | AVX-512 | AVX2 / "
            "plain | AVX-512 / "
            "plain | worst error found |\n|---|--:|--:|--:|--:|--:|--:|--:|---|\n",
            text,
        )
        self.assertIn(
            "| cumsum f32 uniform | 0.089 | 0.770 | 1.100 | 0.610 | 0.400 | 1.26x | 1.92x | 0.50 "
            "ulp |\n",
            text,
        )
        self.assertIn(
            "| cumsum i32 uniform | 0.089 | 0.390 | 0.390 | 0.170 | 0.150 | 2.29x | 2.60x | exact "
            "|\n",
            text,
        )
        self.assertIn("| logcumsumexp f64 normal | ", text)
        self.assertIn(f"| {readme.worst_errors()['logcumsumexp', 'f64']} |\n", text)
        self.assertIn("| cumsum f64 uniform, 512 MiB | 0.889 | ", text)
        self.assertIn("| 0.91x |\n", text)
        self.assertIn(
            "| cumsum f64 uniform | 1.01x | 1.05x | 1.10x | 1.60x | 1.90x | 1.80x |\n", text
        )

    def test_arm(self):
        made_up.write(self.path, made_up.make_arm())
        text = readme.rewrite(TEXT.format(self.path))
        self.assertNotIn("None", text)
        self.assertIn("on Made Up 9000 with 2 logical CPUs, gcc", " ".join(text.split()))
        self.assertIn(
            "| cumsum f32 uniform | 0.089 | 0.770 | 1.100 | 0.610 | 1.26x | 0.50 ulp |\n", text
        )

    def test_nothing_beyond_the_caches(self):
        self.data["rows"] = [row for row in self.data["rows"] if row["n"] <= 65536]
        made_up.write(self.path, self.data)
        text = readme.rewrite(TEXT.format(self.path))
        self.assertNotIn("from memory", text)
        self.assertIn("Arrays larger than the caches were not measured", text)

    def test_layouts_of_large_arrays(self):
        self.assertIn(
            "Layouts of large arrays were not measured", readme.rewrite(TEXT.format(self.path))
        )
        square = made_up.find(self.data, op="cumsum", type="f64", layout="first")
        for layout, time in ("line", 1.0), ("first", 1.25), ("lines_of_8", 1.5):
            self.data["rows"].append(
                {**square, "n": readme.IN_MEMORY, "layout": layout, "median_ns": time}
            )
        memcpy = made_up.find(self.data, op="cumsum", type="f64", contender="memcpy", n=65536)
        self.data["rows"].append({**memcpy, "n": readme.IN_MEMORY, "median_ns": 0.75})
        made_up.write(self.path, self.data)
        text = readme.rewrite(TEXT.format(self.path))
        self.assertIn(
            "| 4 Mi elements, AVX-512 | memcpy | line | square, along the last dimension | ", text
        )
        self.assertIn("| cumsum f64 uniform | 0.750 | 1.000 | - | 1.250 | 1.500 |\n", text)

    def test_again_is_the_same(self):
        text = readme.rewrite(TEXT.format(self.path))
        self.assertEqual(readme.rewrite(text), text)

    def test_a_new_file_takes_the_place_of_the_old(self):
        text = readme.rewrite(TEXT.format("gone.json"), self.path)
        self.assertEqual(text, readme.rewrite(TEXT.format(self.path)))

    def test_two_machines(self):
        other = self.path.replace("made-up", "other")
        made_up.write(other, made_up.make_arm())
        second = f"<!-- another_machine from {other}: note -->\n<!-- end of another_machine -->\n"
        text = readme.rewrite(TEXT.format(self.path) + second)
        self.assertIn("Made Up 9000 (CPU family 6, model 143)", " ".join(text.split()))
        self.assertIn(
            "on Made Up 9000 with 2 logical CPUs, gcc",
            " ".join(text.split()).split("another_machine")[1],
        )
        self.assertEqual(readme.rewrite(text, other), text)
        with self.assertRaises(results.BadFile):
            readme.rewrite(text, "third.json")

    def test_other_numbers_are_seen(self):
        text = readme.rewrite(TEXT.format(self.path))
        made_up.find(self.data, op="cumsum", type="f32", isa="avx2", n=65536)["median_ns"] = 0.5
        for row in self.data["rows"]:
            row["min_ns"] = 0.01
        made_up.write(self.path, self.data)
        self.assertNotEqual(readme.rewrite(text), text)

    def test_wrong_comments(self):
        for text in (
            "none",
            "<!-- price from x.json: -->\n<!-- end of price -->\n",
            TEXT.format("gone.json"),
        ):
            with self.assertRaises(results.BadFile):
                readme.rewrite(text)

    def test_the_worst_errors_are_those_of_the_header(self):
        with open(os.path.join(made_up.ROOT, "include", "lanescan.h"), encoding="utf-8") as file:
            sections = dict(
                re.findall(r"/\* ---- (\w[\w -]*?) -+\n(.*?)\*/", file.read(), re.DOTALL)
            )
        titles = {
            "cumsum": "Running sums",
            "cumprod": "Running products",
            "logcumsumexp": "Running log-sum-exp",
            "logaddexp": "Log-add-exp",
            "linear_recurrence": "Linear recurrences",
        }
        found = {
            case: text for case, text in readme.worst_errors().items() if case[1] in ("f32", "f64")
        }
        self.assertEqual(len(found), 10)
        for (op, element), text in found.items():
            number = re.escape(text.split()[0])
            # Beside the type, not anywhere in the section: f64 first, with the worst that was
            # found.
            said = (
                r"f64\b[^;]*?Worst found: " + number + " eps"
                if element == "f64"
                else "f32: 0[.]5 ulp"
            )
            section = re.sub(r"\s*\n \*\s*", " ", sections[titles[op]])
            self.assertRegex(section, said, f"{op} {element}")
            self.assertEqual(text.startswith("0.50 ulp"), element == "f32")
        beside = re.escape(readme.worst_errors()["linear_recurrence", "f32"].split()[3])
        section = re.sub(r"\s*\n \*\s*", " ", sections["Linear recurrences"])
        self.assertRegex(section, r"f32\b.*Worst found: 0[.]5 ulp [+] " + beside + " eps")

    def test_pictures(self):
        for page, folder in ("README.md", "docs/pictures"), (readme.PAGE, "pictures"):
            with open(os.path.join(made_up.ROOT, page), encoding="utf-8") as file:
                shown = re.findall(r"\]\(([^)]*[.]svg)\)", file.read())
            self.assertTrue(shown, page)
            for path in shown:
                self.assertTrue(
                    os.path.exists(os.path.join(made_up.ROOT, os.path.dirname(page), path)), path
                )
                if not re.fullmatch(rf"{folder}/grid(-[0-9]+)?[.]svg", path):
                    self.assertIn(path, [f"{folder}/{name}.svg" for name in readme.DRAWN])

    def test_the_page_is_up_to_date(self):
        status, out, error = made_up.run("readme", "--check")
        self.assertEqual((status, error), (0, ""), out)


if __name__ == "__main__":
    unittest.main()
