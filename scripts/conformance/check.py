"""Applies the rules of `rules/` to calls."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules import cognito, dynamodb, general, iot, live, s3, secrets, sns, sqs
from conformance.rules.rule import Rule

# The rules of each service, in addition to those for all services.
RULES: dict[str, tuple[Rule, ...]] = {
    "appsync": live.RULES,
    "cognito-idp": cognito.RULES,
    "dynamodb": dynamodb.RULES,
    "iot-data": iot.DATA_RULES,
    "s3": s3.RULES,
    "secretsmanager": secrets.RULES,
    "sns": sns.RULES,
    "sqs": sqs.RULES,
}


class Violation(NamedTuple):
    """A rule that a call violates."""

    rule: str
    call: Call
    text: str
    # Whether the parameters lack the structure that the service's model defines.
    is_structural: bool = False


def check(call: Call, stack: Stack) -> Iterator[Violation]:
    """The violations of a call. The other rules expect the structure that the service's model defines."""
    found = [violation._replace(is_structural=True) for violation in _apply(general.STRUCTURE, call, stack)]
    if not found:
        found.extend(_apply((*general.RULES, *RULES.get(call.service, ())), call, stack))
    return iter(found)


def _apply(rules: Iterable[Rule], call: Call, stack: Stack) -> Iterator[Violation]:
    return (Violation(name(rule), call, text) for rule in rules for text in rule(call, stack))


def name(rule: Rule) -> str:
    """The name of a rule in reports."""
    return f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}"
