"""Tests of the limits with the installed version of MiniStack and functions that run."""

import asyncio
import base64
import io
import json
import logging
import re
import time
import unittest
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

import graphql
import limits
from limits import Trace

_ROOT = Path(__file__).resolve().parents[2]

# A function that returns what its event describes.
_BOOTSTRAP = """#!/usr/bin/env python3
import json, os, time, urllib.error, urllib.request
api = f"http://{os.environ['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime/invocation/"
while True:
    with urllib.request.urlopen(api + "next") as response:
        headers, event = response.headers, json.load(response)
    time.sleep(event.get("seconds", 0))
    result = {"trace": headers["Lambda-Runtime-Trace-Id"], "text": "x" * event.get("bytes", 0), "statusCode": 200, "body": "{}"}
    url = api + headers["Lambda-Runtime-Aws-Request-Id"] + "/response"
    try:
        urllib.request.urlopen(urllib.request.Request(url, json.dumps(result).encode(), method="POST"))
    except urllib.error.HTTPError:
        pass
"""

_SCHEMA = """
type Query { node(id: ID!): Node, other: Node }
type Node { id: ID, child: Node }
"""


def _code() -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        entry = zipfile.ZipInfo("bootstrap")
        entry.external_attr = 0o755 << 16
        file.writestr(entry, _BOOTSTRAP)
    return archive.getvalue()


def setUpModule() -> None:
    logging.disable(logging.INFO)
    unittest.addModuleCleanup(logging.disable, logging.NOTSET)
    limits.apply()


class LimitsTest(unittest.TestCase):
    def setUp(self) -> None:
        from ministack.core import lambda_runtime
        from ministack.services import lambda_svc, sqs

        self.lambda_svc, self.sqs = lambda_svc, sqs
        self.name = f"limits-{self.id().rpartition('.')[2][:50]}"
        lambda_svc._create_function(
            {
                "FunctionName": self.name,
                "Runtime": "provided.al2023",
                "Handler": "bootstrap",
                "Role": "arn:aws:iam::000000000000:role/limits",
                "Timeout": 10,
                "Code": {"ZipFile": base64.b64encode(_code()).decode()},
            }
        )
        self.function = lambda_svc._functions[self.name]
        self.addCleanup(lambda_runtime.invalidate_worker, self.name)

    def patch(self, *arguments: Any) -> Any:
        patcher = mock.patch.object(*arguments)
        self.addCleanup(patcher.stop)
        return patcher.start()

    def request(self, body: bytes, **headers: str) -> tuple | None:
        """The emulator's response to an Invoke request."""
        from ministack import app

        path = f"/2015-03-31/functions/{self.name}/invocations"

        async def handle() -> tuple | None:
            rejection = await app._handle_post_body_shortcuts("POST", path, headers, body, {}, "id")
            return rejection or await self.lambda_svc._invoke(self.name, json.loads(body), headers)

        response: tuple | None = asyncio.run(handle())
        return response

    def invoke(self, event: Any) -> dict:
        result: dict = self.lambda_svc._execute_function(self.function, event)
        return result

    def throttle(self, times: int) -> list[float]:
        """Throttles the next invocations. Returns the waits between them."""
        waits: list[float] = []
        self.patch(limits, "_sleep", waits.append)
        acquire = self.lambda_svc._acquire_execution_slot
        remaining = [times]

        def acquire_later(func: dict, config: dict) -> tuple:
            remaining[0] -= 1
            return (None, "account") if remaining[0] >= 0 else acquire(func, config)

        self.patch(self.lambda_svc, "_acquire_execution_slot", acquire_later)
        return waits


class LambdaTest(LimitsTest):
    def test_rejects_a_request_over_6_mb(self) -> None:
        body = json.dumps({"text": "x" * limits.MAX_REQUEST_BYTES}).encode()
        status, headers, content = self.request(body) or (0, {}, b"{}")
        self.assertEqual((status, headers["x-amzn-errortype"]), (413, "RequestTooLargeException"))
        message = f"{len(body)} byte payload is too large for the RequestResponse invocation type (limit 6291456 bytes)"
        self.assertEqual(json.loads(content)["message"], message)
        self.assertEqual(self.invoke(json.loads(body))["body"]["errorType"], "RequestTooLargeException")

    def test_rejects_an_asynchronous_request_over_1_mb(self) -> None:
        body = json.dumps({"text": "x" * limits.MAX_ASYNCHRONOUS_REQUEST_BYTES}).encode()
        status, _, content = self.request(body, **{"x-amz-invocation-type": "Event"}) or (0, {}, b"{}")
        self.assertEqual(status, 413)
        self.assertIn("Event invocation type (limit 1048576 bytes)", json.loads(content)["message"])
        self.assertEqual((self.request(body) or (0,))[0], 200)

    def test_a_response_over_6_mb_fails_the_invocation_and_not_the_next_one(self) -> None:
        status, headers, content = self.request(json.dumps({"bytes": limits.MAX_RESPONSE_BYTES}).encode()) or (0, {}, b"{}")
        self.assertEqual((status, headers["X-Amz-Function-Error"]), (200, "Unhandled"))
        expected = {
            "errorType": "Function.ResponseSizeTooLarge",
            "errorMessage": "Response payload size exceeded maximum allowed payload size (6291556 bytes).",
        }
        self.assertEqual(json.loads(content), expected)
        self.assertEqual(len(self.invoke({"bytes": 6_000_000})["body"]["text"]), 6_000_000)

    def test_a_throttled_synchronous_invocation_is_not_retried(self) -> None:
        waits = self.throttle(times=1)
        status, _, content = self.request(b"{}") or (0, {}, b"{}")
        self.assertEqual((status, json.loads(content)["Reason"]), (429, "ConcurrentInvocationLimitExceeded"))
        self.assertEqual(waits, [])

    def test_a_throttled_asynchronous_invocation_is_retried(self) -> None:
        waits = self.throttle(times=10)
        self.assertNotIn("error", self.invoke({}))
        self.assertEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300])

    def test_reserved_concurrency_throttles_the_function(self) -> None:
        self.function["concurrency"] = 0
        status, _, content = self.request(b"{}") or (0, {}, b"{}")
        self.assertEqual((status, json.loads(content)["Reason"]), (429, "ReservedFunctionConcurrentInvocationLimitExceeded"))

    def test_templates_set_reserved_concurrency_and_allow_recursive_loops(self) -> None:
        from ministack.services.cloudformation.provisioners import _provision_resource, _update_resource

        props = {"FunctionName": f"{self.name}-t", "Runtime": "provided.al2023", "Code": {}}
        changed = props | {"RecursiveLoop": "Allow", "ReservedConcurrentExecutions": "2"}
        name, _ = _provision_resource("AWS::Lambda::Function", "F", props, "stack")
        function = self.lambda_svc._functions[name]
        self.assertEqual((function["recursive_loop"], function["concurrency"]), ("Terminate", None))
        _update_resource("AWS::Lambda::Function", name, props, changed, "stack")
        function = self.lambda_svc._functions[name]
        self.assertEqual((function["recursive_loop"], function["concurrency"]), ("Allow", 2))


class QueueTest(LimitsTest):
    def setUp(self) -> None:
        super().setUp()
        self.queue_url = "http://localhost:4566/000000000000/limits"
        self.patch(self.sqs, "_delete_messages_for_esm", mock.Mock())

    def message(self, header: str = "", visible_in: float = 60) -> dict:
        """A message that a function sent with the trace of its invocation, as the event source mapping receives it."""
        with limits._set(limits._trace, header):
            attributes = self.sqs._build_send_sys_attrs(time.time(), {})
        return {"id": "1", "receipt_handle": "1", "body": "{}", "sys": attributes, "visible_at": time.time() + visible_in}

    def deliver(self, *messages: dict) -> str:
        """Invokes the function with a batch. Returns the result of the mapping."""
        mapping = {"UUID": "mapping", "FunctionName": self.name}
        self.lambda_svc._run_sqs_batch(mapping, self.function, {"Records": []}, list(messages), self.queue_url, "limits")
        return mapping["LastProcessingResult"]

    def chain(self, invocations: int) -> str:
        """The trace after this number of invocations in a chain of requests."""
        header = ""
        for _ in range(invocations):
            with limits._set(limits._trace, header):
                header = self.invoke({})["body"]["trace"]
        return header

    def test_a_function_receives_the_trace_of_its_invocation(self) -> None:
        first = Trace.parse(self.chain(1))
        second = Trace.parse(self.chain(2))
        self.assertRegex(first.root, r"^1-[0-9a-f]{8}-[0-9a-f]{24}$")
        self.assertEqual((list(first.lineage.values()), list(second.lineage.values())), ([0], [1]))

    def test_the_17th_invocation_in_a_chain_is_stopped_and_the_message_stays(self) -> None:
        header = self.chain(15)
        self.assertEqual(self.deliver(self.message(header)), "OK - 1 records")
        with self.assertLogs("lambda", "WARNING") as logs:
            self.assertEqual(self.deliver(self.message(self.chain(16))), "FAILED")
        self.assertIn("RecursiveInvocationException", "".join(logs.output))
        self.assertEqual(self.sqs._delete_messages_for_esm.call_count, 1)

    def test_a_stopped_request_gets_the_exception(self) -> None:
        status, _, content = self.request(b"{}", **{"x-amzn-trace-id": self.chain(16)}) or (0, {}, b"{}")
        self.assertEqual((status, json.loads(content)["__type"]), (400, "RecursiveInvocationException"))

    def test_an_allowed_loop_is_not_stopped(self) -> None:
        self.function["recursive_loop"] = "Allow"
        self.assertEqual(self.deliver(self.message(self.chain(18))), "OK - 1 records")

    def test_a_batch_has_the_highest_count_of_its_messages(self) -> None:
        merged = Trace.parse(limits._merged(["", "Root=1-a;Lineage=1:aaaaaaaa:3|bbbbbbbb:1", "Root=1-b;Lineage=1:bbbbbbbb:7"]))
        self.assertEqual((merged.root, merged.lineage), ("1-a", {"aaaaaaaa": 3, "bbbbbbbb": 7}))

    def test_messages_of_other_services_contain_the_trace(self) -> None:
        notification: dict = {"id": "1", "body": "{}"}
        with limits._set(limits._trace, "Root=1-a"):
            self.sqs._ensure_msg_fields(notification)
        with limits._set(limits._trace, "Root=1-b"):
            self.sqs._ensure_msg_fields(notification)
        self.assertEqual(notification["sys"]["AWSTraceHeader"], "Root=1-a")

    def test_a_throttled_batch_is_retried_while_its_messages_are_invisible(self) -> None:
        waits = self.throttle(times=3)
        self.assertEqual(self.deliver(self.message()), "OK - 1 records")
        self.assertEqual(waits, [1, 2, 4])

    def test_a_throttled_batch_is_not_retried_after_its_messages_can_be_visible(self) -> None:
        waits = self.throttle(times=3)
        self.assertEqual(self.deliver(self.message(visible_in=5)), "FAILED")
        self.assertEqual(waits, [])


class AppSyncTest(LimitsTest):
    def setUp(self) -> None:
        from ministack.services import appsync

        super().setUp()
        self.appsync = appsync
        self.result: Any = {"id": "a", "child": {"id": "b", "child": {"id": "c"}}}
        self.patch(appsync, "_apis", {"api": {"queryDepthLimit": 3, "resolverCountLimit": 2}})
        self.patch(appsync, "_schemas", {"api": {"definition": _SCHEMA}})
        resolver = {"runtime": {"name": "APPSYNC_JS"}, "code": "code", "dataSourceName": "none"}
        self.patch(appsync, "_resolvers", {"api": {"Query": {"node": resolver, "other": resolver}}})
        self.patch(appsync, "_request_is_authenticated", lambda *arguments: True)

    def query(self, text: str) -> dict:
        from ministack.core import appsync_js

        with mock.patch.object(appsync_js, "evaluate", lambda *arguments: ("ok", self.result, [], {}, None)):
            _, _, body = self.appsync._execute_graphql("api", {"query": text})
        response: dict = json.loads(body)
        return response

    def test_the_api_limits_the_depth_of_a_query(self) -> None:
        self.assertNotIn("errors", self.query('{ node(id: "1") { child { id } } }'))
        response = self.query('{ node(id: "1") { id ...more } } fragment more on Node { child { child { id } } }')
        [error] = response["errors"]
        self.assertEqual((error["errorType"], error["path"]), ("QueryDepthLimitReached", ["node", "child", "child", "id"]))
        self.assertEqual(response["data"]["node"]["id"], "a")

    def test_the_limits_of_the_template_accept_all_documents_of_the_web_app(self) -> None:
        template = (_ROOT / "infra/graphql.yaml").read_text()
        depth, resolvers = (int(found) for found in re.findall(r"(?:QueryDepthLimit|ResolverCountLimit): (\d+)", template))
        files = sorted((_ROOT / "web/src").rglob("operations.graphql"))
        self.assertGreater(len(files), 10)
        for file in files:
            with self.subTest(file.parent.name):
                text = file.read_text()
                self.assertLessEqual(limits._depth(text), depth)
                document = graphql.parse(text)
                operations = [part for part in document.definitions if isinstance(part, graphql.OperationDefinitionNode)]
                self.assertLessEqual(max(len(part.selection_set.selections) for part in operations), resolvers)

    def test_the_api_limits_the_number_of_resolvers(self) -> None:
        response = self.query("{ a: other { id } b: other { id } c: other { id } }")
        [error] = response["errors"]
        self.assertEqual((error["errorType"], error["path"]), ("ResolverExecutionLimitReached", ["c"]))
        self.assertEqual((response["data"]["b"], response["data"]["c"]), ({"id": "a"}, None))

    def test_a_result_over_5_mb_is_an_error(self) -> None:
        self.result = {"id": "x" * (limits.MAX_RESOLVER_BYTES - 9)}
        self.assertNotIn("errors", self.query("{ other { id } }"))
        self.result = {"id": "x" * limits.MAX_RESOLVER_BYTES}
        [error] = self.query("{ other { id } }")["errors"]
        self.assertEqual((error["errorType"], error["message"]), ("MappingTemplate", "Transformation too large"))

    def test_a_request_times_out_and_the_log_shows_where(self) -> None:
        self.patch(limits, "APPSYNC_SECONDS", 0.1)
        self.patch(self.appsync, "_js_evaluate", lambda *arguments: time.sleep(0.5))
        error = {"errorType": "ExecutionTimeout", "message": "Execution timed out."}
        with self.assertLogs("limits") as logs:
            self.assertEqual(self.query("{ other { id } }"), {"data": None, "errors": [error]})
        self.assertIn("time.sleep(0.5)", logs.output[0])

    def test_an_event_over_240_kb_fails_and_others_are_published(self) -> None:
        from ministack.services import appsync_events

        large = json.dumps("x" * limits.MAX_EVENT_BYTES)
        successful, failed = asyncio.run(appsync_events._fanout_publish("api", "/fleet/all", ['"a"', large, '"b"']))
        self.assertEqual([entry["index"] for entry in successful], [0, 2])
        self.assertEqual([(entry["index"], entry["code"]) for entry in failed], [(1, 400)])


class ApiGatewayTest(LimitsTest):
    def respond(self, body: bytes = b"{}", **integration: Any) -> tuple[int, Any]:
        """The status and the JSON body of the response of a route whose function receives the body as its event."""
        from ministack.services import apigateway_v1

        async def respond() -> Any:
            function = self.function["config"]["FunctionArn"]
            uri = f"arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/{function}/invocations"
            event = mock.Mock(return_value=json.loads(body))
            with mock.patch.object(apigateway_v1, "_build_lambda_event_v1", event):
                return await apigateway_v1._invoke_lambda_proxy_v1(
                    {"uri": uri, **integration}, "api", "prod", {}, {}, "/route", "POST", {}, body, {}, {}
                )

        with limits._set(limits._retry_until, 0):
            found = asyncio.run(respond())
        if isinstance(found, apigateway_v1._GatewayError):
            request = {"api_id": "api", "stage": {}, "headers": {}, "query_params": {}, "path_params": {}, "request_id": "id"}
            found = apigateway_v1._gateway_error_response(found, request | {"stage_name": "prod", "resource_path": "/route"})
        return found[0], json.loads(found[2])

    def test_returns_413_above_10_mb(self) -> None:
        body = b'"%s"' % (b"x" * limits.MAX_PAYLOAD_BYTES)
        self.assertEqual(self.respond(body), (413, {"message": "HTTP content length exceeded 10485760 bytes."}))

    def test_returns_504_after_the_timeout(self) -> None:
        timed_out = (504, {"message": "Endpoint request timed out"})
        self.assertEqual(self.respond(b'{"seconds": 0.5}', timeoutInMillis=50), timed_out)
        self.patch(limits, "API_GATEWAY_SECONDS", 0.05)
        self.assertEqual(self.respond(b'{"seconds": 0.5}'), timed_out)

    def test_returns_500_if_lambda_rejects_the_invocation(self) -> None:
        internal = (500, {"message": "Internal server error"})
        self.assertEqual(self.respond(json.dumps({"text": "x" * limits.MAX_REQUEST_BYTES}).encode()), internal)
        self.throttle(times=1)
        self.assertEqual(self.respond(), internal)
        self.assertEqual(self.respond(), (200, {}))

    def test_returns_502_if_the_response_exceeds_6_mb(self) -> None:
        expected = (502, {"message": "Internal server error"})
        self.assertEqual(self.respond(json.dumps({"bytes": limits.MAX_RESPONSE_BYTES}).encode()), expected)


if __name__ == "__main__":
    unittest.main()
