"""Says so when a new version of MiniStack breaks the launcher."""

import shutil
import tempfile
import threading
import unittest
from pathlib import Path

import gaps
import seams


class Seams(unittest.TestCase):
    def test_each_private_name_that_the_launcher_leans_on_is_there(self) -> None:
        for seam in seams.SEAMS:
            with self.subTest(str(seam)):
                self.assertIsNone(seam.fault())

    def test_a_name_that_is_gone_is_named(self) -> None:
        self.assertEqual(seams.Seam("ministack.app", "nothing").fault(), "ministack.app.nothing is gone")

    def test_a_function_that_takes_something_else_is_named(self) -> None:
        fault = seams.Seam("ministack.services.s3", "_get_object_data", ("bucket_name", "version")).fault()
        self.assertIn("takes (bucket_name, key)", fault or "")


class Gaps(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        gaps.close_all()

    def test_error_information_reaches_the_answer(self) -> None:
        from ministack.services import appsync

        error = appsync._AppSyncResolverError("no", "Invalid", None, {"errors": []})
        written = []
        original, appsync.json_response = appsync.json_response, lambda body, status: written.append(body)
        try:
            appsync._json(200, {"errors": [{"message": str(error), "errorType": error.error_type}]})
        finally:
            appsync.json_response = original
        self.assertEqual(written, [{"errors": [{"message": "no", "errorType": "Invalid", "errorInfo": {"errors": []}}]}])

    def test_a_token_of_nobody_is_refused(self) -> None:
        from ministack.services import appsync

        api = {"userPoolConfig": {"userPoolId": "us-east-1_pool"}}
        for token in ("", "garbage", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."):
            with self.subTest(token):
                self.assertFalse(appsync._request_is_authenticated("api", api, {"authorization": token}))

    def test_a_function_whose_file_is_still_held_open_starts_a_moment_later(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "bootstrap")
            shutil.copy("/bin/true", program)
            held = program.open("ab")
            threading.Timer(0.05, held.close).start()
            self.assertEqual(gaps._start_patiently([str(program)]).wait(), 0)

    def test_schema_and_resolvers_are_read_from_s3(self) -> None:
        with self.assertRaisesRegex(ValueError, "s3://nowhere/nothing is no object in S3"):
            gaps._text_from_s3("s3://nowhere/nothing")


if __name__ == "__main__":
    unittest.main()
