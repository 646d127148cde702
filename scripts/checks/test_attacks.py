"""Tests of the table of attacks and of the scans."""

import unittest

from checks import attacks, counts, scans
from checks.attacks import Attack


class TableTest(unittest.TestCase):
    def test_reads_lines_that_follow_the_name_of_a_test(self) -> None:
        output = "test a::b ... attack | foreign key | 132 | 132 | 0\nattack | profile admin | 129 | 0 | 129\nattack | x\n"
        expected = [Attack("foreign key", 132, 132, 0), Attack("profile admin", 129, 0, 129)]
        self.assertEqual(attacks.read(output), expected)

    def test_a_reader_collects_attacks_and_counts_tests(self) -> None:
        found: list[Attack] = []
        reader = attacks.collecting(found, counts.cargo)
        self.assertEqual(reader("attack | a | 1 | 1 | 0\ntest result: ok. 3 passed; 1 failed;"), counts.Counts(3, 1))
        self.assertEqual(found, [Attack("a", 1, 1, 0)])

    def test_a_reader_counts_each_test_as_a_target(self) -> None:
        found: list[Attack] = []
        attacks.counting(found, "formulas", counts.vitest)("      Tests  1 failed | 33 passed (34)\n")
        self.assertEqual(found, [Attack("formulas", 34, 33, 1)])

    def test_prints_a_row_per_attack(self) -> None:
        lines = attacks.table([Attack("foreign key", 132, 132, 0)]).splitlines()
        self.assertEqual([line.split() for line in lines], [["attack", "targets", "rejected", "accepted"], ["foreign", "key", "132", "132", "0"]])


class ScansTest(unittest.TestCase):
    def test_reads_license_expressions(self) -> None:
        for expression, is_allowed in (
            ("MIT", True),
            ("GPL-3.0", False),
            ("MIT OR GPL-3.0", True),
            ("MIT AND GPL-3.0", False),
            ("(MIT OR GPL-3.0) AND Unicode-3.0", True),
            ("GPL-3.0 OR MIT AND LGPL-2.1", False),
            ("MIT/Apache-2.0", True),
            ("Apache-2.0 WITH LLVM-exception", True),
            ("", False),
        ):
            with self.subTest(expression):
                self.assertEqual(scans.is_allowed(expression), is_allowed)

    def test_reports_crates_of_other_sources_and_licenses(self) -> None:
        def package(name: str, source: str | None, license: str) -> dict:
            return {"name": name, "version": "1.0.0", "source": source, "license": license}

        packages = [
            package("own", None, "Proprietary"),
            package("good", scans.REGISTRY, "MIT"),
            package("copyleft", scans.REGISTRY, "GPL-3.0"),
            package("fork", "git+https://example.com/fork", "MIT"),
        ]
        expected = ["copyleft 1.0.0 has the license GPL-3.0", "fork 1.0.0 comes from git+https://example.com/fork"]
        self.assertEqual(scans.crate_problems(packages), expected)

    def test_the_npm_packages_have_checksums_and_allowed_licenses(self) -> None:
        self.assertEqual(scans.find_package_problems(), [])


if __name__ == "__main__":
    unittest.main()
