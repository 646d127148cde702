"""Runs lanes of checks side by side, shows what they say as they say it, and adds up."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
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


# Of checks side by side so many run at once: more only wait for each other, and for what they all stand on.
_SIDE_BY_SIDE = 5

# A lane takes the processor when those before it wait: calls to functions have time limits, which a machine with
# something else to do would let pass.
_YIELD = 5

# A step makes its checks one after another: what comes between two of them is done between them. Those of one tuple run
# side by side.
Step = Callable[[], Iterator[tuple[Check, ...]]]


def run(lanes: Sequence[Mapping[str, Step]]) -> Counts:
    """Runs all, whatever fails, and tells at the end how each step went. An earlier lane comes first."""
    runs = [_Lane(steps, ("nice", "-n", str(_YIELD * place))) for place, steps in enumerate(filter(None, lanes))]
    with ThreadPoolExecutor(max(len(runs), 1)) as threads:
        try:
            total = sum(threads.map(_Lane.run, runs), Counts())
        except BaseException:
            for lane in runs:
                lane.stop()
            raise
    print("\n" + "\n".join(line for lane in runs for line in lane.lines))
    return total


class _Lane:
    """Steps that run one after another."""

    def __init__(self, steps: Mapping[str, Step], by: Sequence[str]) -> None:
        self._steps, self._by = steps, by
        self._processes: set[subprocess.Popen[str]] = set()
        self._stopped = threading.Event()
        self.lines: list[str] = []

    def run(self) -> Counts:
        total = Counts()
        for name, step in self._steps.items():
            began = time.monotonic()
            counts = self._run_step(name, step)
            total += counts
            seconds = time.monotonic() - began
            self.lines.append(f"{name:12} {counts.passed:5} passed {counts.failed:4} failed {seconds:8.1f} s")
        return total

    def stop(self) -> None:
        """Ends what runs, and begins nothing more."""
        self._stopped.set()
        for process in list(self._processes):
            process.terminate()

    def _run_step(self, name: str, step: Step) -> Counts:
        counts = Counts()
        try:
            for checks in step():
                with ThreadPoolExecutor(min(len(checks), _SIDE_BY_SIDE)) as threads:
                    counts += sum(threads.map(partial(self._run_check, name), checks), Counts())
        except Stop as stop:
            fail(stop)
            counts += Counts(failed=1)
        return counts

    def _run_check(self, name: str, check: Check) -> Counts:
        if self._stopped.is_set():
            raise Stop("stopped")
        print(f"\n» {name}: {check.title}", flush=True)
        began, said = time.monotonic(), []
        with subprocess.Popen(
            [*self._by, *map(str, check.command)],
            cwd=check.cwd,
            env=shell.with_variables(NO_COLOR="1", CARGO_TERM_COLOR="never", **check.variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            self._processes.add(process)
            for line in process.stdout or ():
                said.append(line)
                print(f"{name:11} | {line}", end="", flush=True)
        self._processes.discard(process)
        counts, seconds = judge(check.read, "".join(said), process.returncode), time.monotonic() - began
        print(f"» {name}: {check.title}: {counts.passed} passed, {counts.failed} failed ({seconds:.1f} s)", flush=True)
        return counts
