"""Tests of the reader and the report."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from conformance import calls, main, policies
from conformance.calls import Call, Problem, Resource
from conformance.policies import Permission, table

_STARTED = {"started": True}
_TABLE = {"type": "AWS::DynamoDB::Table", "logicalId": "AuditTable", "physicalId": "audit"}
_KEY = {"subject": {"S": "x"}, "entry": {"S": "y"}}
_GET = {
    "function": "larder-local-history",
    "service": "dynamodb",
    "operation": "GetItem",
    "parameters": {"TableName": "audit", "Key": _KEY},
}


class RecordingCase(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "calls.jsonl")

    def write(self, *lines: dict | str) -> None:
        self.file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))


class ReadTest(RecordingCase):
    def read(self, *lines: dict | str) -> list[Call | Resource | Problem]:
        self.write(*lines)
        return list(calls.read(self.file))

    def test_reads_calls_and_resources(self) -> None:
        expected = [
            Resource("AWS::DynamoDB::Table", "AuditTable", "audit"),
            Call("larder-local-history", "dynamodb", "GetItem", {"TableName": "audit", "Key": _KEY}),
        ]
        self.assertEqual(self.read(_STARTED, _TABLE, "", _GET), expected)

    def test_reads_a_call_of_sns_with_the_parameters_of_its_model(self) -> None:
        form = {
            "Version": "2010-03-31",
            "TopicArn": "arn",
            "Message": "x",
            "MessageAttributes.entry.1.Name": "target",
            "MessageAttributes.entry.1.Value.DataType": "String",
            "MessageAttributes.entry.1.Value.StringValue": "t",
            "Topic": "unknown",
        }
        parameters = {
            "TopicArn": "arn",
            "Message": "x",
            "MessageAttributes": {"target": {"DataType": "String", "StringValue": "t"}},
            "Topic": "unknown",
        }
        line = {"function": "f", "service": "sns", "operation": "Publish", "form": form}
        self.assertEqual(self.read(line), [Call("f", "sns", "Publish", parameters)])

    def test_reads_a_call_of_s3_with_the_parameters_of_its_model(self) -> None:
        request = {
            "path": "/bucket/a/b",
            "query": {"x-id": "PutObject", "X-Amz-Expires": "300"},
            "headers": {"content-type": "text/csv", "content-length": "7", "x-amz-meta-name": "x"},
            "size": 7,
        }
        line = {"function": "f", "service": "s3", "operation": "PutObject", "request": request}
        parameters = {
            "Bucket": "bucket",
            "Key": "a/b",
            "ContentType": "text/csv",
            "ContentLength": 7,
            "Metadata": {"name": "x"},
        }
        self.assertEqual(self.read(line), [Call("f", "s3", "PutObject", parameters, 7, 300)])

    def test_restores_the_size_of_long_strings(self) -> None:
        line = _GET | {"parameters": {"Item": {"a": {"S": {"$bytes": 9000}}}}}
        [call] = self.read(line)
        self.assertIsInstance(call, Call)
        self.assertEqual(len(call.parameters["Item"]["a"]["S"]), 9000)

    def test_reads_the_size_of_a_body_that_is_not_recorded(self) -> None:
        [call] = self.read({"function": "f", "service": "dynamodb", "operation": "PutItem", "size": 20_000_000})
        self.assertEqual(call, Call("f", "dynamodb", "PutItem", {}, 20_000_000))

    def test_ignores_a_line_that_a_killed_emulator_left_incomplete(self) -> None:
        self.assertEqual(self.read('{"function":"', _STARTED), [])
        self.assertEqual(self.read(_STARTED, '{"function":"'), [])

    def test_reports_lines_that_make_the_recording_incomplete(self) -> None:
        for lines in (['{"function":"', _TABLE], [{"full": True}], [{"error": "a request is not JSON"}], [{"other": 1}]):
            with self.subTest(str(lines)):
                self.assertEqual(sum(isinstance(found, Problem) for found in self.read(*lines)), 1)


class MainTest(RecordingCase):
    """The command with the policies of one function."""

    def run_main(self, *lines: dict | str) -> tuple[int, str]:
        self.write(*lines)
        allowed = [Permission("history", "dynamodb:GetItem", table("AuditTable"))]
        output = io.StringIO()
        with (
            mock.patch.object(policies, "allowed", lambda: allowed),
            mock.patch.object(policies, "used_by_lambda", lambda: []),
            mock.patch.object(main, "UNTESTED", ()),
            mock.patch.object(sys, "argv", ["conformance", str(self.file)]),
            contextlib.redirect_stdout(output),
        ):
            return main.main(), output.getvalue()

    def test_a_recording_without_violations_passes(self) -> None:
        code, output = self.run_main(_STARTED, _TABLE, _GET, _GET)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"dynamodb +GetItem +2\n2 calls")

    def test_a_violation_fails_and_names_function_and_rule(self) -> None:
        bad = _GET | {"parameters": {"TableName": "audit", "Key": {"subject": {"S": "x"}}}}
        code, output = self.run_main(_TABLE, bad)
        self.assertEqual(code, 1)
        self.assertIn("dynamodb.complete_key, history: 1 violations\n  GetItem: the key has ['subject']", output)

    def test_a_missing_permission_fails(self) -> None:
        code, output = self.run_main(_TABLE, _GET, _GET | {"operation": "DeleteItem"})
        self.assertEqual(code, 1)
        self.assertIn("Missing permissions: calls that no policy allows\n  history: dynamodb:DeleteItem on {AuditTable}", output)

    def test_an_unused_permission_fails(self) -> None:
        code, output = self.run_main(_TABLE, _GET | {"function": "larder-local-other"})
        self.assertEqual(code, 1)
        self.assertRegex(output, r"Unused permissions: .*\n  history: dynamodb:GetItem on \{AuditTable\}")

    def test_an_empty_or_incomplete_recording_fails(self) -> None:
        self.assertEqual(self.run_main(_STARTED)[0], 1)
        code, output = self.run_main(_TABLE, _GET, {"full": True})
        self.assertEqual(code, 1)
        self.assertIn("Incomplete recordings\n  calls.jsonl:3: the recording reached its maximum size", output)

    def test_a_call_without_required_parameters_requires_no_permission(self) -> None:
        code, output = self.run_main(_TABLE, _GET, _GET | {"parameters": {"Key": _KEY}})
        self.assertEqual(code, 1)
        self.assertIn("general.parameters_match_the_model", output)
        self.assertNotIn("Missing permissions", output)


if __name__ == "__main__":
    unittest.main()
