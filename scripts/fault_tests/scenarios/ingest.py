"""Telemetry. The workers are invoked as their queues do."""

import json
from typing import Any

from fault_tests import telemetry
from fault_tests.client import Client, Response
from fault_tests.scenario import Call, Data, scenario


def message(kind: str, location: str, message_id: str, at: str, **fields: Any) -> dict[str, Any]:
    """A message of a fridge or of an upstream system."""
    head = {"schemaVersion": 1, "messageId": message_id, "type": kind, "locationId": location, "occurredAt": at}
    return head | fields


def event(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The event of the queue for these messages."""
    record = {"receiptHandle": "handle", "attributes": {}, "messageAttributes": {}, "eventSource": "aws:sqs"}
    return {
        "Records": [
            record | {"messageId": f"{position}", "body": json.dumps(body)} for position, body in enumerate(messages)
        ]
    }


def telemetry_event(client: Client, messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The event of the telemetry queue or of the upstream queue for these messages."""
    return {"Records": [telemetry.record(client, body, f"{position}") for position, body in enumerate(messages)]}


def deliver(data: Data, *messages: dict[str, Any]) -> Response:
    """Delivers messages of one queue without a fault."""
    function = f"ingest-{telemetry.source(messages[0]['type'])}"
    response = data.client.invoke(function, telemetry_event(data.client, list(messages)))
    if response.error or response.body.get("batchItemFailures"):
        raise RuntimeError(f"the messages were not stored: {response.body}")
    return response


_HEALTH = "query ($ids: [ID!]!) { fridgeHealth(filter: { locationIds: $ids }) { fridgeData { temperature serverVersion } } }"


def _keeps_newest_report(data: Data, call: Call) -> str | None:
    """Delivers the messages a second time, and reports that are an hour late. Neither changes the state of the fridge."""
    location = json.loads(call.arguments["Records"][0]["body"])["locationId"]
    before = data.query(_HEALTH, ids=[location])
    for body in (json.loads(record["body"]) for record in call.arguments["Records"]):
        deliver(data, body)
    late = message("HealthReport", location, data.uuid(), data.later(-61), temperature=60.0, serverVersion="0.9")
    deliver(data, late)
    after = data.query(_HEALTH, ids=[location])
    [state] = after["fridgeData"]
    if state["serverVersion"] != "4.12.0":
        return f"the state of the fridge is that of an earlier report: {state}"
    return None if before == after else f"duplicate or late messages changed the state from {before} to {after}"


@scenario("ingest-telemetry", partial="each message of a batch is stored separately", check=_keeps_newest_report)
def ingest(data: Data) -> Call:
    location = data.location(status="LIVE")
    at = data.later(-1)
    report = message("HealthReport", location, data.uuid(), at, temperature=37.4, serverVersion="4.12.0", outOfOrder=True)
    purchase = {"eventType": "purchaseCompleted", "payload": {"item": "CAESAR_SALAD", "price": "9.95"}}
    messages = [
        report,
        message("SegmentEvent", location, data.uuid(), at, **purchase),
        message("CheckpointEvent", location, data.uuid(), at, name="DOOR_OPENED", data={"door": "main"}),
    ]
    return Call(telemetry_event(data.client, messages))


@scenario(
    "ingest-upstream",
    partial="each message of a batch is stored separately",
    patterns=(
        (r"(LocationStocked#\d{4}-\d\d-\d\d)#\d+", r"\1#<shard>"),
        (r"(\d{4}-\d\d-\d\d#stocked)#\d+", r"\1#<shard>"),
    ),
)
def ingest_upstream(data: Data) -> Call:
    location = data.location(status="LIVE")
    at = data.later(-1)
    slip = {"uniqueId": f"PS-{data.token}", "dropOffDate": data.day(), "route": "fault", "stockingIndex": 1}
    slip |= {"createDate": slip["dropOffDate"], "slipType": "ORDER", "clientCode": "LARDER", "status": "PACKED", "toteCount": 2}
    driver = {"eventType": "LocationStocked", "user": "ana@drivers.example", "data": {"stockingIndex": 1}}
    messages = [
        message("PackingSlip", location, data.uuid(), at, **slip),
        message("DriverAction", location, data.uuid(), at, **driver),
    ]
    return Call(telemetry_event(data.client, messages))
