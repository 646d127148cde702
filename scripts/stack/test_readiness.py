"""Tests of the checks of an account and of a deployed environment."""

import unittest
from typing import Any

from stack import quotas, readiness
from stack.quotas import Need

_OUTPUTS = {
    "AlarmTopic": "topic",
    "GraphQLApiArn": "graphql",
    "RestStageArn": "rest",
    "LiveApiArn": "live",
    "WebDistribution": "web",
    "AuditTable": "audit",
    "LocationsTable": "locations",
}


class FakeAws:
    """An environment with alarms, recovery and web ACLs, as far as the test gives them."""

    def __init__(self, **state: Any) -> None:
        self.state = state

    def client(self, _: str) -> "FakeAws":
        return self

    def get_paginator(self, _: str) -> "FakeAws":
        return self

    def paginate(self, **_: object) -> list[dict[str, Any]]:
        return [{"Subscriptions": self.state["subscriptions"]}]

    def describe_continuous_backups(self, *, TableName: str) -> dict[str, Any]:
        status = "ENABLED" if TableName in self.state["recovered"] else "DISABLED"
        return {"ContinuousBackupsDescription": {"PointInTimeRecoveryDescription": {"PointInTimeRecoveryStatus": status}}}

    def get_web_acl_for_resource(self, *, ResourceArn: str) -> dict[str, Any]:
        return {"WebACL": {}} if ResourceArn in self.state["protected"] else {}

    def get_distribution_config(self, *, Id: str) -> dict[str, Any]:
        return {"DistributionConfig": {"WebACLId": "arn" if Id in self.state["protected"] else ""}}

    def get_account_settings(self) -> dict[str, Any]:
        limit = {"ConcurrentExecutions": self.state["concurrency"], "TotalCodeSize": 100}
        return {"AccountLimit": limit, "AccountUsage": {"TotalCodeSize": self.state["code"]}}


class Readiness(unittest.TestCase):
    def test_reports_a_topic_without_a_confirmed_subscription(self) -> None:
        confirmed, pending = ({"SubscriptionArn": arn, "Endpoint": "a@b.co"} for arn in ("arn:1", "PendingConfirmation"))
        for subscriptions, count in (([confirmed], 0), ([], 1), ([pending], 2), ([confirmed, pending], 1)):
            with self.subTest(subscriptions):
                found = list(readiness.alarm_receivers(FakeAws(subscriptions=subscriptions), _OUTPUTS))
                self.assertEqual(len(found), count)

    def test_reports_tables_without_recovery(self) -> None:
        found = list(readiness.recovery(FakeAws(recovered=["audit"]), _OUTPUTS))
        self.assertEqual(found, ["locations has no point-in-time recovery"])

    def test_reports_public_edges_without_a_web_acl(self) -> None:
        self.assertEqual(list(readiness.firewall(FakeAws(protected=["graphql", "rest", "live", "web"]), _OUTPUTS)), [])
        self.assertEqual(len(list(readiness.firewall(FakeAws(protected=[]), _OUTPUTS))), 4)

    def test_reports_quotas_of_a_new_account_and_full_storage(self) -> None:
        self.assertEqual(list(readiness.account_quotas(FakeAws(concurrency=1000, code=50), _OUTPUTS)), [])
        concurrency, storage = readiness.account_quotas(FakeAws(concurrency=10, code=95), _OUTPUTS)
        self.assertTrue(concurrency.startswith("Concurrent executions of Lambda: "))
        self.assertTrue(storage.startswith("Bytes of function code: "))

    def test_the_outputs_exist_in_the_root_template(self) -> None:
        from checks.templates import ROOT_TEMPLATE

        self.assertLessEqual(set(_OUTPUTS), set(ROOT_TEMPLATE["Outputs"]))


class Quotas(unittest.TestCase):
    def test_a_quota_is_too_small_only_if_the_need_exceeds_it(self) -> None:
        self.assertEqual(quotas.shortages([Need("IAM roles", 1000, 800, 200)]), [])
        self.assertEqual(
            quotas.shortages([Need("IAM roles", 1000, 801, 200)]),
            ["IAM roles: 801 in use, 200 more are needed, but the quota is 1,000. Request a higher one"],
        )


if __name__ == "__main__":
    unittest.main()
