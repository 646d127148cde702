"""Tests of the templates that neither cfn-lint nor sam covers."""

import re
import unittest
from collections.abc import Iterator
from typing import Any

import yaml

from stack.paths import ROOT

# The time that AppSync and API Gateway wait for a function.
_APPSYNC_SECONDS, _API_GATEWAY_SECONDS = 30, 29
# The time that Cognito waits for a trigger.
_TRIGGER_SECONDS = 5


class _Loader(yaml.SafeLoader):
    """Parses short forms such as `!Ref X` as `{"Ref": "X"}`."""


def _function(loader: yaml.Loader, tag: str, node: yaml.Node) -> dict[str, Any]:
    name = tag if tag in ("Ref", "Condition") else f"Fn::{tag}"
    if isinstance(node, yaml.ScalarNode):
        return {name: loader.construct_scalar(node)}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    return {name: loader.construct_mapping(node, deep=True)}


_Loader.add_multi_constructor("!", _function)


def _template(path: str) -> dict[str, Any]:
    # The loader is a subclass of the safe loader.
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
    """The template, binary and properties of each function, and the template's globals for functions."""
    for path, template, _ in NESTED.values():
        for _, resource in _of_type(template, "AWS::Serverless::Function"):
            properties = resource["Properties"]
            yield path, properties["CodeUri"].split("/")[-2], properties, template["Globals"]["Function"]


def _variables(properties: dict[str, Any], common: dict[str, Any]) -> set[str]:
    variables = (source.get("Environment", {}).get("Variables", {}) for source in (properties, common))
    return {name for names in variables for name in names}


class Templates(unittest.TestCase):
    def test_functions_time_out_before_their_caller_does(self) -> None:
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

    def test_visibility_timeouts_are_six_times_the_timeout_of_the_consumer(self) -> None:
        workers, queues = NESTED["Workers"][1], NESTED["Messaging"][1]
        outputs = {name: output["Value"] for name, output in queues["Outputs"].items()}
        parameters = NESTED["Workers"][2]["Properties"]["Parameters"]
        for name, mapping in _of_type(workers, "AWS::Lambda::EventSourceMapping"):
            function = workers["Resources"][mapping["Properties"]["FunctionName"]["Ref"]]["Properties"]
            timeout = function.get("Timeout", workers["Globals"]["Function"]["Timeout"])
            output = parameters[mapping["Properties"]["EventSourceArn"]["Ref"]]["Fn::GetAtt"].removeprefix("Messaging.Outputs.")
            queue = queues["Resources"][outputs[output]["Fn::GetAtt"].removesuffix(".Arn")]
            with self.subTest(name):
                self.assertGreaterEqual(queue["Properties"]["VisibilityTimeout"], 6 * timeout)

    def test_log_groups_have_a_retention_period(self) -> None:
        for path, template, _ in NESTED.values():
            for name, group in _of_type(template, "AWS::Logs::LogGroup"):
                with self.subTest(f"{path}: {name}"):
                    self.assertIn("RetentionInDays", group["Properties"])

    def test_functions_and_apis_log_to_groups_of_the_templates(self) -> None:
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

    def test_the_function_that_reads_the_log_writes_to_another_log_group(self) -> None:
        workers = NESTED["Workers"][1]
        [(_, subscription)] = _of_type(workers, "AWS::Logs::SubscriptionFilter")
        reader = workers["Resources"]["RecordAnalyticsFunction"]["Properties"]
        self.assertNotEqual(reader["LoggingConfig"]["LogGroup"], subscription["Properties"]["LogGroupName"])
        parameters = NESTED["Workers"][2]["Properties"]["Parameters"]
        groups = {parameters[where["Ref"]]["Fn::GetAtt"] for where in (reader["LoggingConfig"]["LogGroup"], subscription["Properties"]["LogGroupName"])}
        self.assertEqual(len(groups), 2)

    def test_metrics_and_alarms_are_separated_by_environment(self) -> None:
        for _, name, properties, common in _functions():
            with self.subTest(name):
                self.assertIn("LARDER_ENVIRONMENT", _variables(properties, common))
        monitoring = NESTED["Monitoring"][1]
        for name, alarm in _of_type(monitoring, "AWS::CloudWatch::Alarm"):
            namespace = alarm["Properties"].get("Namespace")
            if namespace is not None and not str(namespace).startswith("AWS/"):
                with self.subTest(name):
                    self.assertEqual(namespace, {"Fn::Sub": "Larder/${Environment}"})

    def test_graphql_stacks_are_created_in_sequence(self) -> None:
        stacks = [name for name, (path, _, _) in NESTED.items() if path.startswith("infra/graphql-")]
        chain, successors = [], {NESTED[name][2].get("DependsOn"): name for name in stacks}
        self.assertEqual(len(successors), len(stacks), "two stacks depend on the same one")
        following = successors.get(None)
        while following is not None:
            chain.append(following)
            following = successors.get(following)
        self.assertEqual(sorted(chain), sorted(stacks))

    def test_data_is_retained_in_production_except_when_its_creation_fails(self) -> None:
        retained = {"AWS::DynamoDB::Table", "AWS::Cognito::UserPool", "AWS::SecretsManager::Secret"}
        for path, template, _ in NESTED.values():
            for name, resource in template["Resources"].items():
                deletion, replacement = resource.get("DeletionPolicy"), resource.get("UpdateReplacePolicy")
                with self.subTest(f"{path}: {name}"):
                    if resource["Type"] in retained:
                        self.assertEqual(deletion, {"Fn::If": ["IsProduction", "RetainExceptOnCreate", "Delete"]})
                        self.assertEqual(replacement, {"Fn::If": ["IsProduction", "Retain", "Delete"]})
                    # A resource that is retained after a failed creation blocks the next attempt, because its name is in use.
                    self.assertNotRegex(str(deletion), r"\bRetain\b")

    def test_operations_that_require_manage_permissions_can_check_mfa(self) -> None:
        sources = {path.stem: path.read_text() for path in (ROOT / "functions").glob("*/src/bin/*.rs")}
        pattern = re.compile(r"const PERMISSION: RequiredPermission =(.*?);", re.DOTALL)
        permissions = {name: pattern.search(source) for name, source in sources.items()}
        managing = {name for name, found in permissions.items() if found and "ManagePermissions" in found[1]}
        self.assertGreater(len(managing), 10)
        functions = {name: (properties, common) for _, name, properties, common in _functions() if name in managing}
        self.assertEqual(set(functions), managing)
        for name, (properties, common) in functions.items():
            with self.subTest(name):
                self.assertLessEqual({"ADMINISTRATOR_MFA", "USER_POOL_ID"}, _variables(properties, common))
                self.assertIn("cognito-idp:AdminGetUser", str(properties["Policies"]))

    def test_a_session_lasts_a_working_day(self) -> None:
        client = NESTED["Identity"][1]["Resources"]["UserPoolClient"]["Properties"]
        self.assertEqual(client["TokenValidityUnits"]["RefreshToken"], "hours")
        self.assertEqual(client["RefreshTokenValidity"], 12)


if __name__ == "__main__":
    unittest.main()
