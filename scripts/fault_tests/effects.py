"""The effect of calls: how items of DynamoDB differ before and after them, without ids and times.

A call with a fault and its repetitions must have the same effect as one call without a fault: one lost or duplicated item or
history entry is a difference. Ids, times and hashes differ in every call, so they are replaced by their kind.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

Effect = tuple[str, ...]

_REPLACEMENTS = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE), "<uuid>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z"), "<time>"),
    (re.compile(r"\b[0-9a-f]{32,64}\b"), "<hash>"),
)
# The number of a shard, at the end of an attribute whose name ends with "shard", and the day of a write before it. The calls
# of a scenario can be before and after midnight.
_SHARD = re.compile(r"(\d{4}-\d\d-\d\d#)?\d+$")
# Numbers from here on are times in seconds or milliseconds.
_FIRST_EPOCH = 1_000_000_000


class Normalizer:
    """Replaces the values that differ in every call."""

    def __init__(
        self,
        names: Iterable[tuple[str, str]] = (),
        patterns: Iterable[tuple[str, str]] = (),
        ignored: Iterable[str] = (),
    ) -> None:
        """`names`: texts of one call and their replacements. `patterns`: the same for regular expressions of a scenario.
        `ignored`: attributes that other functions write at the same time."""
        self._ignored = frozenset(ignored)
        ordered = sorted(names, key=lambda pair: -len(pair[0]))
        self._names = [(re.compile(re.escape(text), re.IGNORECASE), f"<{name}>") for text, name in ordered if text]
        self._patterns = [(re.compile(pattern), name) for pattern, name in patterns]

    def relevant(self, item: dict[str, Any]) -> dict[str, Any]:
        """The plain attributes of an item that are compared."""
        return {name: plain(value) for name, value in item.items() if name not in self._ignored}

    def text(self, text: str) -> str:
        for pattern, replacement in (*self._names, *self._patterns, *_REPLACEMENTS):
            text = pattern.sub(replacement, text)
        return text

    def _named(self, name: str, value: Any) -> Any:
        """The value of an attribute. Shards are random or follow from ids."""
        if name.lower().endswith("shard"):
            value = _SHARD.sub("<shard>", str(value))
        return self.value(value)

    def value(self, value: Any) -> Any:
        """A JSON value with all its texts and large numbers replaced."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(name): self._named(name, inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.value(inner) for inner in value]
        if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) >= _FIRST_EPOCH:
            return "<epoch>"
        return value


def plain(value: dict[str, Any]) -> Any:
    """The plain value of an attribute in the JSON of DynamoDB. Sets are sorted lists."""
    [(kind, inner)] = value.items()
    if kind == "N":
        number = Decimal(inner)
        return int(number) if number == number.to_integral_value() else float(number)
    if kind == "M":
        return {name: plain(part) for name, part in inner.items()}
    if kind == "L":
        return [plain(part) for part in inner]
    if kind in ("SS", "BS"):
        return sorted(inner)
    if kind == "NS":
        return sorted(map(float, inner))
    return None if kind == "NULL" else inner


def effect(items: Sequence[dict[str, Any]], normalizer: Normalizer) -> Effect:
    """How the observed items differ from their state before the first write, in a stable order. An unchanged item has no
    part in it."""
    changes = (_change(item, normalizer) for item in items)
    return tuple(sorted(json.dumps(change, sort_keys=True) for change in changes if change))


def _change(item: dict[str, Any], normalizer: Normalizer) -> dict[str, Any] | None:
    before, after = (normalizer.relevant(item[side] or {}) for side in ("before", "after"))
    if before == after:
        return None
    key = normalizer.value({name: plain(value) for name, value in item["key"].items()})
    change = {"table": _table(item["table"]), "key": key}
    if not before:
        return change | {"created": normalizer.value(after)}
    if not after:
        return change | {"deleted": True}
    return change | {"changed": _difference(before, after, normalizer)}


def _difference(before: Any, after: Any, normalizer: Normalizer) -> Any:
    """The difference of two values. It is relative where it can be, so that it does not depend on earlier calls."""
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (before, after))
    if numbers and abs(after) < _FIRST_EPOCH:
        return f"{after - before:+}"
    if isinstance(before, list) and isinstance(after, list):
        old, new = (Counter(json.dumps(normalizer.value(part), sort_keys=True) for part in value) for value in (before, after))
        return {"added": sorted((new - old).elements()), "removed": sorted((old - new).elements())}
    if isinstance(before, dict) and isinstance(after, dict):
        names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        changes = {name: _difference(before.get(name), after.get(name), normalizer) for name in names}
        return {normalizer.text(name): change for name, change in changes.items() if not name.lower().endswith("shard")}
    return {"to": normalizer.value(after)}


def _table(name: str) -> str:
    """The logical name of a table: `Locations` of `larder-local-Data-1-LocationsTable-2`."""
    found = re.search(r"(\w+)Table(?:-\w+)?$", name)
    return found[1] if found else name


def describe(expected: Effect, found: Effect) -> str:
    """The difference of two effects, for the report of a violation."""
    lost, added = Counter(expected) - Counter(found), Counter(found) - Counter(expected)
    lines = [f"  missing: {part}" for part in lost.elements()] + [f"  unexpected: {part}" for part in added.elements()]
    return "\n".join(lines)
