"""Rules of Secrets Manager."""

from collections.abc import Iterator

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.rule import Rule


def known_secret(call: Call, stack: Stack) -> Iterator[str]:
    if call.parameters.get("SecretId") not in stack.logical_ids:
        yield f"no template creates the secret {call.parameters.get('SecretId')}"


RULES: tuple[Rule, ...] = (known_secret,)
