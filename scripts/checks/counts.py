"""Test counts, parsed from the output of test runners."""

import re
from collections.abc import Callable
from typing import NamedTuple


class Counts(NamedTuple):
    """The number of tests that passed, that failed, and that failed once and passed when they were repeated."""

    passed: int = 0
    failed: int = 0
    flaky: int = 0

    def __add__(self, other: object) -> "Counts":
        assert isinstance(other, Counts)
        return Counts(self.passed + other.passed, self.failed + other.failed, self.flaky + other.flaky)

    def __str__(self) -> str:
        flaky = f", {self.flaky} flaky" if self.flaky else ""
        return f"{self.passed} passed, {self.failed} failed{flaky}"


Reader = Callable[[str], Counts]


def judge(read: Reader | None, output: str, code: int) -> Counts:
    """The counts of a run. A program without a reader counts as one test. A run without tests, or with an error exit but
    no failed test, counts as one failure."""
    if read is None:
        return Counts(passed=1) if code == 0 else Counts(failed=1)
    counts = read(_without_colors(output))
    if counts.failed == 0 and (code != 0 or counts.passed == 0):
        return counts + Counts(failed=1)
    return counts


def cargo(output: str) -> Counts:
    found = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed;", output, re.MULTILINE)
    return Counts(sum(int(passed) for passed, _ in found), sum(int(failed) for _, failed in found))


def failed_cargo_tests(output: str) -> list[str]:
    """The names of the tests that failed in a test binary."""
    return sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED$", _without_colors(output), re.MULTILINE)))


def unittest(output: str) -> Counts:
    ran = sum(map(int, re.findall(r"^Ran (\d+) tests? in", output, re.MULTILINE)))
    failed = sum(map(int, re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", output)))
    # Failed subtests are counted as failures but not as tests that ran.
    return Counts(max(ran - failed, 0), failed)


def vitest(output: str) -> Counts:
    return _by_words("\n".join(re.findall(r"^\s*Tests\s.*$", output, re.MULTILINE)))


def failed_vitest_files(output: str) -> list[str]:
    """The files with failed tests."""
    pattern = r"^\s*FAIL\s+(?:\|\w+\|\s+)?(\S+\.test\.tsx?)\b"
    return sorted(set(re.findall(pattern, _without_colors(output), re.MULTILINE)))


def playwright(output: str) -> Counts:
    lines = re.findall(r"^\s+\d+ (?:passed|failed|flaky|interrupted|did not run)\b.*$", output, re.MULTILINE)
    return _by_words("\n".join(lines))


def summary(output: str) -> Counts:
    """The last line of Larder's own programs."""
    return _by_words("\n".join(re.findall(r"^\d+ passed, \d+ failed$", output, re.MULTILINE)))


def _by_words(output: str) -> Counts:
    counted = re.findall(r"(\d+) (passed|failed|flaky|interrupted|did not run)", output)
    passed = sum(int(number) for number, word in counted if word == "passed")
    return Counts(passed, sum(int(number) for number, word in counted if word != "passed"))


def _without_colors(output: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", output)
