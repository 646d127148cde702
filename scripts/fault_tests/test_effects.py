"""Tests of effects."""

import unittest
from typing import Any

from fault_tests.effects import Normalizer, describe, effect

_TABLE = "larder-local-Data-1-LocationsTable-2"


def _item(key: str, before: dict[str, Any] | None, after: dict[str, Any] | None) -> dict[str, Any]:
    return {"table": _TABLE, "key": {"id": {"S": key}}, "before": before, "after": after}


class EffectTest(unittest.TestCase):
    def test_two_calls_with_other_ids_and_times_have_the_same_effect(self) -> None:
        def created(name: str, id: str, second: int) -> dict[str, Any]:
            item = {"id": {"S": f"FRIDGE_{name}"}, "uuid": {"S": id}, "at": {"S": f"2026-11-23T10:00:{second:02}.000Z"}}
            return _item(f"FRIDGE_{name}", None, item | {"expiresAt": {"N": str(1_800_000_000 + second)}})

        one = created("a1", "0193a0f4-5c00-7000-8000-000000000001", 1)
        other = created("b2", "0193a0f4-5c00-7000-8000-000000000002", 2)
        effects = [effect([item], Normalizer([(name, "name")])) for item, name in ((one, "a1"), (other, "b2"))]
        self.assertEqual(effects[0], effects[1])
        self.assertIn('"table": "Locations"', effects[0][0])

    def test_an_unchanged_item_has_no_effect(self) -> None:
        item = {"id": {"S": "A"}, "version": {"N": "1"}}
        self.assertEqual(effect([_item("A", item, item)], Normalizer()), ())

    def test_a_second_history_entry_is_another_effect(self) -> None:
        entry = {"event": {"S": "CREATED"}}
        once = effect([_item("A", None, entry)], Normalizer())
        twice = effect([_item("A", None, entry), _item("A", None, entry)], Normalizer())
        self.assertNotEqual(once, twice)
        self.assertIn("unexpected", describe(once, twice))
        self.assertIn("missing", describe(twice, once))

    def test_numbers_and_lists_are_compared_by_their_difference(self) -> None:
        def change(version: int, items: list[str]) -> tuple[str, ...]:
            before = {"version": {"N": str(version)}, "items": {"L": [{"S": item} for item in items]}}
            after = {"version": {"N": str(version + 1)}, "items": {"L": [{"S": item} for item in [*items, "new"]]}}
            return effect([_item("A", before, after)], Normalizer())

        self.assertEqual(change(1, ["a"]), change(7, ["b", "c"]))
        [only] = change(1, [])
        self.assertIn('"version": "+1"', only)

    def test_a_skipped_version_is_another_effect(self) -> None:
        def to(version: str) -> tuple[str, ...]:
            return effect([_item("A", {"version": {"N": "1"}}, {"version": {"N": version}})], Normalizer())

        self.assertNotEqual(to("2"), to("3"))

    def test_the_number_of_a_shard_and_the_day_of_the_write_are_not_compared(self) -> None:
        def created(shard: str) -> tuple[str, ...]:
            return effect([_item("A", None, {"dayShard": {"S": shard}})], Normalizer())

        self.assertEqual(created("2026-11-23#1"), created("2026-11-24#12"))
        self.assertNotEqual(created("IL#1"), created("WI#1"))

    def test_ignored_attributes_are_not_compared(self) -> None:
        item = _item("A", {"calls": {"N": "1"}}, {"calls": {"N": "2"}})
        self.assertEqual(effect([item], Normalizer(ignored=("calls",))), ())


if __name__ == "__main__":
    unittest.main()
