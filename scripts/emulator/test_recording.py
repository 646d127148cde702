"""Tests of the recording of calls."""

import asyncio
import json
import tempfile
import unittest
import urllib.parse
from pathlib import Path
from unittest import mock

import botocore.session
from botocore.client import Config

import recording
from recording import Recorder, Request
from signers import Signers, identify_functions

_CONFIG = {
    "FunctionName": "larder-local-orders",
    "FunctionArn": "arn:aws:lambda:us-east-1:000000000000:function:larder-local-orders",
    "Role": "arn:aws:iam::000000000000:role/orders-role",
}


def _signature(key: str, service: str) -> str:
    return f"AWS4-HMAC-SHA256 Credential={key}/20261123/us-east-1/{service}/aws4_request, SignedHeaders=host, Signature=0"


class RecorderTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "logs/calls.jsonl")
        self.signers = Signers()
        self.recorder = Recorder(self.file, self.signers)
        self.key, *_ = self.signers.credentials("larder-local-orders")

    def lines(self) -> list[dict]:
        self.recorder.close()
        return [json.loads(line) for line in self.file.read_text().splitlines() if line]

    def record(
        self,
        service: str,
        body: bytes = b"",
        method: str = "POST",
        path: str = "/",
        query: dict[str, list[str]] | None = None,
        **headers: str,
    ) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        signed = {"authorization": _signature(self.key, service)} | named
        self.recorder.record(Request(method, path, signed, body, query or {}))

    def test_a_token_with_the_text_of_a_credential_is_no_signature(self) -> None:
        self.record("dynamodb", authorization=f"Bearer {self.key}/20261123/us-east-1/dynamodb/aws4_request")
        self.assertEqual(self.lines()[1:], [])

    def test_records_a_json_call_with_its_function(self) -> None:
        self.record("dynamodb", b'{"TableName":\n"t"}', x_amz_target="DynamoDB_20120810.GetItem")
        expected = {
            "function": "larder-local-orders",
            "service": "dynamodb",
            "operation": "GetItem",
            "parameters": {"TableName": "t"},
        }
        self.assertEqual(self.lines(), [{"started": True}, expected])

    def test_records_no_request_of_another_client(self) -> None:
        for headers in ({}, {"authorization": _signature("TEST", "dynamodb")}, {"authorization": "Bearer x.y.z"}):
            self.recorder.record(Request("POST", "/", headers, b"{}", {}))
        self.assertEqual(self.lines(), [{"started": True}])

    def test_records_a_live_event(self) -> None:
        self.record("appsync", b'{"channel":"fleet/x","events":[]}', path="/event")
        self.assertEqual(self.lines()[1]["operation"], "EventPublish")

    def test_records_the_size_of_an_object_but_not_its_content(self) -> None:
        self.record("s3", b"content", "PUT", "/bucket/a/b", content_type="text/csv", x_amz_date="now")
        request = {"path": "/bucket/a/b", "query": {}, "headers": {"content-type": "text/csv"}, "size": 7}
        line = self.lines()[1]
        self.assertEqual((line["operation"], line["request"]), ("PutObject", request))

    def test_records_the_fields_of_a_form(self) -> None:
        body = b"Action=Publish&Version=2010-03-31&TopicArn=arn%3Aaws&Subject=&Message=a%0Ab"
        self.record("sns", body, content_type="application/x-www-form-urlencoded; charset=utf-8")
        line, form = self.lines()[1], {"Version": "2010-03-31", "TopicArn": "arn:aws", "Subject": "", "Message": "a\nb"}
        self.assertEqual((line["operation"], line["form"]), ("Publish", form))

    def test_records_the_parameters_of_the_calls_of_aws_iot(self) -> None:
        query = {"qos": ["1"], "retain": ["true"], "messageExpiry": ["60"]}
        self.record("iotdata", b"\xff", path="/topics/larder/local/down/commands", query=query)
        self.record("iot", b'{"target": "arn"}', "PUT", "/target-policies/fridge")
        self.record("iot", b"", "PUT", "/things/CHI_0001/principals", x_amzn_principal="arn")
        self.record("iot", b'{"certificateSigningRequest": "pem"}', path="/certificates", query={"setAsActive": ["true"]})
        self.record("iotdata", b"", "DELETE", "/connections/CHI_0001", query={"cleanSession": ["true"]})
        topic, payload = "larder/local/down/commands", {"$bytes": 1}
        expected = [
            ("iot-data", "Publish", {"topic": topic, "qos": 1, "retain": True, "messageExpiry": 60, "payload": payload}),
            ("iot", "AttachPolicy", {"policyName": "fridge", "target": "arn"}),
            ("iot", "AttachThingPrincipal", {"thingName": "CHI_0001", "principal": "arn"}),
            ("iot", "CreateCertificateFromCsr", {"certificateSigningRequest": "pem", "setAsActive": True}),
            ("iot-data", "DeleteConnection", {"clientId": "CHI_0001", "cleanSession": True}),
        ]
        self.assertEqual([(line["service"], line["operation"], line["parameters"]) for line in self.lines()[1:]], expected)

    def test_names_the_operations_of_s3(self) -> None:
        for method, path, query, operation in (
            ("GET", "/bucket", {"list-type": ["2"]}, "ListObjectsV2"),
            ("GET", "/bucket/key", {"x-id": ["GetObject"]}, "GetObject"),
            ("HEAD", "/bucket/key", {}, "HeadObject"),
            ("DELETE", "/bucket/key", {}, "DeleteObject"),
            ("PUT", "/bucket/key", {"tagging": [""]}, "PUT ?tagging"),
        ):
            with self.subTest(operation):
                self.assertEqual(recording._s3_operation(Request(method, path, {}, b"", query)), operation)

    def test_records_long_strings_of_a_large_body_as_their_size(self) -> None:
        body = {"Item": {"long": {"S": "é" * 50_000}, "short": {"S": "x"}}}
        self.record("dynamodb", json.dumps(body).encode(), x_amz_target="DynamoDB_20120810.PutItem")
        item = self.lines()[1]["parameters"]["Item"]
        self.assertEqual(item, {"long": {"S": {"$bytes": 100_000}}, "short": {"S": "x"}})

    def test_records_a_body_above_the_limit_as_its_size(self) -> None:
        with mock.patch.object(recording, "_MAX_BODY_BYTES", 10):
            self.record("dynamodb", b"x" * 11, x_amz_target="DynamoDB_20120810.PutItem")
            self.assertEqual(self.lines()[1]["size"], 11)

    def test_stops_at_the_maximum_size_of_the_file(self) -> None:
        with mock.patch.object(recording, "_MAX_FILE_BYTES", 100):
            for _ in range(5):
                self.record("sqs", b'{"QueueUrl":"u"}', x_amz_target="AmazonSQS.SendMessage")
            self.assertEqual(self.lines()[-1], {"full": True})
            self.assertLess(self.file.stat().st_size, 200)

    def test_a_large_body_that_is_not_json_does_not_stop_the_recording(self) -> None:
        self.record("sqs", b"x" * 70_000, x_amz_target="AmazonSQS.SendMessage")
        self.record("sqs", b"{}", x_amz_target="AmazonSQS.SendMessage")
        _, error, call = self.lines()
        self.assertIn("not JSON", error["error"])
        self.assertEqual(call["parameters"], {})

    def test_a_restart_keeps_the_earlier_lines(self) -> None:
        self.recorder.close()
        self.file.write_text('{"started":true}\n{"function":"x')
        self.recorder = Recorder(self.file, self.signers)
        self.recorder.close()
        self.assertEqual(self.file.read_text(), '{"started":true}\n{"function":"x\n{"started":true}\n')


class StartTest(unittest.TestCase):
    """The patches of the emulator."""

    def setUp(self) -> None:
        from ministack import app
        from ministack.services import lambda_svc
        from ministack.services.cloudformation import provisioners

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for patch in (
            mock.patch.object(app, "_handle_post_body_shortcuts", mock.AsyncMock(return_value=None)),
            mock.patch.object(lambda_svc, "execution_credentials"),
            mock.patch.dict(provisioners._RESOURCE_HANDLERS),
            mock.patch.object(recording.atexit, "register"),
        ):
            patch.start()
            self.addCleanup(patch.stop)
        self.file = Path(folder.name, "calls.jsonl")
        signers = Signers()
        identify_functions(signers)
        self.recorder = recording.start(self.file, signers)

    def lines(self) -> list[dict]:
        self.recorder.close()
        return [json.loads(line) for line in self.file.read_text().splitlines() if line][1:]

    def test_records_requests_that_a_function_signs(self) -> None:
        from ministack import app
        from ministack.services import lambda_svc

        environment = lambda_svc._provided_worker_env(_CONFIG, "/code", 1)
        headers = {"authorization": _signature(environment["AWS_ACCESS_KEY_ID"], "sqs"), "x-amz-target": "AmazonSQS.SendMessage"}
        asyncio.run(app._handle_post_body_shortcuts("POST", "/", headers, b"{}", {}, "id"))
        [line] = self.lines()
        self.assertEqual((line["function"], line["operation"]), ("larder-local-orders", "SendMessage"))

    def test_the_credentials_of_a_function_are_those_of_its_role(self) -> None:
        from ministack.core import iam_evaluator
        from ministack.services import lambda_svc

        key = lambda_svc.execution_credentials(_CONFIG)["AWS_ACCESS_KEY_ID"]
        principal = iam_evaluator.resolve_principal(key, "000000000000")
        self.assertEqual(principal.arn, "arn:aws:sts::000000000000:assumed-role/orders-role/larder-local-orders")

    def test_records_resources_that_a_template_creates(self) -> None:
        from ministack.services.cloudformation.provisioners import _provision_resource

        url, _ = _provision_resource("AWS::SQS::Queue", "ScheduleQueue", {"QueueName": "recorded"}, "stack")
        _, secret = _provision_resource("AWS::SecretsManager::Secret", "LogiNextSecret", {"Name": "recorded"}, "stack")
        self.assertTrue(secret["Id"].startswith("arn:"))
        expected = [
            {"type": "AWS::SQS::Queue", "logicalId": "ScheduleQueue", "physicalId": url},
            {"type": "AWS::SecretsManager::Secret", "logicalId": "LogiNextSecret", "physicalId": secret["Id"]},
        ]
        self.assertEqual(self.lines(), expected)

    def test_the_emulator_accepts_presigned_urls_of_a_function(self) -> None:
        from ministack.core.responses import get_account_id, set_request_account_id
        from ministack.services import lambda_svc, s3

        credentials = lambda_svc.execution_credentials(_CONFIG)
        key = credentials["AWS_ACCESS_KEY_ID"]
        client = botocore.session.get_session().create_client(
            "s3",
            region_name="us-east-1",
            endpoint_url="http://127.0.0.1:4566",
            aws_access_key_id=key,
            aws_secret_access_key=credentials["AWS_SECRET_ACCESS_KEY"],
            aws_session_token=credentials["AWS_SESSION_TOKEN"],
            config=Config(s3={"addressing_style": "path"}, signature_version="s3v4"),
        )
        url = urllib.parse.urlsplit(client.generate_presigned_url("put_object", {"Bucket": "bucket", "Key": "key"}))
        query = urllib.parse.parse_qs(url.query, keep_blank_values=True)
        set_request_account_id(key)
        self.assertEqual(get_account_id(), "000000000000")
        self.assertIsNone(s3._verify_presigned_sigv4("PUT", url.path, {"host": url.netloc}, query))
        self.recorder.record(Request("PUT", url.path, {"host": url.netloc}, b"file", query))
        [line] = self.lines()
        self.assertEqual((line["function"], line["operation"]), ("larder-local-orders", "PutObject"))
        self.assertEqual(line["request"]["query"], {"X-Amz-Expires": "3600"})


if __name__ == "__main__":
    unittest.main()
