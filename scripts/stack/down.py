"""./scripts/down: stops stacks that ./scripts/up started. Stored data is kept."""

import argparse
import sys

from stack import emulator, latest, partners, paths, simulator, web
from stack.entry import guarded
from stack.paths import StackPaths
from stack.progress import step

# In the order in which they are stopped. The web app and the simulator call the emulator, which writes its state before
# it exits. Its functions call the partner services.
_PROGRAMS = (web, simulator, emulator, partners)


def stop(stack: StackPaths) -> bool:
    """Stops a stack's programs. Returns whether any was running."""
    return any([program.process(stack).stop() for program in _PROGRAMS])


def drop(stack: StackPaths) -> None:
    """Kills a stack's programs and loses their state. The emulator would need half a minute to write it."""
    for program in _PROGRAMS:
        program.process(stack).stop(timeout=0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./scripts/down", description="Stops stacks that ./scripts/up started.")
    parser.add_argument("--port", type=int, help="the stack on this port only (default: all stacks of this checkout)")
    port = parser.parse_args().port
    for stack in [StackPaths(port)] if port else paths.stacks():
        with step(f"Stopping the stack on port {stack.port}") as current:
            current.result = "stopped, data kept" if stop(stack) else "not running"
    latest.select_running_stack([stack for stack in paths.stacks() if emulator.process(stack).pid()])


if __name__ == "__main__":
    sys.exit(guarded(main))
