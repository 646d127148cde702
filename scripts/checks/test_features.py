"""Tests of the package `features`: whether cargo compiles each library once for all tests and tools."""

import json
import subprocess
import unittest
from collections.abc import Sequence

from stack.functions import cargo_environment
from stack.paths import ROOT


def _cargo(*arguments: str) -> str:
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, cwd=ROOT, env=cargo_environment(), check=True, capture_output=True, text=True).stdout


def _features(packages: Sequence[str]) -> set[str]:
    """The libraries with the features that a selection of packages enables."""
    lines = _cargo("tree", *packages, "--prefix", "none", "--format", "{p} [{f}]", "--edges", "normal,build,dev")
    return {line.removesuffix(" (*)") for line in lines.splitlines()}


class FeaturesTest(unittest.TestCase):
    def test_each_package_that_depends_on_it_enables_the_same_features_as_all_packages_together(self) -> None:
        everything = _features(["--workspace"])
        packages = json.loads(_cargo("metadata", "--no-deps", "--format-version", "1"))["packages"]
        users = [each["name"] for each in packages if "features" in {needed["name"] for needed in each["dependencies"]}]
        self.assertGreater(len(users), 20)
        for package in users:
            with self.subTest(package):
                self.assertEqual(_features(["--package", package]) - everything, set())


if __name__ == "__main__":
    unittest.main()
