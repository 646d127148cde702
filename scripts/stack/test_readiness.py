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


def _resource(kind: str, name: str) -> readiness.Resource:
    return {"ResourceType": kind, "LogicalResourceId": name, "PhysicalResourceId": name, "StackName": "stack"}


class FakeAws:
    """An environment with alarms, recovery and web ACLs, as far as the test gives them."""

    def __init__(self, **state: Any) -> None:
        self.state = state

    def client(self, _: str) -> "FakeAws":
        return self

    def get_paginator(self, _: str) -> "FakeAws":
        return self

    def paginate(self, **_: object) -> list[dict[str, Any]]:
        return self.state.get("pages", [{"Subscriptions": self.state.get("subscriptions", [])}])

    def get_template(self, *, StackName: str, TemplateStage: str) -> dict[str, Any]:
        return {"TemplateBody": self.state["template"]}

    def get_alias(self, *, FunctionName: str, Name: str) -> dict[str, Any]:
        return self.state["alias"]

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

    def test_reports_alarms_that_do_not_exist_or_do_not_act(self) -> None:
        kinds = {"queue": "CloudWatch::Alarm", "part": "CloudWatch::Alarm", "arn:alarm:whole": "CloudWatch::CompositeAlarm"}
        deployed = [_resource(f"AWS::{kind}", name) for name, kind in kinds.items()]
        queue, part = {"AlarmName": "queue", "AlarmActions": ["topic"]}, {"AlarmName": "part"}
        whole = {"AlarmName": "whole", "AlarmActions": ["topic"], "AlarmRule": 'ALARM("part")'}
        for metric, composite, expected in (
            ([queue, part], [whole], []),
            ([part], [whole], ["the alarm queue does not exist"]),
            ([queue, part], [], ["the alarm part notifies no topic", "the alarm arn:alarm:whole does not exist"]),
            ([queue | {"ActionsEnabled": False}, part], [whole], ["the actions of the alarm queue are disabled"]),
        ):
            with self.subTest(expected):
                aws = FakeAws(pages=[{"MetricAlarms": metric, "CompositeAlarms": composite}])
                self.assertEqual(list(readiness.alarms(aws, deployed)), expected)

    def test_reports_log_groups_without_retention(self) -> None:
        deployed = [_resource("AWS::Logs::LogGroup", "logs")]
        for groups, expected in (
            ([{"logGroupName": "logs", "retentionInDays": 14}], []),
            ([{"logGroupName": "logs"}], ["logs keeps its lines forever"]),
            ([{"logGroupName": "logs-2", "retentionInDays": 14}], ["the log group logs does not exist"]),
        ):
            with self.subTest(expected):
                self.assertEqual(list(readiness.log_retention(FakeAws(pages=[{"logGroups": groups}]), deployed)), expected)

    def test_reports_roles_without_a_policy_of_the_template(self) -> None:
        deployed = [_resource("AWS::IAM::Role", "Role")]
        policies = [{"PolicyName": "first"}, {"PolicyName": "second"}]
        template = {"Resources": {"Role": {"Type": "AWS::IAM::Role", "Properties": {"Policies": policies}}}}
        for names, expected in ((["first", "second"], []), (["first"], ["Role lacks the policy second"])):
            with self.subTest(expected):
                aws = FakeAws(pages=[{"PolicyNames": names}], template=template)
                self.assertEqual(list(readiness.permissions(aws, deployed)), expected)

    def test_reports_aliases_that_do_not_send_all_calls_to_the_deployed_version(self) -> None:
        deployed = [_resource("AWS::Lambda::Version", "arn:f:7"), _resource("AWS::Lambda::Alias", "arn:f:live")]
        for alias, expected in (
            ({"FunctionVersion": "7"}, []),
            ({"FunctionVersion": "6"}, ["arn:f:live sends calls to version 6, which is not the deployed one"]),
            (
                {"FunctionVersion": "7", "RoutingConfig": {"AdditionalVersionWeights": {"8": 0.1}}},
                ["arn:f:live sends a part of the calls to version 8"],
            ),
        ):
            with self.subTest(expected):
                self.assertEqual(list(readiness.aliases(FakeAws(alias=alias), deployed)), expected)

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
