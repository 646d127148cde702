"""Tests of the documents for operations: retention of personal data, and the commands of the runbooks."""

import re
import unittest

from checks.templates import NESTED, of_type
from stack import forget, redrive
from stack.paths import ROOT

_RUNBOOKS = sorted((ROOT / "docs/runbooks").glob("*.md"))
_GUIDES = [*_RUNBOOKS, *(ROOT / "docs" / name for name in ("recovery.md", "data-retention.md", "environments.md"))]
# Commands of a deployed environment that a runbook can name as its fix.
_FIX = re.compile(r"(\./scripts/(deploy|redrive|restore|doctor)|aws [a-z-]+ [a-z-]+)")


def _rows(document: str, heading: str) -> list[list[str]]:
    """The cells of each row of the first table below a heading."""
    section = (ROOT / document).read_text().split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


class Retention(unittest.TestCase):
    def test_each_table_is_listed_with_its_time_to_live(self) -> None:
        tables = {
            name.removesuffix("Table"): table["Properties"].get("TimeToLiveSpecification", {}).get("AttributeName", "")
            for name, table in of_type(NESTED["Data"][1], "AWS::DynamoDB::Table")
        }
        rows = _rows("docs/data-retention.md", "Tables")
        listed = {row[0]: row[2].strip("`") for row in rows}
        self.assertEqual(listed, tables)
        self.assertEqual(len(listed), len(rows))

    def test_each_table_states_its_retention_and_how_personal_data_is_deleted(self) -> None:
        for table, contents, _, retention, deletion in _rows("docs/data-retention.md", "Tables"):
            with self.subTest(table):
                self.assertTrue(contents)
                self.assertTrue(retention)
                if contents != "none":
                    self.assertTrue(deletion)

    def test_the_tables_of_the_forget_command_are_those_of_the_document(self) -> None:
        named = {row[0] for row in _rows("docs/data-retention.md", "Tables") if "./scripts/forget" in row[4]}
        self.assertEqual(named, set(forget.TABLES))

    def test_the_retention_of_uploads_and_logs_is_that_of_the_templates(self) -> None:
        stores = {row[0]: row[2] for row in _rows("docs/data-retention.md", "Other stores")}
        rules = NESTED["Data"][1]["Resources"]["UploadsBucket"]["Properties"]["LifecycleConfiguration"]["Rules"]
        [expiration] = [rule for rule in rules if "ExpirationInDays" in rule]
        self.assertIn(f"{expiration['ExpirationInDays']} days", stores["uploads bucket"])
        self.assertIn(f"{expiration['NoncurrentVersionExpiration']['NoncurrentDays']} days", stores["uploads bucket"])
        for path, template, _ in NESTED.values():
            for name, group in of_type(template, "AWS::Logs::LogGroup"):
                with self.subTest(f"{path}: {name}"):
                    self.assertEqual(group["Properties"]["RetentionInDays"], {"Fn::If": ["IsProduction", 90, 14]})


class Runbooks(unittest.TestCase):
    def test_each_runbook_has_a_command_that_fixes_the_cause(self) -> None:
        for file in _RUNBOOKS:
            if file.name != "README.md":
                with self.subTest(file.name):
                    self.assertRegex(file.read_text(), _FIX)

    def test_the_commands_of_the_guides_exist(self) -> None:
        for file in _GUIDES:
            for name in re.findall(r"(?<!\.)\./scripts/([\w-]+)", file.read_text()):
                with self.subTest(f"{file.name}: {name}"):
                    command = ROOT / "scripts" / name
                    self.assertTrue(command.is_file() and command.stat().st_mode & 0o100)

    def test_the_options_of_the_commands_exist(self) -> None:
        used: dict[str, set[str]] = {}
        for file in _GUIDES:
            for name, rest in re.findall(r"(?<!\.)\./scripts/([\w-]+)([^`\n]*)", file.read_text()):
                used.setdefault(name, set()).update(re.findall(r"--[a-z-]+", rest))
        self.assertLess({"deploy", "redrive", "restore", "export", "import", "forget", "doctor"}, used.keys() | {""})
        for name, options in used.items():
            for option in sorted(options):
                with self.subTest(f"{name} {option}"):
                    self.assertIn(option.removeprefix("--").replace("-", "_"), _options(name))

    def test_the_queues_of_the_redrive_command_exist(self) -> None:
        for file in _RUNBOOKS:
            for queue in re.findall(r"\./scripts/redrive (\w+)", file.read_text()):
                self.assertIn(queue, redrive.QUEUES)

    def test_links_lead_to_files(self) -> None:
        for file in _GUIDES:
            for link in re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text()):
                with self.subTest(f"{file.name}: {link}"):
                    self.assertTrue((file.parent / link).exists())

    def test_the_aws_commands_and_their_options_exist(self) -> None:
        import botocore.session
        from botocore import xform_name

        session = botocore.session.get_session()
        count = 0
        for file in _GUIDES:
            text = file.read_text().replace("\\\n", " ")
            for service, command, rest in re.findall(r"aws ([a-z0-9-]+) ([a-z-]+)([^`\n]*)", text):
                if service == "sso":
                    continue
                model = session.get_service_model({"s3api": "s3"}.get(service, service))
                operations = {xform_name(name, "-"): name for name in model.operation_names}
                with self.subTest(f"{file.name}: aws {service} {command}"):
                    self.assertIn(command, operations)
                    members = model.operation_model(operations[command]).input_shape.members
                    known = {xform_name(name, "-") for name in members} | {"query", "output", "region", "enabled", "no-enabled", "cli-binary-format"}
                    self.assertLessEqual(set(re.findall(r"--([a-z-]+)", rest)), known)
                    count += 1
        self.assertGreater(count, 10)


def _options(command: str) -> set[str]:
    """The options that a command defines, with underscores."""
    package = ROOT / "scripts/tools" / command / "src/main.rs"
    if package.exists():
        return set(re.findall(r"^    (\w+): ", package.read_text(), re.MULTILINE))
    source = (ROOT / "scripts" / command).read_text()
    [module] = re.findall(r'entry\.enter\("([\w.]+)"\)', source)
    text = (ROOT / "scripts" / (module.replace(".", "/") + ".py")).read_text()
    return {name.replace("-", "_") for name in re.findall(r'add_argument\(\s*"--([\w-]+)"', text)}


if __name__ == "__main__":
    unittest.main()
