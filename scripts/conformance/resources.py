"""The resources of the templates that calls name: tables with their keys and indexes, queues, buckets and others."""

from dataclasses import dataclass, field
from typing import Any

from checks.templates import NESTED, of_type
from conformance.calls import Resource

# The maximum size of messages that queues have by default.
_DEFAULT_MESSAGE_BYTES = 1_048_576


@dataclass(frozen=True)
class Keys:
    """The partition key and the sort key of a table or an index."""

    partition: str
    sort: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.partition,) if self.sort is None else (self.partition, self.sort)


@dataclass(frozen=True)
class Index:
    """A global secondary index. `projected` is `None` if it has all attributes."""

    keys: Keys
    projected: frozenset[str] | None = None


@dataclass(frozen=True)
class Table:
    """A table. `types` has the type of each key attribute."""

    keys: Keys
    types: dict[str, str]
    indexes: dict[str, Index] = field(default_factory=dict)


@dataclass(frozen=True)
class Queue:
    """A queue and the maximum size of its messages."""

    max_message_bytes: int = _DEFAULT_MESSAGE_BYTES


@dataclass(frozen=True)
class Stack:
    """The resources of a stack, by the ids that calls use."""

    tables: dict[str, Table] = field(default_factory=dict)
    queues: dict[str, Queue] = field(default_factory=dict)
    # The logical id of each resource, by its physical id. Channel namespaces are included by their names.
    logical_ids: dict[str, str] = field(default_factory=dict)

    def including(self, resource: Resource) -> "Stack":
        """This stack with another resource of the templates."""
        physical, logical = resource.physical_id, resource.logical_id
        ids = self.logical_ids | {physical: logical}
        tables = self.tables | ({physical: _TABLES[logical]} if logical in _TABLES else {})
        queues = self.queues | ({physical: _QUEUES[logical]} if logical in _QUEUES else {})
        return Stack(tables, queues, ids)


def _keys(schema: list[dict[str, str]]) -> Keys:
    names = {element["KeyType"]: element["AttributeName"] for element in schema}
    return Keys(names["HASH"], names.get("RANGE"))


def _table(properties: dict[str, Any]) -> Table:
    keys = _keys(properties["KeySchema"])
    types = {each["AttributeName"]: each["AttributeType"] for each in properties["AttributeDefinitions"]}
    indexes = {}
    for index in properties.get("GlobalSecondaryIndexes", []):
        own, projection = _keys(index["KeySchema"]), index["Projection"]
        projected = frozenset({*keys.names, *own.names, *projection.get("NonKeyAttributes", [])})
        indexes[index["IndexName"]] = Index(own, None if projection["ProjectionType"] == "ALL" else projected)
    return Table(keys, types, indexes)


def _of_type(kind: str) -> dict[str, dict[str, Any]]:
    """The properties of all resources of a type, by logical id."""
    return {name: found.get("Properties", {}) for _, template, _ in NESTED.values() for name, found in of_type(template, kind)}


_TABLES = {name: _table(properties) for name, properties in _of_type("AWS::DynamoDB::Table").items()}
_QUEUES = {
    name: Queue(properties.get("MaximumMessageSize", _DEFAULT_MESSAGE_BYTES))
    for name, properties in _of_type("AWS::SQS::Queue").items()
}

# The stack of the templates, without the resources of a recording.
TEMPLATES = Stack(
    logical_ids={properties["Name"]: name for name, properties in _of_type("AWS::AppSync::ChannelNamespace").items()}
)
