"""Runs the programs that the commands are made of."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from stack.places import ROOT
from stack.progress import Stop

_LINES_OF_A_FAILURE = 30


def run(
    command: Sequence[str | Path],
    *,
    purpose: str,
    cwd: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> None:
    """Runs to its end. With a log the program's words go there, and the last of them are shown when it fails."""
    arguments = [str(part) for part in command]
    if log is None:
        code, last_words = subprocess.run(arguments, cwd=cwd, env=environment).returncode, ""
    else:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("w") as words:
            code = subprocess.run(
                arguments, cwd=cwd, env=environment, stdout=words, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
            ).returncode
        last_words = "\n" + "\n".join(log.read_text(errors="replace").splitlines()[-_LINES_OF_A_FAILURE:])
    if code != 0:
        where = f" (all of it: {log})" if log else ""
        raise Stop(f"{purpose} failed: {arguments[0]} ended with {code}{where}{last_words}")


def output(command: Sequence[str | Path], *, cwd: Path = ROOT, environment: Mapping[str, str] | None = None) -> str:
    """What a program that must succeed says."""
    arguments = [str(part) for part in command]
    done = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise Stop(f"{' '.join(arguments)} ended with {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


def with_variables(**variables: str) -> dict[str, str]:
    """This process's environment, with some variables more."""
    return {**os.environ, **variables}
