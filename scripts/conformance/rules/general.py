"""Rules for all services: botocore's models."""

from collections.abc import Iterator

from conformance import models
from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.rule import Rule

# Operations that botocore does not describe.
_OTHER_OPERATIONS = {("appsync", "EventPublish")}


def known_operation(call: Call, stack: Stack) -> Iterator[str]:
    if (call.service, call.operation) not in _OTHER_OPERATIONS and models.operation(call.service, call.operation) is None:
        yield f"{call.service} has no operation {call.operation}"


def recorded_parameters(call: Call, stack: Stack) -> Iterator[str]:
    if call.size is not None and call.service != "s3":
        yield f"the body of {call.size} bytes is too large to be recorded"


def parameters_match_the_model(call: Call, stack: Stack) -> Iterator[str]:
    if model := models.operation(call.service, call.operation):
        yield from models.shape_errors(model, call.parameters)


def values_match_the_model(call: Call, stack: Stack) -> Iterator[str]:
    if model := models.operation(call.service, call.operation):
        yield from models.constraint_errors(model.input_shape, call.parameters)


# The rules that all others depend on.
STRUCTURE: tuple[Rule, ...] = (known_operation, recorded_parameters, parameters_match_the_model)

RULES: tuple[Rule, ...] = (values_match_the_model,)
