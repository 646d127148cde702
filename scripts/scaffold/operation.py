"""Creates an operation: binary, rule with unit tests, sample input, schema, integration test and web document."""

import json
import re
from pathlib import Path

from scaffold.changes import Changes
from scaffold.names import Name
from stack.paths import ROOT
from stack.progress import Stop

METHODS = ("GET", "POST", "PUT", "PATCH")
# The least access: a scaffold that is deployed by mistake serves administrators only.
DEFAULT_ACTION = "ManagePermissions"


def areas(root: Path = ROOT) -> list[str]:
    return sorted(path.parent.name for path in (root / "functions").glob("*/examples.json"))


def query(area: str, name: Name, action: str, root: Path = ROOT) -> Changes:
    return _field("query", area, name, action, root)


def mutation(area: str, name: Name, action: str, root: Path = ROOT) -> Changes:
    return _field("mutation", area, name, action, root)


def route(area: str, name: Name, action: str, route: str, root: Path = ROOT) -> Changes:
    """`route` is method and path: `GET /coupons/{id}`."""
    method, _, path = route.partition(" ")
    if method not in METHODS or not re.fullmatch(r"(/[a-zA-Z-]+)+/\{id\}", path):
        raise Stop(f"{route} is not a route with an id, such as GET /coupons/{{id}}")
    values = {"kind": f'{method.lower()}("{path}")', "title": f"`{method} {path}`", "derives": ", JsonSchema"}
    values |= {"imports": "use schemars::JsonSchema;\n", "prefix": path.removesuffix("{id}"), "method": method.lower()}
    values |= {"body": "" if method == "GET" else ", json!({})"}
    changes = _operation(area, name, action, values, root)
    manifest = f"functions/{area}/Cargo.toml"
    if "\nschemars." not in changes.read(manifest):
        changes.insert_before(manifest, "serde.workspace", "schemars.workspace = true\n")
    changes.create(f"integration/tests/{area}/{name.snake}.rs", "route_test.rs.txt")
    return changes


def worker(area: str, name: Name, root: Path = ROOT) -> Changes:
    changes = _base(area, name, {}, root)
    changes.create(f"functions/{area}/src/bin/{name.kebab}.rs", "worker.rs.txt")
    changes.create(f"functions/{area}/src/{name.snake}.rs", "worker_rule.rs.txt")
    changes.create(f"integration/tests/{area}/{name.snake}.rs", "worker_test.rs.txt")
    return changes


def _field(kind: str, area: str, name: Name, action: str, root: Path) -> Changes:
    values = {"kind": kind.capitalize(), "title": f"GraphQL {kind} `{name.camel}`", "derives": "", "imports": ""}
    changes = _operation(area, name, action, values | {"operation": kind}, root)
    changes.create(f"integration/tests/{area}/{name.snake}.rs", "field_test.rs.txt")
    schema = "infra/schema.graphql"
    changes.insert_before(schema, "}\n", changes.render("field.graphql.txt"), after=f"type {kind.capitalize()} {{")
    changes.append(schema, changes.render("type.graphql.txt"))
    document = f"web/src/{Name.parse(_camel(area)).camel}/operations.graphql"
    if (root / document).exists():
        changes.append(document, changes.render("document.graphql.txt"))
    else:
        changes.create(document, "document.graphql.txt")
    return changes


def _operation(area: str, name: Name, action: str, values: dict[str, str], root: Path) -> Changes:
    actions = re.findall(r"^    (\w+),$", (root / "shared/src/action.rs").read_text(), re.MULTILINE)
    if action not in actions:
        raise Stop(f"{action} is not an action. The actions are {', '.join(actions)}")
    changes = _base(area, name, values | {"action": action}, root)
    changes.create(f"functions/{area}/src/bin/{name.kebab}.rs", "operation.rs.txt")
    changes.create(f"functions/{area}/src/{name.snake}.rs", "rule.rs.txt")
    examples = f"functions/{area}/examples.json"
    entries = json.loads(changes.read(examples)) | {name.kebab: {"id": "sample"}}
    changes.write(examples, json.dumps(dict(sorted(entries.items())), indent=2) + "\n")
    return changes


def _base(area: str, name: Name, values: dict[str, str], root: Path) -> Changes:
    if area not in areas(root):
        raise Stop(f"There is no area {area}. The areas are {', '.join(areas(root))}")
    names = {"name": name.camel, "snake": name.snake, "kebab": name.kebab, "pascal": name.pascal}
    changes = Changes(values | names | {"area": area, "crate": area.replace("-", "_")}, root)
    manifest = f"functions/{area}/Cargo.toml"
    # The unit tests of operations are asynchronous.
    if not re.search(r"^tokio[. ]", changes.read(manifest), re.MULTILINE):
        changes.insert_before(manifest, "\n[lints]", "tokio.workspace = true\n", after="[dev-dependencies]")
    changes.insert_line(f"functions/{area}/src/lib.rs", f"pub mod {name.snake};", "pub mod ")
    changes.insert_line(f"integration/tests/{area}/main.rs", f"mod {name.snake};", "mod ")
    return changes


def _camel(area: str) -> str:
    first, *others = area.split("-")
    return first + "".join(word.capitalize() for word in others)
