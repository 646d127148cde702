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
from typing import Any


def apply() -> None:
    disable_nagle()
    block_idle_functions()
    shorten_log_wait()
    save_state_at_once()
    cache_expressions()
    cache_numbers()
    copy_items_without_memo()
    cache_documents()
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


def collect_garbage_rarely() -> None:
    """Raises the thresholds of the garbage collector. MiniStack holds millions of objects, and full collections take two
    thirds of the time of reading and writing them. Young objects are still collected."""
    gc.set_threshold(50_000, 20, 100)
