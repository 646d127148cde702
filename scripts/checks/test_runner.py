"""Tests of the runner: summaries, and the repetition of failed tests."""

import contextlib
import io
import os
import signal
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from checks import counts, runner
from checks.counts import Counts
from checks.runner import Check, Command


def _program(code: str) -> Command:
    return [sys.executable, "-c", code]


def _run(check: Check) -> tuple[Counts, str]:
    def step() -> Iterator[tuple[Check, ...]]:
        yield (check,)

    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        total = runner.run([{"step": step}])
    return total, output.getvalue()


_FAILS = _program("print('test a::b ... FAILED'); print('test result: FAILED. 4 passed; 1 failed;'); raise SystemExit(1)")
_PASSES = _program("print('test result: ok. 1 passed; 0 failed;')")


class RunnerTest(unittest.TestCase):
    def test_the_summary_repeats_the_end_of_a_failed_check(self) -> None:
        total, output = _run(Check("many lines", _program("print(*range(1000), sep='\\n'); raise SystemExit(1)")))
        self.assertEqual(total, Counts(failed=1))
        summary = output[output.index("--- step: many lines: 0 passed, 1 failed") :]
        self.assertIn("\n999\n", summary)
        self.assertNotIn("\n900\n", summary)

    def test_the_summary_states_the_cpu_time_of_a_step_with_child_processes(self) -> None:
        spin = "import time\nwhile time.process_time() < 0.3: pass"
        child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {spin!r}], check=True)"
        checks = (Check("waits", _program("import time; time.sleep(0.3)")), Check("computes in a child", _program(child)))

        def step() -> Iterator[tuple[Check, ...]]:
            yield checks

        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            runner.run([{"step": step}])
        last = output.getvalue().splitlines()[-1]
        self.assertGreaterEqual(float(last.removesuffix(" CPU s").split()[-1]), 0.3)

    def test_checks_run_without_backtraces_that_would_fill_the_summary(self) -> None:
        with mock.patch.dict(os.environ, RUST_BACKTRACE="1"):
            _, output = _run(Check("variables", _program("import os; print('backtrace', os.environ['RUST_BACKTRACE'])")))
        self.assertIn("backtrace 0\n", output)

    def test_a_check_can_replace_the_variables_of_all_checks(self) -> None:
        code = "import os; print('color', os.environ['NO_COLOR'])"
        _, output = _run(Check("variables", _program(code), variables={"NO_COLOR": "2"}))
        self.assertIn("color 2\n", output)

    def test_later_lanes_have_a_lower_priority_down_to_a_limit(self) -> None:
        def lane(index: int) -> dict[str, runner.Step]:
            def step() -> Iterator[tuple[Check, ...]]:
                yield (Check("niceness", _program(f"import os; print('lane', {index}, os.nice(0))")),)

            return {"step": step}

        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            runner.run([lane(0), {}, lane(1), lane(2), lane(3)], niceness=5)
        lines = [line.split("| ")[-1].split() for line in output.getvalue().splitlines() if "| lane" in line]
        seen = [int(niceness) for _, _, niceness in sorted(lines)]
        # The test itself runs in a lane, and the highest niceness of a process is 19.
        self.assertEqual(seen, [min(os.nice(0) + one, 19) for one in (0, 5, 10, 10)])

    def test_an_interruption_ends_the_programs_that_a_check_started(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            started, finished = Path(folder, "started"), Path(folder, "finished")
            program = f"import time; open({str(started)!r}, 'w'); time.sleep(10); open({str(finished)!r}, 'w')"
            parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {program!r}])"

            def step() -> Iterator[tuple[Check, ...]]:
                yield (Check("starts a program", _program(parent)),)

            def interrupt() -> Iterator[tuple[Check, ...]]:
                while not started.exists():
                    time.sleep(0.01)
                signal.pthread_kill(threading.main_thread().ident, signal.SIGTERM)
                yield from ()

            # The handler of ./scripts/test.
            self.addCleanup(signal.signal, signal.SIGTERM, signal.signal(signal.SIGTERM, lambda *_: sys.exit(143)))
            with contextlib.redirect_stdout(io.StringIO()), self.assertRaises(SystemExit):
                runner.run([{"step": step}, {"interrupt": interrupt}])
            # Without an interruption, the runner waits until the program closes its output.
            self.assertFalse(finished.exists())

    def test_a_failed_test_that_passes_when_repeated_is_flaky(self) -> None:
        total, output = _run(Check("tests", _FAILS, counts.cargo, repeat=lambda _: _PASSES))
        self.assertEqual(total, Counts(4, 0, 1))
        self.assertIn("test a::b ... FAILED", output[output.index("--- step: tests: 4 passed, 1 failed") :])
        self.assertIn("--- step: tests: 1 flaky", output)

    def test_a_test_that_fails_twice_fails(self) -> None:
        total, _ = _run(Check("tests", _FAILS, counts.cargo, repeat=lambda _: _FAILS))
        self.assertEqual(total, Counts(4, 1))

    def test_a_repetition_that_runs_fewer_tests_than_failed_does_not_count(self) -> None:
        fails = _program("print('test result: FAILED. 4 passed; 2 failed;'); raise SystemExit(1)")
        total, _ = _run(Check("tests", fails, counts.cargo, repeat=lambda _: _PASSES))
        self.assertEqual(total, Counts(4, 2))

    def test_many_failures_are_not_repeated(self) -> None:
        fails = _program("print('test result: FAILED. 0 passed; 6 failed;'); raise SystemExit(1)")
        with tempfile.TemporaryDirectory() as folder:
            marker = Path(folder, "repeated")
            repeat = _program(f"open({str(marker)!r}, 'w')")
            total, _ = _run(Check("tests", fails, counts.cargo, repeat=lambda _: repeat))
            self.assertEqual(total, Counts(0, 6))
            self.assertFalse(marker.exists())
