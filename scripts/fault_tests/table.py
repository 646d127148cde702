"""The table of the injected faults."""

from collections.abc import Sequence

from fault_tests.run import Result

# The columns: the title, and the kinds of faults in it.
_COLUMNS = (
    ("throttled", ("throttled", "throughput-exceeded", "request-limit")),
    ("canceled", ("canceled-by-throttling", "canceled-by-throughput")),
    ("conflict", ("canceled-by-conflict", "in-progress", "item-conflict")),
    ("5xx", ("server-error", "unavailable")),
    ("lost", ("lost-response", "closed-connection")),
    ("timeout", ("timeout", "timeout-after")),
    ("killed", ("kill-before", "kill-after")),
    ("repeated", ("duplicate",)),
    ("stalled", ("stall",)),
)
_HEAD = """# Injected faults

`./scripts/faults --seed {seed}` injected these faults and wrote this file. `calls` is the number of AWS calls of one
invocation. `persistent` faults affect all further calls and are not in the columns of their kind. After `reported` faults,
the caller received an error. [Faults](../scripts/README.md#faults) describes the check.

"""

_PERSISTENT = " from there on"


def table(results: Sequence[Result], seed: int) -> str:
    """The faults by operation, as a table in Markdown."""
    titles = ["operation", "calls", *(title for title, _ in _COLUMNS), "persistent", "faults", "reported", "violations"]
    rows = [_row(result) for result in sorted(results, key=lambda result: result.operation)]
    totals = ["all", "", *(str(sum(int(row[column]) for row in rows)) for column in range(2, len(titles)))]
    cells = [titles, ["---", *("--:" for _ in titles[1:])], *rows, totals]
    widths = [max(len(row[column]) for row in cells) for column in range(len(titles))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    return _HEAD.format(seed=seed) + "\n".join(lines) + "\n"


def _row(result: Result) -> list[str]:
    counts = [sum(result.faults[kind] for kind in kinds) for _, kinds in _COLUMNS]
    persistent = sum(count for kind, count in result.faults.items() if kind.endswith(_PERSISTENT))
    numbers = [result.calls, *counts, persistent, result.faults.total(), result.reported, len(result.violations)]
    return [result.operation, *map(str, numbers)]
