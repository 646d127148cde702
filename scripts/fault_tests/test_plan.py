"""Tests of the faults' order."""

import unittest

from fault_tests.plan import DUPLICATE, STALL, plans

_CALLS = [
    ("dynamodb", "GetItem"),
    ("dynamodb", "PutItem"),
    ("dynamodb", "TransactWriteItems"),
    ("sqs", "SendMessage"),
    ("appsync", "EventPublish"),
]


class PlanTest(unittest.TestCase):
    def test_the_same_seed_has_the_same_faults(self) -> None:
        self.assertEqual(plans(_CALLS, "1:create", 200), plans(_CALLS, "1:create", 200))
        self.assertNotEqual(plans(_CALLS, "1:create", 200), plans(_CALLS, "2:create", 200))

    def test_the_first_faults_contain_each_kind_once(self) -> None:
        kinds = {plan.label for plan in plans(_CALLS, "1", 2000)}
        self.assertEqual({plan.label for plan in plans(_CALLS, "1", len(kinds))}, kinds)
        self.assertLessEqual({DUPLICATE, STALL, "timeout", "kill-before", "throttled from there on"}, kinds)

    def test_transactions_are_canceled_and_other_calls_are_not(self) -> None:
        canceled = {plan.operation for plan in plans(_CALLS, "1", 2000) if plan.kind.startswith("canceled")}
        self.assertEqual(canceled, {"TransactWriteItems"})

    def test_faults_of_dynamodb_do_not_occur_at_other_services(self) -> None:
        kinds = {plan.kind for plan in plans([("sqs", "SendMessage")], "1", 500)}
        self.assertEqual(kinds & {"throughput-exceeded", "request-limit", "in-progress", "item-conflict"}, set())

    def test_most_faults_are_fast(self) -> None:
        slow = [plan for plan in plans(_CALLS, "1", 1000) if plan.persistent or plan.kind in ("timeout", "timeout-after", STALL)]
        self.assertLess(len(slow), 40)


if __name__ == "__main__":
    unittest.main()
