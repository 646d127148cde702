"""Compares the templates and APIs of the checkout with those of an earlier release, before a deployment.

The rules protect data and open pages: no accidental replacement, at most one new or removed index per table, and nothing is
removed that the earlier release uses. docs/deployment.md explains them.
"""

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cfnlint.schema import PROVIDER_SCHEMA_MANAGER, ResourceNotFoundError

from stack import templates, web
from stack.paths import ROOT
from stack.progress import Stop
from stack.templates import Template

# Findings that a release accepts on purpose. Each line begins with the finding, and a reason follows after " # ".
ACCEPTED = ROOT / "infra/accepted-changes.txt"

# The types behind SAM's types. A function's role, routes and mappings have names that do not change.
_SAM_TYPES = {
    "AWS::Serverless::Function": "AWS::Lambda::Function",
    "AWS::Serverless::Api": "AWS::ApiGateway::Stage",
}
# Resources with data or with an address that callers know. Their removal is not undone by the next deployment.
_KEPT = {
    "AWS::AppSync::Api",
    "AWS::AppSync::GraphQLApi",
    "AWS::CloudFront::Distribution",
    "AWS::Cognito::UserPool",
    "AWS::Cognito::UserPoolClient",
    "AWS::DynamoDB::Table",
    "AWS::S3::Bucket",
    "AWS::SQS::Queue",
    "AWS::SecretsManager::Secret",
    "AWS::Serverless::Api",
}
_TABLE = "AWS::DynamoDB::Table"
# Properties with the parts of an index that cannot be changed.
_INDEX_PARTS = ("KeySchema", "Projection")
_METHODS = {"get", "put", "post", "patch", "delete"}


@dataclass(frozen=True)
class Release:
    """The templates by path, the GraphQL schema, the web app's operations by path, and the document of the REST routes."""

    templates: dict[str, Template]
    schema: str
    operations: dict[str, str]
    openapi: dict[str, Any]


def of_checkout() -> Release:
    """The release that the checkout contains."""
    files = [ROOT / "template.yaml", *sorted((ROOT / "infra").glob("*.yaml")), *sorted((ROOT / "web/src").rglob("operations.graphql"))]
    return _read([file.relative_to(ROOT).as_posix() for file in files], lambda path: (ROOT / path).read_text())


def of_commit(commit: str) -> Release:
    """The release of a commit. Raises `Stop` if the clone lacks the commit."""
    listing = _git("ls-tree", "-r", "--name-only", commit)
    if listing is None:
        raise Stop(f"The commit {commit} of the deployed release is not in this clone. Run `git fetch`, or deploy from a clone with it")
    paths = [path for path in listing.splitlines() if _is_part(path)]
    return _read(paths, lambda path: _git("show", f"{commit}:{path}") or "")


def latest() -> str | None:
    """The latest release: the last tag before the checkout, or else origin/main. None if there is none."""
    if tag := (_git("describe", "--tags", "--abbrev=0") or "").strip():
        return tag
    return "origin/main" if _git("rev-parse", "--verify", "--quiet", "origin/main") else None


def findings(previous: Release, current: Release) -> list[str]:
    """The changes that break a rule, as messages, without the accepted ones."""
    accepted = accepted_changes(ACCEPTED.read_text()) if ACCEPTED.exists() else set()
    messages = [
        *template_findings(previous.templates, current.templates),
        *schema_findings(previous, current),
        *route_findings(previous.openapi, current.openapi),
    ]
    return [message for message in messages if message not in accepted]


def accepted_changes(text: str) -> set[str]:
    """The accepted findings. Raises `Stop` if one has no reason."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if without := [line for line in lines if not line.partition(" # ")[2].strip()]:
        raise Stop(f"{ACCEPTED.relative_to(ROOT)} has a change without a reason: {without[0]}")
    return {line.partition(" # ")[0].strip() for line in lines}


def template_findings(previous: dict[str, Template], current: dict[str, Template]) -> Iterator[str]:
    """Resources that would be replaced or removed, and changes of indexes that one update cannot do."""
    used = _used_indexes(previous)
    for path, before in previous.items():
        after = current.get(path, {"Resources": {}})
        values = [_parameters(release, path) for release in (previous, current)]
        for name, resource in before.get("Resources", {}).items():
            where, replacement = f"{path}: {name}", after["Resources"].get(name)
            if replacement is None:
                if resource["Type"] in _KEPT:
                    yield f"{where} is removed"
                continue
            if replacement["Type"] != resource["Type"]:
                yield f"{where} is replaced, because its type changes"
                continue
            for prop in _create_only(resource["Type"]):
                old, new = (
                    _resolved(_at(each.get("Properties", {}), prop), known)
                    for each, known in zip((resource, replacement), values)
                )
                if old != new:
                    yield f"{where} is replaced, because {'.'.join(prop)} changes"
            if resource["Type"] == _TABLE:
                yield from _index_findings(where, name, resource["Properties"], replacement["Properties"], used)


def _index_findings(
    where: str, table: str, before: dict[str, Any], after: dict[str, Any], used: set[tuple[str, str]]
) -> Iterator[str]:
    old, new = ({index["IndexName"]: index for index in each.get("GlobalSecondaryIndexes", [])} for each in (before, after))
    added, removed = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    if len(added) + len(removed) > 1:
        names = ", ".join([*added, *removed])
        yield f"{where}: DynamoDB creates or deletes one index per update, but {names} change. Release them one by one"
    for name in removed:
        if (table, name) in used:
            yield f"{where}: the earlier release uses the index {name}. Remove its use in one release and the index in the next"
    for name in sorted(old.keys() & new.keys()):
        for part in _INDEX_PARTS:
            if old[name].get(part) != new[name].get(part):
                yield f"{where}: {part} of the index {name} cannot change. Create another index and remove this one later"
    types = [{each["AttributeName"]: each["AttributeType"] for each in table["AttributeDefinitions"]} for table in (before, after)]
    for name in sorted(types[0].keys() & types[1].keys()):
        if types[0][name] != types[1][name]:
            yield f"{where}: the type of the key {name} cannot change"


def schema_findings(previous: Release, current: Release) -> list[str]:
    """Changes of the GraphQL schema that break open pages of the earlier release."""
    content = {
        "previous": previous.schema,
        "current": current.schema,
        "documents": [{"name": name, "text": text} for name, text in previous.operations.items()],
    }
    completed = subprocess.run(
        ["node", "compatibility.js"], cwd=web.WEB, input=json.dumps(content), capture_output=True, text=True
    )
    if completed.returncode != 0:
        raise Stop(f"The schemas could not be compared:\n{completed.stderr.strip()}")
    return [f"infra/schema.graphql: {message}" for message in json.loads(completed.stdout)]


def route_findings(previous: dict[str, Any], current: dict[str, Any]) -> Iterator[str]:
    """Removed REST routes, and inputs that a route requires now."""
    routes = current.get("paths", {})
    for path, item in previous.get("paths", {}).items():
        for method in sorted(item.keys() & _METHODS):
            where = f"docs/openapi.json: {method.upper()} {path}"
            if method not in routes.get(path, {}):
                yield f"{where} is removed. Remove its use in one release and the route in the next"
                continue
            required = [_required(document, each) for document, each in ((previous, item[method]), (current, routes[path][method]))]
            for name in sorted(required[1] - required[0]):
                yield f"{where} requires {name}, which open pages of the earlier release do not send"


def _required(document: dict[str, Any], operation: dict[str, Any]) -> set[str]:
    """The names of required parameters and of required fields of the request."""
    names = {each["name"] for each in operation.get("parameters", []) if each.get("required")}
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = content.get("schema", {})
        if reference := schema.get("$ref"):
            schema = _at(document, tuple(reference.removeprefix("#/").split("/"))) or {}
        names |= set(schema.get("required", []))
    return names


def _create_only(kind: str) -> list[tuple[str, ...]]:
    """The properties of a type whose change replaces a resource, by the schema of its provider."""
    try:
        schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", _SAM_TYPES.get(kind, kind)).schema
    except ResourceNotFoundError:
        return []
    pointers = [*schema.get("createOnlyProperties", []), *schema.get("conditionalCreateOnlyProperties", [])]
    return [tuple(pointer.removeprefix("/properties/").split("/")) for pointer in pointers]


def _used_indexes(release: dict[str, Template]) -> set[tuple[str, str]]:
    """The indexes in the policies of the functions, with the logical ids of their tables."""
    found = set()
    for template in release.values():
        for resource in template.get("Resources", {}).values():
            if resource["Type"] == "AWS::Serverless::Function":
                found |= set(templates.indexes_of(resource["Properties"]))
    return found


def _parameters(release: dict[str, Template], path: str) -> dict[str, Any]:
    """The values that the root template gives to the parameters of a nested stack."""
    for resource in release["template.yaml"].get("Resources", {}).values():
        if resource["Type"] == "AWS::Serverless::Application" and resource["Properties"]["Location"] == path:
            return resource["Properties"].get("Parameters", {})
    return {}


def _resolved(value: Any, parameters: dict[str, Any]) -> Any:
    """A property with the values of the parameters that it names."""
    if isinstance(value, dict):
        if set(value) == {"Ref"} and value["Ref"] in parameters:
            return parameters[value["Ref"]]
        if "Fn::Sub" in value and isinstance(value["Fn::Sub"], str):
            names = {name for name in parameters if f"${{{name}}}" in value["Fn::Sub"]}
            return {"Fn::Sub": value["Fn::Sub"], "with": {name: parameters[name] for name in sorted(names)}}
        return {name: _resolved(part, parameters) for name, part in value.items()}
    return [_resolved(part, parameters) for part in value] if isinstance(value, list) else value


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _is_part(path: str) -> bool:
    is_template = path == "template.yaml" or (path.startswith("infra/") and path.endswith(".yaml") and path.count("/") == 1)
    return is_template or (path.startswith("web/src/") and path.endswith("operations.graphql"))


def _read(paths: list[str], text: Callable[[str], str]) -> Release:
    return Release(
        templates={path: templates.parse(text(path)) for path in paths if path.endswith(".yaml")},
        schema=text("infra/schema.graphql"),
        operations={path: text(path) for path in paths if path.endswith(".graphql")},
        openapi=json.loads(text("docs/openapi.json") or "{}"),
    )


def _git(*arguments: str) -> str | None:
    """The output of a git command. None if it fails."""
    completed = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return completed.stdout if completed.returncode == 0 else None
