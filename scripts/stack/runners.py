"""Runs a checker and counts what it says passed and failed."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stack.places import ROOT

_COLOR = re.compile(r"\x1b\[[0-9;]*m")

# Each takes a runner's closing line apart.
_CARGO = re.compile(r"^test result: \w+\. (?P<passed>\d+) passed; (?P<failed>\d+) failed", re.MULTILINE)
_VITEST = re.compile(r"^\s+Tests\s+(?:(?P<failed>\d+) failed \| )?(?:(?P<passed>\d+) passed)?", re.MULTILINE)
_PLAYWRIGHT = re.compile(r"^  (?:(?P<failed>\d+) failed|(?P<passed>\d+) passed)\b", re.MULTILINE)
_UNITTEST = re.compile(r"^Ran (?P<passed>\d+) tests?", re.MULTILINE)
COUNTED_BY = {"cargo": _CARGO, "vitest": _VITEST, "playwright": _PLAYWRIGHT, "unittest": _UNITTEST}


@dataclass
class Count:
    """Tests that passed and failed."""

    passed: int = 0
    failed: int = 0

    def __iadd__(self, other: "Count") -> "Count":
        self.passed += other.passed
        self.failed += other.failed
        return self

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def run(
    command: Sequence[str | Path],
    *,
    runner: str | None = None,
    cwd: Path = ROOT,
    environment: Mapping[str, str] | None = None,
) -> Count:
    """Runs a checker, whose words are shown as they come.

    Without a runner's name the checker is one check. A runner that ends badly without a failed test, or that ran no
    test at all, counts as one failure: a crash must not look like a success.
    """
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert process.stdout
    said = []
    for line in process.stdout:
        print("  " + line, end="", flush=True)
        said.append(line)
    ended_well = process.wait() == 0
    if runner is None:
        return Count(passed=int(ended_well), failed=int(not ended_well))
    count = Count()
    for match in COUNTED_BY[runner].finditer(_COLOR.sub("", "".join(said))):
        found = match.groupdict(default="0")
        count += Count(int(found["passed"] or 0), int(found.get("failed") or 0))
    if count.failed == 0 and (not ended_well or count.passed == 0):
        count.failed = 1
    return count
