"""Invokes the functions of topic rules as AWS does. See `mqtt.py`.

MiniStack starts a thread for each message, ignores the function's policy, and neither retries nor uses the destination for
failures.
"""

import collections
import contextlib
import contextvars
import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import limits

# The number of functions that topic rules invoke at the same time.
_THREADS = 8

# https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html: the number of retries and the maximum age
# of an event, unless the function's configuration has other ones.
_MAX_RETRIES, _MAX_AGE_SECONDS = 2, 21_600

_logger = logging.getLogger("iot_rules")

# The ARN of the rule that is being applied, and the client that sent the message.
_rule: contextvars.ContextVar[tuple[str, str]] = contextvars.ContextVar("rule and client of the message", default=("", ""))


@dataclass
class Invocation:
    """An event for a function."""

    function: dict
    event: Any
    started: float = field(default_factory=time.time)
    failures: int = 0
    throttles: int = 0


class Invoker:
    """Invokes functions in a limited number of threads. The events of a client are invoked in order, one at a time. Clients
    take turns, so that a client with many events does not delay the others. A retry does not delay the client's later
    events."""

    def __init__(self, invoke: Callable[[Invocation], float | None], threads: int = _THREADS) -> None:
        """`invoke` returns the seconds until the retry, or None if the event needs no retry."""
        self._invoke = invoke
        self._changed = threading.Condition()
        # The waiting events of each client that has a turn or an event that is being invoked.
        self._events: dict[Hashable, collections.deque[Invocation]] = {}
        self._turns: collections.deque[Hashable] = collections.deque()
        self._retries: list[tuple[float, int, Invocation]] = []
        self._numbers = itertools.count()
        for number in range(threads):
            threading.Thread(target=self._work, name=f"topic-rules-{number}", daemon=True).start()

    def submit(self, client: Hashable, invocation: Invocation) -> None:
        with self._changed:
            if client in self._events:
                self._events[client].append(invocation)
            else:
                self._give_turn(client, invocation)

    def _give_turn(self, client: Hashable, invocation: Invocation) -> None:
        self._events[client] = collections.deque([invocation])
        self._turns.append(client)
        self._changed.notify()

    def _work(self) -> None:
        while True:
            client, invocation = self._next()
            delay = None
            try:
                delay = self._invoke(invocation)
            except Exception:
                _logger.exception("The event of a topic rule is lost")
            with self._changed:
                if delay is not None:
                    heapq.heappush(self._retries, (time.monotonic() + delay, next(self._numbers), invocation))
                if self._events[client]:
                    self._turns.append(client)
                else:
                    del self._events[client]
                self._changed.notify()

    def _next(self) -> tuple[Hashable, Invocation]:
        with self._changed:
            while True:
                now = time.monotonic()
                while self._retries and self._retries[0][0] <= now:
                    _, number, invocation = heapq.heappop(self._retries)
                    self._give_turn(number, invocation)
                if self._turns:
                    client = self._turns.popleft()
                    return client, self._events[client].popleft()
                self._changed.wait(self._retries[0][0] - now if self._retries else None)


def apply() -> None:
    """Replaces the lambda action of topic rules."""
    from ministack.core import responses
    from ministack.services import iot

    run = iot._run_rule_actions
    invoker = Invoker(invoke)

    async def run_for_client(
        account_id: str, region: str, rule: dict, payload: bytes, topic: str = "", client_id: str | None = None
    ) -> None:
        arn = f"arn:aws:iot:{region}:{account_id}:rule/{(rule or {}).get('ruleName', '')}"
        # Lifecycle events have no sender. The last level of their topic is the client.
        token = _rule.set((arn, client_id or topic.rpartition("/")[2]))
        try:
            await run(account_id, region, rule, payload, topic, client_id)
        finally:
            _rule.reset(token)

    def invoke_function(account_id: str, region: str, function_arn: str, event: Any) -> None:
        rule, client = _rule.get()
        with responses.request_scope(account_id, region):
            # This function reads the policy of any function that AWS IoT invokes.
            function = iot._provisioning_hook_function(function_arn, rule)
        if function is None:
            raise PermissionError(f"{function_arn} does not exist, or its policy does not allow {rule} to invoke it")
        invoker.submit((function_arn, client), Invocation(function, event))

    iot._run_rule_actions = run_for_client
    iot._dispatch_rule_to_lambda = invoke_function


def invoke(invocation: Invocation) -> float | None:
    """Invokes the function once. Returns the seconds until the retry. After the last failure, sends the event to the
    destination for failures."""
    from ministack.services import lambda_svc

    with limits.without_retries():
        result: dict = lambda_svc._execute_function_with_config_scope(invocation.function, invocation.event)
    if not result.get("throttle") and not result.get("error"):
        return None
    settings = _settings(invocation.function)
    delay = _count_and_delay(invocation, bool(result.get("throttle")), int(settings.get("MaximumRetryAttempts", _MAX_RETRIES)))
    max_age = int(settings.get("MaximumEventAgeInSeconds", _MAX_AGE_SECONDS))
    if delay is not None and time.time() - invocation.started + delay <= max_age:
        return delay
    _send_to_destination(invocation, settings, result)
    return None


def _settings(function: dict) -> dict:
    """The configuration of asynchronous invocations at this time, which can change between retries."""
    from ministack.services import lambda_svc

    with contextlib.suppress(KeyError):
        function = lambda_svc._functions[function["config"]["FunctionName"]]
    found: dict = function.get("event_invoke_config") or (function.get("event_invoke_configs") or {}).get("$LATEST") or {}
    return {name: value for name, value in found.items() if value is not None}


def _count_and_delay(invocation: Invocation, is_throttled: bool, max_retries: int) -> float | None:
    """The seconds until the retry. Throttled invocations are no failures of the function."""
    from ministack.services import lambda_svc

    if is_throttled:
        invocation.throttles += 1
        return min(limits.MIN_RETRY_SECONDS * 2 ** (invocation.throttles - 1), limits.MAX_RETRY_SECONDS)
    invocation.failures += 1
    if invocation.failures > max_retries:
        return None
    delay: float = lambda_svc._LAMBDA_ASYNC_RETRY_BASE_SECONDS * 2 ** (invocation.failures - 1)
    return min(delay, lambda_svc._LAMBDA_ASYNC_RETRY_MAX_SECONDS)


def _send_to_destination(invocation: Invocation, settings: dict, result: dict) -> None:
    from ministack.services import lambda_svc

    config = invocation.function["config"]
    destination = ((settings.get("DestinationConfig") or {}).get("OnFailure") or {}).get("Destination") or (
        config.get("DeadLetterConfig") or {}
    ).get("TargetArn")
    if destination:
        lambda_svc._run_with_function_config_scope(
            invocation.function,
            lambda_svc._route_async_failure,
            destination,
            config["FunctionName"],
            invocation.event,
            result,
        )
    else:
        _logger.warning("%s failed, and it has no destination for failed events", config["FunctionName"])
