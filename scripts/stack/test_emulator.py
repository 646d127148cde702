"""Tests of the emulator's environment."""

import io
import json
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

    def test_the_mqtt_broker_listens_on_its_own_port(self) -> None:
        environment = self.environment()
        self.assertEqual((environment["IOT_MTLS_ENABLED"], environment["IOT_MTLS_PORT"]), ("1", "4569"))

    def test_the_launcher_reads_the_same_variable(self) -> None:
        with mock.patch.object(sys, "path", [str(ROOT / "scripts/emulator"), *sys.path]):
            import recording
        self.assertEqual(recording.VARIABLE, emulator.RECORDING)


class WaitTest(unittest.TestCase):
    def test_waits_for_the_mqtt_broker_and_stores_its_authority(self) -> None:
        responses = [json.dumps({"iot_mtls": state}).encode() for state in ("starting", "listening")] + [b"certificate"]
        contents = [mock.Mock(status=200, read=io.BytesIO(text).read) for text in responses]
        opened = [mock.MagicMock(**{"__enter__.return_value": content}) for content in contents]
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(StackPaths, "folder", Path(folder)),
            mock.patch.object(Background, "pid", return_value=1),
            mock.patch("urllib.request.urlopen", side_effect=opened),
        ):
            emulator.wait(StackPaths(4566))
            self.assertEqual(Path(folder, "ca.pem").read_bytes(), b"certificate")


if __name__ == "__main__":
    unittest.main()
