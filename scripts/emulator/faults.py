"""Injects faults into the AWS calls of functions for `./scripts/faults`. Part of the launcher.

`PUT /_larder/faults/{function}` starts an observation of a function and can plan a fault. `GET` returns the observed calls,
and the items that the function's writes name, each before the first write and now. `DELETE` withdraws the fault. Faults of
the same operation are counted per observation: `occurrence` 0 is the first call.
"""

import asyncio
import contextvars
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from signers import Signers

# The variable that enables the route.
VARIABLE = "LARDER_INJECT_FAULTS"

ROUTE = "/_larder/faults/"

# The seconds for which a call has no response. The functions' timeout of an attempt is 5 s.
TIMEOUT = 5.5
# The seconds for which the Event API does not respond. The functions' deadline for publishing is 2 s, and a call without a
# deadline must take clearly longer than the limit of the tests.
STALL = 20.0

_JSON = {"Content-Type": "application/x-amz-json-1.0"}

# The faults that answer instead of the service: the HTTP status and the error code by the kind and the service. `None` is
# any other service.
_ERRORS: dict[str, dict[str | None, tuple[int, str]]] = {
    "throughput-exceeded": {"dynamodb": (400, "ProvisionedThroughputExceededException")},
    "request-limit": {"dynamodb": (400, "RequestLimitExceeded")},
    "throttled": {
        "s3": (503, "SlowDown"),
        "sqs": (400, "RequestThrottled"),
        "cognito-idp": (400, "TooManyRequestsException"),
        None: (400, "ThrottlingException"),
    },
    "in-progress": {"dynamodb": (400, "TransactionInProgressException")},
    "item-conflict": {"dynamodb": (400, "TransactionConflictException")},
    "server-error": {"s3": (500, "InternalError"), None: (500, "InternalServerError")},
    "unavailable": {None: (503, "ServiceUnavailable")},
}

# The faults that cancel a transaction: the reason of one of its actions.
_CANCELLATIONS = {
    "canceled-by-throttling": "ThrottlingError",
    "canceled-by-throughput": "ProvisionedThroughputExceeded",
    "canceled-by-conflict": "TransactionConflict",
}

# The faults that only writes can have.
_OF_WRITES = (*_CANCELLATIONS, "in-progress", "item-conflict")

# The faults before the service executes a call, and after it.
BEFORE = (*_ERRORS, *_CANCELLATIONS, "timeout", "kill-before", "stall")
AFTER = ("lost-response", "closed-connection", "timeout-after", "kill-after")

# The fault of the response of the current request.
_after: contextvars.ContextVar[tuple[str, str] | None] = contextvars.ContextVar("fault of the response", default=None)


@dataclass
class Fault:
    """A planned fault: the call of this operation at this position, or all calls from there on."""

    kind: str
    operation: str
    occurrence: int = 0
    persistent: bool = False


@dataclass
class Observation:
    """The calls of a function since the observation started."""

    fault: Fault | None = None
    # The service and operation of each call.
    calls: list[tuple[str, str]] = field(default_factory=list)
    injected: int = 0
    # The table and key of each item that a write names, and the item before the first of them.
    items: dict[str, Any] = field(default_factory=dict)
    _reached: bool = False

    def next_fault(self, service: str, operation: str) -> str | None:
        """Counts a call. Returns the kind of its fault, if it has one."""
        occurrence = sum(1 for _, name in self.calls if name == operation)
        self.calls.append((service, operation))
        fault = self.fault
        if fault is None:
            return None
        if fault.operation == operation and fault.occurrence == occurrence:
            self._reached = True
        elif not (fault.persistent and self._reached and (fault.operation == operation or fault.kind not in _OF_WRITES)):
            return None
        self.injected += 1
        return fault.kind


class Injector:
    """Observes functions and injects their faults."""

    def __init__(self, signers: Signers) -> None:
        self._signers = signers
        self._observations: dict[str, Observation] = {}

    def control(self, method: str, function: str, body: bytes) -> tuple:
        """Answers a request to the route."""
        if method == "PUT":
            plan = json.loads(body or b"null")
            if plan and plan.get("kind") not in BEFORE + AFTER:
                return 400, _JSON, json.dumps({"message": f"unknown fault {plan.get('kind')}"}).encode()
            self._observations[function] = Observation(Fault(**plan) if plan else None)
            return 200, _JSON, b"{}"
        observation = self._observations.get(function)
        if observation is None:
            return 404, _JSON, b'{"message": "the function is not observed"}'
        if method == "DELETE":
            observation.fault = None
            return 200, _JSON, b"{}"
        items = [
            {"table": table, "key": key, "before": before, "after": _item(table, key)}
            for (table, key), before in ((json.loads(name), before) for name, before in observation.items.items())
        ]
        return 200, _JSON, json.dumps({"calls": observation.calls, "injected": observation.injected, "items": items}).encode()

    async def intercept(self, method: str, path: str, headers: dict, body: bytes, query: dict) -> tuple | None:
        """Observes a call. Returns a response if the fault occurs before the service executes the call."""
        _after.set(None)
        signer = self._signers.find(headers, query)
        observation = self._observations.get(signer.function) if signer else None
        if signer is None or observation is None:
            return None
        operation = _operation(method, path, headers, signer.service)
        for table, key in _written(operation, body):
            name = json.dumps([table, key], sort_keys=True)
            if name not in observation.items:
                observation.items[name] = _item(table, key)
        kind = observation.next_fault(signer.service, operation)
        if kind is None:
            return None
        if kind in AFTER:
            _after.set((kind, signer.function))
            return None
        if kind == "kill-before":
            kill(signer.function)
            return _error(500, "InternalServerError")
        if kind in ("timeout", "stall"):
            await asyncio.sleep(TIMEOUT if kind == "timeout" else STALL)
            return _error(503, "ServiceUnavailable")
        if reason := _CANCELLATIONS.get(kind):
            return _cancellation(reason, len(json.loads(body).get("TransactItems", ())))
        errors = _ERRORS[kind]
        return _error(*(errors.get(signer.service) or errors.get(None) or (400, "ThrottlingException")), signer.service)


async def respond(status: int, headers: dict, body: bytes) -> tuple[int, dict, bytes]:
    """The response after the fault of the current request, if it has one."""
    kind, function = _after.get() or ("", "")
    _after.set(None)
    if kind == "kill-after":
        kill(function)
    elif kind == "timeout-after":
        await asyncio.sleep(TIMEOUT)
    elif kind == "lost-response":
        return _error(500, "InternalServerError")
    elif kind == "closed-connection":
        # The client receives less than the header states, and the server closes the connection.
        return status, {**_without_length(headers), "Content-Length": str(len(body) + 1)}, body
    return status, headers, body


def kill(function: str) -> None:
    """Kills the running processes of a function."""
    from ministack.core import lambda_runtime

    for workers in list(lambda_runtime._workers.values()):
        for worker in list(workers):
            process = worker._proc
            if worker.func_name == function and process is not None and process.poll() is None:
                process.kill()


def _without_length(headers: dict) -> dict:
    return {name: value for name, value in headers.items() if name.lower() != "content-length"}


def _operation(method: str, path: str, headers: dict, service: str) -> str:
    if target := headers.get("x-amz-target"):
        return target.rpartition(".")[2]
    if service == "appsync" and path == "/event":
        return "EventPublish"
    return f"{service} {method}"


def _error(status: int, code: str, service: str = "") -> tuple:
    if service == "s3":
        body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>An injected fault</Message></Error>"
        return status, {"Content-Type": "application/xml"}, body.encode()
    body = json.dumps({"__type": f"com.amazonaws#{code}", "message": "An injected fault"})
    return status, {**_JSON, "x-amzn-errortype": code}, body.encode()


def _cancellation(reason: str, actions: int) -> tuple:
    """The response of a transaction whose last action has this reason."""
    reasons = [{"Code": "None"}] * (actions - 1) + [{"Code": reason, "Message": "An injected fault"}]
    codes = ", ".join(entry["Code"] for entry in reasons)
    message = f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]"
    body = {"__type": "TransactionCanceledException", "Message": message, "CancellationReasons": reasons}
    return 400, {**_JSON, "x-amzn-errortype": "TransactionCanceledException"}, json.dumps(body).encode()


def _written(operation: str, body: bytes) -> Iterator[tuple[str, dict]]:
    """The table and the key of each item that a write to DynamoDB names."""
    if operation in ("PutItem", "UpdateItem", "DeleteItem"):
        request = json.loads(body)
        yield request["TableName"], request.get("Key") or _key(request["TableName"], request["Item"])
    elif operation == "TransactWriteItems":
        for action in json.loads(body).get("TransactItems", ()):
            for name in ("Put", "Update", "Delete"):
                if write := action.get(name):
                    yield write["TableName"], write.get("Key") or _key(write["TableName"], write["Item"])
    elif operation == "BatchWriteItem":
        for table, writes in json.loads(body).get("RequestItems", {}).items():
            for write in writes:
                put = write.get("PutRequest")
                yield table, _key(table, put["Item"]) if put else write["DeleteRequest"]["Key"]


def _key(table: str, item: dict) -> dict:
    from ministack.services import dynamodb

    description = dynamodb._tables[table]
    names = (description["pk_name"], description.get("sk_name"))
    return {name: item[name] for name in names if name}


def _item(table: str, key: dict) -> dict | None:
    from ministack.services import dynamodb

    _, _, body = dynamodb._get_item({"TableName": table, "Key": key})
    return json.loads(body).get("Item")


def start(signers: Signers) -> Injector:
    """Enables the route. Call it after the other patches, because it wraps what they replace."""
    from ministack import app

    injector = Injector(signers)
    handle, send_response = app._handle_post_body_shortcuts, app._send_response

    async def intercept_and_handle(
        method: str, path: str, headers: dict, body: bytes, query_params: dict, request_id: str
    ) -> Any:
        if path.startswith(ROUTE):
            return injector.control(method, path.removeprefix(ROUTE), body)
        response = await injector.intercept(method, path, headers, body, query_params)
        return response or await handle(method, path, headers, body, query_params, request_id)

    async def respond_and_send(send: Any, status: int, headers: dict, body: Any, *, head: bool = False) -> None:
        text = body if isinstance(body, bytes) else body.encode()
        # The server changes the headers.
        status, headers, text = await respond(status, dict(headers), text)
        await send_response(send, status, headers, text, head=head)

    app._handle_post_body_shortcuts = intercept_and_handle
    app._send_response = respond_and_send
    return injector
