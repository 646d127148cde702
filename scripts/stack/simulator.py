"""The simulator, which keeps the fleet of a local stack alive: see tools/simulate."""

import os

from stack import emulator, functions
from stack.places import Place
from stack.processes import Background


def process(place: Place) -> Background:
    return Background(place, "simulator")


def restart(place: Place, workspace: functions.Workspace) -> None:
    """Starts it anew: it may have been built anew, and goes on from what the stack knows of the fleet."""
    process(place).stop()
    # An emulator takes any credentials; those of the person who starts it stay with them.
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    program = workspace.built / "simulate"
    process(place).start(
        [program, "--stack", place.description], cwd=place.folder, environment=environment | emulator.CREDENTIALS
    )
