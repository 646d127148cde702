"""Reads recordings, which scripts/emulator/recording.py writes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conformance import models


@dataclass(frozen=True)
class Call:
    """A call of an AWS API by a function."""

    function: str
    service: str
    operation: str
    parameters: dict[str, Any] = field(default_factory=dict)
    # The size of the body in bytes, for a body that is not recorded.
    size: int | None = None
    # The validity of a presigned URL, in seconds.
    validity: int | None = None


@dataclass(frozen=True)
class Resource:
    """A resource that a template created."""

    type: str
    logical_id: str
    physical_id: str


@dataclass(frozen=True)
class Problem:
    """A line that makes the recording incomplete."""

    text: str


def read(file: Path) -> Iterator[Call | Resource | Problem]:
    """The contents of a recording, in order."""
    # A line that is not JSON. It is a problem unless the emulator was killed while it wrote the line, and started again.
    unreadable = None
    with file.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                parsed = json.loads(line)
            except json.JSONDecodeError:
                if unreadable:
                    yield Problem(unreadable)
                unreadable = f"{file.name}:{number} is not JSON"
                continue
            if unreadable and "started" not in parsed:
                yield Problem(unreadable)
            unreadable = None
            yield from _parse(parsed, f"{file.name}:{number}")
    # The last line of a recording can be incomplete, because the test stacks are killed.


def _parse(line: dict[str, Any], place: str) -> Iterator[Call | Resource | Problem]:
    if "function" in line:
        yield _call(line)
    elif "type" in line:
        yield Resource(line["type"], line["logicalId"], line["physicalId"])
    elif "full" in line:
        yield Problem(f"{place}: the recording reached its maximum size")
    elif "started" not in line:
        yield Problem(f"{place}: {line.get('error', 'unknown line')}")


def _call(line: dict[str, Any]) -> Call:
    function, service, operation = line["function"], line["service"], line["operation"]
    if request := line.get("request"):
        validity = request["query"].get("X-Amz-Expires")
        parameters = models.http_parameters(service, operation, request)
        return Call(function, service, operation, parameters, request["size"], None if validity is None else int(validity))
    if (form := line.get("form")) is not None:
        return Call(function, service, operation, models.form_parameters(service, operation, form))
    return Call(function, service, operation, _with_long_strings(line.get("parameters", {})), line.get("size"))


def _with_long_strings(value: Any) -> Any:
    """Replaces the sizes of strings that are not recorded by strings of these sizes."""
    if isinstance(value, dict):
        if isinstance(size := value.get("$bytes"), int):
            return "x" * size
        return {name: _with_long_strings(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_with_long_strings(inner) for inner in value]
    return value
