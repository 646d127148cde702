"""Tests that the commands in infra/events/README.md use functions, templates and files that exist."""

import json
import re
import shlex
import subprocess
import unittest

from checks.test_templates import NESTED, _functions
from stack import function_env, venvs
from stack.paths import ROOT

README = (ROOT / "infra/events/README.md").read_text()
COMMANDS = [shlex.split(line, comments=True) for line in re.findall(r"^    (\S.*)$", README, re.MULTILINE)]


def _commands(*words: str) -> list[list[str]]:
    return [command for command in COMMANDS if command[: len(words)] == list(words)]


def _option(command: list[str], name: str) -> str:
    return command[command.index(name) + 1]


class Commands(unittest.TestCase):
    def test_cargo_lambda_commands_use_an_existing_function_and_its_event(self) -> None:
        binaries = {binary for _, binary, _, _ in _functions()}
        [watch], [invoke] = _commands("cargo", "lambda", "watch"), _commands("cargo", "lambda", "invoke")
        self.assertIn(invoke[3], binaries)
        self.assertEqual(_option(watch, "--bin"), invoke[3])
        self.assertEqual(_option(invoke, "--data-file"), f"infra/events/{invoke[3]}.json")
        [environment] = [command for command in _commands("./scripts/function-env") if "--sam" not in command]
        self.assertEqual(environment[1], invoke[3])
        self.assertEqual(environment[-1], _option(watch, "--env-file"))

    def test_cargo_lambda_has_the_options(self) -> None:
        program = venvs.TOOLS.program("cargo-lambda")
        for command in (*_commands("cargo", "lambda", "watch"), *_commands("cargo", "lambda", "invoke")):
            help_command = [program, "lambda", command[2], "--help"]
            help_text = subprocess.run(help_command, capture_output=True, text=True, check=True).stdout
            for option in (word for word in command if word.startswith("--")):
                with self.subTest(f"{command[2]} {option}"):
                    self.assertRegex(help_text, rf"{option}\b")

    def test_sam_local_uses_a_function_of_the_template_and_its_event(self) -> None:
        [invoke] = _commands("sam", "local", "invoke")
        templates = {path: template for path, template, _ in NESTED.values()}
        template = templates[_option(invoke, "--template")]
        function = template["Resources"][invoke[3]]["Properties"]
        self.assertEqual(_option(invoke, "--event"), f"infra/events/{function['CodeUri'].split('/')[-2]}.json")
        self.assertTrue((ROOT / _option(invoke, "--event")).exists())
        # Architecture has no default, and unlike other parameters it is used outside of variables.
        self.assertEqual(_option(invoke, "--parameter-overrides"), "Architecture=x86_64")
        [environment] = [command for command in _commands("./scripts/function-env") if "--sam" in command]
        self.assertEqual(environment[-1], _option(invoke, "--env-vars"))

    def test_prints_variables_in_the_formats_of_both_tools(self) -> None:
        variables = {"B_TABLE": "b", "A_URL": "http://127.0.0.1:1/x=y"}
        self.assertEqual(function_env.for_cargo(variables), "A_URL=http://127.0.0.1:1/x=y\nB_TABLE=b")
        self.assertEqual(json.loads(function_env.for_sam("read-schedule-change", variables)), {"ReadScheduleChangeFunction": variables})

    def test_logical_ids_match_the_names_of_the_binaries(self) -> None:
        for path, template, _ in NESTED.values():
            for name, resource in template["Resources"].items():
                if resource["Type"] == "AWS::Serverless::Function":
                    with self.subTest(f"{path}: {name}"):
                        self.assertEqual(function_env.logical_id(resource["Properties"]["CodeUri"].split("/")[-2]), name)


if __name__ == "__main__":
    unittest.main()
