"""The limits of AWS that MiniStack lacks. Part of the launcher; they are on in every stack.

A request above a limit is answered as AWS answers it. `private_api.py` lists and checks the private names that the functions
here replace. MiniStack itself limits the concurrent executions; `stack/emulator.py` sets that quota.
"""

import asyncio
import concurrent.futures
import contextlib
import contextvars
import functools
import hashlib
import json
import logging
import re
import secrets
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from typing import Any, NamedTuple

_logger = logging.getLogger("limits")

# https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB for the request and for the response of a
# synchronous invocation, 1 MB for the request of an asynchronous one. Lambda's messages state the exact numbers of bytes.
MAX_REQUEST_BYTES = 6_291_456
MAX_RESPONSE_BYTES = 6_291_556
MAX_ASYNCHRONOUS_REQUEST_BYTES = 1_048_576

# https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html: Lambda retries a throttled event for up to
# six hours, and increases the interval from a second to five minutes.
MAX_EVENT_AGE_SECONDS = 6 * 3600
MIN_RETRY_SECONDS, MAX_RETRY_SECONDS = 1.0, 300.0

# https://docs.aws.amazon.com/general/latest/gr/appsync.html: the time of a request, the size of what a resolver's request or
# response evaluates to, and the number of resolvers of a request unless the API sets a lower one.
APPSYNC_SECONDS = 30.0
MAX_RESOLVER_BYTES = 5 * 1024 * 1024
MAX_RESOLVERS = 10_000
# The same page: the payload of an event for subscribers.
MAX_EVENT_BYTES = 240 * 1024

# https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html: the timeout of
# an integration and the size of a payload.
API_GATEWAY_SECONDS = 29.0
MAX_PAYLOAD_BYTES = 10_485_760

_INVOCATION = re.compile(r"/2015-03-31/functions/[^/]+/(invocations|invoke-async)/?$")
_JSON = {"Content-Type": "application/json"}
_sleep = time.sleep


def apply() -> None:
    """Enforces all limits. Call it after `patches.py`."""
    keep_function_settings()
    limit_invocations()
    limit_responses()
    detect_recursive_loops()
    limit_appsync()
    limit_events()
    limit_api_gateway()


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass"))


def keep_function_settings() -> None:
    """Applies a template's RecursiveLoop and ReservedConcurrentExecutions. MiniStack has them in Lambda's API only."""
    from ministack.services import lambda_svc
    from ministack.services.cloudformation import provisioners

    handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Function"]
    create, update = handlers["create"], handlers["update"]

    def apply_settings(name: str, props: dict) -> None:
        function = lambda_svc._functions[name]
        function["recursive_loop"] = props.get("RecursiveLoop", "Terminate")
        reserved = props.get("ReservedConcurrentExecutions")
        function["concurrency"] = None if reserved is None else int(reserved)

    def create_with_settings(logical_id: str, props: dict, stack_name: str) -> tuple:
        created = create(logical_id, props, stack_name)
        apply_settings(created[0], props)
        return created

    def update_with_settings(physical_id: str, old_props: dict, new_props: dict, *more: Any, **named: Any) -> tuple:
        updated = update(physical_id, old_props, new_props, *more, **named)
        apply_settings(updated[0], new_props)
        return updated

    provisioners._RESOURCE_HANDLERS["AWS::Lambda::Function"] = {
        **handlers,
        "create": create_with_settings,
        "update": update_with_settings,
    }


# The time until which a throttled invocation is retried. Each request sets it to 0, because its caller waits for the response
# and gets the error. Threads without a request invoke functions asynchronously: schedules and subscriptions of logs.
_retry_until: contextvars.ContextVar[float | None] = contextvars.ContextVar("end of the retries", default=None)


def limit_invocations() -> None:
    """Limits the size of an invocation's event. Retries throttled invocations of queues until the messages become visible
    again, and asynchronous ones for the maximum age of an event; MiniStack counts them as failures of the function."""
    from ministack import app
    from ministack.services import lambda_svc

    handle = app._handle_post_body_shortcuts
    execute, run_batch = lambda_svc._execute_function, lambda_svc._run_sqs_batch
    invoke_async = lambda_svc.invoke_async_with_retry

    async def handle_within_limits(
        method: str, path: str, headers: dict, body: bytes, query_params: dict, request_id: str
    ) -> Any:
        _retry_until.set(0)
        _trace.set(headers.get(_TRACE_HEADER, ""))
        if method == "POST" and (found := _INVOCATION.search(path)):
            synchronous = found[1] == "invocations" and headers.get("x-amz-invocation-type", "RequestResponse") != "Event"
            if rejection := _oversize(len(body), synchronous):
                return rejection
        return await handle(method, path, headers, body, query_params, request_id)

    def execute_within_limits(func: dict, event: Any) -> dict:
        config = func.get("config") or func
        # This function is called again with the scope of the function's account and region.
        if lambda_svc._function_config_scope_mismatch(config):
            return execute(func, event)
        name = config.get("FunctionName", "")
        if dropped := lambda_svc._recursive_loop_drop(name, func, 1):
            return _rejected("RecursiveInvocationException", json.loads(dropped[2]).get("message", ""))
        if (size := _size(event)) > MAX_REQUEST_BYTES:
            return _rejected("RequestTooLargeException", _oversize_message(size, "RequestResponse", MAX_REQUEST_BYTES))
        with _invocation_trace(name, config):
            return _retry(lambda: execute(func, event))

    @functools.wraps(run_batch)
    def run_batch_with_retries(esm: dict, func_rec: dict, event: dict, batch: list[dict], *more: Any) -> None:
        timeout = (func_rec.get("config") or func_rec).get("Timeout", 3)
        visible_at = min((message.get("visible_at", 0) for message in batch), default=0)
        headers = [message.get("sys", {}).get("AWSTraceHeader", "") for message in batch]
        with _set(_retry_until, visible_at - timeout), _set(_trace, _merged(headers)):
            run_batch(esm, func_rec, event, batch, *more)

    def invoke_async_with_retries(func: dict, event: Any) -> None:
        with _set(_retry_until, None):
            invoke_async(func, event)

    app._handle_post_body_shortcuts = handle_within_limits
    lambda_svc._execute_function = execute_within_limits
    lambda_svc._run_sqs_batch = run_batch_with_retries
    lambda_svc.invoke_async_with_retry = invoke_async_with_retries


@contextlib.contextmanager
def _set(variable: contextvars.ContextVar, value: Any) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def without_retries() -> contextlib.AbstractContextManager[None]:
    """Returns throttled invocations to a caller that retries them itself."""
    return _set(_retry_until, 0)


def _retry(invoke: Any) -> dict:
    """Invokes until the invocation is not throttled, or until the time in `_retry_until`."""
    until = _retry_until.get()
    deadline = time.time() + MAX_EVENT_AGE_SECONDS if until is None else until
    wait = MIN_RETRY_SECONDS
    while True:
        result = invoke()
        if not result.get("throttle") or time.time() + wait > deadline:
            return result
        _sleep(wait)
        wait = min(2 * wait, MAX_RETRY_SECONDS)


def _rejected(error_type: str, message: str) -> dict:
    """The result of an invocation that Lambda rejects before the function runs."""
    return {"error": True, "rejected": True, "body": {"errorType": error_type, "errorMessage": message}, "log": ""}


def _oversize(size: int, synchronous: bool) -> tuple | None:
    kind, limit = ("RequestResponse", MAX_REQUEST_BYTES) if synchronous else ("Event", MAX_ASYNCHRONOUS_REQUEST_BYTES)
    if size <= limit:
        return None
    body = {"Type": "User", "message": _oversize_message(size, kind, limit)}
    return 413, {**_JSON, "x-amzn-errortype": "RequestTooLargeException"}, json.dumps(body).encode()


def _oversize_message(size: int, kind: str, limit: int) -> str:
    return f"{size} byte payload is too large for the {kind} invocation type (limit {limit} bytes)"


def limit_responses() -> None:
    """Limits the size of a function's response. Lambda's Runtime API rejects a larger one, and the invocation fails."""
    from ministack.core import lambda_runtime

    build = lambda_runtime.ProvidedWorker._build_handler_class

    def build_with_limit(self: Any, generation: int, pending: Any) -> type:
        return _with_limit(build(self, generation, pending), self, generation)

    lambda_runtime.ProvidedWorker._build_handler_class = build_with_limit


def _with_limit(handler: Any, worker: Any, generation: int) -> type:
    from ministack.core import lambda_runtime

    class Handler(handler):
        def do_POST(self) -> None:
            body = super()._read_body()
            result = lambda_runtime._INVOCATION_RESULT_RE.search(self.path)
            if result and result[2] == "response" and len(body) > MAX_RESPONSE_BYTES:
                message = f"Response payload size exceeded maximum allowed payload size ({MAX_RESPONSE_BYTES} bytes)."
                error = {"errorType": "Function.ResponseSizeTooLarge", "errorMessage": message}
                worker._record_result(generation, result[1], "error", error)
                message = f"Exceeded maximum allowed payload size ({MAX_RESPONSE_BYTES} bytes)."
                self._respond(413, json.dumps({"errorType": "RequestEntityTooLarge", "errorMessage": message}).encode())
                return
            self._body = body
            super().do_POST()

        def _read_body(self) -> bytes:
            return self._body

    return Handler


# The header in which an SDK in a function repeats the trace of the invocation.
_TRACE_HEADER = "x-amzn-trace-id"
# The trace of the request or message that is being handled, and the trace of the running invocation.
_trace: contextvars.ContextVar[str] = contextvars.ContextVar("trace of the request", default="")
_invocation: contextvars.ContextVar[str] = contextvars.ContextVar("trace of the invocation", default="")


class Trace(NamedTuple):
    """A tracing header of X-Ray. Its lineage counts the invocations of each function in a chain of requests, as in
    `Lineage=1:e547cb94:0`: the version, the digest of the function, and its earlier invocations in the chain."""

    root: str
    sampled: str
    lineage: dict[str, int]

    @classmethod
    def parse(cls, header: str) -> "Trace":
        fields = dict(part.split("=", 1) for part in header.split(";") if "=" in part)
        counts = re.findall(r"\b([0-9a-f]{8}):(\d{1,5})\b", fields.get("Lineage", ""))
        return cls(fields.get("Root", ""), fields.get("Sampled", ""), {digest: int(count) for digest, count in counts})

    def __str__(self) -> str:
        lineage = "|".join(f"{digest}:{count}" for digest, count in self.lineage.items())
        header = f"Root={self.root};Parent={secrets.token_hex(8)};Sampled={self.sampled}"
        return f"{header};Lineage=1:{lineage}" if lineage else header


def _digest(function: str) -> str:
    return hashlib.sha256(function.encode()).hexdigest()[:8]


def _merged(headers: list[str]) -> str:
    """The trace of a batch: the highest count of each function in its messages."""
    traces = [Trace.parse(header) for header in headers if header]
    if not traces:
        return ""
    lineage: dict[str, int] = {}
    for trace in traces:
        for digest, count in trace.lineage.items():
            lineage[digest] = max(count, lineage.get(digest, 0))
    return str(traces[0]._replace(lineage=lineage))


@contextlib.contextmanager
def _invocation_trace(function: str, config: dict) -> Iterator[None]:
    """Adds the invocation to the trace."""
    found = Trace.parse(_trace.get())
    root = found.root or f"1-{int(time.time()):08x}-{secrets.token_hex(12)}"
    is_active = (config.get("TracingConfig") or {}).get("Mode") == "Active"
    digest = _digest(function)
    lineage = {**found.lineage, digest: found.lineage.get(digest, -1) + 1}
    with _set(_invocation, str(Trace(root, found.sampled or ("1" if is_active else "0"), lineage))):
        yield


def detect_recursive_loops() -> None:
    """Stops the invocation of a function after 16 invocations in the same chain of requests, unless its RecursiveLoop is
    Allow. MiniStack counts only invocations by Python and Node.js functions.

    As on AWS, the SDK repeats the trace of the invocation in its requests, and SQS, SNS and S3 pass it to the next
    invocation. https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html"""
    from ministack.services import lambda_svc, sqs

    drop, trace_id = lambda_svc._recursive_loop_drop, lambda_svc._xray_trace_id_for_invocation
    system_attributes, complete = sqs._build_send_sys_attrs, sqs._ensure_msg_fields

    def drop_by_lineage(name: str, func: dict, depth: int) -> tuple | None:
        earlier = Trace.parse(_trace.get()).lineage.get(_digest(name), -1) + 1
        return drop(name, func, max(depth, earlier + 1))

    def trace_of_invocation(config: dict, inbound_trace_header: str | None = None) -> str | None:
        return _invocation.get() or trace_id(config, inbound_trace_header)

    def attributes_with_trace(now: float, sys_attrs_input: dict) -> dict:
        attributes = system_attributes(now, sys_attrs_input)
        if header := _trace.get():
            attributes.setdefault("AWSTraceHeader", header)
        return attributes

    @functools.wraps(complete)
    def complete_with_trace(message: dict) -> None:
        # Notifications of S3 and SNS have no system attributes yet.
        is_new = "sys" not in message
        complete(message)
        if is_new and (header := _trace.get()):
            message["sys"].setdefault("AWSTraceHeader", header)

    lambda_svc._recursive_loop_drop = drop_by_lineage
    lambda_svc._xray_trace_id_for_invocation = trace_of_invocation
    sqs._build_send_sys_attrs = attributes_with_trace
    sqs._ensure_msg_fields = complete_with_trace


# The number of resolvers that the current request has run, and its maximum.
_resolvers: contextvars.ContextVar[list[int] | None] = contextvars.ContextVar("resolvers of the request", default=None)


def limit_appsync() -> None:
    """Limits the time of a request, the depth of a query, the number of its resolvers, and the size of what a resolver
    evaluates to. MiniStack stores the limits of the API without enforcing them."""
    from ministack.core import appsync_graphql
    from ministack.services import appsync

    respond, execute = appsync._execute_graphql, appsync_graphql.execute
    resolve, evaluate = appsync._resolve_field, appsync._js_evaluate

    @functools.wraps(respond)
    def respond_in_time(api_id: str, data: dict, *more: Any, **named: Any) -> tuple:
        response: concurrent.futures.Future[tuple] = concurrent.futures.Future()
        context = contextvars.copy_context()

        def run() -> None:
            try:
                response.set_result(context.run(respond, api_id, data, *more, **named))
            except BaseException as error:
                response.set_exception(error)

        thread = threading.Thread(target=run, name="appsync-request", daemon=True)
        thread.start()
        try:
            return response.result(APPSYNC_SECONDS)
        except concurrent.futures.TimeoutError:
            _logger.warning("A request timed out in:\n%s", _stack_of(thread))
            error = {"errorType": "ExecutionTimeout", "message": "Execution timed out."}
            return appsync._json(200, {"data": None, "errors": [error]})

    def execute_within_limits(
        api_id: str, sdl: str, query: str, variables: dict, operation_name: str | None, field_resolver: Any, context: Any
    ) -> tuple:
        api = appsync._apis.get(api_id) or {}
        depth = int(api.get("queryDepthLimit") or 0)
        if depth and _depth(query) > depth:
            field_resolver = _with_depth(field_resolver, depth)
        with _set(_resolvers, [0, int(api.get("resolverCountLimit") or MAX_RESOLVERS)]):
            return execute(api_id, sdl, query, variables, operation_name, field_resolver, context)

    @functools.wraps(resolve)
    def resolve_within_count(*arguments: Any, **named: Any) -> Any:
        if (counted := _resolvers.get()) is not None:
            counted[0] += 1
            if counted[0] > counted[1]:
                raise appsync._AppSyncResolverError("Resolver invocation limit reached.", "ResolverExecutionLimitReached")
        return resolve(*arguments, **named)

    def evaluate_within_size(code: str, fn: str, ctx: dict, errors: list) -> tuple:
        evaluated = evaluate(code, fn, ctx, errors)
        if _size(evaluated[1]) > MAX_RESOLVER_BYTES:
            raise appsync._AppSyncResolverError("Transformation too large", "MappingTemplate")
        return evaluated

    appsync._execute_graphql = respond_in_time
    appsync_graphql.execute = execute_within_limits
    appsync._resolve_field = resolve_within_count
    appsync._js_evaluate = evaluate_within_size


def _stack_of(thread: threading.Thread) -> str:
    """The calls that a thread executes now. Empty if the thread has ended."""
    frame = sys._current_frames().get(thread.ident or 0)
    return "".join(traceback.format_stack(frame)) if frame else ""


@functools.lru_cache(maxsize=1 << 10)
def _depth(query: str) -> int:
    """The nested levels of the deepest operation in a document; 0 if it is no document. Scalar fields are a level."""
    from graphql import GraphQLError
    from ministack.core import appsync_graphql

    try:
        document = appsync_graphql.parse(query)
    except GraphQLError:
        return 0
    fragments = {part.name.value: part for part in document.definitions if part.kind == "fragment_definition"}

    def depth(node: Any, spread: tuple[str, ...]) -> int:
        if node.kind == "fragment_spread":
            name = node.name.value
            # A fragment that contains itself is invalid; the validation rejects it.
            return 0 if name in spread or name not in fragments else depth(fragments[name], (*spread, name))
        inner = max((depth(child, spread) for child in node.selection_set.selections), default=0) if node.selection_set else 0
        return inner + (node.kind == "field")

    return max((depth(part, ()) for part in document.definitions if part.kind == "operation_definition"), default=0)


def _with_depth(field_resolver: Any, limit: int) -> Any:
    """Rejects the fields below the limit, as AppSync does: other fields keep their data."""
    from ministack.services import appsync

    def resolve(source: Any, info: Any, **arguments: Any) -> Any:
        if sum(isinstance(key, str) for key in info.path.as_list()) > limit:
            raise appsync._AppSyncResolverError(f"Query depth limit of {limit} reached.", "QueryDepthLimitReached")
        return field_resolver(source, info, **arguments)

    return resolve


def limit_events() -> None:
    """Limits the size of an event of AppSync Events. The response reports larger events as failed."""
    from ministack.services import appsync_events

    publish = appsync_events._fanout_publish

    async def publish_within_size(api_id: str, channel: str, events: list) -> tuple[list, list]:
        accepted = [position for position, event in enumerate(events) if _is_event_within_size(event)]
        successful, failed = await publish(api_id, channel, [events[position] for position in accepted])
        for entry in (*successful, *failed):
            entry["index"] = accepted[entry["index"]]
        for position in sorted(set(range(len(events))) - set(accepted)):
            message = f"The event exceeds {MAX_EVENT_BYTES} bytes"
            failed.append({"identifier": secrets.token_hex(16), "index": position, "code": 400, "errorMessage": message})
        return successful, failed

    appsync_events._fanout_publish = publish_within_size


def _is_event_within_size(event: Any) -> bool:
    return not isinstance(event, str) or len(event.encode(errors="surrogatepass")) <= MAX_EVENT_BYTES


class _InvocationRejectedError(Exception):
    """Lambda rejected the invocation: it was throttled, too large, or part of a recursive loop."""


def limit_api_gateway() -> None:
    """Limits the size of a request and the time of an integration. Returns 500 if Lambda rejects the invocation and 502 if the
    function fails, see https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway-errors.html"""
    from ministack.services import apigateway_v1

    invoke, respond = apigateway_v1._invoke_lambda_proxy_v1, apigateway_v1._lambda_proxy_response

    async def invoke_within_limits(
        integration: dict,
        api_id: str,
        stage_name: str,
        stage: dict,
        resource: dict,
        request_path: str,
        method: str,
        headers: dict,
        body: bytes,
        *more: Any,
        **named: Any,
    ) -> Any:
        if len(body or b"") > MAX_PAYLOAD_BYTES:
            message = f"HTTP content length exceeded {MAX_PAYLOAD_BYTES} bytes."
            return apigateway_v1._gw_error("REQUEST_TOO_LARGE", message)
        call = invoke(integration, api_id, stage_name, stage, resource, request_path, method, headers, body, *more, **named)
        # The function keeps running after the timeout.
        task = asyncio.ensure_future(call)
        timeout = min(API_GATEWAY_SECONDS, float(integration.get("timeoutInMillis") or 29_000) / 1000)
        try:
            return await asyncio.wait_for(asyncio.shield(task), timeout)
        except asyncio.TimeoutError:
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            return apigateway_v1._gw_error("INTEGRATION_TIMEOUT", "Endpoint request timed out")
        except _InvocationRejectedError:
            return apigateway_v1._gw_error("DEFAULT_5XX", "Internal server error")

    def respond_or_reject(result: dict) -> tuple:
        if result.get("throttle") or result.get("rejected"):
            raise _InvocationRejectedError
        response, error = respond(result)
        # The caller does not receive the function's error.
        return response, "Internal server error" if error else None

    apigateway_v1._invoke_lambda_proxy_v1 = invoke_within_limits
    apigateway_v1._lambda_proxy_response = respond_or_reject
