"""Tests of the parts of the templates that exist only on AWS: gradual deployments, web ACLs, access logs and traces."""

import copy
import os
import unittest
from typing import Any
from unittest import mock

from checks.templates import NESTED, ROOT_TEMPLATE, of_type
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

_ALIAS = "live"


class _NoPolicies:
    """SAM loads the AWS-managed policies only for templates that name them."""

    def load(self) -> dict[str, str]:
        return {}


def _translated(template: dict[str, Any]) -> dict[str, Any]:
    """The resources of a template after SAM's transform, as CloudFormation runs it."""
    template = copy.deepcopy(template)
    for _, function in of_type(template, "AWS::Serverless::Function"):
        function["Properties"]["CodeUri"] = {"Bucket": "bucket", "Key": function["Properties"]["CodeUri"]}
    parameters = {name: "value" for name in template["Parameters"]}
    with mock.patch.dict(os.environ, {"AWS_DEFAULT_REGION": "us-east-1"}):
        return Translator(_NoPolicies().load(), Parser()).translate(template, parameters)["Resources"]


def _gradual() -> dict[str, dict[str, Any]]:
    """The functions with an alias, by name."""
    functions = {}
    for _, template, _ in NESTED.values():
        for _, function in of_type(template, "AWS::Serverless::Function"):
            if "AutoPublishAlias" in function["Properties"]:
                functions[function["Properties"]["FunctionName"]["Fn::Sub"].removeprefix("larder-${Environment}-")] = function["Properties"]
    return functions


class GradualDeployments(unittest.TestCase):
    def test_the_fields_with_an_objective_are_deployed_gradually(self) -> None:
        objectives = {
            str(alarm["Properties"]["AlarmName"]["Fn::Sub"]).removeprefix("larder-${Environment}-").removesuffix("-objective")
            for _, alarm in of_type(NESTED["Alarms"][1], "AWS::CloudWatch::CompositeAlarm")
        }
        operations = {
            function["Properties"]["FunctionName"]["Fn::Sub"].removeprefix("larder-${Environment}-")
            for _, function in of_type(NESTED["Operations"][1], "AWS::Serverless::Function")
        }
        self.assertGreater(len(objectives & operations), 3)
        self.assertEqual(set(_gradual()), objectives & operations)

    def test_a_new_version_gets_ten_percent_and_an_alarm_that_exists_rolls_it_back(self) -> None:
        alarms = {str(alarm["Properties"]["AlarmName"]) for _, alarm in of_type(NESTED["Alarms"][1], "AWS::CloudWatch::Alarm")}
        for name, properties in _gradual().items():
            with self.subTest(name):
                self.assertEqual(properties["AutoPublishAlias"], _ALIAS)
                # Without it, a change of memory, time limit or variables publishes no version.
                self.assertIs(properties["AutoPublishAliasAllProperties"], True)
                self.assertEqual(properties["DeploymentPreference"]["Type"], "Canary10Percent5Minutes")
                [alarm] = properties["DeploymentPreference"]["Alarms"]
                self.assertIn(str(alarm), alarms)

    def test_the_transform_creates_an_alias_and_a_deployment_group_for_each(self) -> None:
        resources = _translated(NESTED["Operations"][1])
        of = {kind: [each for each in resources.values() if each["Type"] == kind] for kind in {each["Type"] for each in resources.values()}}
        count = len(_gradual())
        self.assertEqual(len(of["AWS::Lambda::Version"]), count)
        self.assertEqual(len(of["AWS::CodeDeploy::DeploymentGroup"]), count)
        for alias in of["AWS::Lambda::Alias"]:
            self.assertEqual(alias["Properties"]["Name"], _ALIAS)
            self.assertIn("CodeDeployLambdaAliasUpdate", alias["UpdatePolicy"])
        for group in of["AWS::CodeDeploy::DeploymentGroup"]:
            self.assertIs(group["Properties"]["AlarmConfiguration"]["Enabled"], True)
            self.assertIn("DEPLOYMENT_STOP_ON_ALARM", group["Properties"]["AutoRollbackConfiguration"]["Events"])
        # CloudFormation accepts 500 resources in a template.
        self.assertLess(len(resources), 450)

    def test_the_api_invokes_the_alias_of_these_functions_alone_and_only_on_aws(self) -> None:
        qualifier = NESTED["Fields"][2]["Properties"]["Parameters"]["Qualifier"]
        self.assertEqual(qualifier, {"Fn::If": ["IsHosted", f":{_ALIAS}", ""]})
        targets = [
            source["Properties"]["LambdaConfig"]["LambdaFunctionArn"]["Fn::Sub"].removeprefix("${Functions}-")
            for _, source in of_type(NESTED["Fields"][1], "AWS::AppSync::DataSource")
        ]
        self.assertEqual({each.removesuffix("${Qualifier}") for each in targets if "${" in each}, set(_gradual()))

    def test_the_fields_are_changed_after_their_functions(self) -> None:
        self.assertEqual(NESTED["Fields"][2]["DependsOn"], "Operations")


class Firewall(unittest.TestCase):
    def test_each_public_edge_has_a_web_acl_with_rate_limits_on_aws(self) -> None:
        firewall, stack = NESTED["Firewall"][1], NESTED["Firewall"][2]
        self.assertEqual(stack["Condition"], "IsHosted")
        arns = {each["Properties"]["ResourceArn"]["Ref"] for _, each in of_type(firewall, "AWS::WAFv2::WebACLAssociation")}
        self.assertEqual(arns, {"GraphQLApiArn", "RestStageArn", "LiveApiArn"})
        hosting = NESTED["Hosting"][1]
        self.assertIn("WebACLId", hosting["Resources"]["Distribution"]["Properties"]["DistributionConfig"])
        for template, scope in ((firewall, "REGIONAL"), (hosting, "CLOUDFRONT")):
            [(_, acl)] = of_type(template, "AWS::WAFv2::WebACL")
            self.assertEqual(acl["Properties"]["Scope"], scope)
            limits = [rule["Statement"]["RateBasedStatement"]["Limit"] for rule in acl["Properties"]["Rules"] if "RateBasedStatement" in rule["Statement"]]
            self.assertTrue(limits)
            # WAF accepts limits from 10 to 2 billion.
            self.assertTrue(all(10 <= limit <= 2_000_000_000 for limit in limits))
            priorities = [rule["Priority"] for rule in acl["Properties"]["Rules"]]
            self.assertEqual(sorted(set(priorities)), priorities)

    def test_no_template_of_a_local_stack_has_a_web_acl(self) -> None:
        for name, (path, template, stack) in NESTED.items():
            if stack.get("Condition") != "IsHosted":
                with self.subTest(path):
                    self.assertFalse([each for each in template["Resources"].values() if each["Type"].startswith("AWS::WAFv2")])


class LogsAndTraces(unittest.TestCase):
    def test_rest_requests_are_logged_with_their_id_on_aws(self) -> None:
        condition, setting, otherwise = NESTED["Rest"][1]["Resources"]["Api"]["Properties"]["AccessLogSetting"]["Fn::If"]
        self.assertEqual((condition, otherwise), ("HasAccessLogs", {"Ref": "AWS::NoValue"}))
        value = NESTED["Rest"][2]["Properties"]["Parameters"]["AccessLogs"]
        self.assertEqual(value, {"Fn::If": ["IsHosted", {"Fn::GetAtt": "Monitoring.Outputs.AccessLogs"}, ""]})
        self.assertIn("$context.requestId", setting["Format"])
        self.assertNotIn("\n", setting["Format"].strip())
        # Neither query nor token nor user.
        for secret in ("authorization", "querystring", "claims", "header"):
            self.assertNotIn(secret, setting["Format"].lower())
        monitoring = NESTED["Monitoring"][1]["Resources"]
        for name in ("AccessLogs", "AccessLogRole", "AccessLogAccount"):
            self.assertEqual(monitoring[name]["Condition"], "IsHosted")
        self.assertIn("RetentionInDays", monitoring["AccessLogs"]["Properties"])

    def test_graphql_and_live_events_log_errors_on_aws(self) -> None:
        log = NESTED["GraphQL"][1]["Resources"]["Api"]["Properties"]["LogConfig"]["Fn::If"]
        self.assertEqual((log[0], log[1]["FieldLogLevel"], log[1]["ExcludeVerboseContent"]), ("IsHosted", "ERROR", True))
        live = NESTED["Live"][1]["Resources"]["Api"]["Properties"]["EventConfig"]["LogConfig"]["Fn::If"]
        self.assertEqual((live[0], live[1]["LogLevel"]), ("IsHosted", "ERROR"))

    def test_each_function_and_each_api_writes_traces(self) -> None:
        for path, template, _ in NESTED.values():
            if any(of_type(template, "AWS::Serverless::Function")):
                with self.subTest(path):
                    self.assertEqual(template["Globals"]["Function"]["Tracing"], "Active")
        self.assertIs(NESTED["GraphQL"][1]["Resources"]["Api"]["Properties"]["XrayEnabled"], True)
        self.assertIs(NESTED["Rest"][1]["Resources"]["Api"]["Properties"]["TracingEnabled"], True)

    def test_alarms_web_app_and_firewall_exist_only_on_aws(self) -> None:
        hosted = {name for name, (_, _, stack) in NESTED.items() if stack.get("Condition") == "IsHosted"}
        self.assertEqual(hosted, {"Alarms", "Firewall", "Hosting"})
        self.assertEqual(ROOT_TEMPLATE["Conditions"]["IsHosted"], {"Fn::Not": [{"Fn::Equals": [{"Ref": "Environment"}, "local"]}]})


if __name__ == "__main__":
    unittest.main()
