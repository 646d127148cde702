"""./scripts/down: stops what ./scripts/up started. What is stored stays."""

import argparse
import sys

from stack import emulator, partners, places, web
from stack.entry import guarded
from stack.places import Place
from stack.progress import step


def stop(place: Place) -> bool:
    """Ends a stack's programs, the emulator in peace: it writes what it holds when it is asked to end. What its
    functions call ends after it."""
    stopped = [web.process(place).stop(), emulator.process(place).stop(), partners.process(place).stop()]
    return any(stopped)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./scripts/down", description="Stops what ./scripts/up started.")
    parser.add_argument("--port", type=int, help="only the stack on this port (default: every one of this checkout)")
    port = parser.parse_args().port
    for place in [Place(port)] if port else places.stacks():
        with step(f"Stopping the stack on port {place.port}") as current:
            current.result = "stopped; what it stores is kept" if stop(place) else "it was not running"


if __name__ == "__main__":
    sys.exit(guarded(main))
