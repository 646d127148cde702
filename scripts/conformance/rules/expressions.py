"""Reads DynamoDB's expressions. The emulator checks their syntax, so this module reads only what the rules need."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

# The names of the parameters with expressions.
CONDITION, FILTER, KEY_CONDITION = "ConditionExpression", "FilterExpression", "KeyConditionExpression"
PROJECTION, UPDATE = "ProjectionExpression", "UpdateExpression"
KINDS = (CONDITION, FILTER, KEY_CONDITION, PROJECTION, UPDATE)

RESERVED_WORDS = frozenset(
    word
    for line in Path(__file__).with_name("reserved_words.txt").read_text().splitlines()
    if not line.startswith("#")
    for word in line.split()
)

_TOKEN = re.compile(r"\s*([#:]?\w+|<>|<=|>=|[=<>(),.\[\]+-])")
_COMPARATORS = {"=", "<>", "<", "<=", ">", ">="}
_CONDITION_WORDS = {"AND", "OR", "NOT", "BETWEEN", "IN"}
_CLAUSES = {"SET", "REMOVE", "ADD", "DELETE"}

# A path to a value in an item: attribute names and, as numbers, list indexes.
AttributePath = tuple[str | int, ...]


@lru_cache(maxsize=10_000)
def _tokens(text: str) -> tuple[str, ...] | None:
    """The tokens of an expression. `None` if it contains anything else."""
    tokens, end = [], 0
    text = text.rstrip()
    while end < len(text):
        if not (found := _TOKEN.match(text, end)):
            return None
        tokens.append(found[1])
        end = found.end()
    return tuple(tokens)


@dataclass(frozen=True)
class Operand:
    """A path or a placeholder of a value, at its position among the tokens."""

    start: int
    end: int
    path: AttributePath | None


@dataclass(frozen=True)
class Expression:
    """An expression and the names of its placeholders."""

    kind: str
    text: str
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_readable(self) -> bool:
        return bool(_tokens(self.text))

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        return _tokens(self.text) or ()

    def placeholders(self, prefix: str) -> set[str]:
        """The placeholders of names (`#`) or values (`:`)."""
        return {token for token in self.tokens if token.startswith(prefix)}

    def words(self) -> Iterator[str]:
        """The attribute names that are not placeholders."""
        for index, token in enumerate(self.tokens):
            if self._is_name(index) and not token.startswith("#"):
                yield token

    def paths(self) -> Iterator[AttributePath]:
        """The paths of the expression, in order."""
        return (operand.path for operand in self.operands() if operand.path is not None)

    def operands(self) -> Iterator[Operand]:
        index = 0
        while index < len(self.tokens):
            token, start = self.tokens[index], index
            index += 1
            if token.startswith(":"):
                yield Operand(start, index, None)
            elif self._is_name(start):
                parts: list[str | int] = [self.names.get(token, token)]
                while index + 1 < len(self.tokens) and self.tokens[index] in (".", "["):
                    name = self.tokens[index + 1]
                    is_element = self.tokens[index] == "["
                    parts.append(int(name) if is_element and name.isdigit() else self.names.get(name, name))
                    index += 3 if is_element else 2
                yield Operand(start, index, tuple(parts))

    def attributes(self) -> set[str]:
        """The names of the item's attributes that the expression reads or writes."""
        return {str(path[0]) for path in self.paths()}

    def operators(self) -> int:
        """The number of operators and functions."""
        betweens = sum(token.upper() == "BETWEEN" for token in self.tokens)
        if self.kind == PROJECTION:
            return 0
        if self.kind == UPDATE:
            return sum(token in ("+", "-") or self._is_function(index) for index, token in enumerate(self.tokens))
        counted = sum(
            token in _COMPARATORS or token.upper() in _CONDITION_WORDS or self._is_function(index)
            for index, token in enumerate(self.tokens)
        )
        # The AND of a BETWEEN is a part of it.
        return counted - betweens

    def in_operands(self) -> Iterator[int]:
        """The number of values in each list after IN."""
        for index, token in enumerate(self.tokens):
            if token.upper() == "IN" and self.tokens[index + 1 : index + 2] == ("(",):
                end = self.tokens.index(")", index)
                yield self.tokens[index:end].count(",") + 1

    def clauses(self) -> list[str]:
        """The clauses of an update."""
        return [token.upper() for index, token in enumerate(self.tokens) if self._is_clause(index)]

    def targets(self) -> Iterator[AttributePath]:
        """The paths that an update writes: those at the beginning of a clause or after a comma outside of parentheses."""
        nesting, starts = 0, set()
        for index, token in enumerate(self.tokens):
            nesting += (token == "(") - (token == ")")
            if self._is_clause(index) or (token == "," and nesting == 0):
                starts.add(index + 1)
        return (operand.path for operand in self.operands() if operand.start in starts and operand.path)

    def key_conditions(self) -> list[tuple[str, str]] | None:
        """The attribute and the operator of each condition, such as `("id", "=")`. `None` if it is not a key condition."""
        tokens = [token for token in self.tokens if token not in ("(", ")", ",")]
        conditions, index = [], 0

        def name(token: str) -> str | None:
            return None if token.startswith(":") else self.names.get(token, token)

        while index < len(tokens):
            if index > 0:
                if tokens[index].upper() != "AND":
                    return None
                index += 1
            rest = tokens[index:]
            match rest:
                case ["begins_with", attribute, value, *_]:
                    operator, length = "begins_with", 3
                case [attribute, between, value, also, last, *_] if between.upper() == "BETWEEN" and also.upper() == "AND":
                    operator, length = "BETWEEN", 5
                    if not last.startswith(":"):
                        return None
                case [attribute, operator, value, *_] if operator in _COMPARATORS:
                    length = 3
                case _:
                    return None
            found = name(attribute)
            if found is None or not value.startswith(":"):
                return None
            conditions.append((found, operator))
            index += length
        return conditions

    def _is_function(self, index: int) -> bool:
        token = self.tokens[index]
        is_word = token[0].isalpha() and token.upper() not in _CONDITION_WORDS
        return is_word and self.tokens[index + 1 : index + 2] == ("(",) and self.kind != PROJECTION

    def _is_clause(self, index: int) -> bool:
        return self.kind == UPDATE and self.tokens[index].upper() in _CLAUSES

    def _is_name(self, index: int) -> bool:
        """Whether the token is an attribute name or a placeholder of one."""
        token = self.tokens[index]
        if token.startswith("#"):
            return True
        if not (token[0].isalpha() or token[0] == "_") or self._is_function(index) or self._is_clause(index):
            return False
        return self.kind in (PROJECTION, UPDATE) or token.upper() not in _CONDITION_WORDS


def of(parameters: Mapping[str, Any]) -> Iterator[Expression]:
    """The expressions of an operation or of an action of a transaction."""
    names = parameters.get("ExpressionAttributeNames", {})
    return (Expression(kind, parameters[kind], names) for kind in KINDS if kind in parameters)
