"""Tests of the validation of prod settings."""

import unittest
from dataclasses import replace

from stack import production, settings
from stack.settings import Settings

COMPLETE = Settings(
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


def _replaced(old: str, new: str) -> Settings:
    changed = [parameter.replace(old, new) for parameter in COMPLETE.parameters]
    return replace(COMPLETE, sam={"parameter_overrides": [parameter for parameter in changed if parameter]})


class ProductionErrors(unittest.TestCase):
    def test_accepts_complete_settings(self) -> None:
        self.assertEqual(production.errors(COMPLETE, "ada@fridges.co"), [])

    def test_rejects_an_http_partner(self) -> None:
        errors = production.errors(_replaced("https://api.loginext.io", "http://api.loginext.io"))
        self.assertEqual(errors, ["LogiNextUrl is http://api.loginext.io: use https for partners"])

    def test_rejects_example_hosts(self) -> None:
        for host in ("loginext.example.com", "loginext.example", "loginext.test", "localhost", "LOGINEXT.EXAMPLE.ORG"):
            with self.subTest(host):
                [message] = production.errors(_replaced("api.loginext.io", host))
                self.assertIn("an example address", message)
        self.assertEqual(production.errors(_replaced("api.loginext.io", "myexample.com")), [])

    def test_rejects_a_missing_partner(self) -> None:
        self.assertEqual(production.errors(_replaced("CardReaderUrl=https://readers.fridges.co/v1", "")), ["CardReaderUrl is missing"])

    def test_rejects_a_missing_or_example_alarm_address(self) -> None:
        for invalid in (_replaced("AlarmEmail=oncall@fridges.co", ""), _replaced("oncall@fridges.co", "")):
            self.assertEqual(production.errors(invalid), ["AlarmEmail is missing: no one would receive alarms"])
        [message] = production.errors(_replaced("oncall@fridges.co", "oncall@larder.example"))
        self.assertEqual(message, "AlarmEmail is oncall@larder.example, an example address")

    def test_rejects_an_example_administrator_and_example_links(self) -> None:
        [message] = production.errors(COMPLETE, "admin@larder.example")
        self.assertEqual(message, "--first-administrator is admin@larder.example, an example address")
        [message] = production.errors(replace(COMPLETE, links={"driverApp": "https://driver.example.com"}))
        self.assertEqual(message, "The link driverApp is https://driver.example.com, an example address")

    def test_accepts_example_addresses_outside_prod(self) -> None:
        self.assertEqual(production.errors(settings.read("dev")), [])

    def test_rejects_the_committed_prod_settings_until_they_are_completed(self) -> None:
        errors = production.errors(settings.read("prod"))
        self.assertIn("AlarmEmail is missing: no one would receive alarms", errors)
        self.assertTrue(any(message.startswith("CardReaderUrl is ") for message in errors), errors)


if __name__ == "__main__":
    unittest.main()
