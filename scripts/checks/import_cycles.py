"""The check of imports: finds modules that import each other, directly or through others.

It covers the modules of each Rust crate, the files of web/src, and the Python modules of scripts. Imports in tests and
imports of types count as well, except the test modules of a Rust file.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]

# The nodes that each node imports.
Graph = dict[str, set[str]]
# The texts of files, by path relative to the checkout.
Files = Mapping[str, str]


def cycles(graph: Graph) -> list[list[str]]:
    """The cycles of a graph, each from its alphabetically first node back to this node. One import of each cycle is then
    ignored, so another cycle with the same import is found only after the first one is fixed."""
    remaining, found = {node: set(imports) for node, imports in sorted(graph.items())}, []
    while True:
        try:
            TopologicalSorter(remaining).prepare()
            return sorted(found)
        except CycleError as error:
            # Each node is imported by the next one.
            cycle = error.args[1][:0:-1]
            first = cycle.index(min(cycle))
            cycle = [*cycle[first:], *cycle[:first], cycle[first]]
            remaining[cycle[-2]].discard(cycle[-1])
            found.append(cycle)


# Rust. A module is the tuple of its names; the root of the crate is empty.
Module = tuple[str, ...]

_RUST_TEXT = re.compile(
    r"//[^\n]*|/\*.*?\*/|b?r(#*)\".*?\"\1|b?\"(?:[^\"\\]|\\.)*\"|b?'(?:[^'\\\n]|\\[^\n]{1,9}?)'", re.DOTALL
)
_RUST_MODULE = re.compile(r"(#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*)?(?:pub(?:\([^)]*\))?\s+)?\bmod\s+(\w+)\s*\{")
_RUST_USE = re.compile(r"\buse\s+([^;]+);")
_RUST_PATH = re.compile(r"(?<![\w$:])(?:crate|self|super)(?:::\w+)+")
_RUST_TOKEN = re.compile(r"\w+|::|[{},*]")


@dataclass(frozen=True)
class RustUse:
    """A path of a `use` declaration and the name that it declares; `*` for all names of the path."""

    path: tuple[str, ...]
    name: str


def rust_graph(files: Files, source: str) -> Graph:
    """The imports between the modules of a crate. `source` is the folder of its root. A re-exported name belongs to the
    module that declares it. A module and its submodules form a unit: imports between them do not count."""
    code = {module: rust_code(text) for path, text in files.items() if (module := rust_module(path, source)) is not None}
    uses = {module: [use for body, depth in bodies if depth == 0 for use in rust_uses(body)] for module, bodies in code.items()}
    declared = {module: {use.name: use.path for use in found} for module, found in uses.items()}
    graph: Graph = {}
    for module, bodies in code.items():
        for body, depth in bodies:
            for path in rust_paths(body):
                target = _resolve_rust((*module, *["inline"] * depth), path, declared)
                if target is None or target[: len(module)] == module or module[: len(target)] == target:
                    continue
                graph.setdefault("::".join(module), set()).add("::".join(target))
    return graph


def rust_module(path: str, source: str) -> Module | None:
    """The module of a file; None for other files, binaries and files of tests."""
    if not path.startswith(f"{source}/") or not path.endswith(".rs"):
        return None
    *folders, name = path.removeprefix(f"{source}/").removesuffix(".rs").split("/")
    if folders[:1] == ["bin"] or name == "tests":
        return None
    return tuple(folders) if name == "mod" or not folders and name in ("lib", "main") else (*folders, name)


def rust_code(text: str) -> list[tuple[str, int]]:
    """The code of a file without comments, literals and test modules. Modules inside the file are separate, with their
    depth."""
    return list(_rust_bodies(_RUST_TEXT.sub(" ", text), 0))


def _rust_bodies(code: str, depth: int) -> Iterator[tuple[str, int]]:
    while match := _RUST_MODULE.search(code):
        end = _closing_brace(code, match.end())
        if not match[1]:
            yield from _rust_bodies(code[match.end() : end], depth + 1)
        code = code[: match.start()] + code[end + 1 :]
    yield code, depth


def _closing_brace(code: str, start: int) -> int:
    depth = 1
    for position in range(start, len(code)):
        depth += (code[position] == "{") - (code[position] == "}")
        if depth == 0:
            return position
    return len(code)


def rust_uses(code: str) -> Iterator[RustUse]:
    """The paths of the `use` declarations, one for each name."""
    for declaration in _RUST_USE.findall(code):
        tokens = _RUST_TOKEN.findall(declaration)
        yield from _use_tree(tokens, ())


def _use_tree(tokens: list[str], prefix: tuple[str, ...]) -> Iterator[RustUse]:
    """Parses one tree and removes its tokens."""
    path = prefix
    while tokens:
        token = tokens.pop(0)
        if token == "{":
            while tokens and tokens[0] != "}":
                yield from _use_tree(tokens, path)
                if tokens and tokens[0] == ",":
                    tokens.pop(0)
            del tokens[:1]
            return
        if token == "*":
            yield RustUse(path, "*")
            return
        # `self` after a path is the path itself.
        path = path if token == "self" and path else (*path, token)
        if tokens[:1] == ["::"]:
            tokens.pop(0)
        else:
            name = path[-1]
            if tokens[:1] == ["as"]:
                name = tokens[1]
                del tokens[:2]
            yield RustUse(path, name)
            return


def rust_paths(code: str) -> Iterator[tuple[str, ...]]:
    """The paths of all `use` declarations, and the paths in the other code that start with `crate`, `self` or `super`."""
    yield from (use.path for use in rust_uses(code))
    yield from (tuple(path.split("::")) for path in _RUST_PATH.findall(_RUST_USE.sub(" ", code)))


def _resolve_rust(
    module: Module, path: tuple[str, ...], declared: Mapping[Module, Mapping[str, tuple[str, ...]]], hops: int = 9
) -> Module | None:
    """The module that declares the path, as written in `module`; None for another crate."""
    names = list(path)
    if names[0] == "crate":
        module, names = (), names[1:]
    elif names[0] == "self":
        names = names[1:]
    elif names[0] == "super":
        while names[:1] == ["super"]:
            module, names = module[:-1], names[1:]
    elif (*module, names[0]) not in declared:
        return None
    while names and (*module, names[0]) in declared:
        module, names = (*module, names[0]), names[1:]
    exported = declared.get(module, {}).get(names[0]) if names else None
    if exported and exported != path and hops:
        return _resolve_rust(module, exported, declared, hops - 1) or module
    return module


# TypeScript.
_SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_SCRIPT_IMPORT = re.compile(
    r"""(?:^|;)\s*(?:import|export)\b[^"';]*?\bfrom\s*["'](\.[^"']*)["']|(?:^|;)\s*import\s*["'](\.[^"']*)["']"""
    r"""|\bimport\s*\(\s*["'](\.[^"']*)["']""",
    re.MULTILINE,
)
_SCRIPT_SUFFIXES = ("", ".ts", ".tsx", ".d.ts", ".js", "/index.ts", "/index.tsx")


def script_graph(files: Files) -> Graph:
    """The imports between files by relative paths."""
    imported = {path: {_script(path, name, files) for name in script_imports(text)} for path, text in files.items()}
    return {path: {found for found in paths if found} for path, paths in imported.items()}


def script_imports(text: str) -> list[str]:
    """The relative paths that a file imports or re-exports."""
    return [next(filter(None, groups)) for groups in _SCRIPT_IMPORT.findall(_SCRIPT_COMMENT.sub(" ", text))]


def _script(path: str, name: str, files: Files) -> str | None:
    parts: list[str] = list(PurePosixPath(path).parent.parts)
    for part in PurePosixPath(name).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return next((found for suffix in _SCRIPT_SUFFIXES if (found := "/".join(parts) + suffix) in files), None)


# Python.
def python_graph(files: Files, source: str) -> Graph:
    """The imports between the modules of `source`. A module can also be imported from its own folder, because Python adds
    the folder of a program to its path."""
    modules = {python_module(path, source): path for path in files}
    graph: Graph = {}
    for path, text in files.items():
        folder = str(PurePosixPath(path).parent.relative_to(source)).replace("/", ".")
        prefix = "" if folder == "." else f"{folder}."
        imported = (modules.get(name) or modules.get(prefix + name) for name in python_imports(text, folder))
        graph[path] = {found for found in imported if found and found != path}
    return graph


def python_module(path: str, source: str) -> str:
    """The name of a file's module."""
    name = path.removeprefix(f"{source}/").removesuffix(".py").removesuffix("/__init__")
    return name.replace("/", ".")


def python_imports(text: str, package: str) -> Iterator[str]:
    """The modules that a file of `package` imports. A name of a module can be a module or one of its attributes."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*parents, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def graphs(files: Files) -> Iterator[tuple[str, Graph]]:
    """All graphs of the checkout, with the names of what they contain."""
    crates = sorted(str(PurePosixPath(path).parent) for path in files if path.endswith("/Cargo.toml"))
    for crate in crates:
        yield crate, rust_graph(files, f"{crate}/src")
    yield "web", script_graph(_in_folder(files, "web/src/", (".ts", ".tsx")))
    yield "scripts", python_graph(_in_folder(files, "scripts/", (".py",)), "scripts")


def _in_folder(files: Files, folder: str, suffixes: tuple[str, ...]) -> dict[str, str]:
    return {path: text for path, text in files.items() if path.startswith(folder) and path.endswith(suffixes)}


def _read(paths: Iterable[str]) -> dict[str, str]:
    suffixes = (".rs", ".ts", ".tsx", ".py", "Cargo.toml")
    return {path: (ROOT / path).read_text() for path in paths if path.endswith(suffixes) and (ROOT / path).is_file()}


def main() -> int:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    found = [
        f"{name}: {' -> '.join(cycle)}"
        for name, graph in graphs(_read(sorted(set(listed.stdout.splitlines()))))
        for cycle in cycles(graph)
    ]
    print("\n".join(found) if found else "no import cycles")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
