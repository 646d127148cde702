"""Runs a command, if needed in the tools' virtual environment."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from stack import venvs
from stack.progress import Stop, fail


def guarded(command: Callable[[], object]) -> int:
    """Runs a command and returns its exit code. A `Stop` prints its message without a traceback."""
    try:
        command()
    except Stop as stop:
        return fail(stop)
    except KeyboardInterrupt:
        return fail("Interrupted")
    return 0


def enter(module: str) -> None:
    """Replaces this process by `module`, with the same arguments, in the tools' virtual environment."""
    code = guarded(lambda: venvs.TOOLS.ensure())
    if code:
        sys.exit(code)
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    os.execv(venvs.TOOLS.python, [str(venvs.TOOLS.python), "-m", module, *sys.argv[1:]])
