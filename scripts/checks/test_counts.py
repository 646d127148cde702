"""Tests of the counts that are parsed from the output of test runners."""

import unittest

from checks import counts
from checks.counts import Counts, judge

CARGO = """
running 3 tests
test result: ok. 3 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.00s
test area::first ... ok
test area::second ... FAILED
test area::third ... \x1b[31mFAILED\x1b[0m
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


class CountsTest(unittest.TestCase):
    def test_parses_the_output_of_each_runner(self) -> None:
        for read, output, expected in (
            (counts.cargo, CARGO, Counts(4, 2)),
            (counts.vitest, VITEST, Counts(40, 2)),
            (counts.playwright, PLAYWRIGHT, Counts(6, 3)),
            (counts.summary, "ok   /home\nFAIL /coupons\n1 passed, 1 failed\n", Counts(1, 1)),
            (counts.unittest, "....\nRan 4 tests in 0.1s\n\nOK", Counts(4, 0)),
            (counts.unittest, "Ran 4 tests in 0.1s\n\nFAILED (failures=1, errors=2)", Counts(1, 3)),
        ):
            with self.subTest(read.__name__):
                self.assertEqual(judge(read, output, 1 if expected.failed else 0), expected)

    def test_a_program_without_counts_is_one_test(self) -> None:
        self.assertEqual(judge(None, "fine", 0), Counts(1, 0))
        self.assertEqual(judge(None, "not fine", 2), Counts(0, 1))

    def test_a_run_without_tests_fails(self) -> None:
        self.assertEqual(judge(counts.cargo, "", 0), Counts(0, 1))

    def test_a_runner_that_crashes_after_its_tests_fails(self) -> None:
        output = "test result: ok. 3 passed; 0 failed; 0 ignored"
        self.assertEqual(judge(counts.cargo, output, 101), Counts(3, 1))

    def test_names_the_failed_tests_of_a_binary(self) -> None:
        self.assertEqual(counts.failed_cargo_tests(CARGO), ["area::second", "area::third"])

    def test_names_the_files_with_failed_unit_tests(self) -> None:
        output = """
 \x1b[32m✓\x1b[39m |shared| src/lib/day.test.ts (20 tests) 10ms
 \x1b[41m FAIL \x1b[49m |shared| src/pars/parPages.test.tsx > pars > shows today's pars
 FAIL  |shared| src/pars/parPages.test.tsx > pars > shows no pars
 FAIL  |isolated| test/server.test.ts > rejects a call
"""
        self.assertEqual(counts.failed_vitest_files(output), ["src/pars/parPages.test.tsx", "test/server.test.ts"])
        self.assertEqual(counts.failed_vitest_files(" Tests  3 passed (3)"), [])

    def test_shows_flaky_tests_only_if_there_are_any(self) -> None:
        self.assertEqual(str(Counts(3, 1)), "3 passed, 1 failed")
        self.assertEqual(str(Counts(3, 0) + Counts(1, 0, 2)), "4 passed, 0 failed, 2 flaky")
