"""How a command gets from whatever Python it is started with into the tools' virtual environment."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from stack import venvs
from stack.progress import Stop, fail


def guarded(command: Callable[[], object]) -> int:
    """Runs a command; what stops it is told in a line, without a traceback."""
    try:
        command()
    except Stop as stop:
        return fail(stop)
    except KeyboardInterrupt:
        return fail("Interrupted")
    return 0


def enter(module: str) -> None:
    """Goes on as `module`, with the arguments of this process, inside the tools' virtual environment."""
    code = guarded(lambda: venvs.TOOLS.ready())
    if code:
        sys.exit(code)
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    os.execv(venvs.TOOLS.python, [str(venvs.TOOLS.python), "-m", module, *sys.argv[1:]])
