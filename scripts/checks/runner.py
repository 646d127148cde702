"""Runs checks one after another, shows what they say as they say it, and adds up."""

import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checks.counts import Counts, Reader, judge
from stack import shell
from stack.places import ROOT
from stack.progress import Stop, fail


@dataclass(frozen=True)
class Check:
    """A program; its end, or what it says, tells how many tests passed."""

    title: str
    command: Sequence[str | Path]
    read: Reader | None = None
    cwd: Path = ROOT
    variables: Mapping[str, str] = field(default_factory=dict)

    def run(self) -> Counts:
        said = []
        with subprocess.Popen(
            [str(part) for part in self.command],
            cwd=self.cwd,
            env=shell.with_variables(NO_COLOR="1", CARGO_TERM_COLOR="never", **self.variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            try:
                for line in process.stdout or ():
                    said.append(line)
                    print(f"  {line}", end="", flush=True)
            except BaseException:
                process.terminate()
                raise
        return judge(self.read, "".join(said), process.returncode)


# A step makes its checks one by one: what comes between two of them is done between them.
Step = Callable[[], Iterator[Check]]


def run(steps: Mapping[str, Step]) -> Counts:
    """Runs all, whatever fails, and tells at the end how each went."""
    total, lines = Counts(), []
    for name, step in steps.items():
        began = time.monotonic()
        counts = _run_step(name, step)
        total += counts
        lines.append(f"{name:12} {counts.passed:5} passed {counts.failed:4} failed {time.monotonic() - began:8.1f} s")
    print("\n" + "\n".join(lines))
    return total


def _run_step(name: str, step: Step) -> Counts:
    counts = Counts()
    try:
        for check in step():
            print(f"\n» {name}: {check.title}", flush=True)
            began, result = time.monotonic(), check.run()
            print(f"  {result.passed} passed, {result.failed} failed ({time.monotonic() - began:.1f} s)", flush=True)
            counts += result
    except Stop as stop:
        fail(stop)
        counts += Counts(failed=1)
    return counts
