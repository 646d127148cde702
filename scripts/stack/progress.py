"""Prints the progress of a command, step by step, and the error that ends it."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_COLOR = sys.stdout.isatty()


class Stop(Exception):
    """An error that ends the command. The message states the cause and what to do, and is shown without a traceback."""


def _paint(code: str, text: str) -> str:
    return f"\033[{code}m{text}\033[0m" if _COLOR else text


class Step:
    """A running step. `result` is printed when it ends."""

    def __init__(self) -> None:
        self.result = "done"


@contextmanager
def step(title: str) -> Iterator[Step]:
    """Prints the title of a step, then its result and duration."""
    print(_paint("1", f"» {title}"), flush=True)
    started, current = time.monotonic(), Step()
    try:
        yield current
    except Stop:
        raise
    else:
        print(f"  {current.result} {_paint('2', f'({time.monotonic() - started:.1f} s)')}", flush=True)


def fail(error: object) -> int:
    """Prints an error that ends the command. Returns the exit code."""
    print(_paint("31", f"✗ {error}"), file=sys.stderr, flush=True)
    return 1
