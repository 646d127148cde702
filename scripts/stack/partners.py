"""The simulated partners of a local stack. See scripts/tools/partners."""

import time

from stack import functions, ports, shell
from stack.paths import StackPaths
from stack.processes import Background
from stack.progress import Stop


def build(workspace: functions.Workspace) -> None:
    """Builds the program. A separate build keeps the library features that it enables out of the functions."""
    shell.run(
        ["cargo", "build", "--release", "--package", "partners"],
        purpose="Building the simulated partners",
        environment=functions.cargo_environment(),
    )


def process(paths: StackPaths) -> Background:
    return Background(paths, "partners")


def parameters(paths: StackPaths) -> list[str]:
    """The template parameters with the partners' URLs, as `Name=value`."""
    return [f"CardReaderUrl={paths.partners_url}/card-reader", f"LogiNextUrl={paths.partners_url}/loginext"]


def start(paths: StackPaths, workspace: functions.Workspace, timeout: float = 10) -> bool:
    """Starts the program unless it is running. Returns whether it was started."""
    if process(paths).pid():
        return False
    ports.require_free(paths.partners_port, "the simulated partners", "choose other ports: ./scripts/up --port N")
    program = workspace.binaries / "partners"
    process(paths).start([program, "--port", str(paths.partners_port)], cwd=paths.folder, environment={})
    deadline = time.monotonic() + timeout
    while not ports.is_open(paths.partners_port):
        if not process(paths).pid() or time.monotonic() > deadline:
            log_tail = process(paths).log_tail()
            raise Stop(f"The simulated partners do not respond on port {paths.partners_port}:\n{log_tail}")
        time.sleep(0.05)
    return True
