"""What tools find as the latest stack after one was stopped."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from stack import latest, places
from stack.places import Place


class Latest(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self._local = Path(self._folder.name)
        self._latest = self._local / "stack.json"
        for module, name, value in (
            (places, "LOCAL", self._local),
            (latest, "LATEST", self._latest),
        ):
            patch = mock.patch.object(module, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def _describe(self, port: int, at: int) -> Place:
        place = Place(port)
        place.folder.mkdir(parents=True)
        place.description.write_text(json.dumps({"port": port}))
        place.web_configuration.write_text(json.dumps({"version": str(port)}))
        os.utime(place.description, (at, at))
        return place

    def _name(self, place: Place) -> None:
        self._latest.write_bytes(place.description.read_bytes())
        self._latest.with_name("config.json").write_bytes(place.web_configuration.read_bytes())

    def _named(self) -> tuple[int, str]:
        configuration = json.loads(self._latest.with_name("config.json").read_text())
        return json.loads(self._latest.read_text())["port"], configuration["version"]

    def test_names_the_running_stack_that_was_described_last(self) -> None:
        stopped, older, newer = self._describe(4566, 9), self._describe(5000, 1), self._describe(5100, 2)
        self._name(stopped)
        latest.name_a_running_stack([older, newer])
        self.assertEqual(self._named(), (5100, "5100"))

    def test_keeps_the_name_of_a_stack_that_runs(self) -> None:
        named, other = self._describe(4566, 1), self._describe(5000, 2)
        self._name(named)
        latest.name_a_running_stack([other, named])
        self.assertEqual(self._named(), (4566, "4566"))

    def test_keeps_the_description_when_no_stack_runs(self) -> None:
        self._name(self._describe(4566, 1))
        latest.name_a_running_stack([])
        self.assertEqual(self._named(), (4566, "4566"))

    def test_ignores_a_stack_that_is_not_described_yet(self) -> None:
        self._name(self._describe(4566, 1))
        latest.name_a_running_stack([Place(5000)])
        self.assertEqual(self._named(), (4566, "4566"))


if __name__ == "__main__":
    unittest.main()
