"""Rules of AppSync Events."""

import json
import re
from collections.abc import Iterator

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.limits import EVENTS
from conformance.rules.rule import Rule

_SEGMENT = re.compile(rf"[A-Za-z0-9](?:[A-Za-z0-9-]{{0,{EVENTS['channel segment'] - 2}}}[A-Za-z0-9])?")


def _segments(call: Call) -> list[str]:
    segments: list[str] = call.parameters.get("channel", "").strip("/").split("/")
    return segments


def known_namespace(call: Call, stack: Stack) -> Iterator[str]:
    if _segments(call)[0] not in stack.logical_ids:
        yield f"no template creates the channel namespace {_segments(call)[0]!r}"


def channel(call: Call, stack: Stack) -> Iterator[str]:
    """A channel has segments of letters, digits and hyphens."""
    segments = _segments(call)
    if len(segments) > EVENTS["channel segments"] or not all(map(_SEGMENT.fullmatch, segments)):
        yield f"{call.parameters.get('channel')!r} is not a path of a channel"


def event_count(call: Call, stack: Stack) -> Iterator[str]:
    if not 1 <= (count := len(call.parameters.get("events", []))) <= EVENTS["events"]:
        yield f"the request has {count} events, 1 to {EVENTS['events']} allowed"


def event_size(call: Call, stack: Stack) -> Iterator[str]:
    for event in call.parameters.get("events", []):
        if (size := len(event.encode())) > EVENTS["event bytes"]:
            yield f"the event has {size} bytes, at most {EVENTS['event bytes']} allowed"


def event_is_json(call: Call, stack: Stack) -> Iterator[str]:
    for event in call.parameters.get("events", []):
        try:
            json.loads(event)
        except json.JSONDecodeError as error:
            yield f"the event is not JSON: {error}"


RULES: tuple[Rule, ...] = (channel, event_count, event_is_json, event_size, known_namespace)
