"""The templates of the checkout."""

from collections.abc import Iterator
from typing import Any

from stack import templates
from stack.paths import ROOT
from stack.templates import Template


def _read(path: str) -> Template:
    return templates.parse((ROOT / path).read_text())


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
