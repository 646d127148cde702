"""The type of rules."""

from collections.abc import Callable, Iterable

from conformance.calls import Call
from conformance.resources import Stack

Rule = Callable[[Call, Stack], Iterable[str]]
