"""Tests of the injected faults."""

import asyncio
import functools
import json
import unittest
from typing import Any
from unittest import mock

import botocore.parsers
import botocore.session

import faults
from faults import AFTER, BEFORE, Injector
from signers import Signers

_FUNCTION = "larder-local-orders"
_TABLE = "faults-test"
_TRANSACTION = {"TransactItems": [{"Put": {"TableName": _TABLE, "Item": {"id": {"S": name}}}} for name in "ab"]}


@functools.cache
def _output_shape() -> Any:
    model = botocore.session.get_session().get_service_model("dynamodb")
    return model.operation_model("TransactWriteItems").output_shape


class InjectorTest(unittest.TestCase):
    def setUp(self) -> None:
        from ministack.services import dynamodb

        self.signers = Signers()
        self.key, *_ = self.signers.credentials(_FUNCTION)
        self.injector = Injector(self.signers)
        attributes = [{"AttributeName": "id", "AttributeType": "S"}]
        keys = [{"AttributeName": "id", "KeyType": "HASH"}]
        table = {"TableName": _TABLE, "AttributeDefinitions": attributes, "KeySchema": keys, "BillingMode": "PAY_PER_REQUEST"}
        dynamodb._create_table(table)
        self.addCleanup(dynamodb._delete_table, {"TableName": _TABLE})
        self.killed = self.patch(mock.patch.object(faults, "kill"))
        self.slept = self.patch(mock.patch.object(faults.asyncio, "sleep", mock.AsyncMock()))

    def patch(self, patcher: Any) -> Any:
        self.addCleanup(patcher.stop)
        return patcher.start()

    def control(self, method: str, body: Any = None) -> tuple[int, Any]:
        status, _, content = self.injector.control(method, _FUNCTION, b"" if body is None else json.dumps(body).encode())
        return status, json.loads(content)

    def plan(self, kind: str, operation: str = "TransactWriteItems", **options: Any) -> None:
        status, _ = self.control("PUT", {"kind": kind, "operation": operation} | options)
        self.assertEqual(status, 200)

    def call(self, operation: str = "TransactWriteItems", body: Any = None, key: str = "") -> tuple | None:
        """The response of the fault, before or after a call that succeeds with an empty response."""
        credential = f"AWS4-HMAC-SHA256 Credential={key or self.key}/20261123/us-east-1/dynamodb/aws4_request"
        headers = {"authorization": credential, "x-amz-target": f"DynamoDB_20120810.{operation}"}
        content = json.dumps(_TRANSACTION if body is None else body).encode()

        async def intercept_and_respond() -> tuple | None:
            before = await self.injector.intercept("POST", "/", headers, content, {})
            after = await faults.respond(200, {"Content-Length": "2"}, b"{}")
            return before or (None if after == (200, {"Content-Length": "2"}, b"{}") else after)

        return asyncio.run(intercept_and_respond())

    def error_code(self, response: tuple | None) -> str | None:
        """The error code that an SDK reads from a response."""
        if response is None:
            return None
        status, headers, body = response
        lower = {name.lower(): value for name, value in headers.items()}
        response_of = {"status_code": status, "headers": lower, "body": body}
        parsed = botocore.parsers.create_parser("json").parse(response_of, _output_shape())
        return parsed.get("Error", {}).get("Code")

    def test_each_kind_is_an_error_that_the_sdk_knows(self) -> None:
        for kind, expected in (
            ("throughput-exceeded", "ProvisionedThroughputExceededException"),
            ("request-limit", "RequestLimitExceeded"),
            ("throttled", "ThrottlingException"),
            ("in-progress", "TransactionInProgressException"),
            ("item-conflict", "TransactionConflictException"),
            ("server-error", "InternalServerError"),
            ("unavailable", "ServiceUnavailable"),
            ("canceled-by-throttling", "TransactionCanceledException"),
            ("canceled-by-throughput", "TransactionCanceledException"),
            ("canceled-by-conflict", "TransactionCanceledException"),
            ("lost-response", "InternalServerError"),
        ):
            with self.subTest(kind):
                self.plan(kind)
                self.assertEqual(self.error_code(self.call()), expected)
                self.assertEqual(self.control("GET")[1]["injected"], 1)

    def test_every_kind_is_injected(self) -> None:
        for kind in BEFORE + AFTER:
            with self.subTest(kind):
                self.plan(kind)
                self.call()
                self.assertEqual(self.control("GET")[1]["injected"], 1)

    def test_a_canceled_transaction_has_a_reason_per_action(self) -> None:
        self.plan("canceled-by-conflict")
        _, _, body = self.call() or (0, {}, b"{}")
        reasons = [reason["Code"] for reason in json.loads(body)["CancellationReasons"]]
        self.assertEqual(reasons, ["None", "TransactionConflict"])

    def test_services_have_their_own_throttling_error(self) -> None:
        self.plan("throttled", "s3 PUT")
        headers = {"authorization": f"AWS4-HMAC-SHA256 Credential={self.key}/20261123/us-east-1/s3/aws4_request"}
        status, _, body = asyncio.run(self.injector.intercept("PUT", "/bucket/key", headers, b"", {})) or (0, {}, b"")
        self.assertEqual(status, 503)
        self.assertIn(b"<Code>SlowDown</Code>", body)

    def test_kills_the_function_before_or_after_the_call(self) -> None:
        for kind in ("kill-before", "kill-after"):
            self.plan(kind)
            self.call()
        self.assertEqual(self.killed.call_args_list, [mock.call(_FUNCTION)] * 2)

    def test_a_timeout_exceeds_the_timeout_of_an_attempt(self) -> None:
        for kind in ("timeout", "timeout-after"):
            self.plan(kind)
            self.call()
        self.assertEqual(self.slept.await_args_list, [mock.call(faults.TIMEOUT)] * 2)

    def test_a_closed_connection_has_an_incomplete_response(self) -> None:
        self.plan("closed-connection")
        self.assertEqual(self.call(), (200, {"Content-Length": "3"}, b"{}"))

    def test_only_the_call_at_the_position_fails(self) -> None:
        self.plan("throttled", occurrence=1)
        self.assertEqual([self.call() is None for _ in range(3)], [True, False, True])

    def test_all_calls_after_a_persistent_fault_fail_until_it_is_withdrawn(self) -> None:
        self.plan("throttled", persistent=True)
        self.assertIsNone(self.call("GetItem", {}))
        self.assertEqual([self.call(operation, {}) is None for operation in ("TransactWriteItems", "GetItem")], [False, False])
        self.control("DELETE")
        self.assertIsNone(self.call())

    def test_a_persistent_fault_of_transactions_does_not_affect_reads(self) -> None:
        self.plan("canceled-by-conflict", persistent=True)
        self.assertEqual([self.call() is None, self.call("GetItem", {}) is None, self.call() is None], [False, True, False])

    def test_calls_of_other_clients_do_not_fail(self) -> None:
        self.plan("throttled")
        other, *_ = self.signers.credentials("larder-local-pars")
        for key in ("TEST", other):
            self.assertIsNone(self.call(key=key))
        self.assertEqual(self.control("GET")[1]["calls"], [])

    def test_returns_the_written_items_before_and_after_the_calls(self) -> None:
        from ministack.services import dynamodb

        stored = {"id": {"S": "a"}, "version": {"N": "1"}}
        dynamodb._put_item({"TableName": _TABLE, "Item": stored})
        self.control("PUT")
        self.call()
        self.call("BatchWriteItem", {"RequestItems": {_TABLE: [{"DeleteRequest": {"Key": {"id": {"S": "c"}}}}]}})
        dynamodb._put_item({"TableName": _TABLE, "Item": stored | {"version": {"N": "2"}}})
        items = {item["key"]["id"]["S"]: (item["before"], item["after"]) for item in self.control("GET")[1]["items"]}
        expected = {"a": (stored, stored | {"version": {"N": "2"}}), "b": (None, None), "c": (None, None)}
        self.assertEqual(items, expected)

    def test_rejects_an_unknown_kind_and_a_function_that_is_not_observed(self) -> None:
        self.assertEqual(self.control("PUT", {"kind": "unknown", "operation": "GetItem"})[0], 400)
        self.assertEqual(self.control("GET")[0], 404)


if __name__ == "__main__":
    unittest.main()
