"""Patches that make MiniStack faster without changing any response.

`private_api.py` lists and checks the private names that they replace. Remove a function when MiniStack no longer needs it.
"""

import collections
import contextlib
import copy
import functools
import gc
import json
import queue
import socket
import socketserver
import threading
import types
from collections.abc import Callable
from typing import Any, NamedTuple

from graphql import (
    ExecutionContext,
    FieldNode,
    GraphQLObjectType,
    GraphQLResolveInfo,
    Undefined,
    get_nullable_type,
    is_leaf_type,
)
from graphql.pyutils import Path


def apply() -> None:
    disable_nagle()
    block_idle_functions()
    shorten_log_wait()
    keep_mapping_processes()
    save_state_at_once()
    cache_expressions()
    evaluate_valid_conditions_at_once()
    project_attributes_at_once()
    cache_numbers()
    copy_items_without_memo()
    cache_documents()
    read_attributes_at_once()
    collect_garbage_rarely()


def disable_nagle() -> None:
    """The Lambda Runtime API sends headers and body separately. With Nagle's algorithm, each invocation takes 40 ms more."""
    socketserver.StreamRequestHandler.disable_nagle_algorithm = True


def block_idle_functions() -> None:
    """Makes idle functions block until an invocation arrives. MiniStack polls twice per function ten times per second,
    which takes a tenth of a CPU for a hundred functions and interrupts other work."""
    from ministack.core.lambda_runtime import ProvidedWorker

    build = ProvidedWorker._build_handler_class
    ProvidedWorker._build_handler_class = lambda self, generation, pending: build(self, generation, _BlockingQueue(pending))
    socketserver.ThreadingTCPServer = _EventDrivenServer


class _BlockingQueue:
    """The pending invocations of a function, with a longer timeout for the blocking read."""

    def __init__(self, pending: queue.Queue) -> None:
        self._pending = pending

    def get(self, timeout: float) -> tuple:
        return self._pending.get(timeout=max(timeout, 10))


class _EventDrivenServer(socketserver.ThreadingTCPServer):
    """A server that waits for connections without polling. `shutdown` connects once to wake it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._stopped = threading.Event()

    def serve_forever(self, poll_interval: float | None = None) -> None:
        try:
            super().serve_forever(None)
        finally:
            self._stopped.set()

    def shutdown(self) -> None:
        threading.Thread(target=self._wake, daemon=True).start()
        super().shutdown()

    def _wake(self) -> None:
        while not self._stopped.is_set():
            with contextlib.suppress(OSError):
                socket.create_connection(self.server_address, timeout=1).close()
            self._stopped.wait(0.01)


def shorten_log_wait() -> None:
    """Shortens the wait after the last log line of an invocation from 5 ms to 1 ms. Functions write one line before they
    respond. The wait for that line is unchanged."""
    from ministack.core.lambda_runtime import Worker

    first_line_wait, _, hard_cap = Worker._drain_stderr_bounded.__defaults__
    Worker._drain_stderr_bounded.__defaults__ = (first_line_wait, 0.001, hard_cap)


# The number of idle processes that wait for mappings: as many as tests call operations in parallel.
IDLE_MAPPING_PROCESSES = 32


def keep_mapping_processes() -> None:
    """Keeps the processes that evaluate mappings. MiniStack ends all but two as soon as they are idle, so calls in parallel
    start new ones. This takes about 16 ms of CPU time per call if ten run in parallel."""
    from ministack.core import appsync_js

    appsync_js._pool.max_idle = IDLE_MAPPING_PROCESSES


def save_state_at_once() -> None:
    """Serializes the state in one call. MiniStack streams it in Python, which takes a minute for 118 MB. One call runs in C
    and takes two seconds."""
    from ministack.core import persistence

    quick = types.ModuleType("json")
    quick.__dict__.update(vars(json))
    quick.dump = lambda value, file, **options: file.write(json.dumps(value, **options))
    persistence.json = quick


def cache_expressions() -> None:
    """Caches parsed expressions. MiniStack parses a condition again for each item, which takes two thirds of the time of a
    large query."""
    from ministack.services import dynamodb

    tokenize = dynamodb._tokenize
    # Tuples are hashable, so that the results of the checks can be cached by token list.
    dynamodb._tokenize = functools.wraps(tokenize)(lambda expression: tuple(tokenize(expression)))
    for name in ("_tokenize", "_check_redundant_parens", "_check_reserved_keyword_usage", "_condition_syntax_error"):
        setattr(dynamodb, name, _cached(getattr(dynamodb, name)))


def evaluate_valid_conditions_at_once() -> None:
    """Validates a condition once instead of for each item, and compares strings without the evaluator. This takes a third
    of the time of a query, which evaluates its key condition for each item."""
    from ministack.services import dynamodb

    evaluate = dynamodb._evaluate_condition
    # Expressions with their slot. The bounds of BETWEEN are validated with the values, so these expressions are left out.
    valid: set[tuple[str, str]] = set()

    @functools.wraps(evaluate)
    def evaluate_condition(
        expr: str, item: dict, attr_values: dict, attr_names: dict, slot: str = "ConditionExpression"
    ) -> Any:
        if (expr, slot) in valid:
            tokens = dynamodb._tokenize(expr)
            if len(tokens) == _EQUALITY_TOKENS and (texts := _compared_texts(tokens, item, attr_values, attr_names)):
                return texts[0] == texts[1]
            with contextlib.suppress(Exception):
                return dynamodb._ExprEval(tokens, item, attr_values, attr_names).evaluate()
        # Reports an error of the evaluation as well.
        result = evaluate(expr, item, attr_values, attr_names, slot)
        if expr and "BETWEEN" not in expr.upper():
            valid.add((expr, slot))
        return result

    dynamodb._evaluate_condition = evaluate_condition


# A name, an operator, a value and the end.
_EQUALITY_TOKENS = 4


def _compared_texts(tokens: tuple, item: dict, values: dict, names: dict) -> tuple[str, str] | None:
    """Both sides of a condition such as `#id = :id`, if they are strings."""
    (name_kind, name), (operator, _), (value_kind, value), _ = tokens
    if (name_kind, operator, value_kind) != ("NAME_REF", "EQ", "VALUE_REF"):
        return None
    left, right = (item or {}).get((names or {}).get(name)), (values or {}).get(value)
    return (left["S"], right["S"]) if left and right and "S" in left and "S" in right else None


def project_attributes_at_once() -> None:
    """Parses a projection of whole attributes once instead of for each item."""
    from ministack.services import dynamodb

    project = dynamodb._project_item
    whole_attributes: dict[tuple, tuple[str, ...] | None] = {}

    @functools.wraps(project)
    def project_item(item: dict, proj_expr: str, attr_names: dict) -> dict:
        projection = (proj_expr, *(attr_names or {}).items())
        if attributes := whole_attributes.get(projection):
            return {name: item[name] for name in attributes if name in item}
        # Reports an invalid projection.
        projected = project(item, proj_expr, attr_names)
        if projection not in whole_attributes:
            paths = [dynamodb._parse_projection_path(path, attr_names or {}) for path in (proj_expr or "").split(",")]
            is_whole = all(len(path) == 1 and path[0][0] == "name" for path in paths)
            whole_attributes[projection] = tuple(path[0][1] for path in paths) if is_whole else None
        return projected

    dynamodb._project_item = project_item


def cache_numbers() -> None:
    """Caches the validation of numbers, which takes half of the time of writing an item. The same few thousand numbers
    occur all the time."""
    from ministack.services import dynamodb

    for name in ("_ddb_canonicalize_number", "_number_error", "_number_size_bytes"):
        setattr(dynamodb, name, _cached(getattr(dynamodb, name)))


def _cached(function: Callable[..., Any]) -> Callable[..., Any]:
    """Caches calls whose first argument is a string or a tuple."""
    cached = functools.lru_cache(maxsize=1 << 16)(function)

    @functools.wraps(function)
    def call(value: Any, *more: Any) -> Any:
        return cached(value, *more) if type(value) in (str, tuple) else function(value, *more)

    return call


def copy_items_without_memo() -> None:
    """Copies items without the bookkeeping for shared references, which items do not have."""
    from ministack.services import dynamodb

    quick = types.ModuleType("copy")
    quick.__dict__.update(vars(copy))
    quick.deepcopy = _copy
    dynamodb.copy = quick


def _copy(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return value
    if kind is dict:
        return {key: part if type(part) is str else _copy(part) for key, part in value.items()}
    if kind is list:
        return [_copy(part) for part in value]
    # A table's items by their keys.
    if kind is collections.defaultdict:
        return collections.defaultdict(value.default_factory, _copy(dict(value)))
    return copy.deepcopy(value)


def cache_documents() -> None:
    """Caches parsed and validated GraphQL documents. Screens send the same documents again and again, and validation takes a
    third of the time of a call."""
    from ministack.core import appsync_graphql

    check = appsync_graphql.validate
    appsync_graphql.parse = parse = functools.lru_cache(maxsize=1 << 10)(appsync_graphql.parse)
    known = functools.lru_cache(maxsize=1 << 10)(lambda schema, text: check(schema, parse(text)))
    once = functools.wraps(check)(lambda schema, document: known(schema, document.loc.source.body))
    appsync_graphql.validate = once


def read_attributes_at_once() -> None:
    """Reads attributes without a resolver, which are those of all objects in a list, without the objects that describe a
    field to its resolver. This takes a fifth of the time of reading a page of 1,000 fridges."""
    from ministack.core import appsync_graphql

    appsync_graphql.execute_sync = functools.partial(appsync_graphql.execute_sync, execution_context_class=_QuickContext)


class _Attribute(NamedTuple):
    """A selected field of an object."""

    response_name: str
    nodes: list[FieldNode]
    name: str
    # Converts a value; None if the field is no scalar and no enum.
    serialize: Callable[[Any], Any] | None


class _QuickContext(ExecutionContext):
    """The execution of an operation, with a short way to attributes of objects."""

    def __init__(self, *arguments: Any) -> None:
        from ministack.services import appsync

        super().__init__(*arguments)
        self._types_with_resolvers = {name for types in appsync._resolvers.values() for name in types}
        self._attributes: dict[tuple[GraphQLObjectType, int], list[_Attribute]] = {}

    def complete_object_value(
        self, return_type: GraphQLObjectType, field_nodes: list[FieldNode], info: GraphQLResolveInfo, path: Path, result: Any
    ) -> Any:
        if type(result) is not dict or len(field_nodes) != 1 or return_type.name in self._types_with_resolvers:
            return super().complete_object_value(return_type, field_nodes, info, path, result)
        key = return_type, id(field_nodes[0])
        attributes = self._attributes.get(key)
        if attributes is None:
            fields = self.collect_subfields(return_type, field_nodes)
            attributes = [_attribute(return_type, name, nodes) for name, nodes in fields.items()]
            self._attributes[key] = attributes
        completed = {}
        for response_name, nodes, name, serialize in attributes:
            value = result.get(name)
            if serialize is not None and value is not None:
                with contextlib.suppress(Exception):
                    value = serialize(value)
                    if value is not None and value is not Undefined:
                        completed[response_name] = value
                        continue
            # Objects, lists and null, and it reports values that their type does not allow.
            value = self.execute_field(return_type, result, nodes, Path(path, response_name, return_type.name))
            if value is not Undefined:
                completed[response_name] = value
        return completed


def _attribute(parent: GraphQLObjectType, response_name: str, nodes: list[FieldNode]) -> _Attribute:
    name = nodes[0].name.value
    field = parent.fields.get(name)
    kind = get_nullable_type(field.type) if field else None
    return _Attribute(response_name, nodes, name, kind.serialize if is_leaf_type(kind) else None)


def collect_garbage_rarely() -> None:
    """Raises the thresholds of the garbage collector. MiniStack holds millions of objects, and full collections take two
    thirds of the time of reading and writing them. Young objects are still collected."""
    gc.set_threshold(50_000, 20, 100)
