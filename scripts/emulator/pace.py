"""Where MiniStack waits or computes more than it needs to, and what makes it quicker from outside.

As with `gaps.py`, private names are listed and checked in `seams.py`, and a function goes when MiniStack no longer needs
it. Nothing here changes an answer.
"""

import copy
import functools
import json
import socketserver
import types
from collections.abc import Callable
from typing import Any


def quicken() -> None:
    answer_functions_at_once()
    wait_little_for_logs()
    save_in_one_go()
    read_each_expression_once()
    check_each_number_once()
    copy_items_as_json()


def answer_functions_at_once() -> None:
    """The Lambda Runtime API sends headers and body apart: with Nagle's algorithm each invocation waits 40 ms."""
    socketserver.StreamRequestHandler.disable_nagle_algorithm = True


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
    return copy.deepcopy(value)
