"""Tests of the launcher with the installed version of MiniStack."""

import asyncio
import collections
import contextvars
import os
import shutil
import socket
import socketserver
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

import authorization
import live
import patches
import private_api
import speedups


class PrivateApiTest(unittest.TestCase):
    def test_every_private_name_exists(self) -> None:
        for name in private_api.PRIVATE_NAMES:
            with self.subTest(str(name)):
                self.assertIsNone(name.error())

    def test_reports_a_missing_name(self) -> None:
        self.assertEqual(private_api.PrivateName("ministack.app", "nothing").error(), "ministack.app.nothing does not exist")

    def test_reports_a_function_with_other_parameters(self) -> None:
        error = private_api.PrivateName("ministack.services.s3", "_get_object_data", ("bucket_name", "version")).error()
        self.assertIn("has the parameters (bucket_name, key)", error or "")


class PatchesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        patches.apply_all()

    def test_the_response_contains_the_error_info(self) -> None:
        from ministack.services import appsync

        error = appsync._AppSyncResolverError("no", "Invalid", None, {"errors": []})
        written = []
        original, appsync.json_response = appsync.json_response, lambda body, status: written.append(body)
        try:
            appsync._json(200, {"errors": [{"message": str(error), "errorType": error.error_type}]})
        finally:
            appsync.json_response = original
        self.assertEqual(written, [{"errors": [{"message": "no", "errorType": "Invalid", "errorInfo": {"errors": []}}]}])

    def test_rejects_invalid_tokens(self) -> None:
        from ministack.services import appsync

        api = {"userPoolConfig": {"userPoolId": "us-east-1_pool"}}
        for token in ("", "garbage", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."):
            with self.subTest(token):
                self.assertFalse(appsync._request_is_authenticated("api", api, {"authorization": token}))

    def test_rejects_refresh_tokens(self) -> None:
        import time

        import tokens
        from ministack.services import apigateway_v1, cognito

        pool = "us-east-1_pool"
        for use, accepted in (("id", True), ("access", True), ("refresh", False)):
            claims = {"iss": f"https://cognito/{pool}", "exp": time.time() + 60, "token_use": use}

            async def validate(*arguments: object) -> tuple:
                return claims, None

            with (
                self.subTest(use),
                mock.patch.object(cognito, "_token_claims", lambda token: claims),
                mock.patch.object(cognito, "_signature_valid", lambda token: True),
                mock.patch.object(apigateway_v1, "_validate_cognito_authorizer", validate),
            ):
                self.assertEqual(tokens.is_valid("a.b.c", pool), accepted)
                patches.reject_refresh_tokens()
                found, error = asyncio.run(apigateway_v1._validate_cognito_authorizer({}, {}, {}, {}, "stage"))
                self.assertEqual((found is not None, error is None), (accepted, accepted))

    def test_lists_an_unconfirmed_subscription_without_its_arn(self) -> None:
        from ministack.services import sns

        topic = "arn:aws:sns:us-east-1:000000000000:alerts"
        subscriptions = [
            {"arn": f"{topic}:{state}", "protocol": "https", "endpoint": "https://example.com", "topic_arn": topic, "confirmed": confirmed}
            for state, confirmed in (("waiting", False), ("confirmed", True))
        ]
        with mock.patch.object(sns, "_topic_by_arn_any_scope", lambda arn: {"arn": arn, "subscriptions": subscriptions}):
            status, _, body = sns._list_subscriptions_by_topic({"TopicArn": [topic]})
        self.assertEqual(status, 200)
        self.assertIn(b"<SubscriptionArn>PendingConfirmation</SubscriptionArn>", body)
        self.assertNotIn(b":waiting", body)
        self.assertIn(f"{topic}:confirmed".encode(), body)

    def test_retries_the_start_of_a_function_whose_file_is_busy(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "bootstrap")
            shutil.copy("/bin/true", program)
            open_file = program.open("ab")
            threading.Timer(0.05, open_file.close).start()
            self.assertEqual(patches._start_with_retries([str(program)]).wait(), 0)

    def test_templates_create_event_apis(self) -> None:
        from ministack.services.cloudformation.provisioners import _provision_resource, _update_resource

        pool = {"CognitoConfig": {"UserPoolId": "us-east-1_pool"}, "AuthType": "AMAZON_COGNITO_USER_POOLS"}
        props = {"Name": "live", "EventConfig": {"AuthProviders": [pool]}}
        api, attributes = _provision_resource("AWS::AppSync::Api", "Api", props, "stack")
        self.assertTrue(attributes["Dns.Http"].startswith(f"{api}.appsync-api."))
        namespace = {"ApiId": api, "Name": "fleet"}
        arn, _ = _provision_resource("AWS::AppSync::ChannelNamespace", "Fleet", namespace, "stack")
        self.assertTrue(arn.endswith(f"apis/{api}/channelNamespace/fleet"))
        changed = _update_resource("AWS::AppSync::ChannelNamespace", arn, namespace, namespace | {"CodeHandlers": "x"}, "stack")
        self.assertEqual(changed[0], arn)
        renamed = _update_resource("AWS::AppSync::Api", api, props, props | {"Name": "other"}, "stack")
        self.assertEqual(renamed, (api, attributes))

    def test_requires_a_token_to_subscribe_and_a_signature_to_publish(self) -> None:
        from ministack.services import appsync_events

        def is_authorized(operation: str, authorization: dict | None) -> bool:
            return asyncio.run(appsync_events._authorize_event_op("api", "/fleet/all", operation, authorization))[0]

        self.assertFalse(is_authorized("EVENT_SUBSCRIBE", {"Authorization": "a.b.c"}))
        self.assertFalse(is_authorized("EVENT_SUBSCRIBE", None))
        self.assertFalse(is_authorized("EVENT_PUBLISH", {"Authorization": "a.b.c"}))
        self.assertTrue(is_authorized("EVENT_PUBLISH", {"Authorization": "AWS4-HMAC-SHA256 Credential=test"}))
        self.assertFalse(appsync_events._auth_has_known_api_key("api", {"Authorization": "a.b.c"}))

    def test_functions_have_neither_aliases_nor_gradual_deployments(self) -> None:
        from ministack.services.cloudformation import engine

        template = engine._parse_template(Path(__file__, "../../../infra/operations.yaml").resolve().read_text())
        self.assertTrue(any("AutoPublishAlias" in each["Properties"] for each in template["Resources"].values()))
        for resource in template["Resources"].values():
            resource["Properties"]["CodeUri"] = "s3://bucket/key"
        parameters = [{"Key": name, "Value": "value"} for name in template["Parameters"]]
        with mock.patch.object(engine, "_apply_transforms", engine._apply_transforms):
            patches.ignore_gradual_deployments()
            translated = engine._apply_transforms(template, parameters)
        types = {each["Type"] for each in translated["Resources"].values()}
        self.assertEqual(types, {"AWS::Lambda::Function", "AWS::IAM::Role"})

    def test_the_templates_handler_authorizes_subscriptions(self) -> None:
        from unittest import mock

        from ministack.services import appsync_events, dynamodb
        from ministack.services.cloudformation import engine
        from ministack.services.cloudformation.provisioners import _provision_resource

        template = engine._parse_template(Path(__file__, "../../../infra/live.yaml").resolve().read_text())
        code = template["Mappings"]["Handlers"]["Subscribe"]["Code"]
        pool = {"UserPoolId": "us-east-1_pool", "AppIdClientRegex": "web"}
        providers = [{"AuthType": "AMAZON_COGNITO_USER_POOLS", "CognitoConfig": pool}]
        props = {"Name": "live", "EventConfig": {"AuthProviders": providers}}
        api, _ = _provision_resource("AWS::AppSync::Api", "Api", props, "stack")
        table = {"TableName": "Permissions", "AwsRegion": "us-east-1"}
        source = {"ApiId": api, "Name": "Permissions", "Type": "AMAZON_DYNAMODB", "DynamoDBConfig": table}
        _provision_resource("AWS::AppSync::DataSource", "Permissions", source, "stack")
        configs = {"OnSubscribe": {"Behavior": "CODE", "Integration": {"DataSourceName": "Permissions"}}}
        for name in ("fridges", "fleet", "stocking"):
            namespace = {"ApiId": api, "Name": name, "CodeHandlers": code, "HandlerConfigs": configs}
            _provision_resource("AWS::AppSync::ChannelNamespace", name, namespace, "stack")

        dynamodb._create_table(
            {
                "TableName": "Permissions",
                "AttributeDefinitions": [{"AttributeName": "user", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "user", "KeyType": "HASH"}],
                "BillingMode": "PAY_PER_REQUEST",
            }
        )
        for user, actions, attributes in (
            ("driver-lead", ["GetCheckPointStatus", "VanTasks"], {}),
            ("other", ["VanTasks"], {}),
            ("disabled", ["GetCheckPointStatus"], {"disabled": {"BOOL": True}}),
        ):
            item = {"user": {"S": user}, "actions": {"SS": actions}, **attributes}
            dynamodb._put_item({"TableName": "Permissions", "Item": item})

        def can_subscribe(channel: str, **claims: str) -> bool:
            token_claims = {"token_use": "id", "aud": "web", "email": "a@b.c", **claims}
            with (
                mock.patch("ministack.services.cognito._token_claims", lambda token: token_claims),
                mock.patch("tokens.is_valid", lambda token, user_pool: user_pool == "us-east-1_pool"),
            ):
                authorization = {"Authorization": "a.b.c"}
                return asyncio.run(appsync_events._authorize_event_op(api, channel, "EVENT_SUBSCRIBE", authorization))[0]

        fridge, fleet, day = "/fridges/xFRIDGE-1x", "/fleet/all", "/stocking/2026-11-21"
        expected = {"driver-lead": (True, True, True), "other": (True, True, False), "new": (True, True, False), "disabled": (False, False, False)}
        for user, channels in expected.items():
            with self.subTest(user):
                self.assertEqual(tuple(can_subscribe(channel, sub=user) for channel in (fridge, fleet, day)), channels)
        for wildcard in ("/fridges/*", "/fleet/*", "/stocking/*"):
            with self.subTest(wildcard):
                self.assertFalse(can_subscribe(wildcard, sub="driver-lead"))
        self.assertFalse(can_subscribe(fleet, sub="driver-lead", token_use="access"))
        self.assertFalse(can_subscribe(fleet, sub="driver-lead", aud="other"))
        self.assertFalse(can_subscribe(fleet, sub="driver-lead", email=""))

    def test_reads_schema_and_resolvers_from_s3(self) -> None:
        with self.assertRaisesRegex(ValueError, "s3://nowhere/nothing is not an object in S3"):
            patches._text_from_s3("s3://nowhere/nothing")

    def test_limits_a_batch_by_count_and_size(self) -> None:
        messages = [{"body": "x" * 100, "group_id": None, "visible_at": 0} for _ in range(300)]
        self.assertEqual(len(patches._fair_order(messages, 1, 200)), 200)
        self.assertEqual(len(patches._within_size(1000, messages)), 10)
        self.assertEqual(len(patches._within_size(10, messages)), 1)

    def test_delivers_messages_of_a_noisy_group_last(self) -> None:
        flood = [{"group_id": "FLOOD", "visible_at": 9 if index < 40 else 0} for index in range(100)]
        quiet = [{"group_id": f"F{index}", "visible_at": 0} for index in range(5)]
        first = patches._fair_order(flood + quiet, 1, 10)
        self.assertEqual([message["group_id"] for message in first[:6]], ["F0", "F1", "F2", "F3", "F4", "FLOOD"])


    def test_a_sign_in_invokes_the_trigger_and_a_refresh_does_not(self) -> None:
        from ministack.services import cognito

        sent, pool = [], {"LambdaConfig": {"PostAuthentication": "record"}}
        user = {"Username": "u", "UserStatus": "CONFIRMED", "Attributes": [{"Name": "sub", "Value": "u"}]}
        with (
            mock.patch.object(cognito, "_user_pools", {"us-east-1_x": pool}),
            mock.patch.object(cognito, "_build_auth_result", lambda *arguments, **named: {}),
            mock.patch.object(patches, "_invoke_trigger", lambda function, event: sent.append((function, event))),
        ):
            patches.run_post_authentication_triggers()
            cognito._build_auth_result("us-east-1_x", "client", user)
            cognito._build_auth_result("us-east-1_x", "client", user, trigger_source="TokenGeneration_RefreshTokens")
        [(function, event)] = sent
        self.assertEqual((function, event["request"]["userAttributes"]["sub"]), ("record", "u"))


class AuthorizationTest(unittest.TestCase):
    """The patches for signatures and policies, with the role of a function."""

    def setUp(self) -> None:
        from ministack import app
        from ministack.core import iam_actions, iam_evaluator
        from ministack.services import iam, sts

        policy = {"Effect": "Allow", "Action": "appsync:EventPublish", "Resource": self.namespace("fleet")}
        role = {"InlinePolicies": {"publish": {"Statement": [policy]}}, "AttachedPolicies": []}
        for patch in (
            mock.patch.dict(os.environ, {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}),
            mock.patch.object(app, "AUTH", True),
            mock.patch.object(app, "pin_request_origin", app.pin_request_origin),
            mock.patch.object(iam_actions, "extract_iam_action", iam_actions.extract_iam_action),
            mock.patch.object(iam_evaluator, "_is_root_key", iam_evaluator._is_root_key),
        ):
            patch.start()
            self.addCleanup(patch.stop)
        iam._roles["publisher"] = role
        self.addCleanup(iam._roles.pop, "publisher")
        session = {"Arn": "arn:aws:sts::000000000000:assumed-role/publisher/function", "SecretAccessKey": "secret"}
        sts.register_session("ASIAPUBLISHER", session)
        self.addCleanup(sts._sessions.pop, "ASIAPUBLISHER")
        authorization.apply()
        live.authorize_subscribers()

    def namespace(self, name: str) -> str:
        return f"arn:aws:appsync:us-east-1:000000000000:apis/api/channelNamespace/{name}"

    def receive(self, service: str, key: str, secret: str, body: bytes = b"{}") -> dict[str, str]:
        """Receives a request that is signed with a secret, and returns its headers."""
        from ministack.core import iam_evaluator

        request = AWSRequest("POST", "http://127.0.0.1:4566/", data=body, headers={"Host": "127.0.0.1:4566"})
        SigV4Auth(Credentials(key, secret), service, "us-east-1").add_auth(request)
        headers = {name.lower(): value for name, value in request.headers.items()}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        iam_evaluator.pin_signed_request("POST", "/", {}, raw)
        iam_evaluator.pin_signed_body(body)
        return headers

    def test_verifies_the_signature_of_the_administrator(self) -> None:
        from ministack.core import iam_evaluator

        for secret, code in (("test", None), ("another", "SignatureDoesNotMatch")):
            with self.subTest(secret):
                self.receive("dynamodb", "test", secret)
                error = iam_evaluator.check_credentials("test", "dynamodb")
                self.assertEqual(error.code if error else None, code)

    def test_a_batch_of_messages_requires_the_permission_for_one_message(self) -> None:
        from ministack.core import iam_actions

        for target, action in (
            ("AmazonSQS.SendMessageBatch", "sqs:SendMessage"),
            ("AmazonSQS.DeleteMessageBatch", "sqs:DeleteMessage"),
            ("AmazonSQS.SendMessage", "sqs:SendMessage"),
        ):
            with self.subTest(target):
                found = iam_actions.extract_iam_action("sqs", "POST", "/", {"x-amz-target": target}, b"{}", {})
                self.assertEqual(found, action)

    def test_policies_are_evaluated_as_for_encrypted_connections(self) -> None:
        from ministack import app
        from ministack.core import iam_evaluator

        context = contextvars.copy_context()
        context.run(app.pin_request_origin, "192.0.2.1", False)
        self.assertEqual(context[iam_evaluator._request_origin], ("192.0.2.1", True))

    def test_a_role_publishes_only_to_the_channels_of_its_policy(self) -> None:
        from ministack.services import appsync_events

        for secret, channel, accepted in (
            ("secret", "/fleet/all", True),
            ("secret", "/stocking/2026-11-24", False),
            ("another", "/fleet/all", False),
        ):
            with self.subTest(f"{secret} {channel}"):
                headers = self.receive("appsync", "ASIAPUBLISHER", secret)
                publish = appsync_events._authorize_event_op("api", channel, "EVENT_PUBLISH", headers, headers)
                self.assertEqual(contextvars.copy_context().run(asyncio.run, publish)[0], accepted)


class SpeedupsTest(unittest.TestCase):
    def test_cached_functions_return_the_same_results(self) -> None:
        from ministack.services import dynamodb

        numbers = ("0", "-0", "007", "1.50", "1e3", "-12.0340", "9" * 39, "1E126", "1E-131", " 5", "1_0", "x", 5)
        conditions = ("a = :x", "#a = :x AND begins_with(b, :y)", "name = :x", "((a = :x))", "a = :x AND", "a BETWEEN :x AND :y")
        item, values, names = {"a": {"N": "1"}, "b": {"S": "bc"}}, {":x": {"N": "1"}, ":y": {"S": "b"}}, {"#a": "a"}

        def evaluate(condition: str) -> object:
            try:
                return dynamodb._evaluate_condition(condition, item, values, names)
            except ValueError as error:
                return str(error)

        def results() -> list:
            checks = (dynamodb._ddb_canonicalize_number, dynamodb._number_error, dynamodb._number_size_bytes)
            return [[check(number) for check in checks for number in numbers], [evaluate(one) for one in conditions]]

        before = results()
        speedups.cache_numbers()
        speedups.cache_expressions()
        speedups.evaluate_valid_conditions_at_once()
        self.assertEqual(results(), before)
        self.assertEqual(results(), before)

    def test_a_valid_condition_is_evaluated_with_each_item_and_value(self) -> None:
        from ministack.services import dynamodb

        speedups.cache_expressions()
        speedups.evaluate_valid_conditions_at_once()
        text, number = {"S": "x"}, {"N": "1"}
        cases: tuple[tuple[str, dict | None, dict, bool], ...] = (
            ("#a = :x", {"a": text}, {":x": text}, True),
            ("#a = :x", {"a": text}, {":x": {"S": "y"}}, False),
            ("#a = :x", {"a": text}, {":x": number}, False),
            ("#a = :x", {"a": number}, {":x": {"N": "1.0"}}, True),
            ("#a = :x", {}, {":x": text}, False),
            ("#a = :x", None, {":x": text}, False),
            ("#a <> :x", {"a": text}, {":x": {"S": "y"}}, True),
            ("#a <= :x AND attribute_not_exists(b)", {"a": text}, {":x": text}, True),
            ("#a <= :x AND attribute_not_exists(b)", {"a": text, "b": text}, {":x": text}, False),
        )
        for condition, item, values, expected in cases * 2:
            with self.subTest(condition=condition, item=item, values=values):
                self.assertEqual(dynamodb._evaluate_condition(condition, item, values, {"#a": "a"}), expected)
        for values in ({":x": {"S": "b"}, ":y": {"S": "a"}}, {":x": {"S": "c"}, ":y": {"S": "b"}}):
            with self.assertRaisesRegex(ValueError, "BETWEEN operator requires upper bound"):
                dynamodb._evaluate_condition("a BETWEEN :x AND :y", {"a": text}, values, {})

    def test_a_projection_returns_the_same_attributes_for_each_item(self) -> None:
        from ministack.services import dynamodb

        items = ({"a": {"S": "x"}, "b": {"L": [{"M": {"c": {"N": "1"}}}]}}, {"b": {"L": []}, "d": {"NULL": True}}, {})
        projections = (("#n, b", {"#n": "a"}), ("#n, b", {"#n": "d"}), ("b[0].c, d", {}), ("other1", {}), ("", {}))

        def results() -> list:
            return [dynamodb._project_item(item, text, names) for text, names in projections for item in items]

        before = results()
        speedups.project_attributes_at_once()
        self.assertEqual(results(), before)
        self.assertEqual(results(), before)
        for _ in range(2):
            with self.assertRaisesRegex(ValueError, "Two document paths overlap"):
                dynamodb._project_item(items[0], "a, a", {})

    def test_attributes_are_converted_and_reported_as_by_the_full_algorithm(self) -> None:
        from graphql import ExecutionContext, build_schema, execute_sync, parse
        from ministack.services import appsync

        schema = build_schema("""
            enum Kind { SMALL LARGE }
            type Part { id: ID! note: String kind: Kind count: Int tags: [String!] inner: Part required: String! }
            type Query { parts: [Part] }
        """)
        texts = (
            "{ parts { id again: id __typename kind count tags note inner { id inner { note } } } }",
            "{ parts { ...some count } } fragment some on Part { id inner { required } }",
            "{ parts { required } }",
            "{ parts { id inner { id } } parts { inner { note } } }",
        )
        parts = [
            {"id": 7, "kind": "SMALL", "count": 2, "tags": ["a", "b"], "required": "r", "inner": {"id": "x", "required": ""}},
            {"id": "b", "kind": "OTHER", "count": "many", "tags": [None], "inner": {"id": None}},
            {"id": "c", "inner": "no object"},
            None,
        ]

        def resolve(source: object, info: object, **_: object) -> object:
            if info.path.prev is None:
                return parts
            if (info.parent_type.name, info.field_name) == ("Part", resolved):
                return f"resolved {source['id']}"
            return source.get(info.field_name) if isinstance(source, dict) else None

        def result(text: str, context: type[ExecutionContext]) -> object:
            executed = execute_sync(schema, parse(text), field_resolver=resolve, execution_context_class=context)
            return executed.formatted

        for resolved in ("", "note"):
            with mock.patch.object(appsync, "_resolvers", {"api": {"Part": {resolved: {}}} if resolved else {}}):
                for text in texts:
                    with self.subTest(text=text, resolved=resolved):
                        self.assertEqual(result(text, speedups._QuickContext), result(text, ExecutionContext))

    def test_calls_in_parallel_reuse_the_processes_of_earlier_calls(self) -> None:
        from ministack.core import appsync_js

        together = threading.Barrier(4)
        call = appsync_js._pool._acquire

        def acquire() -> object:
            worker = call()
            together.wait(10)
            return worker

        def evaluate(_: int) -> object:
            return appsync_js.evaluate("export function request(ctx) { return ctx.value; }", "request", {"value": 1})[1]

        def started() -> set[int]:
            with ThreadPoolExecutor(4) as threads:
                self.assertEqual(list(threads.map(evaluate, range(4))), [1] * 4)
            return {worker._proc.pid for worker in appsync_js._pool._workers if worker._proc}

        self.addCleanup(appsync_js.reset)
        speedups.keep_mapping_processes()
        with mock.patch.object(appsync_js._pool, "_acquire", acquire):
            first = started()
            self.assertEqual(len(first), 4)
            self.assertEqual(started(), first)

    def test_a_copied_item_shares_no_mutable_value(self) -> None:
        item = {"M": {"a": {"L": [{"N": "1"}, {"BOOL": True}, {"B": b"x"}]}, "b": {"SS": ["x"]}, "c": {"NULL": True}}}
        copied = speedups._copy(item)
        self.assertEqual(copied, item)
        table = collections.defaultdict(dict, {"key": {"": item}})
        self.assertEqual(speedups._copy(table), table)
        self.assertEqual(speedups._copy(table)["other"], {})
        copied["M"]["a"]["L"].append({"S": "new"})
        copied["M"]["b"]["SS"].append("y")
        self.assertEqual((len(item["M"]["a"]["L"]), len(item["M"]["b"]["SS"])), (3, 1))

    def test_validates_a_document_against_each_schema(self) -> None:
        from graphql import build_schema
        from ministack.core import appsync_graphql

        one, other = build_schema("type Query { a: Int }"), build_schema("type Query { b: Int }")
        speedups.cache_documents()
        for _ in range(2):
            document = appsync_graphql.parse("{ a }")
            self.assertEqual(appsync_graphql.validate(one, document), [])
            self.assertIn("Cannot query field 'a'", appsync_graphql.validate(other, document)[0].message)

    def test_a_waiting_server_stops_on_shutdown(self) -> None:
        handled = threading.Event()

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                handled.set()

        with speedups._EventDrivenServer(("127.0.0.1", 0), Handler) as server:
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1})
            thread.start()
            with socket.create_connection(server.server_address):
                self.assertTrue(handled.wait(5))
            server.shutdown()
            thread.join(5)
            self.assertFalse(thread.is_alive())


if __name__ == "__main__":
    unittest.main()
