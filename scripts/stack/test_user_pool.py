"""Tests of export files and of the rules for deletions. checks/rehearsal.py uses a user pool of the emulator."""

import json
import stat
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

from stack import export_users, user_pool
from stack.progress import Stop
from stack.user_pool import User

ADA = User("id-1", "ada@larder.example", True, "CONFIRMED", {"email": "ada@larder.example", "name": "Ada"}, ["night"])


class ExportFiles(unittest.TestCase):
    def test_an_export_contains_all_users_and_is_readable_by_its_owner_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "users.json")
            export_users.write(file, user_pool.to_json("pool", [ADA], ["night"]))
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
            self.assertEqual(user_pool.from_json(json.loads(file.read_text())), ([ADA], ["night"]))
            with self.assertRaisesRegex(Stop, "exists. Choose another name"):
                export_users.write(file, {})

    def test_rejects_a_file_of_another_format(self) -> None:
        with self.assertRaisesRegex(Stop, "not an export"):
            user_pool.from_json({"format": 0, "users": [], "groups": []})


class Deletions(unittest.TestCase):
    def test_an_account_is_deleted_only_after_it_was_disabled_for_an_hour(self) -> None:
        now = datetime(2026, 11, 20, tzinfo=timezone.utc)
        for enabled, minutes, message in ((True, 600, "Disable it first"), (False, 59, "Repeat the command later"), (False, 61, None)):
            account = {"Enabled": enabled, "UserLastModifiedDate": now - timedelta(minutes=minutes)}
            errors = user_pool.forget_errors(account, now)
            with self.subTest(enabled=enabled, minutes=minutes):
                self.assertEqual(len(errors), 0 if message is None else 1)
                self.assertIn(message or "", " ".join(errors))

    def test_the_id_token_of_the_client_expires_within_the_waiting_time(self) -> None:
        from checks.templates import NESTED

        client = NESTED["Identity"][1]["Resources"]["UserPoolClient"]["Properties"]
        self.assertEqual(client["TokenValidityUnits"]["IdToken"], "minutes")
        self.assertLessEqual(timedelta(minutes=client["IdTokenValidity"]), user_pool.TOKEN_LIFETIME)


if __name__ == "__main__":
    unittest.main()
