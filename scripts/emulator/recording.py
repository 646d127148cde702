"""Records the AWS API calls of functions for `./scripts/test conformance`. Part of the launcher.

Each line of the recording is a JSON object:

- a call of a function: `function`, `service`, `operation` and `parameters`. Calls of S3 have `request` instead: the path, the
  query, the headers and the size of the body, but not the body. Calls of SNS have `form`: the fields of the body. Calls of
  AWS IoT have the names of services and operations of botocore, and the size of a message instead of the message.
- a resource that a template created: `type`, `logicalId` and `physicalId`;
- `{"started": true}` for each start of the emulator, and `{"full": true}` if the recording reached its maximum size.

`signers.py` identifies the functions.
"""

import atexit
import functools
import json
import queue
import re
import threading
import urllib.parse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from signers import Signers

# The variable with the path of the recording. Without it, nothing is recorded.
VARIABLE = "LARDER_RECORD_CALLS"

# The resources whose ids occur in calls.
RESOURCE_TYPES = (
    "AWS::Cognito::UserPool",
    "AWS::DynamoDB::Table",
    "AWS::S3::Bucket",
    "AWS::SNS::Topic",
    "AWS::SQS::Queue",
    "AWS::SecretsManager::Secret",
)

_BUFFER_BYTES = 1 << 20
_MAX_FILE_BYTES = 1 << 30

# In bodies above the first size, strings above the second one are recorded as their size in UTF-8: {"$bytes": 9000}. No
# expression is that long.
_MAX_UNCHANGED_BODY_BYTES = 64 * 1024
_MAX_STRING_BYTES = 8 * 1024
# Bodies above this size are recorded as their size. It is the maximum size of a request to DynamoDB.
_MAX_BODY_BYTES = 16 * 1024 * 1024

# Headers and parameters of the signature, which are not parameters of the operation.
_SIGNATURE = re.compile(
    r"x-amz-(date|content-sha256|security-token|user-agent|signature|credential|algorithm|signedheaders)$", re.IGNORECASE
)

# The content type of the Query protocol.
_FORM = "application/x-www-form-urlencoded"

# The names of the services of AWS IoT in botocore, by their names in signatures.
_IOT_SERVICES = {"iot": "iot", "iotdata": "iot-data", "iotdevicegateway": "iot-data"}
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

_S3_OPERATIONS = {
    ("DELETE", True): "DeleteObject",
    ("GET", True): "GetObject",
    ("HEAD", True): "HeadObject",
    ("PUT", True): "PutObject",
    ("GET", False): "ListObjects",
    ("HEAD", False): "HeadBucket",
}
# Parameters of the query that select another operation.
_S3_SUBRESOURCES = ("acl", "cors", "delete", "lifecycle", "location", "policy", "tagging", "uploadId", "uploads", "versions")


class Request(NamedTuple):
    """A request to the emulator. Header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    query: Mapping[str, list[str]]


class Recorder:
    """Writes requests of functions to a file. Another thread writes, so that requests do not wait for it."""

    def __init__(self, file: Path, signers: Signers) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file.open("ab", buffering=_BUFFER_BYTES)
        self._size = self._file.tell()
        self._signers = signers
        self._lines: queue.SimpleQueue[Callable[[], bytes] | None] = queue.SimpleQueue()
        # An empty line ends a line that a killed emulator left incomplete.
        self._lines.put(lambda: b'\n{"started":true}')
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)
        self._thread.start()

    def record(self, request: Request) -> None:
        """Records a request if a function signed it."""
        if signer := self._signers.find(request.headers, request.query):
            self._lines.put(lambda: call_line(signer.function, signer.service, request))

    def record_resource(self, kind: str, logical_id: str, physical_id: str) -> None:
        line = {"type": kind, "logicalId": logical_id, "physicalId": physical_id}
        self._lines.put(lambda: json.dumps(line).encode())

    def close(self) -> None:
        """Writes the remaining lines."""
        self._lines.put(None)
        self._thread.join()
        self._file.close()

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                text = line()
            except ValueError as error:
                text = json.dumps({"error": f"a request is not JSON: {error}"}).encode()
            if self._size < _MAX_FILE_BYTES:
                self._size += len(text) + 1
                self._file.write((text if self._size < _MAX_FILE_BYTES else b'{"full":true}') + b"\n")
            if self._lines.empty():
                self._file.flush()


def call_line(function: str, service: str, request: Request) -> bytes:
    """The line of a call."""
    target = request.headers.get("x-amz-target")
    if target:
        operation = target.rpartition(".")[2]
    elif service == "appsync" and request.path == "/event":
        operation = "EventPublish"
    elif service == "s3":
        line = {"function": function, "service": service, "operation": _s3_operation(request), "request": _s3_request(request)}
        return json.dumps(line).encode()
    elif service in _IOT_SERVICES:
        line = {"function": function, **_iot_call(_IOT_SERVICES[service], request)}
        return json.dumps(line).encode()
    elif request.headers.get("content-type", "").startswith(_FORM):
        form = dict(urllib.parse.parse_qsl(request.body.decode(), keep_blank_values=True))
        line = {"function": function, "service": service, "operation": form.pop("Action", ""), "form": form}
        return json.dumps(line).encode()
    else:
        operation = f"{request.method} {request.path}"
    line = json.dumps({"function": function, "service": service, "operation": operation})
    name, value = _json_body(request.body)
    return b'%s,"%s":%s}' % (line[:-1].encode(), name, value)


def _json_body(body: bytes) -> tuple[bytes, bytes]:
    """The field of the line with the body, and its value."""
    if len(body) > _MAX_BODY_BYTES:
        return b"size", b"%d" % len(body)
    if len(body) > _MAX_UNCHANGED_BODY_BYTES:
        body = json.dumps(_with_short_strings(json.loads(body))).encode()
    # Outside of strings, JSON can contain line breaks.
    return b"parameters", body.replace(b"\r", b" ").replace(b"\n", b" ") or b"{}"


def _with_short_strings(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_short_strings(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_with_short_strings(inner) for inner in value]
    if isinstance(value, str) and (size := len(value.encode(errors="surrogatepass"))) > _MAX_STRING_BYTES:
        return {"$bytes": size}
    return value


@functools.cache
def _model(service: str) -> Any:
    from botocore.loaders import Loader
    from botocore.model import ServiceModel

    return ServiceModel(Loader().load_service_model(service, "service-2"), service)


def _iot_call(service: str, request: Request) -> dict[str, Any]:
    """The operation of a request of a REST API, and its parameters from the path, the query, the headers and the body."""
    from ministack.core import iam_actions

    name = iam_actions._match_rest_action(service, request.method, request.path, dict(request.query))
    if name is None:
        return {"service": service, "operation": f"{request.method} {request.path}", "parameters": {}}
    model = _model(service).operation_model(name)
    pattern = re.sub(_PLACEHOLDER, r"(?P<\1>.+)", model.http["requestUri"].partition("?")[0])
    path = re.fullmatch(pattern, request.path)
    texts = {
        "uri": path.groupdict() if path else {},
        "querystring": {field: values[0] for field, values in request.query.items()},
        "header": request.headers,
    }
    is_message = bool(model.input_shape.serialization.get("payload"))
    parameters: dict[str, Any] = {} if is_message else _with_short_strings(json.loads(request.body or b"{}"))
    for member, shape in model.input_shape.members.items():
        location, field = shape.serialization.get("location"), shape.serialization.get("name", member)
        if member == model.input_shape.serialization.get("payload"):
            parameters[member] = {"$bytes": len(request.body)}
        elif location in texts and (text := texts[location].get(field)) is not None:
            parameters[member] = _converted(shape.type_name, text)
    return {"service": service, "operation": name, "parameters": parameters}


def _converted(kind: str, text: str) -> Any:
    """The value of a parameter of a REST API."""
    match kind:
        case "boolean":
            return text == "true"
        case "integer" | "long":
            return int(text)
        case _:
            return text


def _s3_operation(request: Request) -> str:
    # The SDKs add the name of some operations to the query.
    if name := request.query.get("x-id"):
        return name[0]
    if "list-type" in request.query:
        return "ListObjectsV2"
    for name in _S3_SUBRESOURCES:
        if name in request.query:
            return f"{request.method} ?{name}"
    has_key = "/" in request.path.strip("/")
    return _S3_OPERATIONS.get((request.method, has_key), f"{request.method} {request.path}")


def _s3_request(request: Request) -> dict[str, Any]:
    headers = {
        name: value
        for name, value in request.headers.items()
        if name.startswith(("x-amz-", "content-", "if-")) and not _SIGNATURE.match(name)
    }
    query = {name: values[0] for name, values in request.query.items() if not _SIGNATURE.match(name)}
    return {"path": request.path, "query": query, "headers": headers, "size": len(request.body)}


def start(file: Path, signers: Signers) -> Recorder:
    """Records from now on. Call it after the other patches, because it wraps what they replace."""
    recorder = Recorder(file, signers)
    atexit.register(recorder.close)
    _record_resources(recorder)
    _record_requests(recorder)
    return recorder


def _record_resources(recorder: Recorder) -> None:
    from ministack.services.cloudformation import provisioners

    def recording(kind: str, create: Callable[..., tuple]) -> Callable[..., tuple]:
        def create_and_record(logical_id: str, props: dict, stack_name: str) -> tuple:
            created = create(logical_id, props, stack_name)
            physical_id, attributes = created
            # MiniStack identifies a secret by its name. Functions use its ARN, as on AWS.
            is_secret = kind == "AWS::SecretsManager::Secret"
            recorder.record_resource(kind, logical_id, attributes["Id"] if is_secret else physical_id)
            return created

        return create_and_record

    for kind in RESOURCE_TYPES:
        handlers = provisioners._RESOURCE_HANDLERS[kind]
        provisioners._RESOURCE_HANDLERS[kind] = {**handlers, "create": recording(kind, handlers["create"])}


def _record_requests(recorder: Recorder) -> None:
    """Records each request after its body is read and before any service handles it."""
    from ministack import app

    handle = app._handle_post_body_shortcuts

    async def record_and_handle(method: str, path: str, headers: dict, body: bytes, query_params: dict, request_id: str) -> Any:
        # Services change the headers.
        recorder.record(Request(method, path, dict(headers), body, query_params))
        return await handle(method, path, headers, body, query_params, request_id)

    app._handle_post_body_shortcuts = record_and_handle
