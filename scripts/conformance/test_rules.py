"""Self-tests of the rules: each rule rejects a bad request, and good requests violate no rule."""

import unittest
from typing import Any

from conformance.calls import Call
from conformance.check import RULES, check, name
from conformance.resources import Index, Keys, Queue, Stack, Table
from conformance.rules import cognito, dynamodb, general, iot, live, s3, secrets, sns, sqs
from conformance.rules.limits import DYNAMODB, EVENTS, IOT, SNS, SQS
from conformance.rules.rule import Rule

_TABLE = Table(
    Keys("id", "moment"),
    {"id": "S", "moment": "S", "team": "S", "due": "S"},
    {
        "byTeam": Index(Keys("team", "due"), frozenset({"id", "moment", "team", "due", "title"})),
        "all": Index(Keys("team")),
    },
)
STACK = Stack(
    tables={"orders": _TABLE, "other": _TABLE},
    queues={"queue": Queue(), "small": Queue(max_message_bytes=1024)},
    logical_ids={
        "orders": "OrdersTable",
        "other": "OtherTable",
        "queue": "Queue",
        "bucket": "Bucket",
        "pool_1": "UserPool",
        "fleet": "FleetChannels",
        "secret": "Secret",
        "topic": "AlertTopic",
    },
)


def _call(service: str, operation: str, **parameters: Any) -> Call:
    return Call("larder-local-test", service, operation, parameters)


def _notify(**parameters: Any) -> Call:
    return _call("sns", "Publish", **{"TopicArn": "topic", "Message": "x", **parameters})


def _command(**parameters: Any) -> Call:
    return _call("iot-data", "Publish", **{"topic": "larder/local/fridges/CHI_0001/down/commands", "qos": 1, **parameters})


def _key(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"id": {"S": f"id-{number}"}, "moment": {"S": "now"}, **more}


def _get(**parameters: Any) -> Call:
    return _call("dynamodb", "GetItem", **{"TableName": "orders", "Key": _key(), **parameters})


def _put(**attributes: Any) -> Call:
    return _call("dynamodb", "PutItem", TableName="orders", Item=_key(**attributes))


def _update(expression: str, values: Any = None, **parameters: Any) -> Call:
    given = {} if values is None else {"ExpressionAttributeValues": values}
    return _call("dynamodb", "UpdateItem", TableName="orders", Key=_key(), UpdateExpression=expression, **given, **parameters)


def _query(condition: str = "id = :id", **parameters: Any) -> Call:
    given = {"TableName": "orders", "KeyConditionExpression": condition, "ExpressionAttributeValues": {":id": {"S": "x"}}}
    return _call("dynamodb", "Query", **{**given, **parameters})


def _transaction(*actions: dict[str, Any]) -> Call:
    return _call("dynamodb", "TransactWriteItems", TransactItems=list(actions))


def _put_action(number: int, **attributes: Any) -> dict[str, Any]:
    return {"Put": {"TableName": "orders", "Item": _key(number, **attributes)}}


def _batch_get(*numbers: int) -> Call:
    return _call("dynamodb", "BatchGetItem", RequestItems={"orders": {"Keys": [_key(number) for number in numbers]}})


def _batch_write(**requests: list[dict[str, Any]]) -> Call:
    return _call("dynamodb", "BatchWriteItem", RequestItems=requests)


def _put_requests(count: int, **attributes: Any) -> list[dict[str, Any]]:
    return [{"PutRequest": {"Item": _key(number, **attributes)}} for number in range(count)]


def _send(body: str = "x", queue: str = "queue", **parameters: Any) -> Call:
    return _call("sqs", "SendMessage", QueueUrl=queue, MessageBody=body, **parameters)


def _send_batch(*entries: dict[str, Any]) -> Call:
    return _call("sqs", "SendMessageBatch", QueueUrl="queue", Entries=[{"MessageBody": "x", **entry} for entry in entries])


def _object(operation: str = "PutObject", size: int = 1, validity: int | None = None, **parameters: Any) -> Call:
    return Call("larder-local-test", "s3", operation, {"Bucket": "bucket", "Key": "key", **parameters}, size, validity)


def _users(**parameters: Any) -> Call:
    return _call("cognito-idp", "ListUsers", **{"UserPoolId": "pool_1", **parameters})


def _create_user(*attributes: dict[str, str]) -> Call:
    return _call("cognito-idp", "AdminCreateUser", UserPoolId="pool_1", Username="x", UserAttributes=list(attributes))


def _publish(*events: str, channel: str = "fleet/all") -> Call:
    return _call("appsync", "EventPublish", channel=channel, events=list(events))


def _nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {"S": "x"}
    for _ in range(levels):
        value = {"L": [value]}
    return value


_KB = 1 << 10
_VALUE = {":v": {"S": "x"}}

# The requests that each rule rejects. The first one of a rule is the typical mistake.
BAD: dict[Rule, tuple[Call, ...]] = {
    general.known_operation: (_call("dynamodb", "GetItems"), _call("sts", "POST /"), _call("s3", "PUT ?tagging")),
    general.recorded_parameters: (Call("larder-local-test", "dynamodb", "PutItem", {}, 20_000_000),),
    general.parameters_match_the_model: (
        _call("dynamodb", "GetItem", TableName="orders"),
        _get(ConsistentReads=True),
        _get(ConsistentRead="true"),
    ),
    general.values_match_the_model: (
        _get(ReturnConsumedCapacity="ALL"),
        _call("secretsmanager", "GetSecretValue", SecretId="x" * 2049),
        _call("cognito-idp", "AdminGetUser", UserPoolId="pool", Username="x"),
    ),
    dynamodb.attribute_names: (_put(**{"x" * 70_000: {"S": ""}}),),
    dynamodb.attribute_values: (
        _put(a={"SS": []}),
        _put(a={"SS": ["x", "x"]}),
        _put(a={"N": "1" * 39}),
        _put(a={"N": "1e126"}),
        _put(a={"N": "1e-131"}),
        _put(a={"N": "one"}),
        _put(a={"M": {"b": {"S": "x", "N": "1"}}}),
        _put(a={"L": [{}]}),
        _put(a={"B": "%"}),
        _put(a={"NULL": False}),
    ),
    dynamodb.batch_duplicates: (
        _batch_get(1, 2, 1),
        _batch_write(orders=[{"DeleteRequest": {"Key": _key()}}, {"PutRequest": {"Item": _key()}}]),
    ),
    dynamodb.batch_get_count: (
        _batch_get(*range(101)),
        _call(
            "dynamodb",
            "BatchGetItem",
            RequestItems={table: {"Keys": [_key(number) for number in range(51)]} for table in ("orders", "other")},
        ),
    ),
    dynamodb.batch_write_count: (
        _batch_write(orders=_put_requests(26)),
        _batch_write(orders=_put_requests(13), other=_put_requests(13)),
    ),
    dynamodb.batch_write_size: (_batch_write(orders=_put_requests(25, a={"S": "x" * 700_000})),),
    dynamodb.complete_key: (
        _get(Key={"id": {"S": "x"}}),
        _get(Key=_key(other={"S": "x"})),
        _call("dynamodb", "PutItem", TableName="orders", Item={"id": {"S": "x"}}),
    ),
    dynamodb.consistent_index_read: (
        _query("team = :id", IndexName="byTeam", ConsistentRead=True),
    ),
    dynamodb.expression_operators: (
        _query(FilterExpression=" OR ".join(["a = :id"] * 151)),
        _update("SET a = :v" + " + :v" * 301, _VALUE),
    ),
    dynamodb.expression_size: (_get(ProjectionExpression="a" * 4097),),
    dynamodb.filter_without_keys: (
        _query(FilterExpression="moment > :id"),
        _query("team = :id", IndexName="all", FilterExpression="team = :id"),
    ),
    dynamodb.in_operands: (_query(FilterExpression=f"a IN ({', '.join([':id'] * 101)})"),),
    dynamodb.item_size: (
        _put(a={"S": "x" * 400 * _KB}),
        _update("SET a = :v", {":v": {"S": "x" * 400 * _KB}}),
        _transaction(_put_action(1, a={"S": "é" * 200 * _KB})),
    ),
    dynamodb.key_condition: (
        _query("moment = :id"),
        _query("id > :id"),
        _query("id = :id AND a = :id"),
        _query("id = :id AND moment <> :id"),
        _query("id = :id AND moment > :id AND moment < :id"),
        _query("id = :id OR moment = :id"),
        _query("id = :id", IndexName="byTeam"),
    ),
    dynamodb.key_sizes: (
        _get(Key=_key() | {"id": {"S": ""}}),
        _get(Key=_key() | {"id": {"S": "x" * 2049}}),
        _get(Key=_key() | {"moment": {"S": "x" * 1025}}),
        _put(team={"S": ""}),
    ),
    dynamodb.key_types: (_get(Key=_key() | {"id": {"N": "1"}}), _put(team={"NULL": True})),
    dynamodb.known_index: (_query(IndexName="byName"),),
    dynamodb.known_table: (_get(TableName="unknown"), _transaction({"Delete": {"TableName": "unknown", "Key": _key()}})),
    dynamodb.legacy_parameters: (_get(ProjectionExpression="a", AttributesToGet=["a"]),),
    dynamodb.nesting: (_put(a=_nested(33)), _get(ProjectionExpression=".".join(["a"] * 34))),
    dynamodb.placeholder_sizes: (
        _get(ProjectionExpression="#" + "a" * 255, ExpressionAttributeNames={"#" + "a" * 255: "a"}),
        _update("SET a = :v", {":v": {"S": "x" * 2048 * _KB}}),
    ),
    dynamodb.placeholders: (
        _update("SET a = :v"),
        _update("SET a = :v", {**_VALUE, ":w": {"S": "x"}}),
        _update("REMOVE #a"),
        _get(ProjectionExpression="a", ExpressionAttributeNames={"#a": "a"}),
        _get(ExpressionAttributeNames={}),
    ),
    dynamodb.projected_attributes: (
        _query("team = :id", IndexName="byTeam", ProjectionExpression="title, note"),
        _query("team = :id", IndexName="byTeam", Select="ALL_ATTRIBUTES"),
    ),
    dynamodb.readable_expression: (_get(ProjectionExpression=""), _get(ProjectionExpression="a; b")),
    dynamodb.reserved_words: (
        _get(ProjectionExpression="id, Status"),
        _get(ProjectionExpression="a.name"),
        _update("SET state = :v", _VALUE),
        _query(FilterExpression="attribute_exists(items[0])"),
        _transaction({"Update": {"TableName": "orders", "Key": _key(), "UpdateExpression": "REMOVE owner"}}),
    ),
    dynamodb.return_values: (
        _call("dynamodb", "PutItem", TableName="orders", Item=_key(), ReturnValues="ALL_NEW"),
        _call("dynamodb", "DeleteItem", TableName="orders", Key=_key(), ReturnValues="UPDATED_NEW"),
    ),
    dynamodb.transaction_actions: (_transaction(_put_action(1) | {"Delete": {"TableName": "orders", "Key": _key(2)}}),),
    dynamodb.transaction_count: (_transaction(*map(_put_action, range(101))),),
    dynamodb.transaction_duplicates: (
        _transaction(_put_action(1), {"Delete": {"TableName": "orders", "Key": _key(1)}}),
        _call("dynamodb", "TransactGetItems", TransactItems=[{"Get": {"TableName": "orders", "Key": _key()}}] * 2),
    ),
    dynamodb.transaction_size: (_transaction(*(_put_action(number, a={"S": "x" * 390 * _KB}) for number in range(11))),),
    dynamodb.update_clauses: (_update("SET a = :v SET b = :v", _VALUE),),
    dynamodb.update_paths: (
        _update("SET a = :v REMOVE a", _VALUE),
        _update("SET a = :v, a.b = :v", _VALUE),
        _update("SET #a = :v, a[0] = :v", _VALUE, ExpressionAttributeNames={"#a": "a"}),
    ),
    dynamodb.update_without_keys: (_update("SET id = :v", _VALUE), _update("REMOVE moment")),
    sqs.batch_count: (_send_batch(*({"Id": str(number)} for number in range(11))), _send_batch()),
    sqs.batch_ids: (_send_batch({"Id": "a"}, {"Id": "a"}), _send_batch({"Id": "a b"}), _send_batch({"Id": "x" * 81})),
    sqs.batch_size: (_send_batch(*({"Id": str(number), "MessageBody": "x" * 600_000} for number in range(2))),),
    sqs.known_queue: (_send(queue="unknown"),),
    sqs.message_attributes: (
        _send(MessageAttributes={f"a{number}": {"DataType": "String", "StringValue": "x"} for number in range(11)}),
    ),
    sqs.message_characters: (_send("\u0000"), _send("\ufffe")),
    sqs.message_group: (_send(MessageGroupId="x" * 129), _send(MessageGroupId="é"), _send(MessageGroupId="a b")),
    sqs.message_size: (
        _send("x" * 1025, queue="small"),
        _send("x" * (SQS["batch bytes"] + 1)),
        _send("x" * 1020, queue="small", MessageAttributes={"a": {"DataType": "String", "StringValue": "x"}}),
        _send(""),
    ),
    sqs.ranges: (
        _send(DelaySeconds=901),
        _send(DelaySeconds=-1),
        _send_batch({"Id": "a", "DelaySeconds": 901}),
        _call("sqs", "ReceiveMessage", QueueUrl="queue", MaxNumberOfMessages=11),
        _call("sqs", "ReceiveMessage", QueueUrl="queue", WaitTimeSeconds=21),
        _call("sqs", "ChangeMessageVisibility", QueueUrl="queue", ReceiptHandle="x", VisibilityTimeout=43_201),
    ),
    s3.key_size: (_object(Key="é" * 513),),
    s3.known_bucket: (_object(Bucket="unknown"),),
    s3.metadata_size: (_object(Metadata={"a": "x" * 2048}),),
    s3.object_size: (_object(size=(5 << 30) + 1), _object(ContentLength=(5 << 30) + 1)),
    s3.page_size: (_call("s3", "ListObjectsV2", Bucket="bucket", MaxKeys=1001),),
    s3.presigned_url_validity: (_object(validity=604_801), _object(validity=0)),
    cognito.known_pool: (_users(UserPoolId="pool_2"),),
    cognito.page_size: (_users(Limit=61),),
    cognito.user_attributes: (
        _create_user({"Name": "mail", "Value": "x"}),
        _create_user({"Name": "email", "Value": "x" * 2049}),
    ),
    cognito.user_filter: (
        _users(Filter='locale = "x"'),
        _users(Filter='email = "x" AND name = "y"'),
        _users(Filter="email = x"),
        _users(Filter='email = "a"b"'),
    ),
    live.channel: (
        _publish("{}", channel="fleet/a_b"),
        _publish("{}", channel="fleet/1/2/3/4/5"),
        _publish("{}", channel="fleet/" + "x" * 51),
        _publish("{}", channel="fleet/-"),
    ),
    live.event_count: (_publish(), _publish(*["{}"] * 6)),
    live.event_is_json: (_publish("text"),),
    live.event_size: (_publish(f'"{"x" * EVENTS["event bytes"]}"'),),
    live.known_namespace: (_publish("{}", channel="unknown/all"),),
    sns.known_topic: (_notify(TopicArn="unknown"), _call("sns", "ListSubscriptionsByTopic", TopicArn="unknown")),
    sns.message_size: (_notify(Message=""), _notify(Message="x" * (SNS["message bytes"] + 1))),
    sns.subject: tuple(_notify(Subject=text) for text in ("", "x" * 100, "é", " x", "a\nb")),
    iot.payload_size: (_command(payload="x" * (IOT["payload bytes"] + 1)),),
    iot.topic: tuple(_command(topic=text) for text in ("x" * 257, "a/b/c/d/e/f/g/h/i", "fridges/+", "fridges/#")),
    secrets.known_secret: (_call("secretsmanager", "GetSecretValue", SecretId="unknown"),),
}

# Requests at the limits, which violate no rule.
GOOD = (
    _get(ConsistentRead=True, ProjectionExpression="a, #status, b[0].c", ExpressionAttributeNames={"#status": "status"}),
    _put(a={"N": "-" + "1" * 38}, b={"SS": ["x", "y"]}, c=_nested(32), d={"B": "eA=="}, e={"NULL": True}, team={"S": "x"}),
    _put(a={"N": "9.9e125"}, b={"N": "1e-130"}, c={"N": "1" + "0" * 60}, d={"S": ""}),
    _call("dynamodb", "PutItem", TableName="orders", Item=_key(), ConditionExpression="attribute_not_exists(id)"),
    _call("dynamodb", "DeleteItem", TableName="orders", Key=_key(), ReturnValues="ALL_OLD"),
    _update(
        "SET a = if_not_exists(a, :v) + :v, b.c = list_append(b.c, :v) REMOVE d[0], e ADD f :v DELETE #set :v",
        _VALUE,
        ExpressionAttributeNames={"#set": "set"},
        ConditionExpression="(size(a) > :v AND NOT contains(b, :v)) OR a BETWEEN :v AND :v",
        ReturnValues="ALL_NEW",
    ),
    _query("id = :id AND moment BETWEEN :id AND :id", ConsistentRead=True, Limit=1),
    _query("(id = :id) AND begins_with(#m, :id)", ExpressionAttributeNames={"#m": "moment"}, FilterExpression="a = :id"),
    _query("team = :id AND due <= :id", IndexName="byTeam", ProjectionExpression="id, title", FilterExpression="moment = :id"),
    _query("team = :id", IndexName="all", ProjectionExpression="note"),
    _query(FilterExpression=f"a IN ({', '.join([':id'] * 100)})"),
    _query(FilterExpression=" OR ".join(["a = :id"] * 150)),
    _batch_get(*range(100)),
    _batch_write(orders=_put_requests(25)),
    _batch_write(orders=_put_requests(12), other=_put_requests(13)),
    _transaction(*map(_put_action, range(100))),
    _transaction(
        _put_action(1),
        {"ConditionCheck": {"TableName": "other", "Key": _key(1), "ConditionExpression": "attribute_exists(id)"}},
    ),
    _send("x" * 1024, queue="small", DelaySeconds=900, MessageGroupId="a-1"),
    _send_batch(*({"Id": str(number), "MessageBody": "x" * 100_000} for number in range(10))),
    _object(validity=604_800, ContentType="text/csv"),
    _object("GetObject", Key="x" * 1024),
    _call("s3", "ListObjectsV2", Bucket="bucket", MaxKeys=1000),
    _users(Filter='email = "a\\"b@example.com"', Limit=60),
    _users(Filter='email ^= "a"'),
    _create_user({"Name": "email", "Value": "a@example.com"}, {"Name": "custom:a", "Value": "x"}),
    _call("cognito-idp", "AdminGetUser", UserPoolId="pool_1", Username="5e1f-é"),
    _publish(*['{"kind":"x"}'] * EVENTS["events"], channel="/fleet/LAX-1"),
    _call("secretsmanager", "GetSecretValue", SecretId="secret"),
    _notify(Subject="x" * 99, Message="x" * SNS["message bytes"]),
    _call("sns", "Unsubscribe", SubscriptionArn="arn:topic:1"),
    _command(payload="x" * IOT["payload bytes"], retain=True, messageExpiry=300),
    _command(topic="a/b/c/d/e/f/g/h"),
    _call("iot", "AttachPolicy", policyName="larder-local-fridge", target="arn:aws:iot:us-east-1:000000000000:cert/ab"),
    _call("iot", "UpdateCertificate", certificateId="ab" * 32, newStatus="REVOKED"),
    _call("iot-data", "DeleteConnection", clientId="CHI_0001", cleanSession=True),
)


class RulesTest(unittest.TestCase):
    def test_every_rule_has_a_bad_request(self) -> None:
        rules = {*general.STRUCTURE, *general.RULES, *(rule for rules in RULES.values() for rule in rules)}
        self.assertEqual({name(rule) for rule in rules}, {name(rule) for rule in BAD})

    def test_each_rule_rejects_its_bad_requests(self) -> None:
        for rule, calls in BAD.items():
            for index, call in enumerate(calls):
                with self.subTest(f"{name(rule)} {index}"):
                    self.assertIn(name(rule), [violation.rule for violation in check(call, STACK)])

    def test_good_requests_violate_no_rule(self) -> None:
        for index, call in enumerate(GOOD):
            with self.subTest(f"{index}: {call.service} {call.operation}"):
                self.assertEqual([f"{violation.rule}: {violation.text}" for violation in check(call, STACK)], [])

    def test_an_item_at_the_limit_is_accepted_and_one_byte_more_is_rejected(self) -> None:
        # The names id, moment and a have 9 bytes, the keys id-0 and now 7.
        longest = DYNAMODB["item bytes"] - 16
        self.assertEqual(list(dynamodb.item_size(_put(a={"S": "x" * longest}), STACK)), [])
        self.assertNotEqual(list(dynamodb.item_size(_put(a={"S": "x" * (longest + 1)}), STACK)), [])

    def test_reserved_words_are_complete(self) -> None:
        from conformance.rules.expressions import RESERVED_WORDS

        # The number of words in the developer guide.
        self.assertEqual(len(RESERVED_WORDS), 573)
        self.assertLessEqual({"ABORT", "NAME", "STATUS", "ZONE"}, RESERVED_WORDS)


if __name__ == "__main__":
    unittest.main()
