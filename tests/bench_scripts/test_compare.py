"""compare.py on files whose differences are known."""
import copy
import os
import tempfile
import unittest

import made_up

SLOW = {
    "op": "cumsum",
    "type": "f32",
    "isa": "avx2",
    "n": 1024,
    "layout": "line",
    "contender": "lanescan",
}
FAST = {"op": "logsumexp", "isa": "avx512", "n": 65536, "layout": "line", "contender": "lanescan"}
NOISY = {"op": "cummax", "isa": "avx512", "n": 1024, "layout": "line", "contender": "lanescan"}
COPY = {"op": "cumsum", "type": "f32", "n": 1024, "contender": "memcpy"}


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.first, self.second = os.path.join(folder.name, "first.json"), os.path.join(
            folder.name, "second.json"
        )
        self.before = made_up.make()
        self.after = copy.deepcopy(self.before)

    def compare(self, *arguments):
        made_up.write(self.first, self.before)
        made_up.write(self.second, self.after)
        return made_up.run("compare", self.first, self.second, *arguments)

    def scale(self, factor, **wanted):
        row = made_up.find(self.after, **wanted)
        for name in ("median_ns", "min_ns"):
            row[name] *= factor
        for name in ("gb_per_s", "to_memcpy", "to_plain"):
            row[name] /= factor
        return row

    def listed(self, out):
        """{verdict: lines that have it}"""
        return {
            verdict: [line for line in out.splitlines() if line.endswith(verdict)]
            for verdict in ("faster", "slower")
        }

    def other_cpu(self):
        self.after["cpu"]["name"] = "Another"
        self.after["cpu"]["model"] += 1
        for row in self.after["rows"]:
            row["cpu"] = "Another"
            row["median_ns"] *= 3
            row["gb_per_s"] /= 3

    def test_nothing(self):
        status, out, error = self.compare("--fail-above", "0%")
        self.assertEqual((status, error), (0, ""))
        count = len(self.before["rows"])
        self.assertIn(f"{count} rows in both files, {count} within the noise", out)
        self.assertIn("all 1.000x", out)
        self.assertNotIn("only in", out)
        self.assertEqual(self.listed(out), {"faster": [], "slower": []})

    def test_known_differences(self):
        self.scale(1.3, **SLOW)
        self.scale(0.8, **FAST)
        status, out, _ = self.compare()
        self.assertEqual(status, 0)
        found = self.listed(out)
        self.assertEqual([len(found["slower"]), len(found["faster"])], [1, 1])
        self.assertIn("cumsum f32 uniform, avx2", found["slower"][0])
        self.assertIn("0.77x", found["slower"][0])
        self.assertIn(" 1Ki ", found["slower"][0])
        self.assertIn("logsumexp f64 normal, avx512", found["faster"][0])
        self.assertIn("1.25x", found["faster"][0])
        self.assertLess(out.index("slower\n"), out.index("faster\n"))

    def test_noise(self):
        self.scale(1.3, **NOISY)["spread"] = 0.12  # 3 sqrt(0.01^2 + 0.12^2) = 36 %
        self.scale(1.04, **SLOW)  # 3 sqrt(0.01^2 + 0.01^2) = 4.2 %
        self.assertEqual(self.listed(self.compare()[1]), {"faster": [], "slower": []})
        self.scale(1.005, **SLOW)
        self.assertEqual(len(self.listed(self.compare()[1])["slower"]), 1)

    def test_floor_of_the_noise(self):
        for data in (self.before, self.after):
            made_up.find(data, **SLOW)["spread"] = 0
        self.scale(1.019, **SLOW)
        self.assertEqual(self.listed(self.compare()[1])["slower"], [])
        self.scale(1.003, **SLOW)
        self.assertEqual(len(self.listed(self.compare()[1])["slower"]), 1)

    def test_rows_of_one_file(self):
        self.after["rows"].remove(made_up.find(self.after, **SLOW))
        self.before["rows"].remove(made_up.find(self.before, **FAST))
        status, out, _ = self.compare()
        self.assertEqual(status, 0)
        self.assertRegex(out, r"only in before: 1 rows\n  cumsum f32 uniform, avx2, n = 1Ki\n")
        self.assertRegex(out, r"only in after: 1 rows\n  logsumexp f64 normal, avx512, n = 64Ki\n")

    def test_geometric_means(self):
        for row in self.after["rows"]:
            if row["op"] == "cumsum":
                row["median_ns"] *= 1.25
        _, out, _ = self.compare()
        self.assertIn(
            "cumsum 0.800x, cummax 1.000x, logcumsumexp 1.000x, logsumexp 1.000x, all ", out
        )
        self.assertIn("the machine or the compiler has changed", out)
        self.assertLess(out.index("geometric means"), out.index("rows in both files"))

    def test_other_cpu(self):
        self.other_cpu()
        status, out, _ = self.compare("--fail-above", "10%")
        self.assertEqual(status, 0)
        self.assertIn("The CPUs differ, so ratios are compared", out)
        self.assertNotIn("ns per element", out)
        self.assertEqual(self.listed(out), {"faster": [], "slower": []})
        made_up.find(self.after, **SLOW)["to_plain"] /= 1.5
        made_up.find(self.after, **FAST)["to_memcpy"] *= 2
        status, out, _ = self.compare("--fail-above", "10%")
        self.assertEqual(status, 1)
        self.assertEqual([len(lines) for lines in self.listed(out).values()], [1, 1])
        by_plain, by_memcpy = out.index("times as fast as the plain loop:"), out.index(
            "times as fast as memcpy:"
        )
        self.assertTrue(by_plain < out.index("slower\n") < by_memcpy < out.index("faster\n"))

    def test_noise_of_ratios_is_that_of_both_sides(self):
        self.other_cpu()
        made_up.find(self.after, **SLOW)["to_plain"] /= 1.5
        plain = dict(SLOW, contender="plain", isa=None)
        made_up.find(self.after, **plain)["spread"] = 0.2
        self.assertEqual(self.listed(self.compare()[1])["slower"], [])

    def test_layouts_are_judged_by_memcpy(self):
        """They have no plain loop."""
        for data in (self.before, self.after):
            for row in data["rows"]:
                if row["layout"] != "line":
                    row["to_plain"] = None
        self.other_cpu()
        made_up.find(self.after, op="cumsum", type="f32", layout="first")["to_memcpy"] /= 1.5
        self.assertEqual(self.compare("--fail-above", "40%")[0], 1)
        self.assertEqual(self.compare("--fail-above", "60%")[0], 0)

    def test_fail_above(self):
        self.scale(1.3, **SLOW)
        self.scale(0.5, **FAST)
        self.scale(1.4, **NOISY)["spread"] = 0.2
        for limit, wanted in (("10%", 1), ("10", 1), ("29.5 %", 1), ("31%", 0), ("500%", 0)):
            self.assertEqual(self.compare("--fail-above", limit)[0], wanted, limit)
        self.assertEqual(self.compare()[0], 0)
        self.assertIn("1 rows of lanescan are slower", self.compare("--fail-above", "10%")[1])

    def test_others_do_not_fail(self):
        self.scale(2, **COPY)
        status, out, _ = self.compare("--fail-above", "10%")
        self.assertEqual((status, len(self.listed(out)["slower"])), (0, 1))
        self.scale(1.1, **SLOW)
        _, out, _ = self.compare()
        self.assertLess(out.index("  lanescan "), out.index("  others "))

    def test_wrong_arguments(self):
        for arguments in (["--fail-above", "much"], ["--fail-above"], ["--unknown"]):
            self.assertEqual(self.compare(*arguments)[0], 2, arguments)

    def test_no_row_in_both(self):
        for row in self.after["rows"]:
            row["n"] += 1
        status, _, error = self.compare()
        self.assertEqual((status, error), (2, "compare: no row is in both files\n"))

    def test_broken_files(self):
        self.compare()
        with open(self.first, encoding="utf-8") as file:
            good = file.read()
        broken = [
            "",
            "[]",
            "null",
            "{}",
            good[:1000],
            good.replace("lanescan-bench 1", "lanescan-bench 2"),
            good.replace('"spread": 0.01', '"spread": NaN', 1),
            good.replace('"spread": 0.01', '"spread": 1e999', 1),
            "[" * 100000,
        ]
        for text in broken:
            for path in (self.first, self.second):
                self.compare()
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                status, out, error = made_up.run("compare", self.first, self.second)
                self.assertEqual((status, out), (2, ""), text[:40])
                self.assertRegex(error, rf"^compare: {path} [^\n]+\n$")
        with open(self.first, "wb") as file:
            file.write(b"\xff\xfe")
        self.assertEqual(made_up.run("compare", self.first, self.second)[0], 2)
        os.remove(self.first)
        status, _, error = made_up.run("compare", self.first, self.second)
        self.assertEqual(
            (status, error),
            (2, f"compare: {self.first} cannot be read: No such file or directory\n"),
        )


if __name__ == "__main__":
    unittest.main()
