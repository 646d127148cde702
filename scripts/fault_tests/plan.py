"""The faults of an operation, in an order that depends only on the seed."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

# The kinds for any call of DynamoDB, of another service, for transactions, and for single writes.
_TABLE = ("throughput-exceeded", "request-limit", "throttled")
_ANY = ("server-error", "unavailable", "lost-response", "closed-connection", "kill-before", "kill-after")
_TRANSACTION = ("canceled-by-throttling", "canceled-by-throughput", "canceled-by-conflict", "in-progress")
_SINGLE_WRITE = ("item-conflict",)
_TIMEOUTS = ("timeout", "timeout-after")

# The kinds after which all further calls fail as well, so that the caller is informed.
_PERSISTENT = ("throttled", "canceled-by-conflict", "server-error", "lost-response")

# Faults that take seconds: one per this number of others.
_SLOW_RATE = 40

_SINGLE_WRITES = ("PutItem", "UpdateItem", "DeleteItem")
_LIVE = "EventPublish"
STALL = "stall"

# The fault without an injected error: the call succeeds, but its caller repeats it.
DUPLICATE = "duplicate"


class Plan(NamedTuple):
    """A fault: its kind and its position among the calls of the function."""

    kind: str
    operation: str = ""
    occurrence: int = 0
    persistent: bool = False

    @property
    def label(self) -> str:
        return f"{self.kind} from there on" if self.persistent else self.kind

    def request(self) -> dict[str, Any] | None:
        """The fault for the emulator."""
        return None if self.kind == DUPLICATE else self._asdict()

    def __str__(self) -> str:
        return f"{self.label} at {self.operation} {self.occurrence + 1}" if self.operation else self.label


def plans(calls: Sequence[tuple[str, str]], seed: str, count: int) -> list[Plan]:
    """`count` faults of a function with these calls (service and operation). The first ones contain each kind once, then
    all pairs of a kind and a call are repeated in a random order. Slow faults are rare."""
    choice = random.Random(seed)
    fast, slow = _pairs(calls)
    choice.shuffle(fast)
    choice.shuffle(slow)
    chosen = [*_one_of_each(fast), *_one_of_each(slow)]
    choice.shuffle(chosen)
    while len(chosen) < count:
        is_slow = bool(slow) and len(chosen) % _SLOW_RATE == 0
        chosen.append(choice.choice(slow if is_slow or not fast else fast))
    return chosen[:count]


def _pairs(calls: Sequence[tuple[str, str]]) -> tuple[list[Plan], list[Plan]]:
    """All faults of these calls: those that take milliseconds, and those that take seconds."""
    fast, slow = [Plan(DUPLICATE)], []
    seen: dict[str, int] = {}
    for service, operation in calls:
        occurrence = seen.get(operation, 0)
        seen[operation] = occurrence + 1
        if operation == _LIVE:
            slow.append(Plan(STALL, operation, occurrence))
            fast += [Plan(kind, operation, occurrence) for kind in ("server-error", "lost-response")]
            continue
        kinds = _ANY + (_TABLE if service == "dynamodb" else ("throttled",))
        kinds += _TRANSACTION if operation == "TransactWriteItems" else ()
        kinds += _SINGLE_WRITE if operation in _SINGLE_WRITES else ()
        fast += [Plan(kind, operation, occurrence) for kind in kinds]
        slow += [Plan(kind, operation, occurrence) for kind in _TIMEOUTS]
        slow += [Plan(kind, operation, occurrence, True) for kind in _PERSISTENT if kind in kinds]
    return fast, slow


def _one_of_each(plans: Sequence[Plan]) -> list[Plan]:
    """One fault of each kind. Faults of writes have priority, because the writes are last."""
    by_label = {plan.label: plan for plan in sorted(plans, key=lambda plan: "Transact" in plan.operation)}
    return list(by_label.values())
