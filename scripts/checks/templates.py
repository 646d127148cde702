"""Reads the templates."""

from collections.abc import Iterator
from typing import Any

import yaml

from stack.paths import ROOT

Template = dict[str, Any]


class _Loader(yaml.SafeLoader):
    """Parses short forms such as `!Ref X` as `{"Ref": "X"}`."""


def _function(loader: yaml.Loader, tag: str, node: yaml.Node) -> dict[str, Any]:
    name = tag if tag in ("Ref", "Condition") else f"Fn::{tag}"
    if isinstance(node, yaml.ScalarNode):
        return {name: loader.construct_scalar(node)}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    return {name: loader.construct_mapping(node, deep=True)}


_Loader.add_multi_constructor("!", _function)


def _read(path: str) -> Template:
    # The loader is a subclass of the safe loader.
    return yaml.load((ROOT / path).read_text(), _Loader)  # noqa: S506


ROOT_TEMPLATE = _read("template.yaml")
# The path, the template and the resource of each nested stack, by name.
NESTED: dict[str, tuple[str, Template, dict[str, Any]]] = {
    name: (stack["Properties"]["Location"], _read(stack["Properties"]["Location"]), stack)
    for name, stack in ROOT_TEMPLATE["Resources"].items()
    if stack["Type"] == "AWS::Serverless::Application"
}


def of_type(template: Template, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and definition of each resource of a type."""
    return ((name, resource) for name, resource in template["Resources"].items() if resource["Type"] == kind)
