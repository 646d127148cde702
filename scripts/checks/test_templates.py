"""Tests of the templates that neither cfn-lint nor sam covers."""

import json
import re
import unittest
from collections.abc import Iterator
from typing import Any

from checks.templates import NESTED, ROOT_TEMPLATE, of_type
from stack import functions, settings
from stack.paths import ROOT
from stack.progress import Stop

# The time that AppSync and API Gateway wait for a function.
_APPSYNC_SECONDS, _API_GATEWAY_SECONDS = 30, 29
# The time that Cognito waits for a trigger.
_TRIGGER_SECONDS = 5


def _functions() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """The template, binary and properties of each function, and the template's globals for functions."""
    for path, template, _ in NESTED.values():
        for _, resource in of_type(template, "AWS::Serverless::Function"):
            properties = resource["Properties"]
            yield path, properties["CodeUri"].split("/")[-2], properties, template["Globals"]["Function"]


def _output(name: str) -> dict[str, Any]:
    return {"Value": {"Fn::GetAtt": f"Data.Outputs.{name}"}}


def _statements(properties: dict[str, Any]) -> list[dict[str, Any]]:
    """The statements of a function's policies."""
    return [statement for policy in properties.get("Policies", []) for statement in policy["Statement"]]


def _variables(properties: dict[str, Any], common: dict[str, Any]) -> set[str]:
    variables = (source.get("Environment", {}).get("Variables", {}) for source in (properties, common))
    return {name for names in variables for name in names}


class Templates(unittest.TestCase):
    def test_functions_time_out_before_their_caller_does(self) -> None:
        for path, name, properties, common in _functions():
            timeout = properties.get("Timeout", common.get("Timeout"))
            limit = None
            if path == "infra/operations.yaml":
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
        for name, mapping in of_type(workers, "AWS::Lambda::EventSourceMapping"):
            function = workers["Resources"][mapping["Properties"]["FunctionName"]["Ref"]]["Properties"]
            timeout = function.get("Timeout", workers["Globals"]["Function"]["Timeout"])
            output = parameters[mapping["Properties"]["EventSourceArn"]["Ref"]]["Fn::GetAtt"].removeprefix("Messaging.Outputs.")
            queue = queues["Resources"][outputs[output]["Fn::GetAtt"].removesuffix(".Arn")]
            with self.subTest(name):
                self.assertGreaterEqual(queue["Properties"]["VisibilityTimeout"], 6 * timeout)

    def test_only_functions_that_start_themselves_allow_recursive_loops(self) -> None:
        """Lambda stops a function after 16 invocations in a chain of requests. It counts those through SQS and S3."""
        workers = NESTED["Workers"][1]
        functions = dict(of_type(workers, "AWS::Serverless::Function"))
        consumers: dict[str, set[str]] = {}
        for _, mapping in of_type(workers, "AWS::Lambda::EventSourceMapping"):
            queue, function = mapping["Properties"]["EventSourceArn"]["Ref"], mapping["Properties"]["FunctionName"]["Ref"]
            consumers.setdefault(queue, set()).add(function)

        def started_by(name: str) -> set[str]:
            """The functions that consume what a function sends or uploads."""
            queues = {
                queue
                for statement in _statements(functions[name]["Properties"])
                for action, sent in (("sqs:SendMessage", ()), ("s3:PutObject", ("UploadsQueueArn", "ForecastUploadsQueueArn")))
                if action in statement["Action"]
                for queue in (sent or (statement["Resource"]["Ref"],))
            }
            return {function for queue in queues for function in consumers.get(queue, ())}

        def starts_itself(name: str) -> bool:
            reached, pending = set(), started_by(name)
            while pending:
                reached |= pending
                pending = {function for each in pending for function in started_by(each)} - reached
            return name in reached

        self.assertIn("SyncLogiNextFunction", consumers["LogiNextQueueArn"])
        for name, function in functions.items():
            with self.subTest(name):
                self.assertEqual(function["Properties"].get("RecursiveLoop") == "Allow", starts_itself(name))

    def test_log_groups_have_a_retention_period(self) -> None:
        for path, template, _ in NESTED.values():
            for name, group in of_type(template, "AWS::Logs::LogGroup"):
                with self.subTest(f"{path}: {name}"):
                    self.assertIn("RetentionInDays", group["Properties"])

    def test_functions_and_apis_log_to_groups_of_the_templates(self) -> None:
        for _, name, properties, common in _functions():
            with self.subTest(name):
                group = {**common.get("LoggingConfig", {}), **properties.get("LoggingConfig", {})}.get("LogGroup")
                self.assertIsNotNone(group)
        for path, template, _ in NESTED.values():
            for kind in ("AWS::AppSync::GraphQLApi", "AWS::AppSync::Api"):
                for name, _ in of_type(template, kind):
                    groups = [group["Properties"].get("LogGroupName") for _, group in of_type(template, "AWS::Logs::LogGroup")]
                    with self.subTest(f"{path}: {name}"):
                        self.assertIn({"Fn::Sub": f"/aws/appsync/apis/${{{name}.ApiId}}"}, groups)

    def test_the_function_that_reads_the_log_writes_to_another_log_group(self) -> None:
        workers = NESTED["Workers"][1]
        [(_, subscription)] = of_type(workers, "AWS::Logs::SubscriptionFilter")
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
        for name, alarm in of_type(monitoring, "AWS::CloudWatch::Alarm"):
            namespace = alarm["Properties"].get("Namespace")
            if namespace is not None and not str(namespace).startswith("AWS/"):
                with self.subTest(name):
                    self.assertEqual(namespace, {"Fn::Sub": "Larder/${Environment}"})

    def test_each_alarm_names_a_runbook_and_each_runbook_is_named(self) -> None:
        folder, named = ROOT / "docs/runbooks", set()
        for path, template, _ in NESTED.values():
            for kind in ("AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"):
                for name, alarm in of_type(template, kind):
                    with self.subTest(f"{path}: {name}"):
                        match = re.search(r"Runbook: docs/runbooks/([\w-]+\.md)$", alarm["Properties"]["AlarmDescription"])
                        self.assertIsNotNone(match)
                        named.add(match[1])
        self.assertEqual(named, {file.name for file in folder.iterdir()} - {"README.md"})
        self.assertEqual(set(re.findall(r"^\| \[([\w-]+\.md)\]", (folder / "README.md").read_text(), re.MULTILINE)), named)

    def test_functions_have_fixed_names_that_lambda_accepts(self) -> None:
        for _, name, properties, _ in _functions():
            with self.subTest(name):
                self.assertEqual(properties["FunctionName"], {"Fn::Sub": f"larder-${{Environment}}-{name}"})
                longest = functions.name("x" * settings.MAX_ENVIRONMENT_LENGTH, name)
                self.assertLessEqual(len(longest), functions.MAX_NAME_LENGTH)

    def test_environments_are_short_enough_for_the_names_of_functions(self) -> None:
        environment = ROOT_TEMPLATE["Parameters"]["Environment"]
        self.assertEqual(environment["MaxLength"], settings.MAX_ENVIRONMENT_LENGTH)
        self.assertLessEqual(max(map(len, environment["AllowedValues"])), settings.MAX_ENVIRONMENT_LENGTH)
        with self.assertRaisesRegex(Stop, "more than 6 characters"):
            settings.read("staging")

    def test_each_field_has_a_resolver_that_invokes_its_function(self) -> None:
        operations = json.loads((ROOT / "infra/operations.json").read_text())
        expected = {(each["kind"].capitalize(), each["name"]): each["function"] for each in operations if each["kind"] != "route"}
        template = NESTED["Fields"][1]
        invoked = {}
        for _, resolver in of_type(template, "AWS::AppSync::Resolver"):
            properties = resolver["Properties"]
            source = properties["DataSourceName"]["Fn::GetAtt"].removesuffix(".Name")
            function = template["Resources"][source]["Properties"]["LambdaConfig"]["LambdaFunctionArn"]["Fn::Sub"]
            invoked[properties["TypeName"], properties["FieldName"]] = function.removeprefix("${Functions}-").removesuffix("${Qualifier}")
        self.assertEqual(invoked, expected)

    def test_appsync_invokes_the_functions_of_fields_alone(self) -> None:
        role = NESTED["GraphQL"][1]["Resources"]["InvokeRole"]["Properties"]
        statement, of_aliases = role["Policies"][0]["PolicyDocument"]["Statement"]
        self.assertTrue(statement["Resource"]["Fn::Sub"].endswith(":function:larder-${Environment}-*"))
        self.assertTrue(of_aliases["Resource"]["Fn::Sub"].endswith(":function:larder-${Environment}-*:live"))
        [(tag, value)] = statement["Condition"]["StringEquals"].items()
        tagged = {
            path for path, _, properties, common in _functions()
            if {**common.get("Tags", {}), **properties.get("Tags", {})} == {tag.removeprefix("aws:ResourceTag/"): value}
        }
        self.assertEqual(tagged, {"infra/operations.yaml"})

    def test_parameters_of_functions_are_outputs_that_exist(self) -> None:
        for name, (_, _, stack) in NESTED.items():
            for parameter, value in stack["Properties"].get("Parameters", {}).items():
                if isinstance(value, dict) and "Fn::GetAtt" in value:
                    source, _, output = value["Fn::GetAtt"].partition(".Outputs.")
                    with self.subTest(f"{name}: {parameter}"):
                        self.assertIn(output, NESTED[source][1]["Outputs"])

    def test_outputs_contain_every_table(self) -> None:
        """Tools and tests find the tables in the outputs of the stack."""
        tables = {name for name, _ in of_type(NESTED["Data"][1], "AWS::DynamoDB::Table")}
        outputs = ROOT_TEMPLATE["Outputs"]
        self.assertEqual({name: outputs.get(name) for name in tables}, {name: _output(name) for name in tables})

    def test_policies_name_indexes_that_exist(self) -> None:
        tables = {name: table["Properties"] for name, table in of_type(NESTED["Data"][1], "AWS::DynamoDB::Table")}
        count = 0
        for _, name, properties, _ in _functions():
            for table, index in re.findall(r"\$\{(\w+Table)\}/index/(\w+)", str(properties.get("Policies"))):
                count += 1
                with self.subTest(f"{name}: {table}"):
                    self.assertIn(index, [each["IndexName"] for each in tables[table].get("GlobalSecondaryIndexes", [])])
        self.assertGreater(count, 10)

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

    def test_operations_that_manage_permissions_check_mfa(self) -> None:
        operations = json.loads((ROOT / "infra/operations.json").read_text())
        managing = {each["function"] for each in operations if "ManagePermissions" in each["actions"]}
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
