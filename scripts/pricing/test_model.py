"""Tests of the calculation and of the document."""

import re
import unittest

from pricing import document
from pricing.model import (
    Call,
    Model,
    batches_per_second,
    cheapest_memory,
    duration,
    price_per_call,
    read_units,
    sampled_traces,
    write_units,
)
from stack import templates
from stack.paths import ROOT

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
        self.assertEqual(self._memory(cpu=1), 128)
        self.assertEqual(self._memory(cpu=10), 256)

    def test_the_largest_call_has_a_limit_of_time_as_well(self) -> None:
        self.assertEqual(self._memory(cpu=1, largest=40), 256)

    def test_the_memory_is_three_times_the_peak(self) -> None:
        self.assertEqual(self._memory(cpu=1, peak=60), 256)

    def test_the_largest_size_if_none_is_within_the_limit(self) -> None:
        self.assertEqual(self._memory(cpu=1000), 1769)

    def _memory(self, cpu: float, largest: float = 0, peak: float = 10) -> int:
        return cheapest_memory(Call(cpu, 100), Call(largest, 300), peak, _LAMBDA, _PRICES)


class DeclaredMemory(unittest.TestCase):
    """The memory in the templates, which `./scripts/generate` writes from the functions' declarations."""

    def setUp(self) -> None:
        self.model = document.load()
        self.declared: dict[str, int] = {}
        for name in ("operations", "rest", "triggers", "workers"):
            template = templates.parse((ROOT / f"infra/{name}.yaml").read_text())
            self.default = template["Globals"]["Function"]["MemorySize"]
            for resource in template["Resources"].values():
                if resource["Type"] == "AWS::Serverless::Function":
                    properties = resource["Properties"]
                    [function] = re.findall(r"target/lambda/(.+)/bootstrap", properties["CodeUri"])
                    self.declared[function] = properties.get("MemorySize", self.default)

    def test_each_measured_function_declares_the_recommended_memory(self) -> None:
        measured = self.model.measurements["functions"].keys() & self.declared.keys()
        recommended = {name: self.model.memory(name) for name in measured}
        self.assertEqual({name: self.declared[name] for name in measured}, recommended, "Change MEMORY_MIB")

    def test_a_function_without_figures_has_the_default(self) -> None:
        others = self.declared.keys() - self.model.measurements["functions"].keys()
        self.assertEqual({name: self.declared[name] for name in others}, dict.fromkeys(others, self.default))

    def test_every_operation_has_a_kind_and_each_estimate_a_function(self) -> None:
        self.assertEqual({self.model.kinds[name] for name in ("locations", "update-location")}, {"read", "write"})
        self.assertLessEqual(self.model.assumptions["lambda"]["largestCalls"].keys(), self.declared.keys())


class Resources(unittest.TestCase):
    """Counts in the assumptions, which the templates determine."""

    def setUp(self) -> None:
        files = (ROOT / "infra").glob("*.yaml")
        resources = [templates.parse(file.read_text()).get("Resources", {}) for file in files]
        self.all = [resource for template in resources for resource in template.values()]
        self.fixed = document.load().assumptions["fixed"]

    def test_the_firewalls_and_composite_alarms_are_those_of_the_templates(self) -> None:
        firewalls = self._of_type("AWS::WAFv2::WebACL")
        rules = sum(len(firewall["Rules"]) for firewall in firewalls)
        self.assertEqual((self.fixed["firewalls"], self.fixed["firewallRules"]), (len(firewalls), rules))
        self.assertEqual(self.fixed["compositeAlarms"], len(self._of_type("AWS::CloudWatch::CompositeAlarm")))
        self.assertEqual(self.fixed["secrets"], len(self._of_type("AWS::SecretsManager::Secret")))

    def test_the_polled_queues_are_those_of_the_templates(self) -> None:
        self.assertEqual(self.fixed["queuesPolled"], len(self._of_type("AWS::Lambda::EventSourceMapping")))

    def test_the_metrics_of_alarms_are_about_those_of_the_templates(self) -> None:
        alarms = self._of_type("AWS::CloudWatch::Alarm")
        metrics = sum(
            sum("MetricStat" in metric for metric in alarm["Metrics"]) if "Metrics" in alarm else 1 for alarm in alarms
        )
        # A new function adds four.
        self.assertAlmostEqual(self.fixed["alarmMetrics"], metrics, delta=metrics / 10)

    def _of_type(self, name: str) -> list[dict]:
        return [resource["Properties"] for resource in self.all if resource["Type"] == name]


class Batches(unittest.TestCase):
    def test_few_messages_have_a_batch_each(self) -> None:
        self.assertAlmostEqual(batches_per_second(0.001, 1, 200), 0.001, 5)
        self.assertEqual(batches_per_second(0, 1, 200), 0)

    def test_many_messages_fill_batches(self) -> None:
        self.assertEqual(batches_per_second(2000, 1, 200), 10)


class Traces(unittest.TestCase):
    def test_one_call_per_second_and_a_twentieth_of_the_others_are_recorded(self) -> None:
        self.assertEqual([sampled_traces(calls, 60) for calls in (0, 30, 60, 100)], [0, 30, 60, 62])


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
