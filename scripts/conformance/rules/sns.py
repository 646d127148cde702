"""Rules of SNS."""

import re
from collections.abc import Iterator

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.limits import SNS
from conformance.rules.rule import Rule

# ASCII without control characters. The first character is not a space.
_SUBJECT = re.compile("[!-~][ -~]*")


def known_topic(call: Call, stack: Stack) -> Iterator[str]:
    topic = call.parameters.get("TopicArn")
    if topic is not None and topic not in stack.logical_ids:
        yield f"no template creates the topic {topic}"


def message_size(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation == "Publish" and not 1 <= (size := len(call.parameters["Message"].encode())) <= SNS["message bytes"]:
        yield f"the message has {size} bytes, 1 to {SNS['message bytes']} allowed"


def subject(call: Call, stack: Stack) -> Iterator[str]:
    text = call.parameters.get("Subject")
    if text is not None and (len(text) > SNS["subject"] or not _SUBJECT.fullmatch(text)):
        yield f"the subject {text!r} is not 1 to {SNS['subject']} printable ASCII characters"


RULES: tuple[Rule, ...] = (known_topic, message_size, subject)
