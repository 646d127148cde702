"""Checks recordings: `python -m conformance.main FILE...`. Exits with 1 if calls violate rules or differ from policies."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from conformance import calls, policies
from conformance.calls import Call, Problem, Resource
from conformance.check import Violation, check
from conformance.policies import Comparison, Permission
from conformance.resources import TEMPLATES
from conformance.untested import UNTESTED

# The number of examples of each violated rule and function that are shown.
_EXAMPLES = 3


@dataclass
class Report:
    """What the recordings contain."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    used: set[Permission] = field(default_factory=set)

    def add(self, file: Path) -> None:
        """Checks the calls of a recording."""
        stack = TEMPLATES
        for each in calls.read(file):
            if isinstance(each, Problem):
                self.problems.append(each.text)
            elif isinstance(each, Resource):
                # Resources are recorded before the calls that name them.
                stack = stack.including(each)
            elif isinstance(each, Call):
                self.counts[each.service, each.operation] += 1
                violations = list(check(each, stack))
                self.violations.extend(violations)
                # The parameters of other calls can lack what names the resource.
                if not any(violation.is_structural for violation in violations):
                    self.used.update(policies.of_call(each, stack))


def render(report: Report, comparison: Comparison) -> list[str]:
    """The lines of the report."""
    lines = [f"{service:16} {operation:28} {count:9,}" for (service, operation), count in sorted(report.counts.items())]
    lines.append(f"{sum(report.counts.values()):,} calls")
    lines += _section("Incomplete recordings", report.problems)
    by_rule: dict[tuple[str, str], list[Violation]] = {}
    for violation in report.violations:
        by_rule.setdefault((violation.rule, violation.call.function), []).append(violation)
    for (rule, function), violations in sorted(by_rule.items()):
        texts = dict.fromkeys(f"{each.call.operation}: {each.text}" for each in violations)
        lines += _section(f"{rule}, {policies.function_name(function)}: {len(violations)} violations", list(texts)[:_EXAMPLES])
    lines += _section("Missing permissions: calls that no policy allows", comparison.missing)
    lines += _section("Unused permissions: remove them or add them to conformance/untested.py", comparison.unused)
    stale = [f"{each.permission} ({each.reason})" for each in comparison.stale]
    lines += _section("Stale exceptions in conformance/untested.py: the permission is used, or no policy has it", stale)
    return lines


def _section(title: str, lines: Iterable[object]) -> list[str]:
    texts = [f"  {line}" for line in lines]
    return ["", title, *texts] if texts else []


def main() -> int:
    parser = argparse.ArgumentParser(prog="conformance", description="Checks recorded calls of AWS APIs.")
    parser.add_argument("recording", nargs="+", type=Path, help="a file that the launcher of the emulator wrote")
    report = Report()
    for file in parser.parse_args().recording:
        minutes = (time.time() - file.stat().st_mtime) / 60
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, written {minutes:.0f} minutes ago", flush=True)
        report.add(file)
    used = report.used | set(policies.used_by_lambda())
    comparison = policies.compare(policies.allowed(), used, UNTESTED)
    print("\n".join(render(report, comparison)))
    failed = not report.counts or report.problems or report.violations or any(comparison)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
