"""Tests of docs/calls.md."""

import unittest

from pricing import calls, document
from stack.paths import ROOT

_CALL = {"operations": {"TransactWriteItems": 2, "GetItem": 3, "PutItem": 1}, "readUnits": 1.5, "writeUnits": 1200.0}


class Document(unittest.TestCase):
    def setUp(self) -> None:
        self.requests = document.load().measurements["requests"]

    def test_docs_calls_md_is_up_to_date(self) -> None:
        self.assertEqual(calls.DOCUMENT.read_text(), calls.document(self.requests), "Run ./scripts/cost")

    def test_each_recorded_function_exists(self) -> None:
        functions = {path.stem for path in (ROOT / "functions").glob("*/src/bin/*.rs")}
        self.assertLessEqual(self.requests.keys(), functions)

    def test_the_write_calls_of_the_largest_calls_are_within_their_maximum(self) -> None:
        for name, maximum in calls.MAX_WRITE_CALLS.items():
            with self.subTest(name):
                found = calls.write_calls(self.requests[name]["largest"])
                self.assertTrue(0 < found <= maximum, found)


class Rows(unittest.TestCase):
    def test_write_calls_are_the_requests_that_write(self) -> None:
        self.assertEqual(calls.write_calls(_CALL), 3)

    def test_a_row_has_the_requests_and_units_of_a_call(self) -> None:
        text = calls.document({"b": _CALL, "a": {**_CALL, "largest": {**_CALL, "content": "100 items"}}})
        operations = "3 GetItem, 1 PutItem, 2 TransactWriteItems"
        rows = [line for line in text.splitlines() if operations in line]
        self.assertEqual(rows, [
            f"| a | 100 items | 6 | 3 |  | 1.5 | 1,200 | {operations} |",
            f"| a | 6 | 1.5 | 1,200 | {operations} |",
            f"| b | 6 | 1.5 | 1,200 | {operations} |",
        ])


if __name__ == "__main__":
    unittest.main()
