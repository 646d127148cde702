"""Rejects settings that must not reach prod."""

import unittest
from dataclasses import replace

from stack import production, settings
from stack.settings import Settings

GOOD = Settings(
    environment="prod",
    sam={
        "parameter_overrides": [
            "Environment=prod",
            "CardReaderUrl=https://readers.fridges.co/v1",
            "LogiNextUrl=https://api.loginext.io",
            "AlarmEmail=oncall@fridges.co",
        ]
    },
    links={"driverApp": "https://drivers.fridges.co"},
    idle_sign_out_minutes=30,
)


def _with(old: str, new: str) -> Settings:
    changed = [parameter.replace(old, new) for parameter in GOOD.parameters]
    return replace(GOOD, sam={"parameter_overrides": [parameter for parameter in changed if parameter]})


class Production(unittest.TestCase):
    def test_accepts_complete_settings(self) -> None:
        self.assertEqual(production.faults(GOOD, "ada@fridges.co"), [])

    def test_rejects_an_http_partner(self) -> None:
        found = production.faults(_with("https://api.loginext.io", "http://api.loginext.io"))
        self.assertEqual(found, ["LogiNextUrl is http://api.loginext.io: partners must be called by https"])

    def test_rejects_example_hosts(self) -> None:
        for host in ("loginext.example.com", "loginext.example", "loginext.test", "localhost", "LOGINEXT.EXAMPLE.ORG"):
            with self.subTest(host):
                [fault] = production.faults(_with("api.loginext.io", host))
                self.assertIn("an example address", fault)
        self.assertEqual(production.faults(_with("api.loginext.io", "myexample.com")), [])

    def test_rejects_a_missing_partner(self) -> None:
        self.assertEqual(production.faults(_with("CardReaderUrl=https://readers.fridges.co/v1", "")), ["CardReaderUrl is missing"])

    def test_rejects_a_missing_or_example_alarm_address(self) -> None:
        for settings_without in (_with("AlarmEmail=oncall@fridges.co", ""), _with("oncall@fridges.co", "")):
            self.assertEqual(production.faults(settings_without), ["AlarmEmail is missing: no one would receive alarms"])
        [fault] = production.faults(_with("oncall@fridges.co", "oncall@larder.example"))
        self.assertEqual(fault, "AlarmEmail is oncall@larder.example, an example address")

    def test_rejects_an_example_administrator_and_example_links(self) -> None:
        [fault] = production.faults(GOOD, "admin@larder.example")
        self.assertEqual(fault, "--first-administrator is admin@larder.example, an example address")
        [fault] = production.faults(replace(GOOD, links={"driverApp": "https://driver.example.com"}))
        self.assertEqual(fault, "the link driverApp is https://driver.example.com, an example address")

    def test_other_environments_may_use_examples(self) -> None:
        self.assertEqual(production.faults(settings.read("dev")), [])

    def test_the_committed_settings_are_rejected_until_they_are_filled_in(self) -> None:
        found = production.faults(settings.read("prod"))
        self.assertIn("AlarmEmail is missing: no one would receive alarms", found)
        self.assertTrue(any(fault.startswith("CardReaderUrl is ") for fault in found), found)


if __name__ == "__main__":
    unittest.main()
