"""./scripts/test: runs every check, or the steps that are named."""

import argparse
import contextlib
import signal
import sys

from checks import runner
from checks.stand import Stand
from checks.steps import LANES, steps
from stack import machine
from stack.entry import guarded


def main() -> None:
    stand = Stand(fleet=2500)
    apart = Stand(fleet=50, beside=stand)
    empty = Stand(fleet=0, after=stand)
    every = steps(stand, apart, empty)
    parser = argparse.ArgumentParser(prog="./scripts/test", description="Runs every check, or only some steps.")
    parser.add_argument("step", nargs="*", help=f"of {', '.join(every)}")
    # The unseeded stack takes several minutes: it runs when it is named.
    chosen = parser.parse_args().step or [name for name in every if name != "unseeded"]
    unknown = [name for name in chosen if name not in every]
    if unknown:
        parser.error(f"no such step: {', '.join(unknown)}")
    machine.check(web=True)
    # Asked to end, it ends as after an error: with its stack stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with contextlib.ExitStack() as after:
        # Each is ended, whatever becomes of the other.
        after.callback(apart.down)
        after.callback(empty.down)
        after.callback(stand.down)
        total = runner.run([{name: every[name] for name in lane if name in chosen} for lane in LANES])
    print(f"\n{total.passed} passed, {total.failed} failed", flush=True)
    if total.failed:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(guarded(main))
