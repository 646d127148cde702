"""The GraphQL documents of the web app."""

import functools
import re
from pathlib import Path

from stack.paths import ROOT

_DEFINITION = re.compile(r"^(fragment|mutation|query|subscription) (\w+).*?^}", re.MULTILINE | re.DOTALL)
_SPREAD = re.compile(r"\.\.\.(\w+)")


@functools.cache
def mutations() -> dict[str, str]:
    """The document of each mutation with the fragments that it uses, by the mutation's name."""
    found: dict[str, str] = {}
    for file in (ROOT / "web/src").rglob("operations.graphql"):
        found |= mutations_of(file)
    return found


def mutations_of(file: Path) -> dict[str, str]:
    """The mutations of a file. Fragments are in the same file."""
    text = file.read_text()
    fragments = {name: body for kind, name, body in _definitions(text) if kind == "fragment"}
    return {name: _with_fragments(body, fragments) for kind, name, body in _definitions(text) if kind == "mutation"}


def _definitions(text: str) -> list[tuple[str, str, str]]:
    return [(found[1], found[2], found[0]) for found in _DEFINITION.finditer(text)]


def _with_fragments(body: str, fragments: dict[str, str]) -> str:
    used: dict[str, str] = {}
    pending = _SPREAD.findall(body)
    while pending:
        name = pending.pop()
        if name not in used:
            used[name] = fragments[name]
            pending += _SPREAD.findall(fragments[name])
    return "\n".join([body, *used.values()])
