"""./scripts/down: stops what ./scripts/up started. What is stored stays."""

import argparse
import sys

from stack import emulator, latest, partners, places, simulator, web
from stack.entry import guarded
from stack.places import Place
from stack.progress import step

_PROGRAMS = (web, simulator, emulator, partners)


def stop(place: Place) -> bool:
    """Ends a stack's programs: first those that call the emulator, then the emulator in peace, which writes what it
    holds when it is asked to end, then what its functions call."""
    return any([program.process(place).stop() for program in _PROGRAMS])


def drop(place: Place) -> None:
    """Ends a stack's programs at once, for who does not want what they hold: the emulator would write it for half a
    minute."""
    for program in _PROGRAMS:
        program.process(place).stop(patience=0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./scripts/down", description="Stops what ./scripts/up started.")
    parser.add_argument("--port", type=int, help="only the stack on this port (default: every one of this checkout)")
    port = parser.parse_args().port
    for place in [Place(port)] if port else places.stacks():
        with step(f"Stopping the stack on port {place.port}") as current:
            current.result = "stopped; what it stores is kept" if stop(place) else "it was not running"
    latest.name_a_running_stack([place for place in places.stacks() if emulator.process(place).pid()])


if __name__ == "__main__":
    sys.exit(guarded(main))
