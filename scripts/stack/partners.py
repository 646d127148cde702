"""The services of partners, as tools/partners stands in for them."""

import time

from stack import functions, ports, shell
from stack.places import Place
from stack.processes import Background
from stack.progress import Stop


def build(workspace: functions.Workspace) -> None:
    """Builds it apart from the functions: its features of a library would come into them."""
    shell.run(
        ["cargo", "build", "--release", "--package", "partners"],
        purpose="Building what stands in for partners",
        environment=functions.cargo_environment(),
    )


def process(place: Place) -> Background:
    return Background(place, "partners")


def parameters(place: Place) -> list[str]:
    """What the templates are told of them, as sam takes it."""
    return [f"CardReaderUrl={place.partners_url}/card-reader", f"LogiNextUrl={place.partners_url}/loginext"]


def start(place: Place, workspace: functions.Workspace, patience: float = 10) -> bool:
    """Starts it, unless it runs. Whether it had to be started."""
    if process(place).pid():
        return False
    ports.require_free(place.partners_port, "the partners' services", "choose others: ./scripts/up --port N")
    program = workspace.built / "partners"
    process(place).start([program, "--port", str(place.partners_port)], cwd=place.folder, environment={})
    deadline = time.monotonic() + patience
    while not ports.is_open(place.partners_port):
        if not process(place).pid() or time.monotonic() > deadline:
            raise Stop(f"Nothing answers on port {place.partners_port}:\n{process(place).last_words()}")
        time.sleep(0.05)
    return True
