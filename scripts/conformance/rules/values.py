"""Sizes and errors of DynamoDB's attribute values. The sizes follow
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from conformance.rules.limits import DYNAMODB

Value = Mapping[str, Any]
Item = Mapping[str, Value]

_SETS = {"SS": "S", "NS": "N", "BS": "B"}
# The overhead of a list or map, and of each of its elements.
_DOCUMENT_BYTES, _ELEMENT_BYTES = 3, 1


def item_size(item: Item) -> int:
    return sum(len(name.encode()) + value_size(value) for name, value in item.items())


def value_size(value: Value) -> int:
    kind, content = next(iter(value.items()), ("", None))
    match kind:
        case "S":
            return len(content.encode(errors="surrogatepass"))
        case "N":
            digits = len(content.strip("-").split("e")[0].split("E")[0].replace(".", "").strip("0"))
            return (digits + 1) // 2 + 1 + content.startswith("-")
        case "B":
            return len(content) * 3 // 4
        case "BOOL" | "NULL":
            return 1
        case "SS" | "NS" | "BS":
            return sum(value_size({_SETS[kind]: element}) for element in content)
        case "L":
            return _DOCUMENT_BYTES + sum(_ELEMENT_BYTES + value_size(element) for element in content)
        case "M":
            return _DOCUMENT_BYTES + len(content) * _ELEMENT_BYTES + item_size(content)
    return 0


def depth(value: Value) -> int:
    """The number of lists and maps that contain each other."""
    kind, content = next(iter(value.items()), ("", None))
    if kind not in ("L", "M"):
        return 0
    elements = content if kind == "L" else content.values()
    return 1 + max(map(depth, elements), default=0)


def errors(value: Value, path: str) -> Iterator[str]:
    """What DynamoDB rejects in a value, except its size and depth."""
    if len(value) != 1:
        yield f"{path} has {len(value)} types, expected one"
        return
    [(kind, content)] = value.items()
    match kind:
        case "N":
            yield from _number_errors(content, path)
        case "B":
            yield from _binary_errors(content, path)
        case "NULL":
            if content is not True:
                yield f"{path} is NULL with the value {content}"
        case "SS" | "NS" | "BS":
            if not content:
                yield f"{path} is an empty set"
            if len(set(content)) < len(content):
                yield f"{path} has duplicate elements"
            for element in content:
                yield from errors({_SETS[kind]: element}, path)
        case "L":
            for index, element in enumerate(content):
                yield from errors(element, f"{path}[{index}]")
        case "M":
            for name, element in content.items():
                yield from errors(element, f"{path}.{name}")


def _number_errors(text: str, path: str) -> Iterator[str]:
    try:
        number = Decimal(text)
    except InvalidOperation:
        yield f"{path} is not a number: {text!r}"
        return
    if not number.is_finite():
        yield f"{path} is not a number: {text!r}"
    elif number:
        digits = "".join(map(str, number.as_tuple().digits)).strip("0")
        if len(digits) > DYNAMODB["number digits"]:
            yield f"{path} has more than {DYNAMODB['number digits']} digits: {text}"
        if not DYNAMODB["number negative exponent"] <= number.adjusted() <= DYNAMODB["number exponent"]:
            yield f"{path} is out of the range of numbers: {text}"


def _binary_errors(text: str, path: str) -> Iterator[str]:
    try:
        base64.b64decode(text, validate=True)
    except binascii.Error:
        yield f"{path} is not Base64"
