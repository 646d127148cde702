"""The simulator, which plays the fleet of a local stack. See scripts/tools/simulate."""

import os

from stack import functions
from stack.paths import StackPaths
from stack.processes import Background


def process(paths: StackPaths) -> Background:
    return Background(paths, "simulator")


def restart(paths: StackPaths, workspace: functions.Workspace) -> None:
    """Stops and starts the simulator, so that a new build takes effect. It continues from the state that the stack
    stores."""
    process(paths).stop()
    # The user's own credentials are not passed on. The stack's description contains those of its administrator.
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    program = workspace.binaries / "simulate"
    process(paths).start([program, "--stack", paths.description], cwd=paths.folder, environment=environment)
