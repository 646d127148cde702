"""Tests of the default stack after another stack was stopped."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from stack import latest, paths
from stack.paths import StackPaths


class SelectRunningStack(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self._local = Path(self._folder.name)
        self._latest = self._local / "stack.json"
        for module, name, value in (
            (paths, "LOCAL", self._local),
            (latest, "LATEST", self._latest),
        ):
            patch = mock.patch.object(module, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def _write_description(self, port: int, modified: int) -> StackPaths:
        stack = StackPaths(port)
        stack.folder.mkdir(parents=True)
        stack.description.write_text(json.dumps({"port": port}))
        stack.web_configuration.write_text(json.dumps({"version": str(port)}))
        os.utime(stack.description, (modified, modified))
        return stack

    def _make_default(self, stack: StackPaths) -> None:
        self._latest.write_bytes(stack.description.read_bytes())
        self._latest.with_name("config.json").write_bytes(stack.web_configuration.read_bytes())

    def _default(self) -> tuple[int, str]:
        configuration = json.loads(self._latest.with_name("config.json").read_text())
        return json.loads(self._latest.read_text())["port"], configuration["version"]

    def test_selects_the_running_stack_with_the_newest_description(self) -> None:
        stopped, older, newer = self._write_description(4566, 9), self._write_description(5000, 1), self._write_description(5100, 2)
        self._make_default(stopped)
        latest.select_running_stack([older, newer])
        self.assertEqual(self._default(), (5100, "5100"))

    def test_keeps_the_default_stack_while_it_runs(self) -> None:
        default, other = self._write_description(4566, 1), self._write_description(5000, 2)
        self._make_default(default)
        latest.select_running_stack([other, default])
        self.assertEqual(self._default(), (4566, "4566"))

    def test_keeps_the_default_stack_when_no_stack_runs(self) -> None:
        self._make_default(self._write_description(4566, 1))
        latest.select_running_stack([])
        self.assertEqual(self._default(), (4566, "4566"))

    def test_ignores_a_stack_without_a_description(self) -> None:
        self._make_default(self._write_description(4566, 1))
        latest.select_running_stack([StackPaths(5000)])
        self.assertEqual(self._default(), (4566, "4566"))


if __name__ == "__main__":
    unittest.main()
