"""Rules of the templates that neither cfn-lint nor sam knows."""

import re
import unittest
from collections.abc import Iterator
from typing import Any

import yaml

from stack.places import ROOT

# AppSync waits 30 seconds for a function, API Gateway 29: a function that takes longer answers to no one.
_APPSYNC_SECONDS, _API_GATEWAY_SECONDS = 30, 29
# Cognito waits this long for a trigger.
_TRIGGER_SECONDS = 5


class _Loader(yaml.SafeLoader):
    """Reads `!Ref X` as `{"Ref": "X"}`, and so on."""


def _function(loader: yaml.Loader, tag: str, node: yaml.Node) -> dict[str, Any]:
    name = tag if tag in ("Ref", "Condition") else f"Fn::{tag}"
    if isinstance(node, yaml.ScalarNode):
        return {name: loader.construct_scalar(node)}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    return {name: loader.construct_mapping(node, deep=True)}


_Loader.add_multi_constructor("!", _function)


def _template(path: str) -> dict[str, Any]:
    # A subclass of the safe loader.
    return yaml.load((ROOT / path).read_text(), _Loader)  # noqa: S506


ROOT_TEMPLATE = _template("template.yaml")
NESTED = {
    name: (stack["Properties"]["Location"], _template(stack["Properties"]["Location"]), stack)
    for name, stack in ROOT_TEMPLATE["Resources"].items()
    if stack["Type"] == "AWS::Serverless::Application"
}


def _of_type(template: dict[str, Any], kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, resource) for name, resource in template["Resources"].items() if resource["Type"] == kind)


def _functions() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Each function: its template, its binary, its properties, and those of the template's globals."""
    for path, template, _ in NESTED.values():
        for _, resource in _of_type(template, "AWS::Serverless::Function"):
            properties = resource["Properties"]
            yield path, properties["CodeUri"].split("/")[-2], properties, template["Globals"]["Function"]


def _variables(properties: dict[str, Any], common: dict[str, Any]) -> set[str]:
    own, shared = (each.get("Environment", {}).get("Variables", {}) for each in (properties, common))
    return {*own, *shared}


class Templates(unittest.TestCase):
    def test_functions_end_before_their_caller_stops_waiting(self) -> None:
        for path, name, properties, common in _functions():
            timeout = properties.get("Timeout", common.get("Timeout"))
            limit = None
            if path.startswith("infra/graphql-"):
                limit = _APPSYNC_SECONDS - 1
            elif path == "infra/rest.yaml":
                limit = _API_GATEWAY_SECONDS - 1
            elif path == "infra/triggers.yaml":
                limit = _TRIGGER_SECONDS
            with self.subTest(name):
                self.assertIsInstance(timeout, int)
                if limit is not None:
                    self.assertLessEqual(timeout, limit)

    def test_queues_hide_a_message_for_six_times_the_time_of_its_consumer(self) -> None:
        workers, queues = NESTED["Workers"][1], NESTED["Messaging"][1]
        outputs = {name: output["Value"] for name, output in queues["Outputs"].items()}
        given = NESTED["Workers"][2]["Properties"]["Parameters"]
        for name, mapping in _of_type(workers, "AWS::Lambda::EventSourceMapping"):
            function = workers["Resources"][mapping["Properties"]["FunctionName"]["Ref"]]["Properties"]
            timeout = function.get("Timeout", workers["Globals"]["Function"]["Timeout"])
            output = given[mapping["Properties"]["EventSourceArn"]["Ref"]]["Fn::GetAtt"].removeprefix("Messaging.Outputs.")
            queue = queues["Resources"][outputs[output]["Fn::GetAtt"].removesuffix(".Arn")]
            with self.subTest(name):
                self.assertGreaterEqual(queue["Properties"]["VisibilityTimeout"], 6 * timeout)

    def test_log_groups_forget_their_lines(self) -> None:
        for path, template, _ in NESTED.values():
            for name, group in _of_type(template, "AWS::Logs::LogGroup"):
                with self.subTest(f"{path}: {name}"):
                    self.assertIn("RetentionInDays", group["Properties"])

    def test_all_that_logs_has_a_log_group_of_ours(self) -> None:
        for _, name, properties, common in _functions():
            with self.subTest(name):
                group = {**common.get("LoggingConfig", {}), **properties.get("LoggingConfig", {})}.get("LogGroup")
                self.assertIsNotNone(group)
        for path, template, _ in NESTED.values():
            for kind in ("AWS::AppSync::GraphQLApi", "AWS::AppSync::Api"):
                for name, _ in _of_type(template, kind):
                    groups = [group["Properties"].get("LogGroupName") for _, group in _of_type(template, "AWS::Logs::LogGroup")]
                    with self.subTest(f"{path}: {name}"):
                        self.assertIn({"Fn::Sub": f"/aws/appsync/apis/${{{name}.ApiId}}"}, groups)

    def test_the_function_that_reads_the_log_logs_elsewhere(self) -> None:
        workers = NESTED["Workers"][1]
        [(_, subscription)] = _of_type(workers, "AWS::Logs::SubscriptionFilter")
        reader = workers["Resources"]["RecordAnalyticsFunction"]["Properties"]
        self.assertNotEqual(reader["LoggingConfig"]["LogGroup"], subscription["Properties"]["LogGroupName"])
        given = NESTED["Workers"][2]["Properties"]["Parameters"]
        groups = {given[where["Ref"]]["Fn::GetAtt"] for where in (reader["LoggingConfig"]["LogGroup"], subscription["Properties"]["LogGroupName"])}
        self.assertEqual(len(groups), 2)

    def test_metrics_and_alarms_are_kept_apart_by_environment(self) -> None:
        for _, name, properties, common in _functions():
            with self.subTest(name):
                self.assertIn("LARDER_ENVIRONMENT", _variables(properties, common))
        monitoring = NESTED["Monitoring"][1]
        for name, alarm in _of_type(monitoring, "AWS::CloudWatch::Alarm"):
            namespace = alarm["Properties"].get("Namespace")
            if namespace is not None and not str(namespace).startswith("AWS/"):
                with self.subTest(name):
                    self.assertEqual(namespace, {"Fn::Sub": "Larder/${Environment}"})

    def test_graphql_stacks_are_created_one_after_another(self) -> None:
        stacks = [name for name, (path, _, _) in NESTED.items() if path.startswith("infra/graphql-")]
        chain, before = [], {NESTED[name][2].get("DependsOn"): name for name in stacks}
        self.assertEqual(len(before), len(stacks), "two stacks wait for the same one")
        following = before.get(None)
        while following is not None:
            chain.append(following)
            following = before.get(following)
        self.assertEqual(sorted(chain), sorted(stacks))

    def test_data_is_retained_in_production_except_when_its_creation_fails(self) -> None:
        kept = {"AWS::DynamoDB::Table", "AWS::Cognito::UserPool", "AWS::SecretsManager::Secret"}
        for path, template, _ in NESTED.values():
            for name, resource in template["Resources"].items():
                policy, replaced = resource.get("DeletionPolicy"), resource.get("UpdateReplacePolicy")
                with self.subTest(f"{path}: {name}"):
                    if resource["Type"] in kept:
                        self.assertEqual(policy, {"Fn::If": ["IsProduction", "RetainExceptOnCreate", "Delete"]})
                        self.assertEqual(replaced, {"Fn::If": ["IsProduction", "Retain", "Delete"]})
                    # A resource that is retained when its creation fails blocks the next attempt by its name.
                    self.assertNotRegex(str(policy), r"\bRetain\b")

    def test_operations_that_manage_permissions_check_mfa(self) -> None:
        needs = (ROOT / "functions").glob("*/src/bin/*.rs")
        stated = {path.stem: re.search(r"const NEEDS: Needs =(.*?);", path.read_text(), re.DOTALL) for path in needs}
        managing = {name for name, needed in stated.items() if needed and "ManagePermissions" in needed[1]}
        self.assertGreater(len(managing), 10)
        found = {name: (properties, common) for _, name, properties, common in _functions() if name in managing}
        self.assertEqual(set(found), managing)
        for name, (properties, common) in found.items():
            with self.subTest(name):
                self.assertLessEqual({"ADMINISTRATOR_MFA", "USER_POOL_ID"}, _variables(properties, common))
                self.assertIn("cognito-idp:AdminGetUser", str(properties["Policies"]))

    def test_a_session_lasts_a_working_day(self) -> None:
        client = NESTED["Identity"][1]["Resources"]["UserPoolClient"]["Properties"]
        self.assertEqual((client["TokenValidityUnits"]["RefreshToken"], client["RefreshTokenValidity"]), ("hours", 12))


if __name__ == "__main__":
    unittest.main()
