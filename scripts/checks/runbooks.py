"""Reads the commands and queries of the runbooks."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import botocore.session
from botocore import xform_name
from botocore.model import Shape

from stack.paths import ROOT

FOLDER = ROOT / "docs/runbooks"
_COMMAND = re.compile(r"(aws|git|\./scripts/\w+) ")


def names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.md") if file.stem != "README")


def _text(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text()


def commands(name: str) -> list[str]:
    """The commands of a runbook: the lines of its blocks, and the commands in its sentences."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", _text(name), re.MULTILINE | re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    sentences = re.sub(r"^ *```.*?^ *```", "", _text(name), flags=re.MULTILINE | re.DOTALL)
    inline = [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", sentences)]
    return list(dict.fromkeys([*lines, *(code for code in inline if _COMMAND.match(code))]))


def queries(name: str) -> list[str]:
    """The queries of CloudWatch Logs Insights of a runbook."""
    blocks = re.findall(r"^ *```\n(.*?)^ *```", _text(name), re.MULTILINE | re.DOTALL)
    return [" ".join(block.split()) for block in blocks]


class Request(NamedTuple):
    """A request to AWS."""

    service: str
    operation: str
    parameters: dict[str, Any]
    # The expression of `--query`, which selects a part of the response.
    query: str | None


def request(command: str, values: Mapping[str, str]) -> Request:
    """The request of an `aws` command. `values` replace its placeholders, such as `<id>`."""
    words = shlex.split(command)
    for name, value in values.items():
        words = [word.replace(f"<{name}>", value) for word in words]
    _, service, operation, *rest = words
    model = botocore.session.get_session().get_service_model(service)
    [operation_model] = [model.operation_model(name) for name in model.operation_names if xform_name(name, "-") == operation]
    shape = operation_model.input_shape
    members = {xform_name(name, "-"): name for name in shape.members}
    parameters: dict[str, Any] = {}
    query = None
    for option, arguments in _options(rest):
        if option == "query":
            [query] = arguments
        elif option not in ("output", "cli-binary-format"):
            member = members[option]
            parameters[member] = _parsed(shape.members[member], arguments)
    return Request(service, xform_name(operation_model.name), parameters, query)


def _options(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each option with its arguments. Words before the first option are names of files."""
    starts = [index for index, word in enumerate(words) if word.startswith("--")]
    for start, end in zip(starts, [*starts[1:], len(words)]):
        yield words[start].removeprefix("--"), [word for word in words[start + 1 : end] if not word.startswith("/")]


def _parsed(shape: Shape, arguments: list[str]) -> Any:
    """The value of an option: a flag, a text, a number, JSON, or the short form `Name=value,Name=value`."""
    if shape.type_name == "boolean":
        return True
    if shape.type_name == "list":
        return [_parsed(shape.member, [argument]) for argument in arguments]
    [text] = arguments
    if shape.type_name in ("structure", "map"):
        if text.startswith("{"):
            return json.loads(text)
        pairs = [part.split("=", 1) for part in text.split(",")]
        return {name: _parsed(shape.members[name], [value]) for name, value in pairs}
    return int(text) if shape.type_name in ("integer", "long") else text


class Query(NamedTuple):
    """A query: its condition, and the fields by which it groups the lines."""

    condition: str
    fields: list[str]

    def selects(self, line: Mapping[str, Any]) -> bool:
        """Whether the condition holds. It joins comparisons by `and` or by `or`."""
        joined = all if " and " in self.condition else any
        return joined(_holds(part.strip(), line) for part in re.split(r" and | or ", self.condition))


def query(text: str) -> Query:
    """Reads `filter … | stats … by a, b`."""
    commands = [part.strip() for part in text.split("|")]
    [condition] = [part.removeprefix("filter ") for part in commands if part.startswith("filter ")]
    groups = [part.rsplit(" by ", 1)[1] for part in commands if part.startswith("stats ")]
    return Query(condition, [field.strip() for group in groups for field in group.split(",")])


def _holds(comparison: str, line: Mapping[str, Any]) -> bool:
    found = re.fullmatch(r'([\w.@]+) (=|like) "([^"]*)"', comparison)
    if not found:
        raise ValueError(f"the comparison {comparison} is not supported")
    field, kind, text = found.groups()
    value = str(line.get(field, ""))
    return value == text if kind == "=" else text in value
