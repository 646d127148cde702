"""./scripts/restore: restores damaged or deleted items of a table from an earlier time (docs/recovery.md).

DynamoDB restores a table only as a new table. This command restores the state before the damage, and with `--until` also
the state after it, as two tables next to the live table. It compares both with the live table, item by item. An item that
still has its state after the damage has no later write, so it is restored. All other items are kept.

The live table stays in service. Each write has the condition that the item has not changed since it was compared.
"""

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timezone
from enum import Enum
from typing import Any

from stack import settings
from stack.deployed import Deployed, aws_of
from stack.entry import guarded
from stack.progress import Stop, step

# An item, or the key of an item, in DynamoDB's JSON.
Item = dict[str, dict[str, Any]]

# The limit of a batch that reads items.
_BATCH = 100
_WRITERS = 8
_MAX_NAME_LENGTH = 255
# The number of keys that the report shows for each outcome.
_EXAMPLES = 5
_FIRST_WAIT_SECONDS, _MAX_WAITS = 0.1, 8
# A large table needs hours.
_WAITER = {"Delay": 20, "MaxAttempts": 1080}
# The attribute that optimistic locking compares.
_VERSION = "version"


class Outcome(Enum):
    """What happens to an item of the restored table."""

    UNCHANGED = "are unchanged"
    DELETED = "were deleted, to restore"
    CHANGED = "were changed, to restore"
    LATER = "were written or deleted later, kept"
    EXPIRED = "have expired since, ignored"


@dataclass(frozen=True)
class Comparison:
    """An item before the damage, the live item, and what happens to it."""

    before: Item
    live: Item | None
    outcome: Outcome


@dataclass(frozen=True)
class Table:
    """A table: its name, its key attributes and the attribute with the time to live."""

    name: str
    key: tuple[str, ...]
    expiry: str | None

    def key_of(self, item: Item) -> Item:
        return {name: item[name] for name in self.key}


@dataclass
class Report:
    """The number of items by outcome, with some keys."""

    counts: Counter[Outcome] = field(default_factory=Counter)
    examples: dict[Outcome, list[str]] = field(default_factory=dict)

    def add(self, table: Table, comparison: Comparison) -> None:
        self.counts[comparison.outcome] += 1
        examples = self.examples.setdefault(comparison.outcome, [])
        if len(examples) < _EXAMPLES:
            examples.append(" ".join(str(next(iter(value.values()))) for value in table.key_of(comparison.before).values()))

    def __str__(self) -> str:
        lines = [f"{self.counts[outcome]:8} items {outcome.value}" for outcome in Outcome]
        for outcome in (Outcome.DELETED, Outcome.CHANGED, Outcome.LATER):
            lines += [f"  {outcome.name.lower()}: {key}" for key in self.examples.get(outcome, ())]
        return "\n".join(lines)


def main() -> None:
    arguments = _arguments()
    times = [arguments.to, *([arguments.until] if arguments.until else [])]
    if errors := time_errors(times, datetime.now(timezone.utc)):
        raise Stop("\n".join(errors))
    aws = aws_of(arguments.environment)
    outputs = Deployed(aws, settings.read(arguments.environment)).outputs()
    tables = sorted(name.removesuffix("Table") for name in outputs if name.endswith("Table"))
    if arguments.table not in tables:
        raise Stop(f"There is no table {arguments.table}. The tables are {', '.join(tables)}")
    dynamodb = aws.client("dynamodb")
    table = describe(dynamodb, outputs[f"{arguments.table}Table"])
    with step(f"Restoring {table.name} next to the live table"):
        copies = [restored(dynamodb, table, moment) for moment in times]
    before, after = copies[0], copies[1] if arguments.until else None
    with step("Comparing with the live table"):
        report, restorable = compare_tables(dynamodb, table, before, after, overwrite=arguments.overwrite_later_writes)
    print(report)
    if arguments.apply:
        with step("Writing the items") as current:
            written = apply(dynamodb, table, restorable)
            current.result = f"{written} items restored, {len(restorable) - written} changed since the comparison and were kept"
    elif restorable:
        print(f"Nothing was written. --apply restores {len(restorable)} items")
    for copy in copies:
        print(f"The restored table stays until you delete it: aws dynamodb delete-table --table-name {copy}")


def time_errors(times: list[datetime], now: datetime) -> list[str]:
    """The errors in the times of a restore, as messages."""
    errors = [f"{moment.isoformat()} has no time zone. Add Z for UTC" for moment in times if moment.tzinfo is None]
    if errors:
        return errors
    errors = [f"{moment.isoformat()} is in the future" for moment in times if moment > now]
    if len(times) == 2 and times[1] <= times[0]:
        errors.append("--until must be after --to")
    return errors


def describe(dynamodb: Any, name: str) -> Table:
    """The keys and the expiry attribute of a table."""
    schema = dynamodb.describe_table(TableName=name)["Table"]["KeySchema"]
    expiry = dynamodb.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
    return Table(name, tuple(part["AttributeName"] for part in schema), expiry.get("AttributeName"))


def restored(dynamodb: Any, table: Table, moment: datetime) -> str:
    """Restores the table at `moment` as a new table without indexes and waits for it. Returns its name. A table that an
    earlier run restored is used again."""
    suffix = f"-restored-{moment.astimezone(timezone.utc):%Y%m%dT%H%M%SZ}"
    name = table.name[: _MAX_NAME_LENGTH - len(suffix)] + suffix
    try:
        dynamodb.restore_table_to_point_in_time(
            SourceTableName=table.name,
            TargetTableName=name,
            RestoreDateTime=moment,
            GlobalSecondaryIndexOverride=[],
            BillingModeOverride="PAY_PER_REQUEST",
        )
    except dynamodb.exceptions.TableAlreadyExistsException:
        pass
    except (
        dynamodb.exceptions.InvalidRestoreTimeException,
        dynamodb.exceptions.PointInTimeRecoveryUnavailableException,
    ) as error:
        raise Stop(f"{table.name} cannot be restored to {moment.isoformat()}: {error}") from None
    dynamodb.get_waiter("table_exists").wait(TableName=name, WaiterConfig=_WAITER)
    return name


def compare_tables(
    dynamodb: Any, table: Table, before: str, after: str | None, *, overwrite: bool = False
) -> tuple[Report, list[Comparison]]:
    """Compares each item of the table `before` with the live table and with the table `after`. Returns the report, and the
    items to restore."""
    report, restorable = Report(), []
    for batch in _batches(scan(dynamodb, before)):
        live = read(dynamodb, table, table.name, batch)
        later = read(dynamodb, table, after, batch) if after else None
        for item in batch:
            key = _frozen(table.key_of(item))
            state = State(later.get(key)) if later is not None else None
            comparison = compare(table, item, live.get(key), state, time.time(), overwrite=overwrite)
            report.add(table, comparison)
            if comparison.outcome in (Outcome.DELETED, Outcome.CHANGED):
                restorable.append(comparison)
    return report, restorable


@dataclass(frozen=True)
class State:
    """The state of an item after the damage. None if it did not exist."""

    item: Item | None


def compare(
    table: Table, before: Item, live: Item | None, after: State | None, now: float, *, overwrite: bool = False
) -> Comparison:
    """Compares an item before the damage with the live item. `after` is None if the end of the damage is not known. Then a
    changed item counts as written later, and a deleted one as deleted by the damage."""
    restore = Outcome.DELETED if live is None else Outcome.CHANGED
    if _normalized(live) == _normalized(before):
        outcome = Outcome.UNCHANGED
    elif table.expiry and float(before.get(table.expiry, {}).get("N", "inf")) <= now:
        outcome = Outcome.EXPIRED
    elif overwrite or (live is None if after is None else _normalized(live) == _normalized(after.item)):
        outcome = restore
    else:
        outcome = Outcome.LATER
    return Comparison(before, live, outcome)


def scan(dynamodb: Any, name: str) -> Iterator[Item]:
    for page in dynamodb.get_paginator("scan").paginate(TableName=name, ConsistentRead=True):
        yield from page["Items"]


def read(dynamodb: Any, table: Table, name: str, items: Iterable[Item]) -> dict[Any, Item]:
    """The items of the table `name` with the keys of `items`, by key."""
    found: dict[Any, Item] = {}
    requests = {name: {"Keys": [table.key_of(item) for item in items], "ConsistentRead": True}}
    for attempt in range(_MAX_WAITS):
        response = dynamodb.batch_get_item(RequestItems=requests)
        for item in response["Responses"].get(name, []):
            found[_frozen(table.key_of(item))] = item
        requests = response.get("UnprocessedKeys") or {}
        if not requests:
            return found
        time.sleep(_FIRST_WAIT_SECONDS * 2**attempt)
    raise Stop(f"DynamoDB throttles reads of {name}. Run the command again. It uses the restored tables again")


def apply(dynamodb: Any, table: Table, comparisons: list[Comparison]) -> int:
    """Writes the items. Returns the number of written items. An item that changed since the comparison is kept."""

    def put(comparison: Comparison) -> bool:
        try:
            dynamodb.put_item(**request(table, comparison))
        except dynamodb.exceptions.ConditionalCheckFailedException:
            return False
        return True

    with ThreadPoolExecutor(_WRITERS) as threads:
        return sum(threads.map(put, comparisons))


def request(table: Table, comparison: Comparison) -> dict[str, Any]:
    """The write of an item, under the condition that the live item is unchanged."""
    item, live = dict(comparison.before), comparison.live
    if live is None:
        names = {"#key": table.key[0]}
        return {"TableName": table.name, "Item": item, "ConditionExpression": "attribute_not_exists(#key)", "ExpressionAttributeNames": names}
    if "N" in item.get(_VERSION, {}) and "N" in live.get(_VERSION, {}):
        # A page that shows the damaged item has its version. The page must not overwrite the restored item.
        item[_VERSION] = {"N": str(int(live[_VERSION]["N"]) + 1)}
    present, absent = sorted(live), sorted(set(item) - set(live))
    names = {f"#{index}": name for index, name in enumerate([*present, *absent])}
    conditions = [f"#{index} = :{index}" for index in range(len(present))]
    conditions += [f"attribute_not_exists(#{index})" for index in range(len(present), len(names))]
    return {
        "TableName": table.name,
        "Item": item,
        "ConditionExpression": " AND ".join(conditions),
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": {f":{index}": live[name] for index, name in enumerate(present)},
    }


def _batches(items: Iterator[Item]) -> Iterator[list[Item]]:
    while batch := list(itertools.islice(items, _BATCH)):
        yield batch


def _normalized(value: Any) -> Any:
    """A value that is equal for equal items. DynamoDB returns the elements of a set in any order."""
    if isinstance(value, dict):
        return {
            name: sorted(part) if name in ("SS", "NS", "BS") and isinstance(part, list) else _normalized(part)
            for name, part in value.items()
        }
    return [_normalized(part) for part in value] if isinstance(value, list) else value


def _frozen(key: Item) -> tuple[Any, ...]:
    return tuple((name, *value.items()) for name, value in sorted(key.items()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./scripts/restore",
        description="Restores damaged or deleted items of a table from an earlier time. Without --apply it only compares.",
    )
    parser.add_argument("table", help="the table, such as Locations")
    parser.add_argument("--environment", choices=("local", "dev", "prod"), default="local", help="default: the local stack")
    to = "the time before the damage, such as 2026-11-20T05:00:00Z"
    parser.add_argument("--to", type=datetime.fromisoformat, required=True, metavar="TIME", help=to)
    until = "the time after the damage. Items that were written later are kept. Without it, only deleted items are restored"
    parser.add_argument("--until", type=datetime.fromisoformat, metavar="TIME", help=until)
    overwrite = "also restore items that were written later. Their later writes are lost"
    parser.add_argument("--overwrite-later-writes", action="store_true", help=overwrite)
    parser.add_argument("--apply", action="store_true", help="write the items")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
