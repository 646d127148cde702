"""Says so when a new version of MiniStack breaks the launcher."""

import collections
import shutil
import socket
import socketserver
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import gaps
import pace
import seams


class Seams(unittest.TestCase):
    def test_each_private_name_that_the_launcher_leans_on_is_there(self) -> None:
        for seam in seams.SEAMS:
            with self.subTest(str(seam)):
                self.assertIsNone(seam.fault())

    def test_a_name_that_is_gone_is_named(self) -> None:
        self.assertEqual(seams.Seam("ministack.app", "nothing").fault(), "ministack.app.nothing is gone")

    def test_a_function_that_takes_something_else_is_named(self) -> None:
        fault = seams.Seam("ministack.services.s3", "_get_object_data", ("bucket_name", "version")).fault()
        self.assertIn("takes (bucket_name, key)", fault or "")


class Gaps(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        gaps.close_all()

    def test_error_information_reaches_the_answer(self) -> None:
        from ministack.services import appsync

        error = appsync._AppSyncResolverError("no", "Invalid", None, {"errors": []})
        written = []
        original, appsync.json_response = appsync.json_response, lambda body, status: written.append(body)
        try:
            appsync._json(200, {"errors": [{"message": str(error), "errorType": error.error_type}]})
        finally:
            appsync.json_response = original
        self.assertEqual(written, [{"errors": [{"message": "no", "errorType": "Invalid", "errorInfo": {"errors": []}}]}])

    def test_a_token_of_nobody_is_refused(self) -> None:
        from ministack.services import appsync

        api = {"userPoolConfig": {"userPoolId": "us-east-1_pool"}}
        for token in ("", "garbage", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."):
            with self.subTest(token):
                self.assertFalse(appsync._request_is_authenticated("api", api, {"authorization": token}))

    def test_a_function_whose_file_is_still_held_open_starts_a_moment_later(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "bootstrap")
            shutil.copy("/bin/true", program)
            held = program.open("ab")
            threading.Timer(0.05, held.close).start()
            self.assertEqual(gaps._start_patiently([str(program)]).wait(), 0)

    def test_event_apis_are_made_by_templates(self) -> None:
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

    def test_nobody_listens_without_a_token_or_publishes_without_a_signature(self) -> None:
        import asyncio

        from ministack.services import appsync_events

        may = lambda *asked: asyncio.run(appsync_events._authorize_event_op("api", "/fleet/all", *asked))[0]
        self.assertFalse(may("EVENT_SUBSCRIBE", {"Authorization": "a.b.c"}))
        self.assertFalse(may("EVENT_SUBSCRIBE", None))
        self.assertFalse(may("EVENT_PUBLISH", {"Authorization": "a.b.c"}))
        self.assertTrue(may("EVENT_PUBLISH", {"Authorization": "AWS4-HMAC-SHA256 Credential=test"}))
        self.assertFalse(appsync_events._auth_has_known_api_key("api", {"Authorization": "a.b.c"}))

    def test_the_templates_handler_decides_who_subscribes(self) -> None:
        import asyncio
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
        for user, actions, marks in (
            ("driver-lead", ["GetCheckPointStatus", "VanTasks"], {}),
            ("other", ["VanTasks"], {}),
            ("disabled", ["GetCheckPointStatus"], {"disabled": {"BOOL": True}}),
        ):
            item = {"user": {"S": user}, "actions": {"SS": actions}, **marks}
            dynamodb._put_item({"TableName": "Permissions", "Item": item})

        def subscribes(channel: str, **claims: str) -> bool:
            given = {"token_use": "id", "aud": "web", "email": "a@b.c", **claims}
            with (
                mock.patch("ministack.services.cognito._token_claims", lambda token: given),
                mock.patch("gaps._token_holds", lambda token, user_pool: user_pool == "us-east-1_pool"),
            ):
                authorization = {"Authorization": "a.b.c"}
                return asyncio.run(appsync_events._authorize_event_op(api, channel, "EVENT_SUBSCRIBE", authorization))[0]

        fridge, fleet, day = "/fridges/xFRIDGE-1x", "/fleet/all", "/stocking/2026-11-21"
        expected = {"driver-lead": (True, True, True), "other": (True, True, False), "new": (True, True, False), "disabled": (False, False, False)}
        for user, channels in expected.items():
            with self.subTest(user):
                self.assertEqual(tuple(subscribes(channel, sub=user) for channel in (fridge, fleet, day)), channels)
        for wildcard in ("/fridges/*", "/fleet/*", "/stocking/*"):
            with self.subTest(wildcard):
                self.assertFalse(subscribes(wildcard, sub="driver-lead"))
        self.assertFalse(subscribes(fleet, sub="driver-lead", token_use="access"))
        self.assertFalse(subscribes(fleet, sub="driver-lead", aud="other"))
        self.assertFalse(subscribes(fleet, sub="driver-lead", email=""))

    def test_schema_and_resolvers_are_read_from_s3(self) -> None:
        with self.assertRaisesRegex(ValueError, "s3://nowhere/nothing is no object in S3"):
            gaps._text_from_s3("s3://nowhere/nothing")

    def test_a_mapping_gets_the_batch_that_it_asks_for_and_no_more_than_a_call_takes(self) -> None:
        messages = [{"body": "x" * 100, "group_id": None, "visible_at": 0} for _ in range(300)]
        self.assertEqual(len(gaps._quiet_first(messages, 1, 200)), 200)
        self.assertEqual(len(gaps._within(1000, messages)), 10)
        self.assertEqual(len(gaps._within(10, messages)), 1)

    def test_a_group_that_floods_the_queue_waits_behind_the_others(self) -> None:
        flood = [{"group_id": "FLOOD", "visible_at": 9 if place < 40 else 0} for place in range(100)]
        quiet = [{"group_id": f"F{place}", "visible_at": 0} for place in range(5)]
        first = gaps._quiet_first(flood + quiet, 1, 10)
        self.assertEqual([message["group_id"] for message in first[:6]], ["F0", "F1", "F2", "F3", "F4", "FLOOD"])


    def test_a_sign_in_runs_the_trigger_and_a_refresh_does_not(self) -> None:
        from ministack.services import cognito

        sent, pool = [], {"LambdaConfig": {"PostAuthentication": "record"}}
        user = {"Username": "u", "UserStatus": "CONFIRMED", "Attributes": [{"Name": "sub", "Value": "u"}]}
        with (
            mock.patch.object(cognito, "_user_pools", {"us-east-1_x": pool}),
            mock.patch.object(cognito, "_build_auth_result", lambda *arguments, **named: {}),
            mock.patch.object(gaps, "_invoke_trigger", lambda function, event: sent.append((function, event))),
        ):
            gaps.run_post_authentication_triggers()
            cognito._build_auth_result("us-east-1_x", "client", user)
            cognito._build_auth_result("us-east-1_x", "client", user, trigger_source="TokenGeneration_RefreshTokens")
        [(function, event)] = sent
        self.assertEqual((function, event["request"]["userAttributes"]["sub"]), ("record", "u"))


class Pace(unittest.TestCase):
    def test_what_is_quicker_answers_the_same(self) -> None:
        from ministack.services import dynamodb

        numbers = ("0", "-0", "007", "1.50", "1e3", "-12.0340", "9" * 39, "1E126", "1E-131", " 5", "1_0", "x", 5)
        conditions = ("a = :x", "#a = :x AND begins_with(b, :y)", "name = :x", "((a = :x))", "a = :x AND", "a BETWEEN :x AND :y")
        item, values, names = {"a": {"N": "1"}, "b": {"S": "bc"}}, {":x": {"N": "1"}, ":y": {"S": "b"}}, {"#a": "a"}

        def holds(condition: str) -> object:
            try:
                return dynamodb._evaluate_condition(condition, item, values, names)
            except ValueError as error:
                return str(error)

        def answers() -> list:
            checks = (dynamodb._ddb_canonicalize_number, dynamodb._number_error, dynamodb._number_size_bytes)
            return [[check(number) for check in checks for number in numbers], [holds(one) for one in conditions]]

        before = answers()
        pace.check_each_number_once()
        pace.read_each_expression_once()
        self.assertEqual(answers(), before)
        self.assertEqual(answers(), before)

    def test_a_copied_item_shares_nothing_that_can_change(self) -> None:
        item = {"M": {"a": {"L": [{"N": "1"}, {"BOOL": True}, {"B": b"x"}]}, "b": {"SS": ["x"]}, "c": {"NULL": True}}}
        copied = pace._copy(item)
        self.assertEqual(copied, item)
        table = collections.defaultdict(dict, {"key": {"": item}})
        self.assertEqual(pace._copy(table), table)
        self.assertEqual(pace._copy(table)["other"], {})
        copied["M"]["a"]["L"].append({"S": "new"})
        copied["M"]["b"]["SS"].append("y")
        self.assertEqual((len(item["M"]["a"]["L"]), len(item["M"]["b"]["SS"])), (3, 1))

    def test_a_document_is_checked_once_against_each_schema(self) -> None:
        from graphql import build_schema
        from ministack.core import appsync_graphql

        one, other = build_schema("type Query { a: Int }"), build_schema("type Query { b: Int }")
        pace.check_each_document_once()
        for _ in range(2):
            document = appsync_graphql.parse("{ a }")
            self.assertEqual(appsync_graphql.validate(one, document), [])
            self.assertIn("Cannot query field 'a'", appsync_graphql.validate(other, document)[0].message)

    def test_a_server_that_waits_for_a_connection_ends_when_asked(self) -> None:
        handled = threading.Event()

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                handled.set()

        with pace._KnockedServer(("127.0.0.1", 0), Handler) as server:
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1})
            thread.start()
            with socket.create_connection(server.server_address):
                self.assertTrue(handled.wait(5))
            server.shutdown()
            thread.join(5)
            self.assertFalse(thread.is_alive())


if __name__ == "__main__":
    unittest.main()
