"""How many tests passed and failed, read from what the runners say."""

import re
from collections.abc import Callable
from typing import NamedTuple


class Counts(NamedTuple):
    """Tests that passed, and that failed."""

    passed: int = 0
    failed: int = 0

    def __add__(self, other: object) -> "Counts":
        assert isinstance(other, Counts)
        return Counts(self.passed + other.passed, self.failed + other.failed)


Reader = Callable[[str], Counts]


def judge(read: Reader | None, said: str, code: int) -> Counts:
    """What a run counts for. One that says no numbers is one test; one that ran nothing, or that fell without a test
    failing, is a failure."""
    if read is None:
        return Counts(passed=1) if code == 0 else Counts(failed=1)
    counts = read(_plain(said))
    if counts.failed == 0 and (code != 0 or counts.passed == 0):
        return counts + Counts(failed=1)
    return counts


def cargo(said: str) -> Counts:
    found = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed;", said, re.MULTILINE)
    return Counts(sum(int(passed) for passed, _ in found), sum(int(failed) for _, failed in found))


def unittest(said: str) -> Counts:
    ran = sum(map(int, re.findall(r"^Ran (\d+) tests? in", said, re.MULTILINE)))
    failed = sum(map(int, re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", said)))
    # Each failing subtest counts, though it is not one of those that ran.
    return Counts(max(ran - failed, 0), failed)


def vitest(said: str) -> Counts:
    return _by_words("\n".join(re.findall(r"^\s*Tests\s.*$", said, re.MULTILINE)))


def playwright(said: str) -> Counts:
    return _by_words("\n".join(re.findall(r"^\s+\d+ (?:passed|failed|flaky|interrupted|did not run)\b.*$", said, re.MULTILINE)))


def _by_words(said: str) -> Counts:
    counted = re.findall(r"(\d+) (passed|failed|flaky|interrupted|did not run)", said)
    passed = sum(int(number) for number, word in counted if word == "passed")
    return Counts(passed, sum(int(number) for number, word in counted if word != "passed"))


def _plain(said: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", said)
