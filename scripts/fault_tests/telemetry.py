"""Telemetry, as the forwarder of the fridges' messages and the upstream systems send it."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any

from fault_tests.client import Client

# The types of messages that upstream systems send. Fridges send all others.
UPSTREAM_TYPES = frozenset({"CustomerRecord", "DriverAction", "DriverLog", "Order", "PackingSlip", "Temperature"})
# The certificate of fridges that tests create: the SHA-256 of "test".
_TEST_CERTIFICATE = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
_VALID_STATES = ("ISSUED", "ACTIVE", "RETIRING")


def source(kind: str) -> str:
    """The queue of a type. The name of its function ends with it."""
    return "upstream" if kind in UPSTREAM_TYPES else "telemetry"


def sender(client: Client, message: dict[str, Any]) -> str | None:
    """The attribute `sender` of a fridge's message. A fridge without a valid certificate gets one."""
    if source(message["type"]) == "upstream":
        return None
    fridge = message["locationId"]
    return json.dumps(
        {
            "fridge": fridge,
            "certificate": _valid_certificate(client, fridge),
            "topic": "receipts" if message["type"] == "CommandAcknowledgement" else "telemetry",
            "receivedAt": _text(datetime.now(timezone.utc)),
        }
    )


def record(client: Client, message: dict[str, Any], message_id: str = "0") -> dict[str, Any]:
    """The record of a message in the event of its function."""
    text = sender(client, message)
    return {
        "messageId": message_id,
        "receiptHandle": "handle",
        "body": json.dumps(message),
        "attributes": {},
        "messageAttributes": {"sender": {"stringValue": text, "dataType": "String"}} if text else {},
        "eventSource": "aws:sqs",
    }


def send(client: Client, message: dict[str, Any]) -> None:
    """Sends a message to its queue."""
    text = sender(client, message)
    client.aws.client("sqs").send_message(
        QueueUrl=client.stack["queues"][source(message["type"])],
        MessageBody=json.dumps(message),
        MessageGroupId=message["locationId"],
        MessageAttributes={"sender": {"StringValue": text, "DataType": "String"}} if text else {},
    )


def _valid_certificate(client: Client, fridge: str) -> str:
    dynamodb, table = client.aws.client("dynamodb"), client.table("FridgeIdentities")
    item = dynamodb.get_item(TableName=table, Key={"location": {"S": fridge}}, ConsistentRead=True).get("Item", {})
    for certificate, details in item.get("certificates", {}).get("M", {}).items():
        if details["M"]["state"]["S"] in _VALID_STATES:
            return str(certificate)
    now = datetime.now(timezone.utc)
    details = {
        "state": "ISSUED",
        "issuedAt": _text(now),
        "issuedBy": "fault-tests",
        "how": "SEEDED",
        "expiresAt": _text(now + timedelta(days=1)),
    }
    attributes = {name: {"S": value} for name, value in details.items()}
    certificates = {"M": {_TEST_CERTIFICATE: {"M": attributes}}}
    dynamodb.put_item(
        TableName=table, Item={"location": {"S": fridge}, "certificates": certificates, "version": {"N": "1"}}
    )
    return _TEST_CERTIFICATE


def _text(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
