"""Tests of the steps, and of the recordings of test stacks."""

import itertools
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from checks import browsers, main, steps, test_stack
from checks.runner import Check
from checks.test_stack import TestStack
from stack import emulator, functions, ports, venvs, web
from stack.processes import Background
from stack.progress import Stop


class ConformanceTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for patch in (
            mock.patch.object(test_stack, "LOCAL", Path(folder.name)),
            mock.patch.object(ports, "is_open", return_value=False),
            mock.patch.object(venvs.Venv, "ensure", lambda venv: venv),
        ):
            patch.start()
            self.addCleanup(patch.stop)
        self.seeded, self.small = TestStack("seeded", fleet=50), TestStack("small", fleet=50)
        for stack in (self.seeded, self.small):
            stack.records = True
            stack.recording.parent.mkdir(exist_ok=True)
            stack.recording.touch()

    def test_checks_the_recordings_of_all_stacks(self) -> None:
        [(check,)] = steps._conformance(self.seeded, self.small)
        self.assertEqual(check.command[-2:], (self.seeded.recording, self.small.recording))

    def test_names_a_missing_recording_and_the_steps_that_write_it(self) -> None:
        self.small.recording.unlink()
        with self.assertRaisesRegex(Stop, r"no recording .*small\.jsonl\. Run \./scripts/test integration "):
            list(steps._conformance(self.seeded, self.small))

    def test_a_stack_that_reuses_ports_has_another_recording(self) -> None:
        self.assertNotEqual(TestStack("unseeded", fleet=0, after=self.seeded).recording, self.seeded.recording)

    def test_starting_a_stack_replaces_its_recording(self) -> None:
        [check] = next(self.seeded.up())
        self.assertFalse(self.seeded.recording.exists())
        self.assertEqual(check.variables[emulator.RECORDING], str(self.seeded.recording))

    def test_a_stack_records_only_if_the_check_runs(self) -> None:
        self.small.records = False
        [check] = next(self.small.up())
        self.assertTrue(self.small.recording.exists())
        self.assertNotIn(emulator.RECORDING, check.variables)
        self.assertNotIn(emulator.RECORDING, self.small.variables())

    def test_tests_that_restart_the_stack_continue_its_recording(self) -> None:
        self.assertEqual(self.seeded.variables()[emulator.RECORDING], str(self.seeded.recording))

    def test_each_step_runs_in_one_lane(self) -> None:
        known = steps.steps(self.seeded, self.small, self.small, complete=True)
        self.assertEqual(sorted(itertools.chain(*steps.LANES, *steps.FINAL_LANES)), sorted(known))


class CargoTest(unittest.TestCase):
    def setUp(self) -> None:
        self.enterContext(mock.patch.object(functions, "Workspace"))

    def variables(self, **environment: str) -> list[set[str]]:
        """The names of the variables that the checks of cargo set, in a process with only these variables."""
        with mock.patch.dict(os.environ, environment, clear=True):
            checks = [*next(steps._functions()), *next(steps._clippy()), *next(steps._rust()), steps._sample_events()]
            return [set(check.variables) for check in checks]

    def test_checks_of_cargo_do_not_repeat_the_environment_which_would_replace_the_variables_of_all_checks(self) -> None:
        self.assertEqual(self.variables(RUST_BACKTRACE="1", NO_COLOR="1"), [set(), set(), set(), {"LARDER_BINARIES"}])

    def test_checks_of_cargo_build_in_the_cache_unless_a_folder_is_set(self) -> None:
        target = {"CARGO_TARGET_DIR"}
        binaries = {"LARDER_BINARIES"}
        cached = self.variables(LARDER_CACHE_DIR="/c")
        self.assertEqual(cached, [target, target, target, target | binaries])
        named = self.variables(LARDER_CACHE_DIR="/c", CARGO_TARGET_DIR="/t")
        self.assertEqual(named, [set(), set(), set(), binaries])


class IntegrationTest(unittest.TestCase):
    def checks(self, step: str, complete: bool) -> list[tuple[Check, ...]]:
        """The checks of a step."""
        programs = {name: Path(f"{name}-tests") for name in ("activity", "routes", "routes-crash")}
        with (
            mock.patch.object(ports, "is_open", return_value=False),
            mock.patch.object(functions, "Workspace"),
            mock.patch.object(functions, "build_tests", return_value=programs),
            mock.patch.object(venvs.Venv, "ensure", lambda venv: venv),
            mock.patch.object(Background, "pid", return_value=1),
        ):
            stack = TestStack("small", fleet=50)
            return list(steps.steps(stack, stack, stack, complete)[step]())

    def skipped(self, step: str, complete: bool) -> set[str]:
        """The modules whose tests a step does not run."""
        *_, tests = self.checks(step, complete)
        self.assertTrue(tests)
        return {str(option) for check in tests for option in check.command if str(option).startswith("--skip")}

    def test_test_stacks_enforce_policies(self) -> None:
        for step in ("integration", "slow", "recovery", "faults"):
            [start], *_ = self.checks(step, complete=True)
            self.assertEqual(start.variables[emulator.ENFORCEMENT], "1")

    def test_proves_the_enforcement_before_the_tests_of_all_areas(self) -> None:
        _, [proof], *_ = self.checks("integration", complete=False)
        self.assertIn("checks.authorization", proof.command)

    def test_tests_that_interrupt_the_stack_run_one_after_another(self) -> None:
        *_, activity, routes, crash = self.checks("recovery", complete=True)
        self.assertEqual([len(group) for group in (activity, routes, crash)], [1, 1, 1])
        self.assertEqual({check.title for check in (*activity, *routes, *crash)}, {"activity", "routes", "routes-crash"})

    def test_floods_run_only_in_complete_runs(self) -> None:
        self.assertIn("--skip=flood::", self.skipped("integration", complete=False))
        self.assertNotIn("--skip=flood::", self.skipped("integration", complete=True))

    def test_attacks_run_in_their_own_step(self) -> None:
        for step in ("integration", "slow"):
            self.assertIn("--skip=attack::", self.skipped(step, complete=True))


class AttackTest(unittest.TestCase):
    def test_attacks_that_succeed_are_not_repeated(self) -> None:
        integration = Path(self.enterContext(tempfile.TemporaryDirectory()))
        file = integration / "tests/coupons/attack.rs"
        file.parent.mkdir(parents=True)
        file.touch()
        programs = {"coupons": Path("coupons-tests"), "routes": Path("routes-tests")}
        for patch in (
            mock.patch.object(ports, "is_open", return_value=False),
            mock.patch.object(steps, "_INTEGRATION", integration),
            mock.patch.object(functions, "build_tests", return_value=programs),
            mock.patch.object(Background, "pid", return_value=1),
            mock.patch.object(browsers.Browser, "ensure", return_value=Path("chromium")),
            mock.patch.object(web, "install"),
            mock.patch.object(web, "serve"),
            mock.patch("builtins.print"),
        ):
            self.enterContext(patch)
        checks = [check for group in steps._attack(TestStack("small", fleet=50)) for check in group]
        attacked = [check.title for check in checks if check.title.startswith("attacks, ")]
        self.assertEqual(attacked, ["attacks, coupons"])
        self.assertIn("in Chromium", [check.title for check in checks])
        self.assertEqual([check.title for check in checks if check.repeat], [])

    def test_failed_tests_are_repeated_unless_one_of_them_is_an_attack(self) -> None:
        def repeated(*names: str) -> object:
            return steps._repeat_cargo_tests(Path("binary"), "".join(f"test {name} ... FAILED\n" for name in names))

        self.assertEqual(repeated("roles::a"), [Path("binary"), "roles::a", "--exact", "--include-ignored"])
        self.assertIsNone(repeated("roles::a", "attack::races::grants"))
        self.assertIsNone(repeated())


class OrderTest(unittest.TestCase):
    def test_starts_the_programs_with_the_largest_sources_first(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(steps, "_INTEGRATION", Path(folder)):
            sources = {"one/main.rs": 10, "two/main.rs": 9, "two/more/a.rs": 2, "three/main.rs": 5, "three/cases.json": 50}
            for name, size in sources.items():
                file = Path(folder, "tests", name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("x" * size)
            programs = {name: Path(f"{name}-tests") for name in ("one", "two", "three")}
            checks = steps._tests(TestStack("small", fleet=50), programs)
        self.assertEqual([check.title for check in checks], ["two", "one", "three"])


class BrowserTest(unittest.TestCase):
    def test_a_repetition_keeps_the_results_of_the_first_failures(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(steps, "LOCAL", Path(folder)):
            check = steps._browser_tests("e2e:attack", {})
            results = Path(check.command[check.command.index("--output") + 1])
            (results / "a-test").mkdir(parents=True)
            (results / "a-test/failed.png").touch()
            assert check.repeat is not None
            self.assertEqual(check.repeat(""), [*check.command, "--last-failed"])
            self.assertTrue(results.with_name("e2e-attack-failed").joinpath("a-test/failed.png").exists())

    def test_only_complete_runs_check_the_accessibility_of_pages(self) -> None:
        with (
            mock.patch.object(ports, "is_open", return_value=False),
            mock.patch.object(Background, "pid", return_value=1),
            mock.patch.object(browsers.Browser, "ensure", return_value=Path("chromium")),
            mock.patch.object(web, "install"),
            mock.patch.object(web, "serve"),
        ):
            stack = TestStack("seeded", fleet=50)
            skips = []
            for complete in (False, True):
                *_, [check] = steps.steps(stack, stack, stack, complete)["e2e"]()
                skips.append("LARDER_SKIP_ACCESSIBILITY" in check.variables)
        self.assertEqual(skips, [True, False])


class SelectionTest(unittest.TestCase):
    known = list(itertools.chain(*steps.LANES, *steps.FINAL_LANES))

    def test_leaves_out_the_slower_steps_by_default(self) -> None:
        default = ["functions", "format", "vocabulary", "imports", "clippy", "rust", "integration", "e2e"]
        self.assertEqual(main._selected([], self.known), [*default, "web", "scripts", "templates", "lint"])
        self.assertEqual({*self.known} - {*main._selected([], self.known)}, {*steps.ONLY_WITH_ALL})

    def test_runs_the_named_steps_only(self) -> None:
        self.assertEqual(main._selected(["firefox", "web"], self.known), ["firefox", "web"])

    def test_all_includes_the_steps_that_otherwise_run_only_if_they_are_named(self) -> None:
        self.assertEqual(main._selected(["--all"], self.known), self.known)

    def test_all_uses_a_large_fleet(self) -> None:
        self.assertEqual([main._fleet(arguments) for arguments in ([], ["e2e"], ["--all"])], [50, 50, 2500])

    def test_all_gives_the_first_lane_a_much_higher_priority(self) -> None:
        self.assertEqual([main._niceness(arguments) for arguments in ([], ["e2e"], ["--all"])], [1, 1, 5])

    def test_rejects_unknown_steps_and_names_with_all(self) -> None:
        for arguments in (["fire"], ["--all", "web"]):
            with self.subTest(arguments), mock.patch("sys.stderr"), self.assertRaises(SystemExit):
                main._selected(arguments, self.known)


if __name__ == "__main__":
    unittest.main()
