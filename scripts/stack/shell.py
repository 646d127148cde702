"""Runs programs."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from stack.paths import ROOT
from stack.progress import Stop

# The last lines of a log that an error message shows.
_TAIL_LINES = 30


def run(
    command: Sequence[str | Path],
    *,
    purpose: str,
    cwd: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> None:
    """Runs a program and raises `Stop` if it fails. With `log`, the output is written there and the error message shows
    its last lines."""
    arguments = [str(part) for part in command]
    if log is None:
        code, tail = subprocess.run(arguments, cwd=cwd, env=environment).returncode, ""
    else:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("w") as output:
            code = subprocess.run(
                arguments, cwd=cwd, env=environment, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
            ).returncode
        tail = "\n" + "\n".join(log.read_text(errors="replace").splitlines()[-_TAIL_LINES:])
    if code != 0:
        full_log = f" (full log: {log})" if log else ""
        raise Stop(f"{purpose} failed: {arguments[0]} exited with code {code}{full_log}{tail}")


def output(command: Sequence[str | Path], *, cwd: Path = ROOT, environment: Mapping[str, str] | None = None) -> str:
    """The standard output of a program. Raises `Stop` if the program fails."""
    arguments = [str(part) for part in command]
    completed = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, text=True)
    if completed.returncode != 0:
        raise Stop(f"{' '.join(arguments)} exited with code {completed.returncode}\n{completed.stderr.strip()}")
    return completed.stdout


def with_variables(**variables: str) -> dict[str, str]:
    """This process's environment with additional variables."""
    return {**os.environ, **variables}
