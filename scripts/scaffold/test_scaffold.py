"""Tests of `./scripts/new`. scripts/checks/guide.py runs the command itself."""

import json
import tempfile
import unittest
from pathlib import Path

from scaffold import operation, screen
from scaffold.changes import Changes
from scaffold.names import Name
from stack.progress import Stop

_FILES = {
    "functions/fridge-doors/examples.json": '{ "doors": {} }\n',
    "functions/fridge-doors/Cargo.toml": "[dependencies]\nserde.workspace = true\n\n[dev-dependencies]\nrstest.workspace = true\n\n[lints]\n",
    "functions/fridge-doors/src/lib.rs": "//! Doors.\n\npub mod list;\npub mod store;\n",
    "integration/tests/fridge-doors/main.rs": "//! Tests.\n#![cfg(test)]\n\nmod list;\n",
    "infra/schema.graphql": "type Query {\n  doors: [Door!]!\n}\n\ntype Mutation {\n  open: Boolean!\n}\n",
    "functions/analytics/screens.json": '["/", "/doors"]\n',
    "web/src/app/routes.tsx": '            screen(paths.doors),\n            { path: "*" },\n',
    "web/src/app/navigation/entries.ts": "export const NAVIGATION = [\n];\n",
    "web/src/help/screens/general.ts": "export const GENERAL = {\n  screens: [\n  ],\n};\n",
    "web/src/doors/doors.ts": "",
    "web/src/lib/paths.ts": 'export const paths = {\n  doors: "/doors",\n} as const;\n',
    "shared/src/action.rs": "pub enum Action {\n    ManagePermissions,\n    OpenDoors,\n}\n",
}


class Scaffold(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for path, text in _FILES.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    def test_names_have_the_spellings_of_the_languages(self) -> None:
        for camel, kebab, snake, pascal, sentence in (
            ("doors", "doors", "doors", "Doors", "Doors"),
            ("readDoorState", "read-door-state", "read_door_state", "ReadDoorState", "Read door state"),
            ("doorsById2", "doors-by-id2", "doors_by_id2", "DoorsById2", "Doors by id2"),
        ):
            name = Name.parse(camel)
            self.assertEqual((name.kebab, name.snake, name.pascal, name.sentence), (kebab, snake, pascal, sentence))

    def test_a_name_that_is_not_in_camel_case_is_rejected(self) -> None:
        for text in ("Doors", "read-door", "read_door", "2doors", ""):
            with self.subTest(text), self.assertRaises(Stop):
                Name.parse(text)

    def test_a_query_has_every_hand_written_part(self) -> None:
        files = operation.query("fridge-doors", Name("doorState"), "OpenDoors", self.root).apply()
        area = "functions/fridge-doors"
        self.assertEqual(
            sorted(files),
            [
                f"{area}/Cargo.toml",
                f"{area}/examples.json",
                f"{area}/src/bin/door-state.rs",
                f"{area}/src/door_state.rs",
                f"{area}/src/lib.rs",
                "infra/schema.graphql",
                "integration/tests/fridge-doors/door_state.rs",
                "integration/tests/fridge-doors/main.rs",
                "web/src/fridgeDoors/operations.graphql",
            ],
        )
        self.assertIn("RequiredPermission::Action(Action::OpenDoors)", self.text(f"{area}/src/bin/door-state.rs"))
        self.assertIn("use fridge_doors::door_state::{self,", self.text(f"{area}/src/bin/door-state.rs"))
        self.assertIn("pub mod door_state;\npub mod list;\n", self.text(f"{area}/src/lib.rs"))
        self.assertIn("mod door_state;\nmod list;\n", self.text("integration/tests/fridge-doors/main.rs"))
        self.assertEqual(list(json.loads(self.text(f"{area}/examples.json"))), ["door-state", "doors"])
        query, mutation = self.text("infra/schema.graphql").split("type Mutation")
        self.assertIn("doorState(id: ID!): DoorStateResult!\n}", query)
        self.assertIn("type DoorStateResult {", mutation)

    def test_the_library_of_asynchronous_tests_is_added_once(self) -> None:
        for name in ("doorState", "doorHistory"):
            operation.query("fridge-doors", Name(name), "OpenDoors", self.root).apply()
        tests = self.text("functions/fridge-doors/Cargo.toml").split("[dev-dependencies]\n")[1]
        self.assertEqual(tests, "rstest.workspace = true\ntokio.workspace = true\n\n[lints]\n")

    def test_a_mutation_is_a_field_of_the_mutation_type(self) -> None:
        operation.mutation("fridge-doors", Name("closeDoor"), "OpenDoors", self.root).apply()
        self.assertIn("closeDoor", self.text("infra/schema.graphql").split("type Mutation")[1].split("}")[0])
        self.assertIn("const KIND: Kind = Kind::Mutation;", self.text("functions/fridge-doors/src/bin/close-door.rs"))

    def test_a_route_has_json_schemas_and_no_field(self) -> None:
        operation.route("fridge-doors", Name("closeDoor"), "OpenDoors", "PUT /doors/{id}", self.root).apply()
        self.assertIn('Kind::put("/doors/{id}")', self.text("functions/fridge-doors/src/bin/close-door.rs"))
        self.assertIn("Deserialize, JsonSchema", self.text("functions/fridge-doors/src/close_door.rs"))
        self.assertIn("schemars.workspace = true\n", self.text("functions/fridge-doors/Cargo.toml"))
        self.assertEqual(self.text("infra/schema.graphql"), _FILES["infra/schema.graphql"])

    def test_a_worker_has_a_source_and_no_sample_input(self) -> None:
        operation.worker("fridge-doors", Name("checkDoors"), self.root).apply()
        self.assertIn("Source::EveryMinute", self.text("functions/fridge-doors/src/bin/check-doors.rs"))
        self.assertEqual(self.text("functions/fridge-doors/examples.json"), '{ "doors": {} }\n')

    def test_a_screen_has_page_test_address_route_entry_and_page_views(self) -> None:
        files = screen.screen("doors", Name("doorState"), self.root).apply()
        self.assertEqual(len(files), 7)
        self.assertIn('<Page title="Door state">', self.text("web/src/doors/DoorStatePage.tsx"))
        self.assertIn('renderApp("/doors/door-state")', self.text("web/src/doors/DoorStatePage.test.tsx"))
        self.assertIn('  doorState: "/doors/door-state",\n} as const', self.text("web/src/lib/paths.ts"))
        self.assertIn('import("../doors/DoorStatePage")', self.text("web/src/app/routes.tsx"))
        self.assertIn("to: paths.doorState", self.text("web/src/app/navigation/entries.ts"))
        self.assertIn("path: paths.doorState", self.text("web/src/help/screens/general.ts"))
        self.assertIn("/doors/door-state", json.loads(self.text("functions/analytics/screens.json")))

    def test_invalid_arguments_are_rejected_before_a_file_is_written(self) -> None:
        for title, command in {
            "unknown area": lambda: operation.query("windows", Name("doorState"), "OpenDoors", self.root),
            "unknown area of a screen": lambda: screen.screen("windows", Name("doorState"), self.root),
            "unknown action": lambda: operation.query("fridge-doors", Name("doorState"), "CloseDoors", self.root),
            "route without an id": lambda: operation.route(
                "fridge-doors", Name("doorState"), "OpenDoors", "GET /doors", self.root
            ),
            "unknown method": lambda: operation.route(
                "fridge-doors", Name("doorState"), "OpenDoors", "FETCH /doors/{id}", self.root
            ),
        }.items():
            with self.subTest(title), self.assertRaises(Stop):
                command()
        files = {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file()}
        self.assertEqual(files, set(_FILES))

    def test_an_operation_that_exists_is_kept(self) -> None:
        operation.worker("fridge-doors", Name("checkDoors"), self.root).apply()
        with self.assertRaisesRegex(Stop, "already exists"):
            operation.worker("fridge-doors", Name("checkDoors"), self.root)

    def test_a_line_without_a_sorted_block_follows_the_header(self) -> None:
        (self.root / "main.rs").write_text("//! Tests.\n#![cfg(test)]\n\nuse a;\n")
        changes = Changes({}, self.root)
        changes.insert_line("main.rs", "mod list;", "mod ")
        self.assertEqual(changes.read("main.rs"), "//! Tests.\n#![cfg(test)]\n\nmod list;\n\nuse a;\n")


if __name__ == "__main__":
    unittest.main()
