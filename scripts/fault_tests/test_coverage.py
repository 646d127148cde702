"""Tests that every writing function has a scenario or a reason."""

import unittest

from fault_tests import coverage, documents, scenarios
from fault_tests.client import functions
from fault_tests.main import operations
from fault_tests.scenario import SCENARIOS


class CoverageTest(unittest.TestCase):
    def setUp(self) -> None:
        scenarios.load()

    def test_each_writing_function_has_a_scenario_or_a_reason(self) -> None:
        missing = coverage.writing_functions() - coverage.covered_functions() - coverage.NOT_COVERED.keys()
        self.assertEqual(missing, set(), "add a scenario in scripts/fault_tests/scenarios")

    def test_no_function_has_a_scenario_and_a_reason(self) -> None:
        self.assertEqual(coverage.covered_functions() & coverage.NOT_COVERED.keys(), set())

    def test_each_reason_belongs_to_a_writing_function(self) -> None:
        self.assertEqual(coverage.NOT_COVERED.keys() - coverage.writing_functions(), set())

    def test_each_scenario_belongs_to_an_operation_or_a_worker(self) -> None:
        by_kind = {each.name: each.kind for _, each in operations()}
        self.assertEqual(by_kind.keys(), SCENARIOS.keys())
        workers = [name for name, kind in by_kind.items() if kind == "worker"]
        self.assertEqual([name for name in workers if name in functions()], [])

    def test_a_document_has_the_fragments_that_it_uses(self) -> None:
        document = documents.mutations()["deleteScheduleChange"]
        self.assertIn("mutation deleteScheduleChange", document)
        self.assertEqual(document.count("fragment ScheduledChange on ScheduleChange"), 1)


if __name__ == "__main__":
    unittest.main()
