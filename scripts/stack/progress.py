"""Tells what is going on, step by step, and what to do when it cannot go on."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_COLOR = sys.stdout.isatty()


class Stop(Exception):
    """It cannot go on; the message says why and what to do about it."""


def _paint(code: str, text: str) -> str:
    return f"\033[{code}m{text}\033[0m" if _COLOR else text


class Step:
    """A step under way; `result` is told when it ends."""

    def __init__(self) -> None:
        self.result = "done"


@contextmanager
def step(title: str) -> Iterator[Step]:
    """Announces a step, and then its result and its time."""
    print(_paint("1", f"» {title}"), flush=True)
    started, current = time.monotonic(), Step()
    try:
        yield current
    except Stop:
        raise
    else:
        print(f"  {current.result} {_paint('2', f'({time.monotonic() - started:.1f} s)')}", flush=True)


def fail(problem: object) -> int:
    """Tells a problem that ends the command; the exit code."""
    print(_paint("31", f"✗ {problem}"), file=sys.stderr, flush=True)
    return 1
