"""Tests of the calculation and of the document."""

import unittest

from pricing import document
from pricing.model import (
    Model,
    batches_per_second,
    cheapest_memory,
    duration,
    price_per_call,
    read_units,
    write_units,
)

_LAMBDA = {"waitMilliseconds": 10, "fullCoreMebibytes": 1769, "sizesMebibytes": [128, 256, 512, 1024, 1769]}
_PRICES = {"lambdaGigabyteSecond": 0.00001, "lambdaRequest": 0.0000002}


class Units(unittest.TestCase):
    def test_a_write_counts_each_started_kilobyte_of_the_item(self) -> None:
        self.assertEqual([write_units(size) for size in (0, 1, 1024, 1025, 4000)], [1, 1, 1, 2, 4])

    def test_a_read_counts_each_started_four_kilobytes_and_half_if_it_is_eventually_consistent(self) -> None:
        self.assertEqual([read_units(size, True) for size in (1, 4096, 4097)], [1, 1, 2])
        self.assertEqual(read_units(40_960), 5)


class Durations(unittest.TestCase):
    def test_the_cpu_time_grows_as_the_memory_shrinks_and_the_wait_does_not(self) -> None:
        self.assertEqual(duration(1, 1769, _LAMBDA), 11)
        self.assertEqual(duration(1, 3538, _LAMBDA), 11)
        self.assertAlmostEqual(duration(2, 1769 / 4, _LAMBDA), 18)

    def test_a_call_costs_its_whole_milliseconds_and_a_request(self) -> None:
        # 11 ms at 1769 MiB, rounded up from 10.5.
        expected = 0.011 * 1769 / 1024 * 0.00001 + 0.0000002
        self.assertAlmostEqual(price_per_call(0.5, 1769, _LAMBDA, _PRICES), expected, 15)


class Memory(unittest.TestCase):
    def test_the_smallest_size_within_the_limit_of_time_is_the_cheapest(self) -> None:
        self.assertEqual(cheapest_memory(1, 10, 100, _LAMBDA, _PRICES), 128)
        self.assertEqual(cheapest_memory(10, 10, 100, _LAMBDA, _PRICES), 256)

    def test_the_memory_is_three_times_the_peak(self) -> None:
        self.assertEqual(cheapest_memory(1, 60, 100, _LAMBDA, _PRICES), 256)

    def test_the_largest_size_if_none_is_within_the_limit(self) -> None:
        self.assertEqual(cheapest_memory(1000, 10, 100, _LAMBDA, _PRICES), 1769)


class Batches(unittest.TestCase):
    def test_few_messages_have_a_batch_each(self) -> None:
        self.assertAlmostEqual(batches_per_second(0.001, 1, 200), 0.001, 5)
        self.assertEqual(batches_per_second(0, 1, 200), 0)

    def test_many_messages_fill_batches(self) -> None:
        self.assertEqual(batches_per_second(2000, 1, 200), 10)


class Bill(unittest.TestCase):
    def setUp(self) -> None:
        self.model: Model = document.load()

    def test_fixed_items_do_not_depend_on_the_fleet_and_all_others_grow_at_most_in_proportion(self) -> None:
        small, large = self.model.total(1_000), self.model.total(100_000)
        self.assertLess(small, large)
        self.assertLess(large, small * 100)

    def test_latest_reports_cost_one_write_of_the_item_per_report(self) -> None:
        lines = {line.name: line for line in self.model.lines(1_000) if line.area == "DynamoDB writes"}
        size = write_units(self.model.measurements["itemBytes"]["FridgeHealth"])
        self.assertEqual(lines["latest reports"].quantity, self.model.reports(1_000) * size)

    def test_the_sweep_costs_less_than_a_tenth_of_a_write_per_fridge(self) -> None:
        for fridges in document.FLEETS:
            now = sum(line.dollars for line in self.model.lines(fridges) if line.name == "silence sweep")
            self.assertLess(now, self.model.sweep_by_writes(fridges).dollars / 10)


class Document(unittest.TestCase):
    def test_docs_cost_md_is_up_to_date(self) -> None:
        self.assertEqual(document.DOCUMENT.read_text(), document.document(document.load()), "Run ./scripts/cost")

    def test_the_columns_add_up(self) -> None:
        lines = document.load().lines(1_000)
        self.assertAlmostEqual(sum(document.by_area(lines).values()), sum(line.dollars for line in lines))


if __name__ == "__main__":
    unittest.main()
