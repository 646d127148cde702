"""Rules of SQS."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.limits import SQS
from conformance.rules.rule import Rule

_ENTRY_ID = re.compile(r"[\w-]{1,80}", re.ASCII)
_GROUP_ID = re.compile(r"[A-Za-z0-9!-/:-@\[-`{-~]{1,128}")
_FORBIDDEN_CHARACTER = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# The parameters that are numbers in a range, and the range.
_RANGES = {
    "DelaySeconds": (0, SQS["delay"]),
    "MaxNumberOfMessages": (1, SQS["messages received"]),
    "VisibilityTimeout": (0, SQS["visibility timeout"]),
    "WaitTimeSeconds": (0, SQS["wait"]),
}


def _entries(call: Call) -> list[dict[str, Any]]:
    """The entries of a batch, or the parameters of a call."""
    entries: list[dict[str, Any]] = call.parameters.get("Entries", [call.parameters])
    return entries


def _messages(call: Call) -> list[dict[str, Any]]:
    return [entry for entry in _entries(call) if "MessageBody" in entry]


def _size(message: Mapping[str, Any]) -> int:
    """The size of a message with its attributes."""
    size = len(message["MessageBody"].encode(errors="surrogatepass"))
    for name, attribute in message.get("MessageAttributes", {}).items():
        texts = (name, attribute.get("DataType", ""), attribute.get("StringValue", ""))
        size += sum(len(text.encode()) for text in texts) + len(attribute.get("BinaryValue", "")) * 3 // 4
    return size


def known_queue(call: Call, stack: Stack) -> Iterator[str]:
    if call.parameters.get("QueueUrl") not in stack.queues:
        yield f"no template creates the queue {call.parameters.get('QueueUrl')}"


def message_size(call: Call, stack: Stack) -> Iterator[str]:
    queue = stack.queues.get(call.parameters.get("QueueUrl", ""))
    for message in _messages(call) if queue else []:
        if queue and not 1 <= _size(message) <= queue.max_message_bytes:
            yield f"the message has {_size(message)} bytes, 1 to {queue.max_message_bytes} allowed"


def message_characters(call: Call, stack: Stack) -> Iterator[str]:
    for message in _messages(call):
        if found := _FORBIDDEN_CHARACTER.search(message["MessageBody"]):
            yield f"the message contains the character {found[0]!r}"


def message_attributes(call: Call, stack: Stack) -> Iterator[str]:
    for message in _messages(call):
        if (count := len(message.get("MessageAttributes", {}))) > SQS["message attributes"]:
            yield f"the message has {count} attributes, at most {SQS['message attributes']} allowed"


def message_group(call: Call, stack: Stack) -> Iterator[str]:
    for message in _messages(call):
        group = message.get("MessageGroupId")
        if group is not None and not _GROUP_ID.fullmatch(group):
            yield f"the message group {group!r} is not 1 to 128 letters, digits and punctuation"


def ranges(call: Call, stack: Stack) -> Iterator[str]:
    """Delays, timeouts and counts."""
    for entry in _entries(call):
        for name, (low, high) in _RANGES.items():
            if name in entry and not low <= entry[name] <= high:
                yield f"{name} is {entry[name]}, {low} to {high} allowed"


def batch_count(call: Call, stack: Stack) -> Iterator[str]:
    if "Entries" in call.parameters and not 1 <= len(_entries(call)) <= SQS["batch entries"]:
        yield f"the batch has {len(_entries(call))} entries, 1 to {SQS['batch entries']} allowed"


def batch_size(call: Call, stack: Stack) -> Iterator[str]:
    if "Entries" in call.parameters and (size := sum(map(_size, _messages(call)))) > SQS["batch bytes"]:
        yield f"the batch has {size} bytes, at most {SQS['batch bytes']} allowed"


def batch_ids(call: Call, stack: Stack) -> Iterator[str]:
    ids = [entry["Id"] for entry in call.parameters.get("Entries", [])]
    for entry_id, count in Counter(ids).items():
        if count > 1:
            yield f"the batch has the id {entry_id!r} {count} times"
        if not _ENTRY_ID.fullmatch(entry_id):
            yield f"the id {entry_id!r} is not 1 to 80 letters, digits, hyphens and underscores"


RULES: tuple[Rule, ...] = (
    batch_count,
    batch_ids,
    batch_size,
    known_queue,
    message_attributes,
    message_characters,
    message_group,
    message_size,
    ranges,
)
