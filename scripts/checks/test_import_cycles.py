"""Tests of the check of imports."""

import unittest

from checks.import_cycles import Files, cycles, graphs, python_graph, rust_graph, rust_paths, script_graph, script_imports


def rust_cycles(files: Files) -> list[str]:
    graph = rust_graph({f"a/src/{path}": text for path, text in files.items()}, "a/src")
    return [" -> ".join(cycle) for cycle in cycles(graph)]


class CyclesTest(unittest.TestCase):
    def test_finds_cycles_of_two_and_of_three(self) -> None:
        graph = {"c": {"a"}, "a": {"b"}, "b": {"a", "c"}, "d": {"a"}}
        self.assertEqual(cycles(graph), [["a", "b", "a"], ["a", "b", "c", "a"]])

    def test_a_graph_without_cycles_has_none(self) -> None:
        self.assertEqual(cycles({"a": {"b", "c"}, "b": {"c"}}), [])

    def test_finds_cycles_that_do_not_share_a_module(self) -> None:
        self.assertEqual(cycles({"a": {"b"}, "b": {"a"}, "c": {"d"}, "d": {"c"}}), [["a", "b", "a"], ["c", "d", "c"]])


class RustTest(unittest.TestCase):
    def test_finds_a_cycle_by_paths_from_the_crate_and_from_the_parent(self) -> None:
        files = {"model.rs": "use crate::rules::MAX;", "rules.rs": "use super::model::{self, Id};"}
        self.assertEqual(rust_cycles(files), ["model -> rules -> model"])

    def test_finds_a_cycle_by_a_path_in_code(self) -> None:
        files = {"a.rs": "fn f() { crate::b::g() }", "b.rs": "fn g(one: super::a::One) {}"}
        self.assertEqual(rust_cycles(files), ["a -> b -> a"])

    def test_a_parent_may_import_its_submodules_and_they_it(self) -> None:
        self.assertEqual(rust_cycles({"t/mod.rs": "pub use key::Key; use crate::t::key;", "t/key.rs": "use super::Table;"}), [])

    def test_a_reexported_name_belongs_to_its_module(self) -> None:
        parent = "mod item; mod key; pub use item::{Item, other as alias}; pub use key::*;"
        files = {"t.rs": parent, "t/item.rs": "use super::key::Key;", "t/key.rs": "use super::alias;"}
        self.assertEqual(rust_cycles(files), ["t::item -> t::key -> t::item"])
        self.assertEqual(rust_cycles({**files, "t/key.rs": "use super::Table;"}), [])

    def test_resolves_names_of_the_root(self) -> None:
        files = {"lib.rs": "pub use error::Error;", "error.rs": "use crate::page::Page;", "page.rs": "use crate::Error;"}
        self.assertEqual(rust_cycles(files), ["error -> page -> error"])

    def test_ignores_tests_comments_literals_and_macros(self) -> None:
        for other in (
            "#[cfg(test)]\nmod tests { use crate::a; fn f() { if true { crate::a::f() } } }",
            "// use crate::a;\n/* use crate::a; */",
            'const TEXT: &str = "{ use crate::a; \\" }"; const RAW: &str = r#"use "crate::a";"#;',
            "macro_rules! store { () => { $crate::a::f() } }",
        ):
            with self.subTest(other):
                self.assertEqual(rust_cycles({"a.rs": "use crate::b;", "b.rs": other}), [])
        self.assertEqual(rust_cycles({"a.rs": "use crate::b;", "b.rs": "mod tests;", "b/tests.rs": "use crate::a;"}), [])

    def test_reads_code_after_tests_and_literals(self) -> None:
        text = "#[cfg(test)] mod tests { const C: char = '}'; }\nfn f<'a>(one: &'a str) -> char { '\"' }\nuse crate::a;"
        self.assertEqual(rust_cycles({"a.rs": "use crate::b;", "b.rs": text}), ["a -> b -> a"])

    def test_the_parent_of_an_inline_module_is_its_file(self) -> None:
        files = {"a.rs": "mod sealed { impl super::super::b::Sealed for super::One {} }", "b.rs": "use crate::a;"}
        self.assertEqual(rust_cycles(files), ["a -> b -> a"])

    def test_a_binary_is_not_a_module(self) -> None:
        self.assertEqual(rust_cycles({"bin/b.rs": "use crate::a;", "a.rs": "use crate::bin;"}), [])

    def test_parses_nested_declarations(self) -> None:
        found = list(rust_paths("use crate::{a::{self, b as c, d::*}, e};"))
        self.assertEqual(found, [("crate", "a"), ("crate", "a", "b"), ("crate", "a", "d"), ("crate", "e")])


class ScriptTest(unittest.TestCase):
    def test_finds_a_cycle_with_an_import_of_a_type(self) -> None:
        files = {"src/a.ts": 'import type { B } from "./b/B";', "src/b/B.tsx": 'export { a } from "../a";'}
        self.assertEqual(cycles(script_graph(files)), [["src/a.ts", "src/b/B.tsx", "src/a.ts"]])

    def test_resolves_an_index_file(self) -> None:
        self.assertEqual(script_graph({"a.ts": 'import "./b";', "b/index.ts": ""})["a.ts"], {"b/index.ts"})

    def test_reads_every_kind_of_relative_import(self) -> None:
        text = 'import a, {\n  b,\n} from "./1";\nimport "./2";\nconst c = lazy(() => import("./3"));\nexport * from \'./4\';\n'
        self.assertEqual(script_imports(text), ["./1", "./2", "./3", "./4"])

    def test_ignores_packages_comments_and_texts(self) -> None:
        text = '// import "./1";\n/* import "./2"; */\nimport x from "react";\nconst y = "import a from b";\n'
        self.assertEqual(script_imports(text), [])


class PythonTest(unittest.TestCase):
    def test_finds_a_cycle_of_modules_of_a_package(self) -> None:
        files = {"scripts/p/a.py": "from p import b", "scripts/p/b.py": "def f():\n    import p.a"}
        self.assertEqual(cycles(python_graph(files, "scripts")), [["scripts/p/a.py", "scripts/p/b.py", "scripts/p/a.py"]])

    def test_finds_a_cycle_of_relative_imports(self) -> None:
        files = {"scripts/p/a.py": "from .b import c", "scripts/p/b.py": "from . import a"}
        self.assertEqual(len(cycles(python_graph(files, "scripts"))), 1)

    def test_finds_a_cycle_of_modules_that_are_imported_from_their_folder(self) -> None:
        files = {"scripts/p/a.py": "import b", "scripts/p/b.py": "from a import c"}
        self.assertEqual(len(cycles(python_graph(files, "scripts"))), 1)

    def test_ignores_other_packages(self) -> None:
        graph = python_graph({"scripts/p/json.py": "import os, json.decoder"}, "scripts")
        self.assertEqual(graph, {"scripts/p/json.py": set()})


class GraphsTest(unittest.TestCase):
    def test_covers_crates_the_web_app_and_scripts(self) -> None:
        rust = {"Cargo.toml": "", "shared/Cargo.toml": "", "shared/src/a.rs": "use crate::b;", "shared/src/b.rs": ""}
        web = {"web/src/a.ts": 'import "./b";', "web/src/b.ts": "", "web/e2e/c.ts": ""}
        expected = [
            ("shared", {"a": {"b"}}),
            ("web", {"web/src/a.ts": {"web/src/b.ts"}, "web/src/b.ts": set()}),
            ("scripts", {"scripts/a.py": set()}),
        ]
        self.assertEqual(list(graphs({**rust, **web, "scripts/a.py": ""})), expected)
