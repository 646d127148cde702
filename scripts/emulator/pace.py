"""Where MiniStack waits or computes more than it needs to, and what makes it quicker from outside.

As with `gaps.py`, private names are listed and checked in `seams.py`, and a function goes when MiniStack no longer needs
it. Nothing here changes an answer.
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


def quicken() -> None:
    answer_functions_at_once()
    let_functions_wait_in_peace()
    wait_little_for_logs()
    save_in_one_go()
    read_each_expression_once()
    check_each_number_once()
    copy_items_as_json()
    check_each_document_once()
    collect_garbage_seldom()


def answer_functions_at_once() -> None:
    """The Lambda Runtime API sends headers and body apart: with Nagle's algorithm each invocation waits 40 ms."""
    socketserver.StreamRequestHandler.disable_nagle_algorithm = True


def let_functions_wait_in_peace() -> None:
    """Of each function that waits for its next invocation MiniStack looks ten times a second whether there is one, and
    again whether it shall end: a tenth of a processor for a hundred functions, and who computes meanwhile is interrupted
    each time."""
    from ministack.core.lambda_runtime import ProvidedWorker

    build = ProvidedWorker._build_handler_class
    ProvidedWorker._build_handler_class = lambda self, generation, pending: build(self, generation, _Patient(pending))
    socketserver.ThreadingTCPServer = _KnockedServer


class _Patient:
    """Invocations of a function: who waits is woken by one, and looks around now and then."""

    def __init__(self, pending: queue.Queue) -> None:
        self._pending = pending

    def get(self, timeout: float) -> tuple:
        return self._pending.get(timeout=max(timeout, 10))


class _KnockedServer(socketserver.ThreadingTCPServer):
    """Waits for a connection, however long: who ends it knocks."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._ended = threading.Event()

    def serve_forever(self, poll_interval: float | None = None) -> None:
        try:
            super().serve_forever(None)
        finally:
            self._ended.set()

    def shutdown(self) -> None:
        threading.Thread(target=self._knock, daemon=True).start()
        super().shutdown()

    def _knock(self) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(OSError):
                socket.create_connection(self.server_address, timeout=1).close()
            self._ended.wait(0.01)


def wait_little_for_logs() -> None:
    """After an invocation's last log line MiniStack waits 5 ms more. Our functions write one line before they answer,
    so that 1 ms is enough; for that line itself it may wait as long as it likes."""
    from ministack.core.lambda_runtime import Worker

    first_line_wait, _, hard_cap = Worker._drain_stderr_bounded.__defaults__
    Worker._drain_stderr_bounded.__defaults__ = (first_line_wait, 0.001, hard_cap)


def save_in_one_go() -> None:
    """MiniStack writes its state piece by piece, in Python: 118 MB take a minute, and who waits for its end gives up. All of
    it at once is done in C and takes two seconds."""
    from ministack.core import persistence

    quick = types.ModuleType("json")
    quick.__dict__.update(vars(json))
    quick.dump = lambda value, file, **options: file.write(json.dumps(value, **options))
    persistence.json = quick


def read_each_expression_once() -> None:
    """A query's condition is taken apart and checked again for each item that it looks at: of reading the fleet's lines
    two thirds."""
    from ministack.services import dynamodb

    taken_apart = dynamodb._tokenize
    # As a tuple it can be remembered by itself what the checks say of it.
    dynamodb._tokenize = functools.wraps(taken_apart)(lambda expression: tuple(taken_apart(expression)))
    for name in ("_tokenize", "_check_redundant_parens", "_check_reserved_keyword_usage", "_condition_syntax_error"):
        setattr(dynamodb, name, _remembered(getattr(dynamodb, name)))


def check_each_number_once() -> None:
    """DynamoDB's numbers are checked, brought to one form and measured again and again, in Python: of writing an item
    a half. The same few thousand come all the time."""
    from ministack.services import dynamodb

    for name in ("_ddb_canonicalize_number", "_number_error", "_number_size_bytes"):
        setattr(dynamodb, name, _remembered(getattr(dynamodb, name)))


def _remembered(work_out: Callable[..., Any]) -> Callable[..., Any]:
    """Of texts, and of tuples of them."""
    known = functools.lru_cache(maxsize=1 << 16)(work_out)

    @functools.wraps(work_out)
    def remembered(text: Any, *more: Any) -> Any:
        return known(text, *more) if type(text) in (str, tuple) else work_out(text, *more)

    return remembered


def copy_items_as_json() -> None:
    """`copy.deepcopy` looks for what no item has: two places that hold the same thing."""
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


def check_each_document_once() -> None:
    """A GraphQL document is parsed and checked against the schema each time that it comes, though screens ask the same all
    day: of answering a field a third."""
    from ministack.core import appsync_graphql

    check = appsync_graphql.validate
    appsync_graphql.parse = parse = functools.lru_cache(maxsize=1 << 10)(appsync_graphql.parse)
    known = functools.lru_cache(maxsize=1 << 10)(lambda schema, text: check(schema, parse(text)))
    once = functools.wraps(check)(lambda schema, document: known(schema, document.loc.source.body))
    appsync_graphql.validate = once


def collect_garbage_seldom() -> None:
    """Millions of items are kept: looking through all of them for garbage each time that their number has grown by a
    quarter takes two thirds of the time of reading or writing them. What is young is still looked through."""
    gc.set_threshold(50_000, 20, 100)
