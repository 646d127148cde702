"""The text of docs/calls.md: the requests of each function to AWS, and their capacity units."""

from stack.paths import ROOT

DOCUMENT = ROOT / "docs/calls.md"
# The requests to DynamoDB that write.
WRITES = ("BatchWriteItem", "DeleteItem", "PutItem", "TransactWriteItems", "UpdateItem")
# The maximum number of write calls of the largest calls.
MAX_WRITE_CALLS = {"create-schedule-changes": 35, "upload-par-maps": 20}

_INTRODUCTION = """\
# Calls of AWS

`./scripts/cost` writes this file from the requests that `./scripts/bench --record` recorded
(`scripts/pricing/measurements.json`). Each function ran against the stub of the bench
([tools/bench](../scripts/tools/bench/README.md)). The figures are of the second call of a process, because a function keeps
some values after its first call.

## Definitions

- **Requests** to AWS by operation. Operations without a service are those of DynamoDB. Retries, live events, logs, traces and
  requests to partners are not included.
- **Read units** of DynamoDB: a unit reads 4 KB with strong consistency, or 8 KB without. The items of a query are rounded up
  together, those of a batch one by one, and a read that finds nothing costs as much as that of a small item. A projection
  does not reduce the units.
- **Write units** of DynamoDB: a unit writes 1 KB of an item. An action of a transaction costs twice as much, and so does a check of
  a condition here. An update or a deletion is charged for the larger of the items before and after it, a put here for the new
  item. **Writes of indexes are not included**: each index that contains a changed item costs at least one more unit. The table
  `Audit` has three indexes (`infra/data.yaml`).

The size of an item is that of its names and values
([AWS](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html)). The rules are in
`scripts/tools/bench/src/capacity.rs`. The stub contains the items of the sample events and few others, so a list of a real
fleet reads more: the largest calls read a generated fleet of 4,500 locations.
"""


def document(requests: dict[str, dict]) -> str:
    """The text of the file."""
    return "\n".join([_INTRODUCTION, _largest(requests), _usual(requests)])


def write_calls(call: dict) -> int:
    """The number of requests of a call that write to DynamoDB."""
    return sum(call["operations"].get(operation, 0) for operation in WRITES)


def _largest(requests: dict[str, dict]) -> str:
    largest = [(name, call["largest"]) for name, call in sorted(requests.items()) if "largest" in call]
    rows = [
        f"| {name} | {call['content']} | {_requests(call)} | {write_calls(call)} | {MAX_WRITE_CALLS.get(name, '')} |"
        f" {_units(call['readUnits'])} | {_units(call['writeUnits'])} | {_operations(call)} |"
        for name, call in largest
    ]
    return "\n".join([
        "## Largest calls\n",
        "Write calls are requests to DynamoDB that write. A test compares them with the maximum.\n",
        "| function | content | requests | write calls | at most | read units | write units | operations |",
        "|---|---|---|---|---|---|---|---|",
        *rows,
        "",
    ])


def _usual(requests: dict[str, dict]) -> str:
    rows = [
        f"| {name} | {_requests(call)} | {_units(call['readUnits'])} | {_units(call['writeUnits'])} | {_operations(call)} |"
        for name, call in sorted(requests.items())
    ]
    return "\n".join([
        "## Calls with the sample event\n",
        "The events are in `infra/events`. The first read of an operation is that of the caller's permissions. A mutation",
        "without write units rejected its input or found nothing to change in the stub. A call that changes something costs more.\n",
        "| function | requests | read units | write units | operations |",
        "|---|---|---|---|---|",
        *rows,
        "",
    ])


def _requests(call: dict) -> int:
    return sum(call["operations"].values())


def _operations(call: dict) -> str:
    return ", ".join(f"{count} {operation}" for operation, count in sorted(call["operations"].items()))


def _units(units: float) -> str:
    return f"{units:,.0f}" if units == int(units) else f"{units:,.1f}"
