"""Uploads of files."""

from fault_tests.scenario import Call, Data, scenario

_FILE = {"folder": "routes-upload", "fileName": "routes.csv", "contentType": "text/csv"}


_SIGNATURE = ((r"X-Amz-Date=\w+", "<date>"), (r"X-Amz-Signature=\w+", "<signature>"))


@scenario("POST /uploads", patterns=_SIGNATURE, repeats="each call starts an upload, which has no effect without a file")
def create(data: Data) -> Call:
    return Call(_FILE)


@scenario("POST /uploads/{uploadId}/outcome")
def record_outcome(data: Data) -> Call:
    upload = data.require(data.client.rest("POST", "/uploads", _FILE))["uploadId"]
    outcome = {"folder": "routes-upload", "kind": "routes", "written": 2, "unchanged": 0, "failed": 0}
    return Call(outcome, {"uploadId": upload})
