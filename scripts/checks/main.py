"""./scripts/test: runs all checks, or the named steps."""

import argparse
import contextlib
import signal
import sys

from checks import runner
from checks.counts import Counts
from checks.steps import FINAL_LANES, LANES, ONLY_WITH_ALL, steps
from checks.test_stack import TestStack
from stack import machine
from stack.entry import guarded

# The number of fridges of test stacks. A small fleet shortens the default run.
_SMALL_FLEET, _LARGE_FLEET = 50, 2500


def main() -> None:
    arguments = sys.argv[1:]
    seeded = TestStack("seeded", fleet=_fleet(arguments))
    small = TestStack("small", fleet=_SMALL_FLEET, parallel_to=seeded, injects_faults=True)
    unseeded = TestStack("unseeded", fleet=0, after=seeded)
    all_steps = steps(seeded, small, unseeded, complete="--all" in arguments)
    selected = _selected(arguments, list(all_steps))
    for stack in (seeded, small, unseeded):
        stack.records = "conformance" in selected
    machine.check(web=True)
    # SIGTERM exits through the context below, which stops the stacks.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with contextlib.ExitStack() as cleanup:
        # Each stack is stopped even if stopping another one fails.
        cleanup.callback(small.down)
        cleanup.callback(unseeded.down)
        cleanup.callback(seeded.down)
        total = Counts()
        for lanes in (LANES, FINAL_LANES):
            chosen = [{name: all_steps[name] for name in lane if name in selected} for lane in lanes]
            total += runner.run(chosen, _niceness(arguments))
    print(f"\n{total}", flush=True)
    if total.failed:
        sys.exit(1)


def _fleet(arguments: list[str]) -> int:
    """The number of fridges of the stack of most integration and browser tests."""
    return _LARGE_FLEET if "--all" in arguments else _SMALL_FLEET


def _niceness(arguments: list[str]) -> int:
    """The difference between the priorities of lanes. Function calls have time limits, which a busy machine exceeds, so the
    lanes without a stack have a much lower priority with --all. By default only one stack runs, and the unit tests of the
    web app take as long as the tests of this stack."""
    return 5 if "--all" in arguments else 1


def _selected(arguments: list[str], known: list[str]) -> list[str]:
    """The steps to run: the named ones, all, or by default those that take a few minutes."""
    parser = argparse.ArgumentParser(prog="./scripts/test", description="Runs all checks, or only the named steps.")
    parser.add_argument("step", nargs="*", help=", ".join(known))
    parser.add_argument("--all", action="store_true", help=f"run every step, also {', '.join(ONLY_WITH_ALL)}")
    parsed = parser.parse_args(arguments)
    if parsed.all and parsed.step:
        parser.error("--all runs every step, so no step can be named")
    if unknown := [name for name in parsed.step if name not in known]:
        parser.error(f"unknown step: {', '.join(unknown)}")
    return known if parsed.all else parsed.step or [name for name in known if name not in ONLY_WITH_ALL]


if __name__ == "__main__":
    sys.exit(guarded(main))
