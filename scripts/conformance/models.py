"""botocore's models of the services: the parameters of their operations."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, takewhile
from typing import Any

import regex
from botocore.loaders import Loader
from botocore.model import OperationModel, OperationNotFoundError, ServiceModel, Shape
from botocore.validate import ParamValidator

# The services that functions call and that botocore describes.
SERVICES = ("cognito-idp", "dynamodb", "iot", "iot-data", "s3", "secretsmanager", "sns", "sqs")

_CONVERT: dict[str, Callable[[str], Any]] = {
    "boolean": lambda value: value == "true",
    "integer": int,
    "long": int,
}


@cache
def _service(name: str) -> ServiceModel:
    return ServiceModel(Loader().load_service_model(name, "service-2"), name)


@cache
def operation(service: str, name: str) -> OperationModel | None:
    """The model of an operation. `None` if there is no such operation."""
    try:
        return _service(service).operation_model(name) if service in SERVICES else None
    except OperationNotFoundError:
        return None


def http_parameters(service: str, name: str, request: dict[str, Any]) -> dict[str, Any]:
    """The parameters of an operation of a REST API, from the path, the query and the headers."""
    model = operation(service, name)
    if model is None:
        return {}
    bucket, _, key = request["path"].removeprefix("/").partition("/")
    path = {"Bucket": bucket, "Key": key}
    headers, parameters = request["headers"], {}
    for member, shape in model.input_shape.members.items():
        field = shape.serialization.get("name", member)
        match shape.serialization.get("location"):
            case "uri":
                value = path.get(field)
            case "querystring":
                value = request["query"].get(field)
            case "header":
                value = headers.get(field.lower())
            case "headers":
                value = {header.removeprefix(field): text for header, text in headers.items() if header.startswith(field)}
            case _:
                value = None
        # Timestamps remain texts, which botocore accepts.
        if value:
            parameters[member] = _CONVERT.get(shape.type_name, lambda text: text)(value)
    return parameters


def form_parameters(service: str, name: str, form: dict[str, str]) -> dict[str, Any]:
    """The parameters of an operation of a Query API, from the fields of the body. Fields that the model does not contain
    remain as they are."""
    fields = {field: value for field, value in form.items() if field != "Version"}
    model = operation(service, name)
    if model is None:
        return fields
    # Reading removes the fields that the model contains.
    parameters: dict[str, Any] = _from_fields(model.input_shape, "", fields) or {}
    return parameters | fields


def _from_fields(shape: Shape, name: str, fields: dict[str, str]) -> Any:
    """The value of a shape, whose fields begin with a name. Removes them. `None` if there are none."""
    kind = shape.type_name
    if kind == "structure":
        prefix = f"{name}." if name else ""
        members = {member: _from_fields(inner, f"{prefix}{member}", fields) for member, inner in shape.members.items()}
        return {member: value for member, value in members.items() if value is not None} or None
    if kind == "map":
        key_name = shape.key.serialization.get("name", "key")
        value_name = shape.value.serialization.get("name", "value")
        entries = {}
        for number in count(1):
            key = fields.pop(f"{name}.entry.{number}.{key_name}", None)
            if key is None:
                return entries or None
            entries[key] = _from_fields(shape.value, f"{name}.entry.{number}.{value_name}", fields)
    if kind == "list":
        elements = (_from_fields(shape.member, f"{name}.member.{number}", fields) for number in count(1))
        return list(takewhile(lambda value: value is not None, elements)) or None
    text = fields.pop(name, None)
    return None if text is None else _CONVERT.get(kind, lambda value: value)(text)


def shape_errors(model: OperationModel, parameters: dict[str, Any]) -> list[str]:
    """Missing, unknown and wrongly typed parameters."""
    report = ParamValidator().validate(parameters, model.input_shape)
    return report.generate_report().splitlines()


def constraint_errors(shape: Shape, value: Any, path: str = "") -> Iterator[str]:
    """Parameters that are not among the shape's values, exceed its maximum or do not match its pattern. botocore does not
    check these constraints."""
    kind, rules = shape.type_name, shape.metadata
    if isinstance(value, dict) and kind == "structure":
        for name, inner in value.items():
            if name in shape.members:
                yield from constraint_errors(shape.members[name], inner, f"{path}.{name}".lstrip("."))
    elif isinstance(value, dict) and kind == "map":
        for name, inner in value.items():
            yield from constraint_errors(shape.key, name, f"{path} (a name)")
            yield from constraint_errors(shape.value, inner, f"{path}.{name}")
    elif isinstance(value, list) and kind == "list":
        for index, inner in enumerate(value):
            yield from constraint_errors(shape.member, inner, f"{path}[{index}]")
    if "enum" in rules and isinstance(value, str) and value not in rules["enum"]:
        yield f"{path} is {value!r}, expected one of {', '.join(rules['enum'])}"
    if "max" in rules and kind != "blob":
        size = len(value) if isinstance(value, (str, list, dict)) else value
        if isinstance(size, int) and size > rules["max"]:
            yield f"{path} has {size}, at most {rules['max']} allowed"
    if "pattern" in rules and isinstance(value, str) and not regex.fullmatch(rules["pattern"], value):
        yield f"{path} does not match {rules['pattern']}"
