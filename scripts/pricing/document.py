"""Writes docs/cost.md and docs/calls.md: `./scripts/cost`. With `--check` it only compares the files."""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

from pricing import calls
from pricing.model import Line, Model, duration, price_per_call
from stack.paths import ROOT
from stack.progress import Stop

FOLDER = Path(__file__).parent
DOCUMENT = ROOT / "docs/cost.md"
FLEETS = (1_000, 10_000, 100_000)
# The number of lines that the list of the largest items has.
LARGEST = 10

_INTRODUCTION = """\
# Cost

`./scripts/cost` writes this file from `scripts/pricing/assumptions.json` (prices and volumes) and
`scripts/pricing/measurements.json` (figures of `./scripts/bench --record`). No bill of AWS has confirmed it: it shows which items
are large and what a change of the design saves.

{prices}
"""

_MODEL = """\
## Memory of functions

Lambda's share of a core is proportional to the memory, {core} MiB being a whole core. The model of a call is its CPU time
divided by that share, plus {wait} ms for the responses of AWS. The price of the CPU time is therefore the same at every size,
and only the price of waiting grows with the memory: the smallest size within the limits of time is the cheapest. These are
the limits, so that the lowest price makes no screen slow. A user waits for a read and for a write; no user waits for a worker.

| | ms of a usual call | ms of the largest call |
|---|---|---|
{limits}

A usual call is that of the sample event. The largest call is measured with the workloads of `bench --peers`, estimated
([below](#estimated-largest-calls)), or assumed to need {factor} times the CPU time of the sample event: the measured pages need
{measured} times as much. The memory is at least three times the peak.

The CPU time is measured on another machine and without TLS. A function of an operation therefore opens its connection to
DynamoDB while its process starts. Lambda gives a starting process a full core with any memory
([AWS](https://serverlessland.com/content/service/lambda/guides/effectively-running-java-on-serverless/init-heavy-lifting)), so that
no call waits for the handshake at a small memory.

Functions declare the recommended memory if it differs from the default (`DEFAULT_MEMORY_MIB`). A test compares the templates
with this table.

| function | CPU ms | largest call, CPU ms | peak MiB | {sizes} | recommended MiB | ms of a usual call | ms of the largest call |
|---|---|---|---|{rules}---|---|---|
"""

_EXCLUDED = """\
## Assumptions

- The calculation contains no free tiers and no savings plans. On arm64, Lambda's price per GB-second is a fifth lower.
- The telemetry queue is a fair queue, because its messages have a message group. SQS charges such requests more.
- X-Ray records one call per second and a twentieth of the others, for each interface (its default rule).
- A web page that stays open receives `eventsPerMinute` events. Each published and each received event is one operation.
- Not included: Cognito (free up to 10,000 monthly users), S3 and CloudFront, traffic to the Internet, notices by SNS, the
  175,000 calls of EventBridge Scheduler, storage of logs, reads of secrets, and writes of staff. Encryption uses keys that AWS owns,
  which cost nothing.
"""


def dollars(amount: float) -> str:
    return f"{amount:,.2f}" if amount < 100 else f"{amount:,.0f}"


def quantity(amount: float) -> str:
    for limit, unit in ((1e9, "billion"), (1e6, "million")):
        if amount >= limit:
            return f"{amount / limit:,.1f} {unit}"
    return f"{amount:,.0f}" if amount >= 10 else f"{amount:.1f}"


def by_area(lines: list[Line]) -> dict[str, float]:
    areas: dict[str, float] = defaultdict(float)
    for line in lines:
        areas[line.area] += line.dollars
    return dict(areas)


def document(model: Model) -> str:
    """The text of the file."""
    return "\n".join([
        _INTRODUCTION.format(prices=model.assumptions["prices"]["source"]),
        _totals(model),
        _largest(model),
        _sweep(model),
        _others(model),
        _memory(model),
        _largest_calls(model),
        _assumptions(model),
    ])


def _totals(model: Model) -> str:
    columns = [by_area(model.lines(fridges)) for fridges in FLEETS]
    names = sorted(columns[-1], key=lambda area: -columns[-1][area])
    rows = [f"| {name} | {' | '.join(dollars(column[name]) for column in columns)} |" for name in names]
    total = " | ".join(f"**{dollars(sum(column.values()))}**" for column in columns)
    per_fridge = " | ".join(f"{sum(column.values()) / fridges:.3f}" for column, fridges in zip(columns, FLEETS))
    return "\n".join([
        "## Dollars per month\n",
        f"| | {' | '.join(f'{fridges:,} fridges' for fridges in FLEETS)} |",
        "|---|---|---|---|",
        *rows,
        f"| **total** | {total} |",
        f"| per fridge | {per_fridge} |\n",
    ])


def _largest(model: Model) -> str:
    lines = sorted(model.lines(FLEETS[-1]), key=lambda line: -line.dollars)[:LARGEST]
    rows = [f"| {line.area} | {line.name} | {quantity(line.quantity)} | {dollars(line.dollars)} |" for line in lines]
    return "\n".join([
        f"## The largest items at {FLEETS[-1]:,} fridges\n",
        "| | item | per month | dollars |",
        "|---|---|---|---|",
        *rows,
        "",
    ])


def _sweep(model: Model) -> str:
    rows = []
    for fridges in FLEETS:
        before = model.sweep_by_writes(fridges)
        now = [line for line in model.lines(fridges) if line.name == "silence sweep"]
        cost = sum(line.dollars for line in now)
        rows.append(
            f"| {fridges:,} | {quantity(before.quantity)} | {dollars(before.dollars)} |"
            f" {' and '.join(quantity(line.quantity) for line in now)} | {dollars(cost)} |"
        )
    return "\n".join([
        "## The silence sweep\n",
        "DynamoDB charges an update for the whole item and for each index whose key changes, even if one attribute changes. A",
        "sweep that stores the time of each fridge's next check therefore writes each report again. The sweep reads the index of",
        "the fleet instead, every minute, and stores one time.\n",
        "| fridges | write units with a time per fridge | dollars | read and write units now | dollars |",
        "|---|---|---|---|---|",
        *rows,
        "",
    ])


def _others(model: Model) -> str:
    fixed, prices = model.assumptions["fixed"], model.assumptions["prices"]
    events = {line.name: line.dollars for line in model.lines(FLEETS[-1])}["events of fridge pages"]
    unfollowed = model.unfollowed_events(FLEETS[-1]).dollars
    operations = dollars(fixed["metrics"] * prices["metricMonth"])
    return "\n".join([
        "## Other items\n",
        f"- **Metrics.** Functions write one metric per operation, `failures`, which alarms read ({operations} dollars at",
        "  most). The duration per operation is only in the log line: a metric of it would cost as much again, and Lambda's own",
        "  metric of each function is free. API Gateway writes no metrics per method.",
        "- **Live events.** A report or an inventory is published to the page of its fridge only while such a page is open: the page",
        "  calls `followFridge` every 5 minutes. The time is an attribute of the stored report, which the write of the next report",
        f"  returns without a further read. At {FLEETS[-1]:,} fridges, these events cost {dollars(events)} dollars, and",
        f"  {dollars(unfollowed)} dollars if each were published. The fleet pages receive each change of a state.",
        "- **Connections.** Fridges publish to topics that have subscribers, so each message is charged as a message, a rule and an",
        "  action. Basic Ingest (a topic that names the rule) would save the price of the messages. It needs other topics and",
        "  another policy of fridges.",
        "- **Alarms.** CloudWatch charges each metric of an alarm, and each function has an alarm of four metrics. This cost does",
        "  not depend on the fleet.\n",
    ])


def _memory(model: Model) -> str:
    lambda_, prices = model.assumptions["lambda"], model.assumptions["prices"]
    sizes, functions = lambda_["sizesMebibytes"], model.measurements["functions"]
    rows = []
    for name in sorted(functions):
        (usual, largest), memory = model.calls(name), model.memory(name)
        cpu = usual.cpu_milliseconds
        per_million = " | ".join(f"{price_per_call(cpu, size, lambda_, prices) * 1e6:.2f}" for size in sizes)
        rows.append(
            f"| {name} | {cpu:.2f} | {largest.cpu_milliseconds:.0f} | {model.peak(name)} | {per_million} | {memory} |"
            f" {duration(cpu, memory, lambda_):.0f} | {duration(largest.cpu_milliseconds, memory, lambda_):.0f} |"
        )
    factors = [
        measured["largest"]["cpuMilliseconds"] / measured["cpuMilliseconds"]
        for name, measured in functions.items()
        if "largest" in measured and model.kinds.get(name) == "read"
    ]
    header = _MODEL.format(
        core=lambda_["fullCoreMebibytes"],
        wait=lambda_["waitMilliseconds"],
        limits="\n".join(
            f"| {kind} | {limit['usual']} | {limit['largest']} |" for kind, limit in lambda_["maxMilliseconds"].items()
        ),
        factor=lambda_["largestCallFactor"],
        measured=f"{min(factors):.0f} to {max(factors):.0f}",
        sizes=" | ".join(f"$ per million at {size}" for size in sizes),
        rules="---|" * len(sizes),
    )
    return header + "\n".join(rows) + "\n"


def _largest_calls(model: Model) -> str:
    estimates = sorted(model.assumptions["lambda"]["largestCalls"].items())
    rows = [f"| {name} | {call['cpuMilliseconds']} | {call['reason']} |" for name, call in estimates]
    return "\n".join([
        "### Estimated largest calls\n",
        "`activity-log` has the limit of a write: it reads until it finds a page of entries that match the filter.\n",
        "| function | CPU ms | content |",
        "|---|---|---|",
        *rows,
        "",
    ])


def _assumptions(model: Model) -> str:
    prices = model.assumptions["prices"].items()
    rows = [f"| price | {name} | {_price(value)} |" for name, value in prices if not isinstance(value, str)]
    rows += [
        f"| {section} | {name} | {value} |"
        for section in ("fleet", "connections", "consumer", "staff", "lambda", "fixed")
        for name, value in model.assumptions[section].items()
        if not isinstance(value, dict)
    ]
    sizes = [f"| measured item bytes | {name} | {size:.0f} |" for name, size in model.measurements["itemBytes"].items()]
    return "\n".join([_EXCLUDED, "| | | |", "|---|---|---|", *rows, *sizes, ""])


def _price(dollars_: float) -> str:
    return f"{dollars_} dollars" if dollars_ > 0.001 else f"{dollars_ * 1e6:g} dollars per million"


def load() -> Model:
    """The model with the stored inputs."""
    read = lambda path: json.loads(path.read_text())  # noqa: E731
    operations = read(ROOT / "infra/operations.json")
    kinds = {operation["function"]: _kind(operation) for operation in operations}
    return Model(read(FOLDER / "assumptions.json"), read(FOLDER / "measurements.json"), kinds)


def _kind(operation: dict) -> str:
    return "read" if operation["kind"] == "query" or operation["name"].startswith("GET ") else "write"


def documents() -> dict[Path, str]:
    """The texts of the files."""
    model = load()
    return {DOCUMENT: document(model), calls.DOCUMENT: calls.document(model.measurements["requests"])}


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes docs/cost.md and docs/calls.md.")
    parser.add_argument("--check", action="store_true", help="compare the files only")
    check = parser.parse_args().check
    for path, text in documents().items():
        name = path.relative_to(ROOT)
        if not check:
            path.write_text(text)
            print(f"wrote {name}")
        elif not path.exists() or path.read_text() != text:
            raise Stop(f"{name} is out of date. Run ./scripts/cost")


if __name__ == "__main__":
    from stack import entry

    sys.exit(entry.guarded(main))
