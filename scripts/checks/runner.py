"""Runs lanes of checks in parallel, prints their output, and adds up the results."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from checks.counts import Counts, Reader, judge
from stack import shell
from stack.paths import ROOT
from stack.progress import Stop, fail

Command = Sequence[str | Path]


@dataclass(frozen=True)
class Check:
    """A program whose exit code, or whose output, states how many tests passed."""

    title: str
    command: Command
    read: Reader | None = None
    cwd: Path = ROOT
    variables: Mapping[str, str] = field(default_factory=dict)
    # Returns the command that repeats only the failed tests, given the output. See `_repeat_failed`.
    repeat: Callable[[str], Command | None] | None = None


# The maximum number of checks of a step that run in parallel.
_CONCURRENCY = 5

# The maximum niceness of a lane. Programs with a higher one would hardly run next to others.
_MAX_NICENESS = 10

# The number of failed tests up to which they are repeated. More failures have a common cause.
_MAX_REPEATED = 5

# The last lines of a failed check that the summary repeats, because logs of continuous integration are truncated.
_SUMMARY_LINES = 60

# The variables of all checks, which a check can replace. A backtrace would fill the summary and leave no space for the message of the failed test.
_VARIABLES = {"NO_COLOR": "1", "CARGO_TERM_COLOR": "never", "RUST_BACKTRACE": "0"}

# A step yields its checks in order. Code between two yields runs between these checks. The checks of one tuple run in
# parallel.
Step = Callable[[], Iterator[tuple[Check, ...]]]


def run(lanes: Sequence[Mapping[str, Step]], niceness: int = 0) -> Counts:
    """Runs all steps even if some fail, and prints a summary. Each lane has a lower priority than the one before: the niceness
    of its programs is higher by `niceness`."""
    values = [min(niceness * index, _MAX_NICENESS) for index in range(len(lanes))]
    runs = [_Lane(steps, ("nice", "-n", str(value))) for steps, value in zip(filter(None, lanes), values, strict=False)]
    with ThreadPoolExecutor(max(len(runs), 1)) as threads:
        try:
            total = sum(threads.map(_Lane.run, runs), Counts())
        except BaseException:
            for lane in runs:
                lane.stop()
            raise
    for lane in runs:
        print("".join(lane.reports))
    print("\n" + "\n".join(line for lane in runs for line in lane.lines))
    return total


class _Lane:
    """Steps that run in sequence."""

    def __init__(self, steps: Mapping[str, Step], prefix: Sequence[str]) -> None:
        self._steps, self._prefix = steps, prefix
        self._processes: set[subprocess.Popen[str]] = set()
        self._stopped = threading.Event()
        self.lines: list[str] = []
        # The end of the output of each check that failed or was flaky.
        self.reports: list[str] = []
        # The CPU time of each check of the current step, in seconds. Checks run in parallel, and appending is atomic.
        self._cpu_seconds: list[float] = []

    def run(self) -> Counts:
        total = Counts()
        for name, step in self._steps.items():
            start = time.monotonic()
            self._cpu_seconds.clear()
            counts = self._run_step(name, step)
            total += counts
            seconds, cpu_seconds = time.monotonic() - start, sum(self._cpu_seconds)
            self.lines.append(
                f"{name:13} {counts.passed:5} passed {counts.failed:4} failed {seconds:8.1f} s {cpu_seconds:8.1f} CPU s"
            )
        return total

    def stop(self) -> None:
        """Terminates the running checks and starts no others."""
        self._stopped.set()
        for process in list(self._processes):
            # The group has already ended if the process is about to be removed.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)

    def _run_step(self, name: str, step: Step) -> Counts:
        counts = Counts()
        try:
            for checks in step():
                with ThreadPoolExecutor(min(len(checks), _CONCURRENCY)) as threads:
                    counts += sum(threads.map(partial(self._run_check, name), checks), Counts())
        except Stop as stop:
            fail(stop)
            self.reports.append(f"\n--- {name}: {stop}\n")
            counts += Counts(failed=1)
        return counts

    def _run_check(self, name: str, check: Check) -> Counts:
        counts, output = self._run_once(name, check)
        if not counts.failed:
            return counts
        self.reports.append(f"\n--- {name}: {check.title}: {counts}\n{''.join(output[-_SUMMARY_LINES:])}")
        return self._repeat_failed(name, check, counts, "".join(output))

    def _repeat_failed(self, name: str, check: Check, counts: Counts, output: str) -> Counts:
        """Repeats a few failed tests once. A test that passes then is flaky: the summary shows its first failure, and its
        cause must be fixed, but it does not fail the run."""
        command = check.repeat(output) if check.repeat and counts.failed <= _MAX_REPEATED else None
        if command is None:
            return counts
        repeated, _ = self._run_once(name, replace(check, title=f"{check.title}, failed tests again", command=command))
        if repeated.failed or repeated.passed < counts.failed:
            return counts
        self.reports.append(f"\n--- {name}: {check.title}: {counts.failed} flaky\n")
        return Counts(counts.passed, 0, counts.failed)

    def _run_once(self, name: str, check: Check) -> tuple[Counts, list[str]]:
        if self._stopped.is_set():
            raise Stop("stopped")
        print(f"\n» {name}: {check.title}", flush=True)
        start, output = time.monotonic(), []
        with subprocess.Popen(
            [*self._prefix, *map(str, check.command)],
            cwd=check.cwd,
            env=shell.with_variables(**{**_VARIABLES, **check.variables}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            # Stopping a check also stops the programs that it started.
            process_group=0,
        ) as process:
            self._processes.add(process)
            for line in process.stdout or ():
                output.append(line)
                print(f"{name:11} | {line}", end="", flush=True)
            self._cpu_seconds.append(_wait(process))
        self._processes.discard(process)
        counts, seconds = judge(check.read, "".join(output), process.returncode), time.monotonic() - start
        print(f"» {name}: {check.title}: {counts} ({seconds:.1f} s)", flush=True)
        return counts, output


def _wait(process: subprocess.Popen[str]) -> float:
    """Waits for a process. Returns the CPU time of it and of the descendants that it waited for, in seconds."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime
