"""./scripts/redrive: lists the dead letters of a queue, or sends them to the queue again.

SQS can move messages itself, but it would keep the attributes with the reason and move invalid messages without a look.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from stack import settings
from stack.deployed import Deployed, aws_of
from stack.entry import guarded

# The queues, by the names in the outputs of the root template.
# Commands are missing, because they expire after five minutes. Staff send a new one.
QUEUES = {
    "forecast": "ForecastUploads",
    "forwarding": "Forwarding",
    "loginext": "LogiNext",
    "schedule": "Schedule",
    "telemetry": "Telemetry",
    "uploads": "Uploads",
    "upstream": "Upstream",
}
# The dead letters of functions that the fridges' broker invokes. Each contains the event, with which the function is invoked
# again.
FORWARDING = "forwarding"
# The attributes that functions add to a dead letter (functions/ingest/README.md).
REASONS = ("kind", "field", "reason", "deliveries", "originalMessageId", "refusedAt")
_WAIT_SECONDS = 1


def main() -> None:
    arguments = _arguments()
    aws = aws_of(arguments.environment)
    outputs = Deployed(aws, settings.read(arguments.environment)).outputs()
    name = QUEUES[arguments.queue]
    source = outputs[f"{name}DeadLetterQueue"]
    sqs = aws.client("sqs")
    kept = []
    count = 0
    for message in receive(sqs, source):
        count += 1
        print(describe(message))
        if not arguments.send:
            kept.append(message)
        elif arguments.queue != FORWARDING:
            send(sqs, source, outputs[f"{name}Queue"], message)
        elif reason := invoke(aws.client("lambda"), sqs, source, message):
            kept.append(message)
            print(f"  not sent again: {reason}")
    release(sqs, source, kept)
    sent = f"{count - len(kept)} messages sent again" if arguments.send else f"{count} messages listed. --send sends them again"
    print(sent)


def receive(sqs: Any, queue: str) -> Iterator[dict[str, Any]]:
    """Each message that is in the queue now, once. A message that comes back is not received a second time."""
    seen: set[str] = set()
    while True:
        batch = sqs.receive_message(
            QueueUrl=queue,
            MaxNumberOfMessages=10,
            MessageAttributeNames=["All"],
            MessageSystemAttributeNames=["MessageGroupId"],
            WaitTimeSeconds=_WAIT_SECONDS,
        ).get("Messages", [])
        new = [message for message in batch if message["MessageId"] not in seen]
        if not new:
            return
        seen.update(message["MessageId"] for message in new)
        yield from new


def release(sqs: Any, queue: str, messages: list[dict[str, Any]]) -> None:
    """Makes received messages visible again. Otherwise they are hidden for the queue's visibility timeout, in which the alarm
    ends and the next run finds no messages."""
    for message in messages:
        sqs.change_message_visibility(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"], VisibilityTimeout=0)


def describe(message: dict[str, Any]) -> str:
    """The message's id, the reason why it was rejected, and the beginning of its text."""
    attributes = message.get("MessageAttributes", {})
    reason = [attributes[name]["StringValue"] for name in ("kind", "field", "reason") if name in attributes]
    return f"{message['MessageId']}  {' '.join(reason) or 'no reason recorded'}  {message['Body'][:80]}"


def send(sqs: Any, source: str, target: str, message: dict[str, Any]) -> None:
    """Sends a message to its queue again, with its group, and deletes the dead letter after that. After a crash between the
    two steps, the message exists twice. Consumers ignore the second one."""
    attributes = {name: value for name, value in message.get("MessageAttributes", {}).items() if name not in REASONS}
    group = message.get("Attributes", {}).get("MessageGroupId")
    sqs.send_message(
        QueueUrl=target,
        MessageBody=message["Body"],
        MessageAttributes={
            name: {key: part for key, part in value.items() if key in ("DataType", "StringValue", "BinaryValue")}
            for name, value in attributes.items()
        },
        **({"MessageGroupId": group} if group else {}),
    )
    sqs.delete_message(QueueUrl=source, ReceiptHandle=message["ReceiptHandle"])


def invoke(functions: Any, sqs: Any, source: str, message: dict[str, Any]) -> str | None:
    """Invokes the function of a failed event again, and deletes the dead letter after that. Returns the reason if that is not
    possible. The function can receive an event twice."""
    try:
        letter = json.loads(message["Body"])
        function, event = letter["requestContext"]["functionArn"], letter["requestPayload"]
    except (ValueError, KeyError, TypeError):
        return "the message does not contain the event of a function"
    response = functions.invoke(FunctionName=function, Payload=json.dumps(event))
    if "FunctionError" in response:
        return f"the function failed: {response['Payload'].read().decode()[:200]}"
    sqs.delete_message(QueueUrl=source, ReceiptHandle=message["ReceiptHandle"])
    return None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/redrive", description="Lists the dead letters of a queue.")
    parser.add_argument("queue", choices=sorted(QUEUES))
    parser.add_argument("--environment", choices=("local", "dev", "prod"), default="local", help="default: the local stack")
    parser.add_argument("--send", action="store_true", help="send the messages to the queue again")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
