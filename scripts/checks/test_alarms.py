"""Tests of the evaluation of alarms, of the metrics that the alarms read, and of the rehearsals of runbooks."""

import re
import unittest
from typing import NamedTuple

from checks import alarms, runbook_rehearsal, runbooks
from checks.alarms import Alarm, Point, point
from checks.templates import NESTED, of_type
from stack.paths import ROOT

_ENVIRONMENT = "prod"


class Documented(NamedTuple):
    """A metric of AWS: the names of its dimensions, its statistics, and the page that documents it."""

    dimensions: frozenset[str]
    statistics: frozenset[str]
    page: str


def _documented(dimensions: str, statistics: str, page: str) -> Documented:
    return Documented(frozenset(dimensions.split()), frozenset(statistics.split()), f"https://docs.aws.amazon.com/{page}")


_APPSYNC = "appsync/latest/devguide/monitoring.html"
_API_GATEWAY = "apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html"
_LAMBDA = "lambda/latest/dg/monitoring-metrics-types.html"
_SQS = "AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html"

# The metrics of AWS that the alarms read.
_METRICS = {
    ("AWS/AppSync", "5XXError"): _documented("GraphQLAPIId", "Sum", _APPSYNC),
    ("AWS/AppSync", "Latency"): _documented("GraphQLAPIId", "Average p99", _APPSYNC),
    ("AWS/ApiGateway", "5XXError"): _documented("ApiName Stage", "Sum Average", _API_GATEWAY),
    ("AWS/ApiGateway", "Latency"): _documented("ApiName Stage", "Average p99", _API_GATEWAY),
    ("AWS/Lambda", "Errors"): _documented("FunctionName", "Sum", _LAMBDA),
    ("AWS/Lambda", "Throttles"): _documented("FunctionName", "Sum", _LAMBDA),
    ("AWS/Lambda", "Invocations"): _documented("FunctionName", "Sum", _LAMBDA),
    ("AWS/Lambda", "Duration"): _documented("FunctionName", "Average Maximum p99", _LAMBDA),
    ("AWS/SQS", "ApproximateNumberOfMessagesVisible"): _documented("QueueName", "Average Minimum Maximum Sum", _SQS),
    ("AWS/SQS", "ApproximateAgeOfOldestMessage"): _documented("QueueName", "Average Minimum Maximum Sum", _SQS),
    ("AWS/SNS", "NumberOfNotificationsFailed"): _documented(
        "TopicName", "Sum Average", "sns/latest/dg/sns-monitoring-using-cloudwatch.html"
    ),
    ("AWS/DynamoDB", "ThrottledRequests"): _documented(
        "TableName Operation", "Sum SampleCount", "amazondynamodb/latest/developerguide/metrics-dimensions.html"
    ),
    # A successful sign-in is 1 and a failed one 0, so that SampleCount minus Sum is the number of failed ones.
    ("AWS/Cognito", "SignInSuccesses"): _documented(
        "UserPool UserPoolClient",
        "Sum SampleCount Average",
        "cognito/latest/developerguide/metrics-for-cognito-user-pools.html",
    ),
    ("AWS/IoT", "Failure"): _documented("ActionType RuleName", "Sum", "iot/latest/developerguide/metrics_dimensions.html"),
    ("AWS/WAFV2", "BlockedRequests"): _documented("WebACL Rule Region", "Sum", "waf/latest/developerguide/waf-metrics.html"),
}


def _alarm(**properties: object) -> Alarm:
    settings = {"EvaluationPeriods": 1, "Threshold": 2, "ComparisonOperator": "GreaterThanOrEqualToThreshold"}
    metric = {"Namespace": "N", "MetricName": "M", "Statistic": "Sum", "TreatMissingData": "notBreaching"}
    return Alarm("Example", settings | metric | properties)


class Evaluation(unittest.TestCase):
    def test_a_statistic_uses_only_points_of_its_dimensions(self) -> None:
        alarm = _alarm(Dimensions=[{"Name": "QueueName", "Value": "a"}])
        self.assertTrue(alarm.is_raised([point("N", "M", 1, QueueName="a")] * 2))
        others = [point("N", "M", 1, QueueName="b"), point("N", "M", 1), point("N", "Other", 1, QueueName="a")]
        self.assertFalse(alarm.is_raised(others * 2))

    def test_statistics(self) -> None:
        points = [point("N", "M", value) for value in (1, 2, 3)]
        for statistic, threshold in (("Sum", 6), ("SampleCount", 3), ("Maximum", 3)):
            with self.subTest(statistic):
                self.assertTrue(_alarm(Statistic=statistic, Threshold=threshold).is_raised(points))
                self.assertFalse(_alarm(Statistic=statistic, Threshold=threshold + 1).is_raised(points))

    def test_missing_data_raises_an_alarm_only_if_it_is_breaching(self) -> None:
        for treatment, expected in (("notBreaching", False), ("breaching", True)):
            with self.subTest(treatment):
                self.assertEqual(_alarm(TreatMissingData=treatment).is_raised([]), expected)

    def test_all_periods_must_breach_the_threshold(self) -> None:
        alarm, fault = _alarm(EvaluationPeriods=3), [point("N", "M", 2)]
        for periods, expected in (
            ([fault], True),
            ([fault, []], False),
            ([[], fault, fault], False),
            ([[], fault, fault, fault], True),
        ):
            with self.subTest(periods=periods):
                self.assertEqual(alarm.is_raised(*periods), expected)

    def test_expressions(self) -> None:
        problem = "IF(FILL(failures, 0) + FILL(crashes, 0) >= 5 OR FILL(longest, 0) > 8000, 1, 0)"
        for expression, values, expected in (
            (problem, {"failures": 4, "crashes": 1, "longest": None}, 1),
            (problem, {"failures": None, "crashes": 4, "longest": 8000}, 0),
            (problem, {"failures": None, "crashes": None, "longest": 8001}, 1),
            ("100 * failures / calls", {"failures": 1, "calls": 50}, 2),
            ("100 * failures / calls", {"failures": 0, "calls": 0}, None),
            ("attempts - successes", {"attempts": None, "successes": None}, None),
        ):
            with self.subTest(expression, values=values):
                self.assertEqual(alarms.evaluated(expression, values), expected)

    def test_rejects_expressions_and_rules_that_it_cannot_evaluate(self) -> None:
        with self.assertRaises(ValueError):
            alarms.evaluated("RATE(calls)", {"calls": 1})
        with self.assertRaises(ValueError):
            alarms.is_composite_raised('ALARM("a") OR ALARM("b")', {"a": True, "b": False})
        with self.assertRaises(ValueError):
            alarms.matches("{ $.a != 1 }", {})

    def test_a_composite_alarm_requires_all_its_alarms(self) -> None:
        for other in (False, True):
            self.assertEqual(alarms.is_composite_raised('ALARM("a") AND ALARM("b")', {"a": True, "b": other}), other)

    def test_filter_patterns(self) -> None:
        pattern = '{ $.level = "ERROR" || $.record.status = "timeout" || $.message = "events were not published*" }'
        for line, expected in (
            ({"level": "ERROR"}, True),
            ({"level": "INFO"}, False),
            ({"record": {"status": "timeout"}}, True),
            ({"record": "timeout"}, False),
            ({"message": "events were not published within 2s"}, True),
            ({"message": "the events were not published"}, False),
        ):
            with self.subTest(line):
                self.assertEqual(alarms.matches(pattern, line), expected)

    def test_reads_points_of_filters_and_of_embedded_metrics(self) -> None:
        metadata = {"CloudWatchMetrics": [{"Namespace": "N", "Dimensions": [["operation"]], "Metrics": [{"Name": "failures"}]}]}
        line = {"_aws": metadata, "operation": "location", "failures": 1, "level": "ERROR"}
        transformation = {"MetricNamespace": "N", "MetricName": "Errors", "MetricValue": "1"}
        filters = [{"FilterPattern": '{ $.level = "ERROR" }', "MetricTransformations": [transformation]}]
        expected = [point("N", "Errors", 1), point("N", "failures", 1, operation="location")]
        self.assertEqual(list(alarms.points_of([line], filters)), expected)


class Dashboard(unittest.TestCase):
    def test_the_dashboard_shows_each_objective(self) -> None:
        template = NESTED["Alarms"][1]
        [(_, dashboard)] = of_type(template, "AWS::CloudWatch::Dashboard")
        body = dashboard["Properties"]["DashboardBody"]["Fn::Sub"]
        objectives = dict(of_type(template, "AWS::CloudWatch::CompositeAlarm"))
        self.assertGreaterEqual(len(objectives), 5)
        for name, objective in objectives.items():
            with self.subTest(name):
                self.assertIn(f":alarm:{objective['Properties']['AlarmName']['Fn::Sub']}\"", body)


class Metrics(unittest.TestCase):
    def setUp(self) -> None:
        self.alarms = alarms.alarms(_ENVIRONMENT)

    def test_alarms_read_metrics_of_aws_with_the_documented_dimensions_and_statistics(self) -> None:
        used = set()
        for alarm in self.alarms.values():
            for metric in alarm.metrics():
                if metric.namespace.startswith("AWS/"):
                    used.add((metric.namespace, metric.name))
                    with self.subTest(alarm.name, metric=metric.name):
                        documented = _METRICS[metric.namespace, metric.name]
                        self.assertEqual({name for name, _ in metric.dimensions}, documented.dimensions)
                        self.assertIn(metric.statistic, documented.statistics)
        self.assertEqual(used, set(_METRICS))

    def test_alarms_read_metrics_that_filters_or_functions_emit(self) -> None:
        filters = alarms.of_templates("AWS::Logs::MetricFilter", _ENVIRONMENT).values()
        transformations = [each for found in filters for each in found["MetricTransformations"]]
        emitted = {(each["MetricNamespace"], each["MetricName"]) for each in transformations}
        for alarm in self.alarms.values():
            for metric in alarm.metrics():
                if not metric.namespace.startswith("AWS/"):
                    with self.subTest(alarm.name):
                        if metric.dimensions:
                            self.assertEqual((metric.namespace, metric.name), (f"Larder/{_ENVIRONMENT}", "failures"))
                        else:
                            self.assertIn((metric.namespace, metric.name), emitted)

    def test_the_alarm_of_each_function_is_raised_by_each_kind_of_problem(self) -> None:
        count = 0
        for path, template, _ in NESTED.values():
            common = template.get("Globals", {}).get("Function", {})
            for name, function in of_type(template, "AWS::Serverless::Function"):
                alarm = self.alarms.get(f"{name.removesuffix('Function')}Alarm")
                if alarm is None:
                    continue
                count += 1
                lambda_name = alarms.resolved(function["Properties"]["FunctionName"], {"Environment": _ENVIRONMENT})
                [operation] = [value for metric in alarm.metrics() for key, value in metric.dimensions if key == "operation"]
                milliseconds = function["Properties"].get("Timeout", common.get("Timeout")) * 1000
                with self.subTest(f"{path}: {name}"):
                    for metric in ("Errors", "Throttles"):
                        self.assert_raised_from(alarm, 5, point("AWS/Lambda", metric, 1, FunctionName=lambda_name))
                    self.assert_raised_from(alarm, 5, point(f"Larder/{_ENVIRONMENT}", "failures", 1, operation=operation))
                    for share, expected in ((0.79, False), (0.81, True)):
                        slow = point("AWS/Lambda", "Duration", milliseconds * share, FunctionName=lambda_name)
                        self.assertEqual(alarm.is_raised([slow]), expected)
        self.assertGreater(count, 90)

    def assert_raised_from(self, alarm: Alarm, count: int, each: Point) -> None:
        self.assertFalse(alarm.is_raised([each] * (count - 1)))
        self.assertTrue(alarm.is_raised([each] * count))


class Commands(unittest.TestCase):
    def test_reads_a_request_with_values_and_a_query(self) -> None:
        command = (
            "aws scheduler update-schedule --name <name> --state ENABLED --schedule-expression 'rate(1 minute)' "
            "--flexible-time-window Mode=OFF --target '<target>' --query Arn"
        )
        request = runbooks.request(command, {"name": "sweep", "target": '{"Arn": "arn:1", "RoleArn": "arn:2"}'})
        self.assertEqual((request.service, request.operation, request.query), ("scheduler", "update_schedule", "Arn"))
        expected = {
            "Name": "sweep",
            "State": "ENABLED",
            "ScheduleExpression": "rate(1 minute)",
            "FlexibleTimeWindow": {"Mode": "OFF"},
            "Target": {"Arn": "arn:1", "RoleArn": "arn:2"},
        }
        self.assertEqual(request.parameters, expected)

    def test_reads_flags_lists_and_numbers(self) -> None:
        enable = runbooks.request("aws lambda update-event-source-mapping --uuid <id> --enabled", {"id": "1"})
        self.assertEqual(enable.parameters, {"UUID": "1", "Enabled": True})
        block = runbooks.request("aws wafv2 update-ip-set --addresses 192.0.2.0/24 198.51.100.0/24", {})
        self.assertEqual(block.parameters, {"Addresses": ["192.0.2.0/24", "198.51.100.0/24"]})
        warm = runbooks.request("aws dynamodb update-table --warm-throughput ReadUnitsPerSecond=20,WriteUnitsPerSecond=8", {})
        self.assertEqual(warm.parameters["WarmThroughput"], {"ReadUnitsPerSecond": 20, "WriteUnitsPerSecond": 8})

    def test_a_query_selects_lines_by_its_condition(self) -> None:
        both = runbooks.query('filter operation = "location" and level = "ERROR" | stats count(*) as n by cause | sort n desc')
        self.assertTrue(both.selects({"operation": "location", "level": "ERROR"}))
        self.assertFalse(both.selects({"operation": "location", "level": "INFO"}))
        self.assertEqual(both.fields, ["cause"])
        either = runbooks.query('filter operation = "a" or message like "not published" | sort @timestamp desc')
        self.assertTrue(either.selects({"message": "events were not published"}))
        self.assertFalse(either.selects({"operation": "b"}))


class Rehearsals(unittest.TestCase):
    def test_each_runbook_has_a_rehearsal_and_each_alarm_has_a_runbook(self) -> None:
        rehearsed = sorted(each.runbook for each in runbook_rehearsal.Rehearsal.__subclasses__())
        self.assertEqual(rehearsed, runbooks.names())
        table = re.findall(r"^\| (?!runbook)([\w-]+) \|", (ROOT / "docs/runbooks/README.md").read_text(), re.MULTILINE)
        self.assertEqual(sorted(table), runbooks.names())
        self.assertEqual({alarm.runbook for alarm in alarms.alarms(_ENVIRONMENT).values()}, set(runbooks.names()))


if __name__ == "__main__":
    unittest.main()
