"""Rehearses each runbook on the emulator: causes the fault, evaluates the alarm with the data that the functions and queues
emit, follows the steps with the commands of the document, and evaluates the alarm again.

Metrics that only AWS emits are replaced by the data points that AWS documents. A class fails if a command of its runbook is
neither run nor listed in `needs_aws` with the reason.
"""

import json
import os
import subprocess
import time
import unittest
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, ClassVar

import jmespath

from checks import alarms, runbooks
from checks.alarms import Alarm, Point, point
from checks.templates import ROOT_TEMPLATE
from fault_tests import telemetry
from fault_tests.client import Client
from fault_tests.scenario import Data, location_form, time_text
from stack import paths, readiness
from stack.deployed import Deployed
from stack.paths import ROOT
from stack.settings import read

_ENVIRONMENT = "local"
_TIMEOUT_SECONDS = 60
# A schedule runs every minute. Later than this, the next call is missing.
_SCHEDULE_SECONDS = 70

_DEPLOY = "The local stack has no earlier release to deploy."
_DOCTOR = "The option --stack-name requires an environment on AWS. test_doctor_checks covers the parts that the emulator has."
_QUOTAS = "The emulator has no service quotas."

# No service uses this port. A wrong name of a table would have the same effect, but the step `conformance` would report it.
_CLOSED = "http://127.0.0.1:9"

# A location that every fleet contains.
_LOCATION_ID = "CHI_0001"
_LOCATION = "query ($id: ID!) { location(id: $id) { id } }"
_LOCATIONS = "query { locations { items { id } } }"

_SNS_METRICS = ("NumberOfNotificationsFailed", "NumberOfNotificationsDelivered")
# The settings of an alarm that its definition can contain.
_ALARM_SETTINGS = (
    "AlarmName",
    "AlarmActions",
    "Namespace",
    "MetricName",
    "Dimensions",
    "Statistic",
    "Period",
    "EvaluationPeriods",
    "Threshold",
    "ComparisonOperator",
    "TreatMissingData",
)


class Stack:
    """The stack that the rehearsals run on."""

    def __init__(self) -> None:
        self.description = Path(os.environ.get("LARDER_STACK", paths.LATEST))
        self.client = Client(self.description)
        self.aws = self.client.aws
        self._outputs: dict[str, dict[str, str]] = {}
        self.log_group = self.client.stack["logGroup"]
        self.nested = {
            each["LogicalResourceId"]: each["PhysicalResourceId"]
            for each in readiness.resources(self.aws, self.client.stack["stackName"])
            if each["ResourceType"] == "AWS::CloudFormation::Stack"
        }
        parameters = {name: self._parameters(stack) for name, stack in ROOT_TEMPLATE["Resources"].items()}
        self.alarms = alarms.alarms(_ENVIRONMENT, parameters)
        self.composites = alarms.of_templates("AWS::CloudWatch::CompositeAlarm", _ENVIRONMENT, parameters)
        self.filters = list(alarms.of_templates("AWS::Logs::MetricFilter", _ENVIRONMENT, parameters).values())

    def _parameters(self, nested: dict[str, Any]) -> dict[str, str]:
        """The parameters of a nested stack. The local environment lacks some stacks, but has the values of their parameters."""
        return {
            name: self.output(value["Fn::GetAtt"])
            for name, value in nested.get("Properties", {}).get("Parameters", {}).items()
            if isinstance(value, dict) and "Fn::GetAtt" in value
        }

    def output(self, name: str) -> str:
        """An output of a nested stack, such as `Messaging.Outputs.TelemetryQueueName`."""
        stack, _, output = name.partition(".Outputs.")
        return self._outputs_of(stack).get(output, f"<{name}>")

    def _outputs_of(self, name: str) -> dict[str, str]:
        if name not in self._outputs:
            found = {}
            if name in self.nested:
                [stack] = self.aws.client("cloudformation").describe_stacks(StackName=self.nested[name])["Stacks"]
                found = {each["OutputKey"]: each["OutputValue"] for each in stack.get("Outputs", ())}
            self._outputs[name] = found
        return self._outputs[name]

    def lines(self, since: float) -> list[dict[str, Any]]:
        """The JSON lines of the functions since a time."""
        pages = self.aws.client("logs").get_paginator("filter_log_events")
        events = pages.paginate(logGroupName=self.log_group, startTime=int(since * 1000))
        return list(alarms.json_lines(event["message"].strip() for page in events for event in page["events"]))

    def points(self, since: float, *functions: str) -> list[Point]:
        """The points that the functions emitted since a time, and AWS Lambda's points of these functions."""
        emitted = list(alarms.points_of(self.lines(since), self.filters))
        return emitted + [each for name in functions for each in self._lambda(name, since)]

    def _lambda(self, function: str, since: float) -> Iterator[Point]:
        name = self.client.function(function)
        statistics = {"Errors": "Sum", "Throttles": "Sum", "Duration": "Maximum"}
        for metric, statistic in statistics.items():
            data = self.aws.client("cloudwatch").get_metric_statistics(
                Namespace="AWS/Lambda",
                MetricName=metric,
                Dimensions=[{"Name": "FunctionName", "Value": name}],
                StartTime=datetime.fromtimestamp(since, timezone.utc),
                EndTime=datetime.now(timezone.utc) + timedelta(seconds=1),
                Period=60,
                Statistics=[statistic],
            )
            for each in data["Datapoints"]:
                yield point("AWS/Lambda", metric, each[statistic], FunctionName=name)

    def messages(self, queue: str) -> int:
        """The number of visible messages in a queue."""
        attributes = self.aws.client("sqs").get_queue_attributes(QueueUrl=queue, AttributeNames=["All"])["Attributes"]
        return int(attributes["ApproximateNumberOfMessages"])

    def outputs(self) -> dict[str, str]:
        return Deployed(self.aws, read(_ENVIRONMENT)).outputs()


_STACK: Stack


def setUpModule() -> None:
    global _STACK
    _STACK = Stack()


def wait_until(condition: Callable[[], bool], seconds: float = _TIMEOUT_SECONDS) -> bool:
    """Whether the condition holds within the time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.5)
    return True


def at_once(call: Callable[[], str | None], count: int) -> set[str | None]:
    """The results of concurrent calls."""
    with ThreadPoolExecutor(count) as pool:
        return set(pool.map(lambda _: call(), range(count)))


class Rehearsal(unittest.TestCase):
    """The rehearsal of one runbook."""

    runbook: ClassVar[str]
    # The commands that the emulator cannot run, with the reason.
    needs_aws: ClassVar[dict[str, str]] = {}
    followed: ClassVar[set[str]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.followed = set()

    @classmethod
    def tearDownClass(cls) -> None:
        expected, actual = set(runbooks.commands(cls.runbook)), cls.followed | set(cls.needs_aws)
        if expected != actual:
            raise AssertionError(
                f"{cls.runbook}.md has commands that are not rehearsed: {sorted(expected - actual)}. "
                f"The rehearsal has commands that are not in the runbook: {sorted(actual - expected)}"
            )

    def setUp(self) -> None:
        self.stack, self.aws, self.client = _STACK, _STACK.aws, _STACK.client

    def follow(self, command: str, **values: str) -> Any:
        """Runs a command of the runbook. `values` replace its placeholders. Returns the response, or the output."""
        self.assertIn(command, runbooks.commands(self.runbook))
        self.followed.add(command)
        local = command.replace("larder-prod", f"larder-{_ENVIRONMENT}")
        local = local.replace("--environment prod", f"--environment {_ENVIRONMENT}")
        if not command.startswith("aws "):
            for name, value in values.items():
                local = local.replace(f"<{name}>", value)
            variables = os.environ | {"LARDER_STACK": str(self.stack.description)}
            done = subprocess.run(local.split(), cwd=ROOT, env=variables, capture_output=True, text=True, check=True)
            return done.stdout
        request = runbooks.request(local, {name.replace("_", "-"): value for name, value in values.items()})
        response = getattr(self.aws.client(request.service), request.operation)(**request.parameters)
        return jmespath.search(request.query, response) if request.query else response

    def lines_of_query(self, text: str, since: float, **values: str) -> list[dict[str, Any]]:
        """The log lines that a query of the runbook selects. Each has the fields by which the query groups."""
        [found] = [each for each in runbooks.queries(self.runbook) if text in each]
        for name, value in values.items():
            found = found.replace(f"<{name}>", value)
        query = runbooks.query(found)
        selected = [line for line in self.stack.lines(since) if query.selects(line)]
        for line in selected:
            self.assertLessEqual(set(query.fields), set(line), line)
        return selected

    def alarm(self, name: str) -> Alarm:
        alarm = self.stack.alarms[name]
        self.assertEqual(alarm.runbook, self.runbook)
        return alarm

    def assert_raised_and_resolved(self, alarm: Alarm, fault: list[Point], after: list[Point]) -> None:
        """The alarm is raised while the fault lasts, and not after a period without it."""
        self.assertTrue(alarm.is_raised(fault), f"{alarm.name} is not raised by {fault}")
        self.assertFalse(alarm.is_raised(fault, after), f"{alarm.name} is raised by {after}")

    def break_function(self, name: str, **variables: str | None) -> Callable[[], None]:
        """Changes or removes environment variables of a function. Returns the repair, which also runs after the test."""
        client, function = self.aws.client("lambda"), self.client.function(name)
        before = client.get_function_configuration(FunctionName=function)["Environment"]["Variables"]
        broken = {key: value for key, value in (before | variables).items() if value is not None}
        client.update_function_configuration(FunctionName=function, Environment={"Variables": broken})

        def repair() -> None:
            client.update_function_configuration(FunctionName=function, Environment={"Variables": before})

        self.addCleanup(repair)
        return repair


class Function(Rehearsal):
    runbook = "function"
    needs_aws = {
        "git checkout <commit> && ./scripts/deploy prod": _DEPLOY,
        "./scripts/doctor --stack-name larder-prod": _DOCTOR,
    }

    def setUp(self) -> None:
        super().setUp()
        event = json.loads((ROOT / "infra/events/location.json").read_text())
        self.event = event | {"arguments": {"id": _LOCATION_ID}}

    def call(self) -> str | None:
        return self.client.graphql(_LOCATION, {"id": _LOCATION_ID}).error

    def test_failed_calls_raise_the_alarm_until_the_cause_is_repaired(self) -> None:
        since = time.time()
        repair = self.break_function("location", AWS_ENDPOINT_URL_DYNAMODB=_CLOSED)
        self.assertEqual(at_once(self.call, 5), {"Unavailable"})
        fault = self.stack.points(since, "location")

        causes = {line["cause"] for line in self.lines_of_query("by cause", since, operation="location")}
        self.assertTrue(all("dispatch failure" in cause for cause in causes), causes)
        repair()
        table = self.client.table("Locations")
        key = json.dumps({"id": {"S": _LOCATION_ID}})
        item = self.follow("aws dynamodb get-item --table-name <name> --key <key>", name=table, key=key)
        self.assertEqual(item["Item"]["id"]["S"], _LOCATION_ID)

        since = time.time()
        self.assertIsNone(self.call())
        after = self.stack.points(since, "location")
        self.assert_raised_and_resolved(self.alarm("LocationAlarm"), fault, after)
        self.assert_raised_and_resolved(self.alarm("FunctionFailuresAlarm"), fault, after)

    def test_crashes_raise_the_alarm(self) -> None:
        since = time.time()
        repair = self.break_function("location", LOCATIONS_TABLE=None)
        self.assertEqual({self.client.invoke("location", self.event).error for _ in range(5)}, {"Worker"})
        fault = self.stack.points(since, "location")
        repair()
        self.assertIsNone(self.call())
        self.assert_raised_and_resolved(self.alarm("LocationAlarm"), fault, [])

    def test_throttled_calls_raise_the_alarm_until_the_limit_is_removed(self) -> None:
        since, client, function = time.time(), self.aws.client("lambda"), self.client.function("location")
        client.put_function_concurrency(FunctionName=function, ReservedConcurrentExecutions=0)
        self.addCleanup(client.delete_function_concurrency, FunctionName=function)
        for _ in range(5):
            with self.assertRaises(client.exceptions.TooManyRequestsException):
                self.client.invoke("location", self.event)
        fault = self.stack.points(since, "location")
        command = "aws lambda get-function-concurrency --function-name larder-prod-<function>"
        self.assertEqual(self.follow(command, function="location")["ReservedConcurrentExecutions"], 0)
        self.follow("aws lambda delete-function-concurrency --function-name larder-prod-<function>", function="location")
        self.assertIsNone(self.call())
        self.assert_raised_and_resolved(self.alarm("LocationAlarm"), fault, [])

    def test_slow_calls_raise_the_alarm(self) -> None:
        name = self.client.function("location")
        slow, fast = (point("AWS/Lambda", "Duration", value, FunctionName=name) for value in (8_001, 20))
        self.assert_raised_and_resolved(self.alarm("LocationAlarm"), [slow], [fast])


class Objective(Rehearsal):
    runbook = "objective"
    needs_aws = {"git checkout <commit> && ./scripts/deploy prod": _DEPLOY}

    def test_the_objective_is_missed_until_calls_succeed(self) -> None:
        def call() -> str | None:
            return self.client.graphql(_LOCATIONS, {}).error

        since = time.time()
        repair = self.break_function("locations", AWS_ENDPOINT_URL_DYNAMODB=_CLOSED)
        self.assertEqual(at_once(call, 5), {"Unavailable"})
        fault = self.stack.points(since)
        repair()
        since = time.time()
        self.assertEqual(at_once(call, 5), {None})
        after = self.stack.points(since)

        self.assertTrue(self.is_raised(hour=fault, minutes=fault))
        # The hour still contains the failures, the last five minutes do not.
        self.assertFalse(self.is_raised(hour=fault + after, minutes=after))

    def is_raised(self, hour: list[Point], minutes: list[Point]) -> bool:
        periods = ((self.alarm("LocationsHourFailures"), hour), (self.alarm("LocationsMinutesFailures"), minutes))
        raised = {alarm.properties["AlarmName"]: alarm.is_raised(points) for alarm, points in periods}
        return alarms.is_composite_raised(self.stack.composites["LocationsObjective"]["AlarmRule"], raised)


class Schedule(Rehearsal):
    runbook = "schedule"

    def test_a_disabled_schedule_raises_the_alarm_until_it_is_enabled(self) -> None:
        function, name = "sweep-fridge-alerts", f"larder-{_ENVIRONMENT}-sweep-fridge-alerts"
        scheduler = self.aws.client("scheduler")
        schedule = scheduler.get_schedule(Name=name)
        settings = {key: schedule[key] for key in ("Name", "ScheduleExpression", "FlexibleTimeWindow", "Target")}
        before = time.time() - _SCHEDULE_SECONDS
        self.assertTrue(wait_until(lambda: bool(self.calls(function, before)), _SCHEDULE_SECONDS))
        scheduler.update_schedule(**settings, State="DISABLED")
        self.addCleanup(scheduler.update_schedule, **settings, State="ENABLED")
        # A call that began before is not counted.
        time.sleep(2)
        since = time.time()
        time.sleep(max(0, self.calls(function, before)[-1] + _SCHEDULE_SECONDS - since))
        fault = self.invocations(function, since)
        self.assertEqual(fault, [])

        get = "aws scheduler get-schedule --name larder-prod-<function> --query"
        self.assertEqual(self.follow(f"{get} State", function=function), "DISABLED")
        target = self.follow(f"{get} Target", function=function)
        self.follow(
            "aws scheduler update-schedule --name larder-prod-<function> --state ENABLED "
            "--schedule-expression 'rate(1 minute)' --flexible-time-window Mode=OFF --target '<target>'",
            function=function,
            target=json.dumps(target),
        )
        self.assertEqual(self.follow(f"{get} State", function=function), "ENABLED")
        self.assertEqual(scheduler.get_schedule(Name=name)["Target"], schedule["Target"])
        since = time.time()
        self.assertTrue(wait_until(lambda: bool(self.calls(function, since)), _SCHEDULE_SECONDS))
        after = self.invocations(function, since)
        self.assert_raised_and_resolved(self.alarm("SweepFridgeAlertsScheduleAlarm"), fault, after)

        invoke = (
            "aws lambda invoke --function-name larder-prod-<function> --cli-binary-format raw-in-base64-out --payload '{}' "
            "/dev/stdout"
        )
        self.assertNotIn("FunctionError", self.follow(invoke, function=function))

    def calls(self, function: str, since: float) -> list[float]:
        """The times of the function's calls, in order. It logs a line per call."""
        lines = [line for line in self.stack.lines(since) if line.get("operation") == function]
        return sorted(line["_aws"]["Timestamp"] / 1000 for line in lines)

    def invocations(self, function: str, since: float) -> list[Point]:
        """AWS Lambda's metric. The emulator does not emit it for schedules."""
        name = self.client.function(function)
        return [point("AWS/Lambda", "Invocations", 1, FunctionName=name) for _ in self.calls(function, since)]


class Api(Rehearsal):
    runbook = "api"
    needs_aws = {
        "./scripts/doctor --stack-name larder-prod": _DOCTOR,
        "aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 "
        "--desired-value 2000": _QUOTAS,
    }

    def test_errors_and_latency_of_the_apis_raise_the_alarms(self) -> None:
        graphql = {"GraphQLAPIId": self.stack.outputs()["GraphQLApiId"]}
        rest = {"ApiName": f"larder-{_ENVIRONMENT}", "Stage": "prod"}
        for name, namespace, dimensions in (("GraphQL", "AWS/AppSync", graphql), ("Rest", "AWS/ApiGateway", rest)):
            failed, fine = ([point(namespace, "5XXError", value, **dimensions)] * 5 for value in (1, 0))
            self.assert_raised_and_resolved(self.alarm(f"{name}ErrorsAlarm"), failed, fine)
            slow, fast = ([point(namespace, "Latency", value, **dimensions)] * 100 for value in (5_001, 80))
            self.assert_raised_and_resolved(self.alarm(f"{name}LatencyAlarm"), fast[:98] + slow[:2], fast)


class DeadLetters(Rehearsal):
    runbook = "dead-letters"
    needs_aws = {"./scripts/doctor --stack-name larder-prod": _DOCTOR}

    def setUp(self) -> None:
        super().setUp()
        self.queues = self.client.stack["queues"]
        self.sqs = self.aws.client("sqs")

    def visible(self, queue: str) -> list[Point]:
        name = queue.rsplit("/", 1)[1]
        return [point("AWS/SQS", "ApproximateNumberOfMessagesVisible", self.stack.messages(queue), QueueName=name)]

    def test_a_message_of_an_unknown_fridge_is_sent_again_when_the_fridge_exists(self) -> None:
        location = f"REHEARSAL_{uuid.uuid4().hex[:8]}".upper()
        sample = json.loads((ROOT / "functions/ingest/samples/CustomerRecord.json").read_text())
        now = time_text(datetime.now(timezone.utc))
        record = sample | {"messageId": str(uuid.uuid4()), "locationId": location, "occurredAt": now}
        dead = self.queues["upstreamDeadLetter"]
        self.sqs.purge_queue(QueueUrl=dead)
        telemetry.send(self.client, record)
        self.assertTrue(wait_until(lambda: self.stack.messages(dead) == 1))
        fault = self.visible(dead)

        self.assertIn("Invalid locationId", self.follow("./scripts/redrive <queue> --environment prod", queue="upstream"))
        self.assertEqual(self.visible(dead), fault)
        self.assertIsNone(self.client.rest("POST", "/locations", location_form(location)).error)
        sent = self.follow("./scripts/redrive <queue> --environment prod --send", queue="upstream")
        self.assertIn("1 messages sent again", sent)
        market = "query ($id: ID!) { location(id: $id) { market } }"
        self.assertTrue(wait_until(lambda: self.client.graphql(market, {"id": location}).body == {"market": sample["market"]}))
        self.assert_raised_and_resolved(self.alarm("UpstreamDeadLettersAlarm"), fault, self.visible(dead))

    def test_each_queue_raises_its_alarm_until_it_is_purged(self) -> None:
        names = ("Schedule", "Telemetry", "Upstream", "Forwarding", "Command", "LogiNext", "Uploads", "ForecastUploads")
        for name in names:
            with self.subTest(name):
                # Outputs of the nested stack, because the description does not contain all queues.
                queue = self.stack.output(f"Messaging.Outputs.{name}DeadLetterQueueUrl")
                self.sqs.send_message(QueueUrl=queue, MessageBody="invalid")
                fault = self.visible(queue)
                self.follow("aws sqs purge-queue --queue-url <url>", url=queue)
                self.assert_raised_and_resolved(self.alarm(f"{name}DeadLettersAlarm"), fault, self.visible(queue))


class QueueAge(Rehearsal):
    runbook = "queue-age"

    def test_messages_wait_while_the_consumer_is_disabled(self) -> None:
        client, queue = self.aws.client("lambda"), self.client.stack["queues"]["telemetry"]
        function = self.client.function("ingest-telemetry")
        [mapping] = client.list_event_source_mappings(FunctionName=function)["EventSourceMappings"]
        client.update_event_source_mapping(UUID=mapping["UUID"], Enabled=False)
        self.addCleanup(client.update_event_source_mapping, UUID=mapping["UUID"], Enabled=True)
        time.sleep(2)
        telemetry.send(self.client, health_report())
        time.sleep(5)
        self.assertEqual(self.stack.messages(queue), 1)

        list_command = (
            "aws lambda list-event-source-mappings --function-name larder-prod-ingest-telemetry "
            "--query 'EventSourceMappings[].[UUID,State]'"
        )
        [[identity, state]] = self.follow(list_command)
        self.assertEqual(state, "Disabled")
        self.follow("aws lambda update-event-source-mapping --uuid <id> --enabled", id=identity)
        self.assertTrue(wait_until(lambda: self.stack.messages(queue) == 0))

        # The emulator has no metric of the age. The message would reach these ages.
        ages = {"Telemetry": 901, "Upstream": 901, "Schedule": 301, "LogiNext": 1801, "Uploads": 1801, "ForecastUploads": 1801}
        for name, seconds in ages.items():
            queue_name = self.stack.output(f"Messaging.Outputs.{name}QueueName")
            old, young = (point("AWS/SQS", "ApproximateAgeOfOldestMessage", age, QueueName=queue_name) for age in (seconds, 1))
            self.assert_raised_and_resolved(self.alarm(f"{name}QueueAgeAlarm"), [old], [young])


class ThrottledTables(Rehearsal):
    runbook = "throttled-tables"
    needs_aws = {
        "aws dynamodb update-table --table-name <table> --warm-throughput ReadUnitsPerSecond=20000,WriteUnitsPerSecond=8000": (
            "The emulator has no warm throughput."
        ),
    }

    def test_throttled_requests_of_any_table_raise_the_alarm(self) -> None:
        throttled, other = (
            [point("AWS/DynamoDB", "ThrottledRequests", 1, **dimensions)] * 50
            for dimensions in ({"TableName": "table", "Operation": "PutItem"}, {"TableName": "table"})
        )
        self.assert_raised_and_resolved(self.alarm("ThrottledTablesAlarm"), throttled, other)

    def test_contributor_insights_are_turned_on(self) -> None:
        dynamodb, table = self.aws.client("dynamodb"), f"rehearsal-{uuid.uuid4()}"
        dynamodb.create_table(
            TableName=table,
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        self.addCleanup(dynamodb.delete_table, TableName=table)
        insights = "aws dynamodb update-contributor-insights --table-name <table> --contributor-insights-action ENABLE"
        self.assertIn(self.follow(insights, table=table)["ContributorInsightsStatus"], ("ENABLING", "ENABLED"))


class LiveEvents(Rehearsal):
    runbook = "live-events"
    needs_aws = {"./scripts/doctor --stack-name larder-prod": _DOCTOR}

    def test_events_that_are_not_published_raise_the_alarm_and_lose_no_data(self) -> None:
        since = time.time()
        repair = self.break_function("ingest-telemetry", EVENTS_URL=f"{_CLOSED}/event")
        # Small changes of the temperature are not published. Changes of the order are.
        for temperature, out_of_order in ((36.1, True), (36.2, False), (36.3, True)):
            self.report(temperature, out_of_order)
        self.assertEqual(self.temperature(), 36.3)
        fault = self.stack.points(since)
        self.assertGreaterEqual(len(self.lines_of_query("events were not published", since)), 3)
        repair()

        since = time.time()
        self.report(36.4, False)
        self.assert_raised_and_resolved(self.alarm("UnpublishedEventsAlarm"), fault, self.stack.points(since))

    def report(self, temperature: float, out_of_order: bool) -> None:
        report = health_report(temperature=temperature, outOfOrder=out_of_order)
        response = self.client.invoke("ingest-telemetry", {"Records": [telemetry.record(self.client, report)]})
        self.assertIsNone(response.error)
        self.assertFalse(response.body.get("batchItemFailures"), response.body)

    def temperature(self) -> float:
        document = "query ($ids: [ID!]!) { fridgeHealth(filter: { locationIds: $ids }) { fridgeData { temperature } } }"
        [state] = self.client.graphql(document, {"ids": [_LOCATION_ID]}).body["fridgeData"]
        return float(state["temperature"])


class AlertDeliveries(Rehearsal):
    runbook = "alert-deliveries"
    needs_aws = {"./scripts/doctor --stack-name larder-prod": _DOCTOR}

    def test_a_failed_delivery_raises_the_alarm(self) -> None:
        topic = self.stack.output("Messaging.Outputs.AlertNotificationsTopicName")
        failed, delivered = (point("AWS/SNS", name, 1, TopicName=topic) for name in _SNS_METRICS)
        self.assert_raised_and_resolved(self.alarm("AlertDeliveriesAlarm"), [failed], [delivered])

    def test_subscriptions_and_the_log_of_the_function_are_found(self) -> None:
        since = time.time()
        self.assertIsNone(self.client.invoke("send-alert-notices", {}).error)
        self.assertTrue(self.lines_of_query("send-alert-notices", since))
        sns, topic = self.aws.client("sns"), self.stack.output("Messaging.Outputs.AlertNotificationsTopicArn")
        receiver = f"arn:aws:sqs:us-east-1:000000000000:rehearsal-{uuid.uuid4()}"
        subscription = sns.subscribe(TopicArn=topic, Protocol="sqs", Endpoint=receiver, ReturnSubscriptionArn=True)
        self.addCleanup(sns.unsubscribe, SubscriptionArn=subscription["SubscriptionArn"])
        found = self.follow("aws sns list-subscriptions-by-topic --topic-arn <arn>", arn=topic)["Subscriptions"]
        self.assertIn(subscription["SubscriptionArn"], [each["SubscriptionArn"] for each in found])


class Browser(Rehearsal):
    runbook = "browser"
    needs_aws = {"git checkout <commit> && ./scripts/deploy prod": _DEPLOY}

    def test_reported_problems_raise_the_alarms(self) -> None:
        event = json.loads((ROOT / "infra/events/report-browser-problems.json").read_text())
        sample = {"screen": event["arguments"]["problems"][0]["screen"], "release": "rehearsal", "requestId": str(uuid.uuid4())}
        error = sample | {"kind": "ERROR", "message": "x is not a function", "stack": "at render"}
        slow = sample | {"kind": "SLOW_SCREEN", "message": "largest paint", "milliseconds": 5_000}
        for alarm, problem, count, text in (
            ("BrowserErrorsAlarm", error, 20, "an error"),
            ("SlowScreensAlarm", slow, 10, "a slow screen"),
        ):
            with self.subTest(alarm):
                since = time.time()
                self.assertEqual(self.client.mutate("reportBrowserProblems", {"problems": [problem] * count}).body, count)
                lines = [line for line in self.lines_of_query(text, since) if line["release"] == "rehearsal"]
                self.assertEqual(len(lines), count)
                self.assertEqual({line["request_id"] for line in lines}, {sample["requestId"]})
                self.assert_raised_and_resolved(self.alarm(alarm), self.stack.points(since), [])


class SignIns(Rehearsal):
    runbook = "sign-ins"
    needs_aws = {
        "./scripts/deploy prod": _DEPLOY,
        "aws wafv2 get-sampled-requests --web-acl-arn <arn> --rule-metric-name rate-of-a-session --scope REGIONAL "
        "--time-window StartTime=<time>,EndTime=<time> --max-items 100": "The emulator does not filter requests.",
    }

    def test_rejected_calls_raise_the_alarm(self) -> None:
        user = next(each for each in self.client.stack["users"] if each["profile"] == "no-permissions")
        token = self.client.token(user["email"], user["password"])
        since = time.time()
        self.assertEqual({self.client.graphql(_LOCATIONS, {}, token).error for _ in range(50)}, {"Forbidden"})
        callers = {(line["user"], line["operation"]) for line in self.lines_of_query("Forbidden", since)}
        self.assertIn((user["email"], "locations"), callers)
        self.assert_raised_and_resolved(self.alarm("ForbiddenCallsAlarm"), self.stack.points(since), [])

    def test_failed_sign_ins_raise_the_alarm(self) -> None:
        cognito, stack = self.aws.client("cognito-idp"), self.client.stack
        email = self.client.email("read-only")
        for _ in range(20):
            with self.assertRaises(cognito.exceptions.NotAuthorizedException):
                cognito.admin_initiate_auth(
                    UserPoolId=stack["userPoolId"],
                    ClientId=stack["userPoolClientId"],
                    AuthFlow="ADMIN_USER_PASSWORD_AUTH",
                    AuthParameters={"USERNAME": email, "PASSWORD": "guessed"},
                )
        # Cognito emits 0 for a failed sign-in and 1 for a successful one.
        dimensions = {"UserPool": stack["userPoolId"], "UserPoolClient": stack["userPoolClientId"]}
        failed, signed_in = ([point("AWS/Cognito", "SignInSuccesses", value, **dimensions)] * 20 for value in (0, 1))
        self.assert_raised_and_resolved(self.alarm("FailedSignInsAlarm"), failed + signed_in, signed_in)

    def test_a_misused_account_is_disabled_at_once(self) -> None:
        user, email, password = Data(self.client, {}).member()
        token = self.client.token(email, password)
        grant = {"user": user, "action": "GetAllLocation"}
        self.assertIsNone(self.client.rest("POST", "/users/permissions", grant).error)
        self.assertIsNone(self.client.graphql(_LOCATIONS, {}, token).error)

        pool = self.client.stack["userPoolId"]
        self.follow("aws cognito-idp admin-user-global-sign-out --user-pool-id <id> --username <email>", id=pool, email=email)
        self.follow("aws cognito-idp admin-disable-user --user-pool-id <id> --username <email>", id=pool, email=email)
        disable = (
            "aws dynamodb update-item --table-name <permissions-table> --key '{\"user\": {\"S\": \"<sub>\"}}' "
            "--update-expression 'SET disabled = :true' --expression-attribute-values '{\":true\": {\"BOOL\": true}}'"
        )
        self.follow(disable, permissions_table=self.client.table("Permissions"), sub=user)
        self.assertEqual(self.client.graphql(_LOCATIONS, {}, token).error, "Forbidden")
        # The page User Permissions enables the account again.
        enabled = self.client.mutate("setStaffAccountEnabled", {"input": {"user": user, "enabled": True}})
        self.assertIsNone(enabled.error, enabled.message)
        self.assertIsNone(self.client.graphql(_LOCATIONS, {}, token).error)

    def test_an_address_is_blocked(self) -> None:
        wafv2, name = self.aws.client("wafv2"), f"larder-{_ENVIRONMENT}-blocked"
        created = wafv2.create_ip_set(Name=name, Scope="REGIONAL", IPAddressVersion="IPV4", Addresses=[])["Summary"]
        identity = {"Name": name, "Scope": "REGIONAL", "Id": created["Id"]}
        self.addCleanup(lambda: wafv2.delete_ip_set(**identity, LockToken=wafv2.get_ip_set(**identity)["LockToken"]))
        found = self.follow("aws wafv2 list-ip-sets --scope REGIONAL")["IPSets"]
        [summary] = [each for each in found if each["Name"] == name]
        get = "aws wafv2 get-ip-set --name larder-prod-blocked --scope REGIONAL --id <id>"
        token = self.follow(get, id=summary["Id"])["LockToken"]
        update = (
            "aws wafv2 update-ip-set --name larder-prod-blocked --scope REGIONAL --id <id> --lock-token <token> "
            "--addresses 192.0.2.0/24"
        )
        self.follow(update, id=summary["Id"], token=token)
        self.assertEqual(self.follow(get, id=summary["Id"])["IPSet"]["Addresses"], ["192.0.2.0/24"])

    def test_blocked_requests_raise_the_alarm(self) -> None:
        dimensions = {"WebACL": f"larder-{_ENVIRONMENT}", "Region": "us-east-1", "Rule": "ALL"}
        blocked = point("AWS/WAFV2", "BlockedRequests", 1_000, **dimensions)
        self.assert_raised_and_resolved(self.alarm("BlockedRequestsAlarm"), [blocked], [])


class Notification(unittest.TestCase):
    """The emulator evaluates alarms of one metric: a data point sends the notification of each to its topic."""

    def test_an_alarm_of_one_metric_notifies_a_subscriber(self) -> None:
        cloudwatch, sns, sqs = (_STACK.aws.client(name) for name in ("cloudwatch", "sns", "sqs"))
        queue = sqs.create_queue(QueueName=f"rehearsal-{uuid.uuid4()}")["QueueUrl"]
        self.addCleanup(sqs.delete_queue, QueueUrl=queue)
        arn = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
        topic = _STACK.outputs()["AlarmTopic"]
        statement = {"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage"}
        limited = statement | {"Resource": arn, "Condition": {"ArnEquals": {"aws:SourceArn": topic}}}
        policy = json.dumps({"Version": "2012-10-17", "Statement": [limited]})
        sqs.set_queue_attributes(QueueUrl=queue, Attributes={"Policy": policy})
        subscription = sns.subscribe(TopicArn=topic, Protocol="sqs", Endpoint=arn, ReturnSubscriptionArn=True)
        self.addCleanup(sns.unsubscribe, SubscriptionArn=subscription["SubscriptionArn"])
        simple = {name: alarm for name, alarm in _STACK.alarms.items() if "MetricName" in alarm.properties}
        above = {name: alarm for name, alarm in simple.items() if alarm.properties["ComparisonOperator"].startswith("Greater")}
        expected = set()
        for name, alarm in above.items():
            # Without this, values of other alarms of the metric count, because the emulator ignores dimensions.
            changed = {"AlarmName": f"rehearsal-{name}", "AlarmActions": [topic], "Namespace": f"rehearsal/{name}"}
            definition = {**alarm.properties, **changed}
            cloudwatch.put_metric_alarm(**{key: value for key, value in definition.items() if key != "AlarmDescription"})
            self.addCleanup(cloudwatch.delete_alarms, AlarmNames=[definition["AlarmName"]])
            data = {"MetricName": definition["MetricName"], "Dimensions": definition.get("Dimensions", [])}
            data["Value"] = float(definition["Threshold"]) + 1
            cloudwatch.put_metric_data(Namespace=definition["Namespace"], MetricData=[data])
            expected.add(definition["AlarmName"])
        self.assertGreater(len(expected), 10)
        received: set[str] = set()

        def is_complete() -> bool:
            for message in sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages", []):
                received.add(json.loads(json.loads(message["Body"])["Message"])["AlarmName"])
            return received >= expected

        self.assertTrue(wait_until(is_complete, 20), f"not received: {sorted(expected - received)}")


class Doctor(unittest.TestCase):
    """The checks of `./scripts/doctor` that read a deployed environment."""

    def setUp(self) -> None:
        self.aws, self.outputs = _STACK.aws, _STACK.outputs()
        self.resources = readiness.resources(self.aws, _STACK.client.stack["stackName"])

    def find(self, check: Callable[..., Iterator[str]]) -> list[str]:
        return list(check(self.aws, self.resources))

    def test_doctor_checks_name_what_the_environment_lacks(self) -> None:
        cloudwatch, logs, iam = (self.aws.client(name) for name in ("cloudwatch", "logs", "iam"))
        [alarm] = cloudwatch.describe_alarms(AlarmNames=[self.physical("UploadsDeadLettersAlarm")])["MetricAlarms"]
        role = self.physical("LocationFunctionRole")
        [policy, *_] = iam.list_role_policies(RoleName=role)["PolicyNames"]
        document = iam.get_role_policy(RoleName=role, PolicyName=policy)["PolicyDocument"]
        group, days = _STACK.log_group, 14
        for check in (readiness.alarms, readiness.log_retention, readiness.permissions):
            self.assertEqual(self.find(check), [], check.__name__)

        cloudwatch.disable_alarm_actions(AlarmNames=[alarm["AlarmName"]])
        self.assertEqual(len(self.find(readiness.alarms)), 1)
        cloudwatch.delete_alarms(AlarmNames=[alarm["AlarmName"]])
        definition = {key: alarm[key] for key in _ALARM_SETTINGS if key in alarm}
        self.addCleanup(cloudwatch.put_metric_alarm, **definition)
        logs.delete_retention_policy(logGroupName=group)
        self.addCleanup(logs.put_retention_policy, logGroupName=group, retentionInDays=days)
        iam.delete_role_policy(RoleName=role, PolicyName=policy)
        self.addCleanup(iam.put_role_policy, RoleName=role, PolicyName=policy, PolicyDocument=json.dumps(document))

        self.assertEqual(self.find(readiness.alarms), ["the alarm UploadsDeadLettersAlarm does not exist"])
        self.assertEqual(self.find(readiness.log_retention), ["FunctionLogs keeps its lines forever"])
        self.assertEqual(self.find(readiness.permissions), [f"LocationFunctionRole lacks the policy {policy}"])

    def test_doctor_checks_name_a_table_without_recovery(self) -> None:
        dynamodb, table = self.aws.client("dynamodb"), self.outputs["LocationsTable"]

        def set_recovery(enabled: bool) -> None:
            dynamodb.update_continuous_backups(
                TableName=table, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": enabled}
            )

        # The emulator ignores the setting of the template.
        set_recovery(True)
        self.assertNotIn(f"{table} has no point-in-time recovery", list(readiness.recovery(self.aws, self.outputs)))
        set_recovery(False)
        self.assertIn(f"{table} has no point-in-time recovery", list(readiness.recovery(self.aws, self.outputs)))

    def physical(self, name: str) -> str:
        [found] = [each["PhysicalResourceId"] for each in self.resources if each["LogicalResourceId"] == name]
        return found


def health_report(**fields: Any) -> dict[str, Any]:
    """A message of a fridge, of now."""
    head = {"schemaVersion": 1, "messageId": str(uuid.uuid4()), "type": "HealthReport", "locationId": _LOCATION_ID}
    state = {"temperature": 36.0, "serverVersion": "4.12.0", "outOfOrder": False}
    return head | {"occurredAt": time_text(datetime.now(timezone.utc))} | state | fields


if __name__ == "__main__":
    unittest.main()
