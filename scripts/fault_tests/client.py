"""Calls a stack as the web app does, and controls the faults of its emulator."""

import functools
import json
import re
import threading
import time
import urllib.parse
from pathlib import Path
from collections import defaultdict
from typing import Any, NamedTuple

import urllib3

from fault_tests import documents
from stack.aws import Aws
from stack.paths import ROOT
from stack.progress import Stop

# A token is replaced before it expires. It is valid for an hour.
_TOKEN_SECONDS = 45 * 60

_CONNECTIONS = 64


class Response(NamedTuple):
    """The result of a call."""

    # `None` if the call succeeded: otherwise the type of the GraphQL error, or the HTTP status of the route.
    error: str | None
    message: str
    body: Any
    seconds: float = 0.0


class Client:
    """A stack and its users."""

    def __init__(self, description: Path) -> None:
        if not description.exists():
            raise Stop(f"There is no stack {description}. Run ./scripts/up first")
        self.stack = json.loads(description.read_text())
        self.aws = Aws(self.stack["region"], self.stack["endpoint"])
        self._http = urllib3.PoolManager(maxsize=_CONNECTIONS, retries=False, timeout=urllib3.Timeout(connect=5, read=60))
        self._tokens: dict[str, tuple[str, float]] = {}
        self._lock = threading.Lock()
        # Held while a function is observed, so that calls of other scenarios do not receive its faults.
        self._observed: dict[str, threading.RLock] = defaultdict(threading.RLock)
        # Clients of boto3 are created one at a time.
        for service in ("cognito-idp", "dynamodb", "lambda", "s3", "sqs"):
            self.aws.client(service)

    def table(self, name: str) -> str:
        return self.stack["tables"][name]

    def function(self, name: str) -> str:
        return self.stack["functions"][name]

    def email(self, profile: str) -> str:
        return self._user(profile)["email"]

    def token(self, email: str, password: str) -> str:
        """The ID token of a user."""
        with self._lock:
            token, expiry = self._tokens.get(email, ("", 0.0))
            if time.monotonic() > expiry:
                response = self.aws.client("cognito-idp").admin_initiate_auth(
                    UserPoolId=self.stack["userPoolId"],
                    ClientId=self.stack["userPoolClientId"],
                    AuthFlow="ADMIN_USER_PASSWORD_AUTH",
                    AuthParameters={"USERNAME": email, "PASSWORD": password},
                )
                token = response["AuthenticationResult"]["IdToken"]
                self._tokens[email] = token, time.monotonic() + _TOKEN_SECONDS
            return token

    def admin(self) -> str:
        """The token of the administrator."""
        user = self._user("admin")
        return self.token(user["email"], user["password"])

    def graphql(self, document: str, variables: dict[str, Any], token: str | None = None) -> Response:
        """Calls GraphQL. The body is the data of the first field."""
        body = {"query": document, "variables": variables}
        status, content, seconds = self._send("POST", self.stack["graphqlUrl"], body, token or self.admin())
        errors = content.get("errors") if isinstance(content, dict) else None
        if errors:
            error = errors[0]
            return Response(error.get("errorType") or "Error", error.get("message") or "", error.get("errorInfo"), seconds)
        if status != 200:
            return Response(str(status), json.dumps(content), content, seconds)
        return Response(None, "", next(iter(content["data"].values())), seconds)

    def mutate(self, name: str, variables: dict[str, Any], token: str | None = None) -> Response:
        """Calls a mutation with the document of the web app."""
        with self.exclusive(functions()[name]):
            return self.graphql(documents.mutations()[name], variables, token)

    def rest(self, method: str, path: str, body: Any = None, token: str | None = None) -> Response:
        """Calls a route."""
        with self.exclusive(_function_of_route(method, path)):
            return self._rest(method, path, body, token)

    def _rest(self, method: str, path: str, body: Any, token: str | None) -> Response:
        status, content, seconds = self._send(method, self.stack["restUrl"] + path, body, token or self.admin())
        if status < 300:
            return Response(None, "", content, seconds)
        message = content.get("message") if isinstance(content, dict) else None
        return Response(str(status), message or json.dumps(content), content, seconds)

    def invoke(self, function: str, event: Any) -> Response:
        """Invokes a worker as its trigger does."""
        start = time.monotonic()
        arguments = {"FunctionName": self.function(function), "Payload": json.dumps(event)}
        with self.exclusive(function):
            response = self.aws.client("lambda").invoke(**arguments)
        content = json.loads(response["Payload"].read() or b"null")
        seconds = time.monotonic() - start
        if "FunctionError" in response:
            return Response("Worker", json.dumps(content), content, seconds)
        return Response(None, "", content, seconds)

    def exclusive(self, function: str) -> threading.RLock:
        """A lock under which no other thread calls the function."""
        with self._lock:
            return self._observed[function]

    def observe(self, function: str, fault: dict[str, Any] | None = None) -> None:
        """Starts to observe a function, with a fault."""
        self._control("PUT", function, fault)

    def observed(self, function: str) -> dict[str, Any]:
        """The calls of the function since `observe`, the number of injected faults, and the written items."""
        return self._control("GET", function)

    def withdraw_fault(self, function: str) -> None:
        self._control("DELETE", function)

    def _control(self, method: str, function: str, body: Any = None) -> Any:
        url = f"{self.stack['endpoint']}/_larder/faults/{urllib.parse.quote(self.function(function))}"
        status, content, _ = self._send(method, url, body, None)
        if status != 200:
            raise Stop(f"{url}: status {status}. Start the stack with LARDER_INJECT_FAULTS=1")
        return content

    def _send(self, method: str, url: str, body: Any, token: str | None) -> tuple[int, Any, float]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": token} if token else {})
        content = None if body is None else json.dumps(body).encode()
        start = time.monotonic()
        response = self._http.request(method, url, body=content, headers=headers)
        seconds = time.monotonic() - start
        try:
            return response.status, json.loads(response.data or b"null"), seconds
        except ValueError:
            return response.status, response.data.decode(errors="replace"), seconds

    def _user(self, profile: str) -> dict[str, str]:
        return next(user for user in self.stack["users"] if user["profile"] == profile)


@functools.cache
def functions() -> dict[str, str]:
    """The function of each operation."""
    return {each["name"]: each["function"] for each in json.loads((ROOT / "infra/operations.json").read_text())}


@functools.cache
def _routes() -> list[tuple[re.Pattern[str], str]]:
    """The pattern of each route, and its function."""
    named = [(name, function) for name, function in functions().items() if " " in name]
    return [(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(name))), function) for name, function in named]


def _function_of_route(method: str, path: str) -> str:
    called = f"{method} {path.partition('?')[0]}"
    return next(function for pattern, function in _routes() if pattern.fullmatch(called))
