"""What runners say, and what is counted."""

import unittest

from checks import counts
from checks.counts import Counts, judge

CARGO = """
running 3 tests
test result: ok. 3 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
"""
VITEST = """
 Test Files  1 failed | 8 passed (9)
      Tests  \x1b[31m2 failed\x1b[39m | 40 passed | 1 skipped (43)
"""
PLAYWRIGHT = """
Running 9 tests using 1 worker
  ✓  1 signs in (2.1s)
  2 failed
    [chromium] › e2e/a.spec.ts:3:1 › 12 passed by name only
  1 did not run
  6 passed (12.3s)
"""


class Counting(unittest.TestCase):
    def test_each_runner_is_read_by_its_own_words(self) -> None:
        for read, said, expected in (
            (counts.cargo, CARGO, Counts(4, 2)),
            (counts.vitest, VITEST, Counts(40, 2)),
            (counts.playwright, PLAYWRIGHT, Counts(6, 3)),
            (counts.unittest, "....\nRan 4 tests in 0.1s\n\nOK", Counts(4, 0)),
            (counts.unittest, "Ran 4 tests in 0.1s\n\nFAILED (failures=1, errors=2)", Counts(1, 3)),
        ):
            with self.subTest(read.__name__):
                self.assertEqual(judge(read, said, 1 if expected.failed else 0), expected)

    def test_a_program_without_numbers_is_one_test(self) -> None:
        self.assertEqual(judge(None, "fine", 0), Counts(1, 0))
        self.assertEqual(judge(None, "not fine", 2), Counts(0, 1))

    def test_a_run_without_tests_fails(self) -> None:
        self.assertEqual(judge(counts.cargo, "", 0), Counts(0, 1))

    def test_a_runner_that_falls_by_itself_fails(self) -> None:
        said = "test result: ok. 3 passed; 0 failed; 0 ignored"
        self.assertEqual(judge(counts.cargo, said, 101), Counts(3, 1))
