"""The table of the attacks. Tests print a line per attack: `attack | <attack> | <targets> | <rejected> | <accepted>`."""

import re
from typing import NamedTuple

from checks.counts import Counts, Reader


class Attack(NamedTuple):
    """The result of an attack. Tests fail if a call is accepted that must be rejected."""

    name: str
    targets: int
    rejected: int
    accepted: int


# Test runners can print the name of a test on the same line.
_LINE = re.compile(r"attack \| (.+?) \| (\d+) \| (\d+) \| (\d+)\s*$", re.MULTILINE)


def read(output: str) -> list[Attack]:
    return [Attack(name, int(targets), int(rejected), int(accepted)) for name, targets, rejected, accepted in _LINE.findall(output)]


def collecting(found: list[Attack], reader: Reader) -> Reader:
    """A reader that also adds the attacks in the output to `found`."""

    def collect(output: str) -> Counts:
        found.extend(read(output))
        return reader(output)

    return collect


def counting(found: list[Attack], name: str, reader: Reader) -> Reader:
    """A reader that also adds an attack with one target per test to `found`."""

    def count(output: str) -> Counts:
        counts = reader(output)
        found.append(Attack(name, counts.passed + counts.failed, counts.passed, counts.failed))
        return counts

    return count


def table(attacks: list[Attack]) -> str:
    width = max((len(attack.name) for attack in attacks), default=0)
    lines = [f"{'attack':{width}} {'targets':>9} {'rejected':>9} {'accepted':>9}"]
    lines += [f"{name:{width}} {targets:9} {rejected:9} {accepted:9}" for name, targets, rejected, accepted in attacks]
    return "\n".join(lines)
