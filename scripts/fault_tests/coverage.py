"""The operations and workers that write, and which of them have a scenario."""

import json
import re

from fault_tests.client import functions
from fault_tests.scenario import SCENARIOS
from stack.paths import ROOT

# The actions of declarations that write.
_WRITES = re.compile(
    r"\b(PutItem|UpdateItem|DeleteItem|BatchWriteItem|PutObject|DeleteObject|SendMessage|Subscribe|Unsubscribe|Publish"
    r"|Admin(?!GetUser)\w+)\b"
)

# The declarations of mutations, and of routes that are not read with GET.
_CHANGES = re.compile(r"const KIND: Kind =\s*Kind::(Mutation|post|put|patch|delete)")

# The writing functions without a scenario, with the tests that they have instead.
NOT_COVERED = {
    "advance-fridge-deployments": "runs every minute; integration/tests/software/stages.rs runs it several times",
    "bootstrap-administrator": "each deployment repeats it; integration/tests/users/administrators.rs tests it",
    "check-fridge-provisioning": "functions/connections/src/identity/provisioning/tests.rs; a computer repeats a rejected request",
    "check-upload": "stores the state that follows from the file; integration/tests/uploads/put.rs tests it",
    "get-forecast-upload-url": "as POST /uploads: each call starts an upload, which has no effect without a file",
    "ingest-forecast": "integration/tests/forecast/upload.rs delivers its events twice",
    "issue-fridge-certificate": "each call has another key; functions/connections/src/identity/tests.rs tests failures of AWS IoT",
    "record-analytics": "counts log lines, so a repeated line changes only statistics",
    "record-fridge-presence": "functions/connections/src/presence/order/tests.rs tests duplicate, late and missing events",
    "record-sign-in": "stores the time of the last sign-in; a lost one changes only that time",
    "renew-fridge-certificate": "each call has another key; functions/connections/src/identity/renew/tests.rs tests failures",
    "report-browser-problems": "writes only log lines",
    "revoke-fridge-certificate": "needs a certificate; functions/connections/src/identity/tests.rs tests failures of AWS IoT",
    "send-alert-notices": "repeats every minute; integration/tests/health/notifications.rs tests it",
    "sweep-fridge-alerts": "repeats every minute; integration/tests/health/silence.rs runs it twice in parallel",
    "sweep-fridge-identities": "repeats every minute; functions/connections/src/identity/tests.rs tests failures of AWS IoT",
    "sweep-schedule-changes": "repeats every minute; integration/tests/schedules/sweep.rs runs it several times",
    "sync-logi-next": "integration/tests/logistics/failures.rs tests failures and duplicate messages",
}


def writing_functions() -> set[str]:
    """The mutations and writing routes, and all other functions whose declaration allows a write."""
    sources = {file.stem: file.read_text() for file in ROOT.glob("functions/*/src/bin/*.rs")}
    return {name for name, source in sources.items() if _CHANGES.search(source) or _WRITES.search(_declaration(source))}


def covered_functions() -> set[str]:
    """The functions that have a scenario."""
    return {functions().get(name, name) for name in SCENARIOS}


def areas() -> dict[str, str]:
    """The area of each operation and worker that has a scenario."""
    of_operations = {each["name"]: each["area"] for each in json.loads((ROOT / "infra/operations.json").read_text())}
    of_workers = {file.stem: file.parts[-4] for file in ROOT.glob("functions/*/src/bin/*.rs")}
    return {name: of_operations.get(name) or of_workers[name] for name in SCENARIOS}


def _declaration(source: str) -> str:
    """The access that a function declares, without comments."""
    found = re.search(r"const ACCESS.*?;", source, re.DOTALL)
    return re.sub(r"//[^\n]*", "", found[0]) if found else ""
