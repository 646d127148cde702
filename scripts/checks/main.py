"""./scripts/test: runs all checks, or the named steps."""

import argparse
import contextlib
import signal
import sys

from checks import runner
from checks.steps import FINAL, LANES, steps
from checks.test_stack import TestStack
from stack import machine
from stack.entry import guarded


def main() -> None:
    seeded = TestStack(fleet=2500)
    small = TestStack(fleet=50, beside=seeded)
    unseeded = TestStack(fleet=0, after=seeded)
    all_steps = steps(seeded, small, unseeded)
    parser = argparse.ArgumentParser(prog="./scripts/test", description="Runs all checks, or only the named steps.")
    parser.add_argument("step", nargs="*", help=", ".join(all_steps))
    selected = parser.parse_args().step or [name for lane in LANES for name in lane]
    unknown = [name for name in selected if name not in all_steps]
    if unknown:
        parser.error(f"unknown step: {', '.join(unknown)}")
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
        total = runner.run([{name: all_steps[name] for name in lane if name in selected} for lane in LANES])
        if final := {name: all_steps[name] for name in FINAL if name in selected}:
            total += runner.run([final])
    print(f"\n{total}", flush=True)
    if total.failed:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(guarded(main))
