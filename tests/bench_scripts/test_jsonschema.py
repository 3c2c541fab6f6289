"""The same files for the jsonschema package, so that the schema is what it claims to be: draft 7,
and as strict."""
import copy
import json
import unittest

import broken
import jsonschema
import made_up
import results


class JsonSchema(unittest.TestCase):
    def setUp(self):
        with open(results.SCHEMA, encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft7Validator.check_schema(schema)
        self.validator = jsonschema.Draft7Validator(schema)

    def test_good(self):
        self.validator.validate(made_up.make())

    def test_broken(self):
        good = made_up.make()
        for name, change, _ in broken.SCHEMA:
            data = copy.deepcopy(good)
            change(data)
            self.assertFalse(self.validator.is_valid(data), name)

    def test_contradictions_are_beyond_it(self):
        good = made_up.make()
        for name, change, _ in broken.CONTRADICTIONS:
            data = copy.deepcopy(good)
            change(data)
            self.assertTrue(self.validator.is_valid(data), name)


if __name__ == "__main__":
    unittest.main()
