"""Tests of the emulator's environment."""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from stack import emulator, ports, quotas
from stack.paths import ROOT, StackPaths
from stack.processes import Background


class EnvironmentTest(unittest.TestCase):
    def environment(self, **variables: str) -> dict[str, str]:
        """The environment in which the emulator starts."""
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(StackPaths, "folder", Path(folder)),
            mock.patch.object(ports, "require_free"),
            mock.patch.object(Background, "pid", return_value=None),
            mock.patch.object(Background, "start") as start,
            mock.patch.dict(os.environ, variables),
        ):
            self.assertTrue(emulator.start(StackPaths(4566)))
        environment: dict[str, str] = start.call_args.kwargs["environment"]
        return environment

    def test_contains_no_credentials_of_the_user(self) -> None:
        environment = self.environment(AWS_ACCESS_KEY_ID="AKIA", AWS_PROFILE="work")
        self.assertEqual(environment["AWS_ACCESS_KEY_ID"], "test")
        self.assertNotIn("AWS_PROFILE", environment)

    def test_contains_the_path_of_the_recording_only_if_it_is_set(self) -> None:
        with mock.patch.dict(os.environ):
            os.environ.pop(emulator.RECORDING, None)
            self.assertNotIn(emulator.RECORDING, self.environment())
        environment = self.environment(LARDER_RECORD_CALLS="/calls.jsonl")
        self.assertEqual(environment["LARDER_RECORD_CALLS"], "/calls.jsonl")

    def test_has_the_lowest_quota_of_concurrent_executions_unless_it_is_set(self) -> None:
        with mock.patch.dict(os.environ):
            os.environ.pop(emulator.CONCURRENCY, None)
            self.assertEqual(self.environment()["LAMBDA_ACCOUNT_CONCURRENCY"], str(quotas.CONCURRENT_EXECUTIONS))
        self.assertEqual(self.environment(LARDER_CONCURRENT_EXECUTIONS="10")["LAMBDA_ACCOUNT_CONCURRENCY"], "10")

    def test_the_emulator_enforces_policies_only_if_the_variable_is_set(self) -> None:
        with mock.patch.dict(os.environ):
            os.environ.pop(emulator.ENFORCEMENT, None)
            self.assertNotIn("AUTH", self.environment())
        self.assertEqual(self.environment(LARDER_ENFORCE_IAM="1")["AUTH"], "true")

    def test_the_launcher_reads_the_same_variable(self) -> None:
        with mock.patch.object(sys, "path", [str(ROOT / "scripts/emulator"), *sys.path]):
            import recording
        self.assertEqual(recording.VARIABLE, emulator.RECORDING)


if __name__ == "__main__":
    unittest.main()
