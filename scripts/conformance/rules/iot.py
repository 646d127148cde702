"""Rules of AWS IoT Core."""

from collections.abc import Iterator

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.limits import IOT
from conformance.rules.rule import Rule


def payload_size(call: Call, stack: Stack) -> Iterator[str]:
    size = len(call.parameters.get("payload", ""))
    if size > IOT["payload bytes"]:
        yield f"the payload has {size} bytes, at most {IOT['payload bytes']} allowed"


def topic(call: Call, stack: Stack) -> Iterator[str]:
    text = call.parameters.get("topic")
    if text is None:
        return
    if len(text.encode()) > IOT["topic bytes"] or text.count("/") > IOT["topic separators"]:
        yield f"the topic {text} has more than {IOT['topic bytes']} bytes or {IOT['topic separators']} separators"
    if set("#+") & set(text):
        yield f"the topic {text} contains a wildcard"


DATA_RULES: tuple[Rule, ...] = (payload_size, topic)
