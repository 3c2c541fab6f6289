"""The check of files against results.schema.json, without any package."""
import copy
import gzip
import json
import os
import tempfile
import unittest

import broken
import made_up
import grid
import results
import schema


class Schema(unittest.TestCase):
    def test_good(self):
        self.assertEqual(results.problems(made_up.make()), [])

    def test_nulls(self):
        data = made_up.make()
        data["library"]["commit"] = data["cpu"]["microarchitecture"] = data["cpu"]["family"] = None
        data["rows"][3].update(to_plain=None, to_memcpy=None, error=None, error_unit=None)
        self.assertEqual(results.problems(data), [])

    def test_broken(self):
        good = made_up.make()
        for name, change, word in broken.SCHEMA + broken.CONTRADICTIONS:
            data = copy.deepcopy(good)
            change(data)
            found = results.problems(data)
            self.assertEqual(len(found), 1, f"{name}: {found}")
            self.assertIn(word, found[0], name)

    def test_not_an_object(self):
        for data in ([], None, 3, "x", True):
            self.assertEqual(len(results.problems(data)), 1)

    def test_unknown_keywords_are_refused(self):
        for keyword in (
            {"maximum": 3},
            {"items": {"format": "date"}},
            {"additionalProperties": True},
        ):
            with self.assertRaises(ValueError):
                list(schema.errors([{}] if "items" in keyword else {}, keyword))

    def test_command(self):
        with tempfile.TemporaryDirectory() as folder:
            path = made_up.write(os.path.join(folder, "results.json"), made_up.make())
            status, out, error = made_up.run("results", path, path)
            self.assertEqual((status, len(out.splitlines()), error), (0, 2, ""))
            with open(path, "w", encoding="utf-8") as file:
                json.dump({}, file)
            status, out, error = made_up.run("results", path)
            self.assertEqual((status, out), (2, ""))
            self.assertEqual(
                error,
                f"{path} is not a file of results: the file: format is missing (and 5 more)\n",
            )
        self.assertEqual(made_up.run("results")[0], 2)

    def test_compressed(self):
        with tempfile.TemporaryDirectory() as folder:
            plain = made_up.write(os.path.join(folder, "results.json"), made_up.make())
            path = plain + ".gz"
            with open(plain, "rb") as file, gzip.open(path, "wb") as packed:
                packed.write(file.read())
            self.assertEqual(results.read(path), results.read(plain))
            with open(path, "rb") as file:
                whole = file.read()
            for broken_file in (whole[:-9], b"{}", whole[:30] + bytes(9) + whole[39:]):
                with open(path, "wb") as file:
                    file.write(broken_file)
                with self.assertRaisesRegex(results.BadFile, "is not a whole gzip file"):
                    results.read(path)

    def test_committed_results(self):
        folder = os.path.join(made_up.BENCH, "results")
        names = os.listdir(folder)
        self.assertTrue(names)
        for name in names:
            path = os.path.join(folder, name)
            if "-grid" in name:
                self.assertEqual(name, results.slug(grid.read(path)["cpu"]) + "-grid.json.gz")
                continue
            data = results.read(path)
            kind = "-threads" if any(results.threads(row) > 1 for row in data["rows"]) else ""
            self.assertEqual(name, results.slug(data["cpu"]) + kind + ".json.gz")


if __name__ == "__main__":
    unittest.main()
