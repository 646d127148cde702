"""Tests of the comparison of policies with calls."""

import unittest
from typing import Any

from conformance import policies
from conformance.calls import Call
from conformance.policies import Permission, Untested, table
from conformance.resources import TEMPLATES, Resource
from conformance.untested import UNTESTED

IOT = "arn:aws:iot:region:account"
STACK = (
    TEMPLATES.including(Resource("AWS::DynamoDB::Table", "OrdersTable", "stack-orders"))
    .including(Resource("AWS::DynamoDB::Table", "AuditTable", "stack-audit"))
    .including(Resource("AWS::SQS::Queue", "ScheduleQueue", "http://queue"))
    .including(Resource("AWS::S3::Bucket", "UploadsBucket", "stack-uploads"))
    .including(Resource("AWS::Cognito::UserPool", "UserPool", "pool_1"))
    .including(Resource("AWS::SNS::Topic", "AlertNotificationsTopic", "arn:topic"))
    .including(Resource("AWS::SecretsManager::Secret", "LogiNextSecret", "arn:secret"))
)


def required(service: str, operation: str, **parameters: Any) -> set[tuple[str, str]]:
    call = Call("larder-local-sync-orders", service, operation, parameters)
    found = set(policies.of_call(call, STACK))
    assert {permission.function for permission in found} <= {"sync-orders"}
    return {(permission.action, permission.resource) for permission in found}


class RequiredTest(unittest.TestCase):
    def test_an_operation_requires_its_action_on_the_table(self) -> None:
        expected = {("dynamodb:GetItem", table("OrdersTable"))}
        self.assertEqual(required("dynamodb", "GetItem", TableName="stack-orders", Key={}), expected)

    def test_a_query_of_an_index_requires_the_index(self) -> None:
        expected = {("dynamodb:Query", table("OrdersTable", "byDropOff"))}
        self.assertEqual(required("dynamodb", "Query", TableName="stack-orders", IndexName="byDropOff"), expected)

    def test_a_batch_requires_its_action_on_each_table(self) -> None:
        requests = {"stack-orders": {"Keys": [{}, {}]}, "stack-audit": {"Keys": [{}]}}
        expected = {("dynamodb:BatchGetItem", table("OrdersTable")), ("dynamodb:BatchGetItem", table("AuditTable"))}
        self.assertEqual(required("dynamodb", "BatchGetItem", RequestItems=requests), expected)

    def test_a_transaction_requires_the_actions_of_its_elements(self) -> None:
        items = [
            {"Put": {"TableName": "stack-audit", "Item": {}}},
            {"Update": {"TableName": "stack-orders", "Key": {}}},
            {"ConditionCheck": {"TableName": "stack-orders", "Key": {}}},
        ]
        expected = {
            ("dynamodb:PutItem", table("AuditTable")),
            ("dynamodb:UpdateItem", table("OrdersTable")),
            ("dynamodb:ConditionCheckItem", table("OrdersTable")),
        }
        self.assertEqual(required("dynamodb", "TransactWriteItems", TransactItems=items), expected)

    def test_operations_of_other_services_require_their_actions(self) -> None:
        for service, operation, parameters, action, resource in (
            ("sqs", "SendMessageBatch", {"QueueUrl": "http://queue"}, "sqs:SendMessage", "{ScheduleQueue}"),
            ("s3", "PutObject", {"Bucket": "stack-uploads", "Key": "a/b"}, "s3:PutObject", "{UploadsBucket}/a/b"),
            ("s3", "HeadObject", {"Bucket": "stack-uploads", "Key": "a"}, "s3:GetObject", "{UploadsBucket}/a"),
            ("s3", "ListObjectsV2", {"Bucket": "stack-uploads"}, "s3:ListBucket", "{UploadsBucket}"),
            ("cognito-idp", "ListUsers", {"UserPoolId": "pool_1"}, "cognito-idp:ListUsers", "{UserPool}"),
            ("secretsmanager", "GetSecretValue", {"SecretId": "arn:secret"}, "secretsmanager:GetSecretValue", "{LogiNextSecret}"),
            ("appsync", "EventPublish", {"channel": "fleet/all"}, "appsync:EventPublish", "{FleetChannels}"),
            ("sns", "Publish", {"TopicArn": "arn:topic"}, "sns:Publish", "{AlertNotificationsTopic}"),
            ("sns", "Unsubscribe", {"SubscriptionArn": "arn:topic:1"}, "sns:Unsubscribe", "*"),
            ("iot", "CreateThing", {"thingName": "CHI_1"}, "iot:CreateThing", f"{IOT}:thing/CHI_1"),
            ("iot", "UpdateCertificate", {"certificateId": "ab"}, "iot:UpdateCertificate", f"{IOT}:cert/ab"),
            ("iot", "AttachPolicy", {"target": "arn:aws:iot:us-east-1:0:cert/ab"}, "iot:AttachPolicy", f"{IOT}:cert/ab"),
            ("iot", "AttachThingPrincipal", {"thingName": "CHI_1"}, "iot:AttachThingPrincipal", "*"),
            ("iot-data", "DeleteConnection", {"clientId": "CHI_1"}, "iot:DeleteConnection", f"{IOT}:client/CHI_1"),
            ("iot-data", "Publish", {"topic": "larder/local/fridges/A/b"}, "iot:Publish", f"{IOT}:topic/larder/{{Environment}}/fridges/A/b"),
            ("sts", "POST /", {}, "sts:POST /", "*"),
        ):
            with self.subTest(f"{service} {operation}"):
                self.assertEqual(required(service, operation, **parameters), {(action, resource)})

    def test_a_retained_message_requires_two_actions(self) -> None:
        topic = f"{IOT}:topic/larder/{{Environment}}/fridges/A/down/software"
        found = required("iot-data", "Publish", topic="larder/local/fridges/A/down/software", retain=True)
        self.assertEqual(found, {("iot:Publish", topic), ("iot:RetainPublish", topic)})


class CompareTest(unittest.TestCase):
    allowed = (
        Permission("a", "s3:PutObject", "{Uploads}/routes/*"),
        Permission("a", "dynamodb:GetItem", table("OrdersTable")),
    )
    put = Permission("a", "s3:PutObject", "{Uploads}/routes/1")
    get = allowed[1]

    def test_calls_that_use_all_permissions_pass(self) -> None:
        self.assertEqual(policies.compare(self.allowed, [self.put, self.get]), ([], [], []))

    def test_reports_a_call_that_no_policy_allows(self) -> None:
        for missing in (
            Permission("a", "s3:PutObject", "{Uploads}/other/1"),
            Permission("a", "s3:GetObject", "{Uploads}/routes/1"),
            Permission("b", "s3:PutObject", "{Uploads}/routes/1"),
            Permission("a", "dynamodb:GetItem", table("OrdersTable", "byDropOff")),
        ):
            with self.subTest(str(missing)):
                self.assertEqual(policies.compare(self.allowed, [self.put, self.get, missing]), ([missing], [], []))

    def test_reports_a_permission_that_no_call_uses(self) -> None:
        self.assertEqual(policies.compare(self.allowed, [self.put]), ([], [self.get], []))

    def test_an_exception_excuses_an_unused_permission(self) -> None:
        exception = Untested(self.get, "the table is empty in tests")
        self.assertEqual(policies.compare(self.allowed, [self.put], [exception]), ([], [], []))

    def test_an_exception_for_failed_calls_excuses_a_permission_that_is_used_or_not(self) -> None:
        exception = Untested(self.get, "repeats a failed call", after_failure=True)
        gone = exception._replace(permission=Permission("a", "dynamodb:Query", table("OrdersTable")))
        for used in ([self.put], [self.put, self.get]):
            self.assertEqual(policies.compare(self.allowed, used, [exception, gone]), ([], [], [gone]))

    def test_reports_an_exception_whose_permission_is_used_or_does_not_exist(self) -> None:
        used = Untested(self.get, "used")
        gone = Untested(Permission("a", "dynamodb:Query", table("OrdersTable")), "gone")
        self.assertEqual(policies.compare(self.allowed, [self.put, self.get], [used, gone]), ([], [], [used, gone]))


class TemplatesTest(unittest.TestCase):
    def test_reads_the_permissions_of_all_functions(self) -> None:
        allowed = set(policies.allowed())
        self.assertGreater(len({permission.function for permission in allowed}), 50)
        self.assertGreater(len(allowed), 300)
        self.assertIn(Permission("record-sign-in", "dynamodb:PutItem", table("SignInsTable")), allowed)
        self.assertIn(Permission("sweep-schedule-changes", "dynamodb:Query", table("ScheduleChangesTable", "byState")), allowed)
        self.assertIn(Permission("sweep-schedule-changes", "sqs:SendMessage", "{ScheduleQueue}"), allowed)
        self.assertIn(Permission("bootstrap-administrator", "cognito-idp:ListUsers", "{UserPool}"), allowed)
        resources = {permission.resource for permission in allowed}
        self.assertLessEqual({"{UploadsBucket}/forecast-uploads/*", "{ArtifactsBucket}", "{FleetChannels}"}, resources)

    def test_functions_with_a_queue_can_read_it_and_no_others_can(self) -> None:
        allowed = {permission for permission in policies.allowed() if permission.action == "sqs:ReceiveMessage"}
        used = {permission for permission in policies.used_by_lambda() if permission.action == "sqs:ReceiveMessage"}
        self.assertEqual(allowed, used)
        self.assertEqual(policies.compare(policies.allowed(), policies.used_by_lambda()).missing, [])

    def test_functions_publish_only_to_fridges_and_lambda_sends_only_events_of_failed_calls(self) -> None:
        allowed, used = set(policies.allowed()), set(policies.used_by_lambda())
        topic = f"{IOT}:topic/larder/{{Environment}}/fridges/*/down/commands"
        self.assertIn(Permission("deliver-fridge-commands", "iot:Publish", topic), allowed)
        dead_letters = Permission("forward-fridge-message", "sqs:SendMessage", "{ForwardingDeadLetterQueue}")
        self.assertIn(dead_letters, allowed & used)

    def test_only_the_forwarder_may_send_to_the_telemetry_queue(self) -> None:
        senders = {each.function for each in policies.allowed() if each[1:] == ("sqs:SendMessage", "{TelemetryQueue}")}
        self.assertEqual(senders, {"forward-fridge-message"})

    def test_exceptions_are_permissions_and_have_reasons(self) -> None:
        allowed = set(policies.allowed())
        for each in UNTESTED:
            with self.subTest(str(each.permission)):
                self.assertIn(each.permission, allowed)
                self.assertTrue(each.reason)

    def test_rejects_expressions_that_it_cannot_resolve(self) -> None:
        for value in ({"Fn::If": ["A", "b", "c"]}, {"Ref": "Unknown"}):
            with self.subTest(str(value)), self.assertRaises(ValueError):
                policies._resolve(value, "Data")


if __name__ == "__main__":
    unittest.main()
