"""./scripts/faults: injects faults into every writing operation and prints a table of them."""

import argparse
import contextlib
import itertools
import json
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checks.test_stack import TestStack
from fault_tests import coverage, scenarios
from fault_tests.client import Client, functions
from fault_tests.run import Operation, Result, Runner
from fault_tests.scenario import SCENARIOS
from fault_tests.table import table
from stack import shell
from stack.entry import guarded
from stack.paths import ROOT
from stack.progress import Stop

# The areas that run at the same time. The operations of an area run in sequence, because they can share items.
_CONCURRENCY = 6

# The queues whose messages are not delivered during the run, by their worker: these workers change the items of the
# operations that send the messages.
_PAUSED = ("apply-schedule-change", "sync-logi-next")


def main() -> None:
    arguments = _arguments()
    scenarios.load()
    by_area: dict[str, list[Operation]] = defaultdict(list)
    for area, operation in operations():
        if not arguments.operation or operation.name in arguments.operation:
            by_area[area].append(operation)
    if unknown := set(arguments.operation or ()) - SCENARIOS.keys():
        raise Stop(f"unknown operation: {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with _stack(arguments.stack) as description:
        results = _run(Client(description), list(by_area.values()), arguments)
    text = table(results, arguments.seed)
    print(text)
    for result in results:
        for violation in result.violations:
            print(f"VIOLATION {violation}\n")
    if arguments.write:
        arguments.write.write_text(text)
    failed = sum(1 for result in results if result.violations)
    print(f"{len(results) - failed} passed, {failed} failed")
    if failed:
        sys.exit(1)


def _run(client: Client, areas: list[list[Operation]], arguments: argparse.Namespace) -> list[Result]:
    """Runs the areas in parallel."""
    stop = threading.Event()
    with _paused(client), ThreadPoolExecutor(_CONCURRENCY) as threads:
        try:
            runs = [threads.submit(_run_area, client, area, arguments, stop) for area in areas]
            return [result for run in runs for result in run.result()]
        except BaseException:
            stop.set()
            raise


@contextlib.contextmanager
def _stack(description: Path | None) -> Iterator[Path]:
    """The stack with this description, or a new one that is deleted afterwards."""
    if description:
        yield description
        return
    stack = TestStack("faults", fleet=50, injects_faults=True)
    try:
        for check in itertools.chain.from_iterable(stack.up()):
            shell.run(check.command, purpose=check.title, environment=shell.with_variables(**check.variables))
        yield stack.description
    finally:
        stack.down()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/faults", description=__doc__)
    parser.add_argument("--count", type=int, default=24, help="the number of faults per operation (default: 24)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the faults' order (default: 1)")
    parser.add_argument("--operation", action="append", help="only this operation; can be repeated")
    stack_help = "the stack.json of a stack that was started with LARDER_INJECT_FAULTS=1 (default: a new stack)"
    parser.add_argument("--stack", type=Path, help=stack_help)
    parser.add_argument("--write", type=Path, help="also write the table to this file")
    return parser.parse_args()


def operations() -> list[tuple[str, Operation]]:
    """The operations and workers that have a scenario, with their areas."""
    kinds = {each["name"]: each["kind"] for each in json.loads((ROOT / "infra/operations.json").read_text())}
    return [
        (area, Operation(name, kinds.get(name, "worker"), functions().get(name, name)))
        for name, area in coverage.areas().items()
    ]


def _run_area(client: Client, operations: list[Operation], arguments: argparse.Namespace, stop: threading.Event) -> list[Result]:
    results = []
    for operation in operations:
        result = Runner(client, operation, SCENARIOS[operation.name]).run(arguments.seed, arguments.count, stop)
        faults, violations = result.faults.total(), len(result.violations)
        print(f"{operation.name}: {faults} faults, {violations} violations", file=sys.stderr, flush=True)
        results.append(result)
    return results


@contextlib.contextmanager
def _paused(client: Client) -> Iterator[None]:
    """Stops the schedules, and the delivery of messages to the paused workers."""
    api = client.aws.client("lambda")
    mappings = [
        mapping["UUID"]
        for worker in _PAUSED
        for mapping in api.list_event_source_mappings(FunctionName=client.function(worker))["EventSourceMappings"]
    ]
    try:
        for mapping in mappings:
            api.update_event_source_mapping(UUID=mapping, Enabled=False)
        _set_schedules(client, "DISABLED")
        yield
    finally:
        _set_schedules(client, "ENABLED")
        for mapping in mappings:
            api.update_event_source_mapping(UUID=mapping, Enabled=True)


def _set_schedules(client: Client, state: str) -> None:
    """Changes the state of all schedules. Their workers run every minute and change the items of operations, so that a call
    that takes seconds would have the effect of a worker as well."""
    api = client.aws.client("scheduler")
    for listed in api.list_schedules()["Schedules"]:
        schedule = api.get_schedule(Name=listed["Name"], GroupName=listed["GroupName"])
        kept = ("Name", "GroupName", "ScheduleExpression", "FlexibleTimeWindow", "Target")
        api.update_schedule(**{name: schedule[name] for name in kept}, State=state)


if __name__ == "__main__":
    sys.exit(guarded(main))
