"""Identifies the functions that sign requests to the emulator. Part of the launcher.

Each function gets its own access key, so that presigned URLs and signed requests without an SDK are identified as well.
"""

import hashlib
import re
from collections.abc import Mapping
from typing import NamedTuple

# The access key and the service, in the Authorization header or in the query of a presigned URL. It matches only at the start of
# a text, because a search in a token of 4,000 letters needs 0.15 s, in which no other thread of the emulator runs.
_CREDENTIAL = re.compile(r"(?:AWS4-HMAC-SHA256 Credential=)?([A-Z0-9]+)/\d{8}/[\w-]+/([\w-]+)/aws4_request")


class Signer(NamedTuple):
    """The function that signed a request, and the AWS service to which it sent the request."""

    function: str
    service: str


class Signers:
    """The functions by their access keys."""

    def __init__(self) -> None:
        self._functions: dict[str, str] = {}

    def credentials(self, function: str) -> tuple[str, str, str]:
        """The access key, secret and session token of a function, by which its requests are identified."""
        digest = hashlib.sha256(function.encode()).hexdigest()
        key = f"ASIA{digest[:16].upper()}"
        self._functions[key] = function
        return key, hashlib.sha256(f"secret:{digest}".encode()).hexdigest(), digest

    def find(self, headers: Mapping[str, str], query: Mapping[str, list[str]]) -> Signer | None:
        """The function that signed a request; None if another client sent it. Header names are in lower case."""
        signature = headers.get("authorization") or next(iter(query.get("X-Amz-Credential", ())), "")
        found = _CREDENTIAL.match(signature)
        function = self._functions.get(found[1]) if found else None
        return Signer(function, found[2]) if found and function else None


def identify_functions(signers: Signers) -> None:
    """Gives each function its credentials, as MiniStack does when it enforces policies. By default, all functions have the
    same ones."""
    from ministack.services import lambda_svc, sts

    def credentials(config: dict) -> dict[str, str]:
        function, account = config["FunctionName"], config["FunctionArn"].split(":")[4]
        role = config["Role"].rpartition("/")[2]
        key, secret, token = signers.credentials(function)
        arn = f"arn:aws:sts::{account}:assumed-role/{role}/{function}"
        session = {"Arn": arn, "UserId": f"{role}:{function}", "SecretAccessKey": secret, "SessionToken": token}
        # S3 verifies presigned URLs with the session.
        sts.register_session(key, session)
        return {"AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": token}

    lambda_svc.execution_credentials = credentials
