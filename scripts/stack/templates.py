"""Parses CloudFormation templates."""

import re
from typing import Any

import yaml

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


def parse(text: str) -> Template:
    # The loader is a subclass of the safe loader.
    return yaml.load(text, _Loader)  # noqa: S506


def indexes_of(function: dict[str, Any]) -> list[tuple[str, str]]:
    """The indexes in the policies of a function, with the logical ids of their tables."""
    return re.findall(r"\$\{(\w+Table)\}/index/(\w+)", str(function.get("Policies")))
