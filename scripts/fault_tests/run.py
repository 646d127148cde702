"""Runs the scenario of an operation with its faults and finds violations of the rule (`scenario.py`)."""

import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fault_tests.client import Client, Response
from fault_tests.effects import Effect, Normalizer, describe, effect
from fault_tests.plan import DUPLICATE, STALL, Plan, plans
from fault_tests.scenario import Call, Data, Scenario

# The messages of errors, and of parts of a result, after which a repetition can succeed.
BUSY = "Larder is busy at the moment. Please try again."
_TRY_AGAIN = re.compile(r"try again\.", re.IGNORECASE)

# The calls after a failed one. The first ones can fail, because the SDK limits retries after many failures.
_MAX_REPETITIONS = 5

# The maximum duration of a call whose event is not published. The deadline for publishing is 2 s.
_MAX_STALLED_SECONDS = 4.0

# The errors with which AppSync and API Gateway report a killed function.
_KILLED = ("Lambda:Unhandled", "UnhandledException", "Lambda:ExecutionTimeoutException", "502", "504", "Worker")


class Operation(NamedTuple):
    """An operation of infra/operations.json, or a worker."""

    name: str
    kind: str
    function: str


@dataclass
class Result:
    """The faults of an operation and what they revealed."""

    operation: str
    calls: int = 0
    # The number of faults by kind.
    faults: Counter[str] = field(default_factory=Counter)
    # The number of faults after which the caller received an error.
    reported: int = 0
    violations: list[str] = field(default_factory=list)


class _Reference(NamedTuple):
    """What a call without a fault does."""

    calls: list[tuple[str, str]]
    effect: Effect
    # The response of the call, and of its repetition.
    responses: tuple[Any, ...]


class Runner:
    """Runs one scenario."""

    def __init__(self, client: Client, operation: Operation, scenario: Scenario) -> None:
        self._client, self._operation, self._scenario = client, operation, scenario
        self._shared: dict[str, Any] = {}
        self._result = Result(operation.name)

    def run(self, seed: int, count: int, stop: threading.Event) -> Result:
        """Injects `count` faults."""
        try:
            reference = self._reference()
            self._result.calls = len(reference.calls)
            # The function does not reach each planned call: a process that was killed starts with other calls.
            for plan in plans(reference.calls, f"{seed}:{self._operation.name}", 2 * count):
                if stop.is_set() or self._result.faults.total() == count:
                    break
                self._case(plan, reference)
            if not stop.is_set() and (injected := self._result.faults.total()) < count:
                self._result.violations.append(f"{self._operation.name}: only {injected} of {count} faults were injected")
        except Exception as error:
            self._result.violations.append(f"{self._operation.name}: the scenario stopped: {type(error).__name__}: {error}")
        return self._result

    def _reference(self) -> _Reference:
        """Runs the scenario three times without a fault. The effects of the last two must agree, or they could not be
        compared with others. The first call can start the function, which reads its settings, and create items that
        later calls change."""
        self._once()
        first, second = self._once(), self._once()
        if first.effect != second.effect:
            raise RuntimeError(f"two calls without a fault differ:\n{describe(first.effect, second.effect)}")
        if not second.effect and self._scenario.check is None:
            raise RuntimeError("a call without a fault has no effect")
        return second

    def _once(self) -> _Reference:
        data = Data(self._client, self._shared)
        call = self._scenario.prepare(data)
        with self._client.exclusive(self._operation.function):
            self._client.observe(self._operation.function)
            response = self._call(call)
            if response.error or _is_busy(response):
                raise RuntimeError(f"a call without a fault failed: {response.error}: {response.message} {response.body}")
            observed = self._client.observed(self._operation.function)
            repetition = self._call(call)
        normalizer = self._normalizer(data)
        if repetition.error and repetition.error not in self._scenario.repetition_errors:
            raise RuntimeError(f"a repetition failed: {repetition.error}: {repetition.message}")
        if self._scenario.check and (problem := self._scenario.check(data, call)):
            raise RuntimeError(f"a call without a fault: {problem}")
        responses = (self._stable(response, normalizer), self._stable(repetition, normalizer))
        calls = [(service, name) for service, name in observed["calls"]]
        return _Reference(calls, self._effect(observed, normalizer), responses)

    def _case(self, plan: Plan, reference: _Reference) -> None:
        """Injects one fault and repeats the call until it succeeds."""
        data = Data(self._client, self._shared)
        call = self._scenario.prepare(data)
        with self._client.exclusive(self._operation.function):
            self._observed_case(plan, reference, data, call)
        if self._scenario.check and (problem := self._scenario.check(data, call)):
            self._violate(plan, problem, data)

    def _observed_case(self, plan: Plan, reference: _Reference, data: Data, call: Call) -> None:
        normalizer = self._normalizer(data)
        function = self._operation.function
        self._client.observe(function, plan.request())
        response = self._call(call)
        observed = self._client.observed(function)
        self._client.withdraw_fault(function)
        if plan.kind != DUPLICATE and not observed["injected"]:
            # The function made fewer calls than without a fault.
            return
        self._result.faults[plan.label] += 1
        found = self._effect(observed, normalizer)
        failed = response.error is not None or _is_busy(response)
        self._result.reported += failed
        for problem in self._problems(plan, reference, response, found, normalizer):
            self._violate(plan, problem, data)
        if failed or plan.kind == DUPLICATE:
            self._repeat(plan, reference, call, data, normalizer)

    def _problems(
        self, plan: Plan, reference: _Reference, response: Response, found: Effect, normalizer: Normalizer
    ) -> list[str]:
        """What is wrong with the response and the effect of the first call."""
        problems = []
        if plan.kind == STALL and response.seconds > _MAX_STALLED_SECONDS:
            problems.append(f"the call took {response.seconds:.1f} s although publishing has a deadline")
        if response.error is None and not _is_busy(response):
            if found != reference.effect:
                problems.append(f"the call succeeded with another effect:\n{describe(reference.effect, found)}")
            elif (body := self._stable(response, normalizer)) not in reference.responses:
                problems.append(f"the response is {body}, expected {reference.responses[0]}")
        else:
            if response.error is not None and not _is_temporary(response):
                problems.append(f"the caller received {response.error}: {response.message}")
            if not self._scenario.partial and found not in ((), reference.effect):
                problems.append(f"the call failed with a part of its effect:\n{describe(reference.effect, found)}")
        return problems

    def _repeat(self, plan: Plan, reference: _Reference, call: Call, data: Data, normalizer: Normalizer) -> None:
        for attempt in range(_MAX_REPETITIONS):
            response = self._call(call)
            if response.error in self._scenario.repetition_errors:
                break
            if response.error is None and not _is_busy(response):
                body = self._stable(response, normalizer)
                # A repetition of a part of the effect can return less.
                if body not in reference.responses and not self._scenario.partial:
                    self._violate(plan, f"the repetition returned {body}, expected {reference.responses[-1]}", data)
                break
            if not _is_temporary(response):
                return self._violate(plan, f"the repetition failed: {response.error}: {response.message}", data)
            time.sleep(0.2 * (attempt + 1))
        else:
            return self._violate(plan, f"{_MAX_REPETITIONS} repetitions failed: {response.message}", data)
        found = self._effect(self._client.observed(self._operation.function), normalizer)
        if found != reference.effect and not (self._scenario.repeats and set(found) == set(reference.effect)):
            self._violate(plan, f"after the repetition, the effect is another one:\n{describe(reference.effect, found)}", data)

    def _effect(self, observed: dict[str, Any], normalizer: Normalizer) -> Effect:
        """The effect of the observed calls on items that no other function completes."""
        later = {name: {"S": value} for name, value in self._scenario.completed_later[0].items()}
        return effect([item for item in observed["items"] if not later or not later.items() <= item["key"].items()], normalizer)

    def _stable(self, response: Response, normalizer: Normalizer) -> Any:
        """The parts of a response that are equal in every call."""
        body = response.body
        if isinstance(body, dict):
            body = {name: value for name, value in body.items() if name not in self._scenario.counters}
        return normalizer.value(body)

    def _violate(self, plan: Plan, problem: str, data: Data) -> None:
        self._result.violations.append(f"{self._operation.name}, {plan} ({data.token}): {problem}")

    def _normalizer(self, data: Data) -> Normalizer:
        return Normalizer(data.names, self._scenario.patterns, self._scenario.ignored)

    def _call(self, call: Call) -> Response:
        if self._operation.kind == "mutation":
            return self._client.mutate(self._operation.name, call.arguments, call.token)
        if self._operation.kind == "worker":
            return self._client.invoke(self._operation.function, call.arguments)
        method, _, path = self._operation.name.partition(" ")
        for name, value in call.path.items():
            path = path.replace(f"{{{name}}}", value)
        return self._client.rest(method, path, call.arguments, call.token)


def _is_busy(response: Response) -> bool:
    """Whether a part of the result states that it failed and can be repeated."""
    has_failed_messages = isinstance(response.body, dict) and bool(response.body.get("batchItemFailures"))
    return has_failed_messages or _TRY_AGAIN.search(str(response.body)) is not None


def _is_temporary(response: Response) -> bool:
    """Whether the error allows a repetition: Larder is busy, or the function was killed."""
    return response.error is None or BUSY in response.message or response.error in _KILLED
