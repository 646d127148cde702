"""Tests of the decisions about each restored item. checks/rehearsal.py restores tables of the emulator."""

import unittest
from datetime import datetime, timezone
from typing import Any

from stack import restore
from stack.restore import Item, Outcome, State

TABLE = restore.Table("larder-Locations", ("id",), "expiresAt")
NOW = 1_000.0


def item(state: str, **more: dict[str, Any]) -> Item:
    return {"id": {"S": "CHI_0001"}, "state": {"S": state}} | more


class Comparing(unittest.TestCase):
    def test_an_item_is_restored_only_if_it_has_no_later_write(self) -> None:
        before = item("before")
        for live, after, expected in (
            (before, None, Outcome.UNCHANGED),
            (before, State(None), Outcome.UNCHANGED),
            (None, State(None), Outcome.DELETED),
            (item("damaged"), State(item("damaged")), Outcome.CHANGED),
            (item("corrected"), State(item("damaged")), Outcome.LATER),
            (item("created again"), State(None), Outcome.LATER),
            (None, State(item("before")), Outcome.LATER),
            (item("edited"), State(item("before")), Outcome.LATER),
            # Without the end of the damage, a changed item may have a later write.
            (None, None, Outcome.DELETED),
            (item("damaged"), None, Outcome.LATER),
        ):
            with self.subTest(live=live, after=after):
                self.assertEqual(restore.compare(TABLE, before, live, after, NOW).outcome, expected)

    def test_later_writes_are_replaced_only_if_requested(self) -> None:
        for live, expected in ((item("edited"), Outcome.CHANGED), (None, Outcome.DELETED), (item("before"), Outcome.UNCHANGED)):
            comparison = restore.compare(TABLE, item("before"), live, State(item("x")), NOW, overwrite=True)
            self.assertEqual(comparison.outcome, expected)

    def test_an_item_that_expired_since_is_not_restored(self) -> None:
        for seconds, expected in (("999", Outcome.EXPIRED), ("1001", Outcome.DELETED)):
            before = item("before", expiresAt={"N": seconds})
            self.assertEqual(restore.compare(TABLE, before, None, None, NOW).outcome, expected)

    def test_the_order_in_a_set_makes_no_difference(self) -> None:
        before, live = (item("same", nested={"M": {"set": {"SS": names}}}) for names in (["a", "b"], ["b", "a"]))
        self.assertEqual(restore.compare(TABLE, before, live, None, NOW).outcome, Outcome.UNCHANGED)
        lists = (item("same", list={"L": [{"S": name} for name in names]}) for names in ("ab", "ba"))
        self.assertEqual(restore.compare(TABLE, *lists, None, NOW).outcome, Outcome.LATER)

    def test_the_report_counts_each_outcome_and_shows_keys(self) -> None:
        report = restore.Report()
        for _ in range(7):
            report.add(TABLE, restore.compare(TABLE, item("before"), None, None, NOW))
        self.assertIn("       7 items were deleted, to restore", str(report))
        self.assertIn("       0 items were changed, to restore", str(report))
        self.assertEqual(str(report).count("deleted: CHI_0001"), 5)


class Writing(unittest.TestCase):
    def request(self, before: Item, live: Item | None) -> dict[str, Any]:
        return restore.request(TABLE, restore.Comparison(before, live, Outcome.CHANGED))

    def test_a_deleted_item_is_written_unless_it_exists_again(self) -> None:
        request = self.request(item("before"), None)
        self.assertEqual(request["ConditionExpression"], "attribute_not_exists(#key)")
        self.assertEqual(request["ExpressionAttributeNames"], {"#key": "id"})

    def test_a_changed_item_is_written_only_over_the_compared_attributes(self) -> None:
        request = self.request(item("before", added={"S": "x"}), item("damaged"))
        names = request["ExpressionAttributeNames"]
        self.assertEqual(names, {"#0": "id", "#1": "state", "#2": "added"})
        self.assertEqual(request["ConditionExpression"], "#0 = :0 AND #1 = :1 AND attribute_not_exists(#2)")
        self.assertEqual(request["ExpressionAttributeValues"][":1"], {"S": "damaged"})

    def test_the_version_grows_above_that_of_the_damaged_item(self) -> None:
        request = self.request(item("before", version={"N": "3"}), item("damaged", version={"N": "9"}))
        self.assertEqual(request["Item"]["version"], {"N": "10"})
        # A version of software is a text.
        request = self.request(item("before", version={"S": "1.2"}), item("damaged", version={"S": "1.3"}))
        self.assertEqual(request["Item"]["version"], {"S": "1.2"})


class Times(unittest.TestCase):
    def test_times_have_a_zone_and_are_in_order_and_in_the_past(self) -> None:
        now = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)
        early, late = now.replace(hour=5), now.replace(hour=6)
        self.assertEqual(restore.time_errors([early, late], now), [])
        self.assertEqual(restore.time_errors([late, early], now), ["--until must be after --to"])
        self.assertEqual(restore.time_errors([now.replace(hour=13)], now), ["2026-11-20T13:00:00+00:00 is in the future"])
        self.assertEqual(
            restore.time_errors([early.replace(tzinfo=None)], now), ["2026-11-20T05:00:00 has no time zone. Add Z for UTC"]
        )


class Names(unittest.TestCase):
    def test_the_restored_table_has_a_name_that_dynamodb_accepts_and_an_earlier_run_can_find(self) -> None:
        class Waiter:
            def wait(self, **_: object) -> None:
                pass

        class FakeDynamoDb:
            class exceptions:  # noqa: N801
                TableAlreadyExistsException = InvalidRestoreTimeException = PointInTimeRecoveryUnavailableException = KeyError

            def restore_table_to_point_in_time(self, **_: object) -> None:
                raise KeyError("exists")

            def get_waiter(self, _: str) -> Waiter:
                return Waiter()

        moment = datetime.fromisoformat("2026-11-20T05:00:00-06:00")
        table = restore.Table("x" * 255, ("id",), None)
        name = restore.restored(FakeDynamoDb(), table, moment)
        self.assertEqual(len(name), 255)
        self.assertTrue(name.endswith("-restored-20261120T110000Z"))


if __name__ == "__main__":
    unittest.main()
