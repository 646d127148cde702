"""Rules of DynamoDB."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from conformance.calls import Call
from conformance.resources import Keys, Stack, Table
from conformance.rules import expressions, values
from conformance.rules.expressions import FILTER, KEY_CONDITION, PROJECTION, UPDATE, Expression
from conformance.rules.limits import DYNAMODB
from conformance.rules.rule import Rule
from conformance.rules.values import Item

_KEY_OPERATORS = {"=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"}

# https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html
_LEGACY_PARAMETERS = {
    "AttributesToGet",
    "AttributeUpdates",
    "ConditionalOperator",
    "Expected",
    "KeyConditions",
    "QueryFilter",
    "ScanFilter",
}
# The values of ReturnValues of operations that do not return the new item.
_RETURN_VALUES = {"DeleteItem": {"ALL_OLD", "NONE"}, "PutItem": {"ALL_OLD", "NONE"}}


class Action(NamedTuple):
    """One access to a table: an operation, an element of a batch, or an action of a transaction. `key` or `item` is set if
    the access has one. `parameters` contain the expressions."""

    table: str
    parameters: Mapping[str, Any]
    key: Item | None = None
    item: Item | None = None


def actions(call: Call) -> Iterator[Action]:
    """The accesses of a call, in order."""
    parameters = call.parameters
    match call.operation:
        case "BatchGetItem":
            for table, request in parameters["RequestItems"].items():
                yield Action(table, request)
                yield from (Action(table, {}, key=key) for key in request["Keys"])
        case "BatchWriteItem":
            for table, requests in parameters["RequestItems"].items():
                for request in requests:
                    deleted, put = request.get("DeleteRequest", {}), request.get("PutRequest", {})
                    yield Action(table, {}, deleted.get("Key"), put.get("Item"))
        case "TransactGetItems" | "TransactWriteItems":
            for action in parameters["TransactItems"]:
                for inner in action.values():
                    yield Action(inner["TableName"], inner, inner.get("Key"), inner.get("Item"))
        case _ if "TableName" in parameters:
            key = parameters.get("Key")
            yield Action(parameters["TableName"], parameters, key, parameters.get("Item"))


def _tables(call: Call, stack: Stack) -> Iterator[tuple[Action, Table]]:
    """The accesses to known tables, with their tables."""
    return ((action, stack.tables[action.table]) for action in actions(call) if action.table in stack.tables)


def _expressions(call: Call) -> Iterator[Expression]:
    return (expression for action in actions(call) for expression in expressions.of(action.parameters))


def _keys(call: Call, table: Table) -> Keys | None:
    """The keys of the index that a query reads, or of the table. `None` if the index does not exist."""
    index = call.parameters.get("IndexName")
    if index is None:
        return table.keys
    return table.indexes[index].keys if index in table.indexes else None


def _identities(call: Call, stack: Stack) -> list[tuple[str, str]]:
    """The table and the primary key of each item that a call names."""
    found = []
    for action, table in _tables(call, stack):
        item = action.key if action.key is not None else action.item
        if item is not None:
            found.append((action.table, str([item.get(name) for name in table.keys.names])))
    return found


def _duplicates(call: Call, stack: Stack) -> Iterator[str]:
    for (table, key), count in Counter(_identities(call, stack)).items():
        if count > 1:
            yield f"{table} {key} occurs {count} times"


def known_table(call: Call, stack: Stack) -> Iterator[str]:
    for action in actions(call):
        if action.table not in stack.tables:
            yield f"no template creates the table {action.table}"


def known_index(call: Call, stack: Stack) -> Iterator[str]:
    for _, table in _tables(call, stack):
        if _keys(call, table) is None:
            yield f"the table has no index {call.parameters['IndexName']}"


def complete_key(call: Call, stack: Stack) -> Iterator[str]:
    for action, table in _tables(call, stack):
        if action.key is not None and set(action.key) != set(table.keys.names):
            yield f"the key has {sorted(action.key)}, expected {sorted(table.keys.names)}"
        if action.item is not None and (missing := set(table.keys.names) - set(action.item)):
            yield f"the item lacks the key attributes {sorted(missing)}"


def key_types(call: Call, stack: Stack) -> Iterator[str]:
    """The types of key attributes, including those of indexes."""
    for action, table in _tables(call, stack):
        for name, value in {**(action.key or {}), **(action.item or {})}.items():
            if name in table.types and table.types[name] not in value:
                yield f"the key attribute {name} is {'/'.join(value)}, expected {table.types[name]}"


def key_sizes(call: Call, stack: Stack) -> Iterator[str]:
    for action, table in _tables(call, stack):
        item = {**(action.key or {}), **(action.item or {})}
        for keys in (table.keys, *(index.keys for index in table.indexes.values())):
            for name, limit in ((keys.partition, "partition key bytes"), (keys.sort, "sort key bytes")):
                if name in item and not 1 <= values.value_size(item[name]) <= DYNAMODB[limit]:
                    yield f"the key attribute {name} has {values.value_size(item[name])} bytes, 1 to {DYNAMODB[limit]} allowed"


def item_size(call: Call, stack: Stack) -> Iterator[str]:
    for action in actions(call):
        written = action.item or action.parameters.get("ExpressionAttributeValues", {})
        if (size := values.item_size(written)) > DYNAMODB["item bytes"]:
            yield f"the item has {size} bytes, at most {DYNAMODB['item bytes']} allowed"


def attribute_values(call: Call, stack: Stack) -> Iterator[str]:
    for action in actions(call):
        for source in (action.key, action.item, action.parameters.get("ExpressionAttributeValues")):
            for name, value in (source or {}).items():
                yield from values.errors(value, name)


def attribute_names(call: Call, stack: Stack) -> Iterator[str]:
    for action in actions(call):
        for name in action.item or {}:
            if not 1 <= len(name.encode()) <= DYNAMODB["attribute name"]:
                yield f"an attribute name has {len(name.encode())} bytes, 1 to {DYNAMODB['attribute name']} allowed"


def nesting(call: Call, stack: Stack) -> Iterator[str]:
    for action in actions(call):
        written = action.item or action.parameters.get("ExpressionAttributeValues", {})
        for name, value in written.items():
            if values.depth(value) > DYNAMODB["nesting"]:
                yield f"{name} has {values.depth(value)} levels of lists and maps, at most {DYNAMODB['nesting']} allowed"
    for expression in _expressions(call):
        for path in expression.paths():
            if len(path) - 1 > DYNAMODB["nesting"]:
                yield f"{expression.kind} has a path with {len(path) - 1} levels, at most {DYNAMODB['nesting']} allowed"


def consistent_index_read(call: Call, stack: Stack) -> Iterator[str]:
    if call.parameters.get("IndexName") and call.parameters.get("ConsistentRead"):
        yield f"a read of the index {call.parameters['IndexName']} cannot be consistent"


def projected_attributes(call: Call, stack: Stack) -> Iterator[str]:
    for _, table in _tables(call, stack):
        index = table.indexes.get(call.parameters.get("IndexName", ""))
        if index is None or index.projected is None:
            continue
        if call.parameters.get("Select") == "ALL_ATTRIBUTES":
            yield "the index does not have all attributes"
        for expression in _expressions(call):
            if expression.kind == PROJECTION and (missing := expression.attributes() - index.projected):
                yield f"the index does not have the attributes {sorted(missing)}"


def key_condition(call: Call, stack: Stack) -> Iterator[str]:
    """A query states one value of the partition key and at most one condition on the sort key."""
    for action, table in _tables(call, stack):
        keys = _keys(call, table)
        if call.operation != "Query" or keys is None:
            continue
        text = action.parameters.get(KEY_CONDITION, "")
        expression = Expression(KEY_CONDITION, text, action.parameters.get("ExpressionAttributeNames", {}))
        conditions = expression.key_conditions()
        if not conditions:
            yield f"{text!r} is not a key condition"
            continue
        if [operator for name, operator in conditions if name == keys.partition] != ["="]:
            yield f"{text!r} does not state one value of {keys.partition}"
        others = [(name, operator) for name, operator in conditions if name != keys.partition]
        if any(name != keys.sort or operator not in _KEY_OPERATORS for name, operator in others) or len(others) > 1:
            yield f"{text!r} has other conditions than one on the sort key"


def filter_without_keys(call: Call, stack: Stack) -> Iterator[str]:
    for _, table in _tables(call, stack):
        keys = _keys(call, table)
        for expression in _expressions(call):
            if call.operation == "Query" and keys and expression.kind == FILTER:
                if found := expression.attributes() & set(keys.names):
                    yield f"the filter contains the key attributes {sorted(found)}"


def readable_expression(call: Call, stack: Stack) -> Iterator[str]:
    for expression in _expressions(call):
        if not expression.is_readable:
            yield f"{expression.kind} is empty or contains unknown characters: {expression.text!r}"


def expression_size(call: Call, stack: Stack) -> Iterator[str]:
    for expression in _expressions(call):
        if (size := len(expression.text.encode())) > DYNAMODB["expression bytes"]:
            yield f"{expression.kind} has {size} bytes, at most {DYNAMODB['expression bytes']} allowed"


def expression_operators(call: Call, stack: Stack) -> Iterator[str]:
    for expression in _expressions(call):
        if (count := expression.operators()) > DYNAMODB["expression operators"]:
            yield f"{expression.kind} has {count} operators, at most {DYNAMODB['expression operators']} allowed"


def in_operands(call: Call, stack: Stack) -> Iterator[str]:
    for expression in _expressions(call):
        for count in expression.in_operands():
            if count > DYNAMODB["IN operands"]:
                yield f"{expression.kind} compares with {count} values, at most {DYNAMODB['IN operands']} allowed"


def reserved_words(call: Call, stack: Stack) -> Iterator[str]:
    for expression in _expressions(call):
        for word in expression.words():
            if word.upper() in expressions.RESERVED_WORDS:
                yield f"{expression.kind} contains the reserved word {word}"


def placeholders(call: Call, stack: Stack) -> Iterator[str]:
    """Each placeholder is defined and used."""
    for action in actions(call):
        found = list(expressions.of(action.parameters))
        for parameter, prefix in (("ExpressionAttributeNames", "#"), ("ExpressionAttributeValues", ":")):
            used = {name for expression in found for name in expression.placeholders(prefix)}
            defined = action.parameters.get(parameter)
            if defined is not None and not defined:
                yield f"{parameter} is empty"
            if undefined := used - set(defined or {}):
                yield f"{parameter} lacks {sorted(undefined)}"
            if unused := set(defined or {}) - used:
                yield f"{parameter} has {sorted(unused)}, which no expression uses"


def placeholder_sizes(call: Call, stack: Stack) -> Iterator[str]:
    for action in actions(call):
        names = action.parameters.get("ExpressionAttributeNames", {})
        substituted = action.parameters.get("ExpressionAttributeValues", {})
        for name in (*names, *substituted):
            if len(name.encode()) > DYNAMODB["placeholder bytes"]:
                yield f"a placeholder has {len(name.encode())} bytes, at most {DYNAMODB['placeholder bytes']} allowed"
        size = values.item_size(substituted) + sum(len(placeholder) + len(name) for placeholder, name in names.items())
        if size > DYNAMODB["expression substitutions bytes"]:
            yield f"the placeholders have {size} bytes, at most {DYNAMODB['expression substitutions bytes']} allowed"


def update_clauses(call: Call, stack: Stack) -> Iterator[str]:
    for expression in _expressions(call):
        if expression.kind == UPDATE:
            repeated = [clause for clause, count in Counter(expression.clauses()).items() if count > 1]
            if repeated:
                yield f"the update has more than one clause {', '.join(repeated)}"


def update_paths(call: Call, stack: Stack) -> Iterator[str]:
    """An update writes no path twice, and no path inside of another one that it writes."""
    for expression in _expressions(call):
        if expression.kind != UPDATE:
            continue
        paths = sorted(expression.targets(), key=len)
        for index, path in enumerate(paths):
            for other in paths[index + 1 :]:
                if other[: len(path)] == path:
                    yield f"the update writes {path} and {other}"


def update_without_keys(call: Call, stack: Stack) -> Iterator[str]:
    for action, table in _tables(call, stack):
        for expression in expressions.of(action.parameters):
            if expression.kind == UPDATE:
                found = {path[0] for path in expression.targets()} & set(table.keys.names)
                if found:
                    yield f"the update writes the key attributes {sorted(map(str, found))}"


def legacy_parameters(call: Call, stack: Stack) -> Iterator[str]:
    for action in actions(call):
        legacy = _LEGACY_PARAMETERS & set(action.parameters)
        if legacy and any(True for _ in expressions.of(action.parameters)):
            yield f"{sorted(legacy)} cannot be combined with expressions"


def return_values(call: Call, stack: Stack) -> Iterator[str]:
    allowed, value = _RETURN_VALUES.get(call.operation), call.parameters.get("ReturnValues")
    if allowed and value is not None and value not in allowed:
        yield f"ReturnValues is {value}, expected one of {sorted(allowed)}"


def _exceeds(count: int, limit: str) -> Iterable[str]:
    return [f"it has {count} {limit}, at most {DYNAMODB[limit]} allowed"] if count > DYNAMODB[limit] else []


def batch_get_count(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation == "BatchGetItem":
        yield from _exceeds(sum(action.key is not None for action in actions(call)), "batch get keys")


def batch_write_count(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation == "BatchWriteItem":
        yield from _exceeds(sum(1 for _ in actions(call)), "batch write items")


def batch_write_size(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation == "BatchWriteItem":
        yield from _exceeds(sum(values.item_size(action.item or {}) for action in actions(call)), "batch write bytes")


def batch_duplicates(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation in ("BatchGetItem", "BatchWriteItem"):
        yield from _duplicates(call, stack)


def transaction_count(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation.startswith("Transact"):
        yield from _exceeds(sum(1 for _ in actions(call)), "transaction actions")


def transaction_size(call: Call, stack: Stack) -> Iterator[str]:
    """The size of what a transaction states. The items that its updates complete can be larger."""
    if call.operation.startswith("Transact"):
        parts = (
            part
            for action in actions(call)
            for part in (action.key, action.item, action.parameters.get("ExpressionAttributeValues"))
        )
        yield from _exceeds(sum(values.item_size(part or {}) for part in parts), "transaction bytes")


def transaction_duplicates(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation.startswith("Transact"):
        yield from _duplicates(call, stack)


def transaction_actions(call: Call, stack: Stack) -> Iterator[str]:
    """Each element of a transaction has one action."""
    if call.operation.startswith("Transact"):
        for element in call.parameters["TransactItems"]:
            if len(element) != 1:
                yield f"an element of the transaction has the actions {sorted(element)}, expected one"


RULES: tuple[Rule, ...] = (
    attribute_names,
    attribute_values,
    batch_duplicates,
    batch_get_count,
    batch_write_count,
    batch_write_size,
    complete_key,
    consistent_index_read,
    expression_operators,
    expression_size,
    filter_without_keys,
    in_operands,
    item_size,
    key_condition,
    key_sizes,
    key_types,
    known_index,
    known_table,
    legacy_parameters,
    nesting,
    placeholder_sizes,
    placeholders,
    projected_attributes,
    readable_expression,
    reserved_words,
    return_values,
    transaction_actions,
    transaction_count,
    transaction_duplicates,
    transaction_size,
    update_clauses,
    update_paths,
    update_without_keys,
)
