"""A stack for tests, with its own ports and state. It verifies signatures and enforces the policies of roles, as AWS does."""

from collections.abc import Iterator
from pathlib import Path

from checks.runner import Check
from stack import down, emulator, ports, web
from stack.paths import LOCAL, ROOT, StackPaths
from stack.progress import Stop

_FIRST_PORT, _LAST_PORT, _PORT_STEP = 4766, 4866, 10


class TestStack:
    """A stack that the first step that needs it starts."""

    __test__ = False

    def __init__(
        self,
        name: str,
        fleet: int,
        parallel_to: "TestStack | None" = None,
        after: "TestStack | None" = None,
        injects_faults: bool = False,
    ) -> None:
        """`name`: the name of its recording. `fleet`: the number of fridges. `parallel_to`: a stack that runs at the same
        time, on other ports. `after`: a stack whose ports this one reuses; it is deleted when this one starts.
        `injects_faults`: the emulator accepts faults of the functions' calls."""
        self._fleet, self._injects_faults = str(fleet), injects_faults
        if after is not None:
            self._paths = after._paths
        else:
            self._paths = _free_paths(_FIRST_PORT if parallel_to is None else parallel_to._paths.port + _PORT_STEP)
        self._started = False
        # Whether the stack records the calls of its functions.
        self.records = False
        # The recorded calls. The next recording deletes them. They are not in the stack's folder, which another stack with
        # the same port deletes.
        self.recording = LOCAL / f"recordings/{name}.jsonl"

    def up(self) -> Iterator[tuple[Check, ...]]:
        """Starts the stack if it is not running."""
        if not self._started:
            self._started = True
            if self.records:
                self.recording.unlink(missing_ok=True)
            # Without the simulator, only the tests send telemetry.
            options = ["--reset", "--no-web", "--no-simulator", "--fleet", self._fleet]
            command = [ROOT / "scripts/up", *options, "--port", str(self._paths.port)]
            yield (Check(f"start a stack on port {self._paths.port}", command, variables=self._emulator_variables()),)
        if not emulator.process(self._paths).pid():
            raise Stop(f"The test stack is not running. See {self._paths.logs}")

    def preview(self) -> None:
        """Serves the built web app."""
        web.serve(self._paths, "preview")

    def variables(self) -> dict[str, str]:
        """The environment variables of tests on this stack. Some tests restart it."""
        return web.variables(self._paths) | self._emulator_variables()

    @property
    def description(self) -> Path:
        """The file with the addresses of the stack."""
        return self._paths.description

    def _emulator_variables(self) -> dict[str, str]:
        recording = {emulator.RECORDING: str(self.recording)} if self.records else {}
        faults = {emulator.FAULTS: "1"} if self._injects_faults else {}
        return {emulator.ENFORCEMENT: "1"} | recording | faults

    def down(self) -> None:
        """Stops the stack and deletes its state."""
        if self._started:
            down.drop(self._paths)


def _free_paths(first: int) -> StackPaths:
    """The paths of the first port that is free or belongs to an earlier run of the tests."""
    for port in range(first, _LAST_PORT, _PORT_STEP):
        paths = StackPaths(port)
        is_left_over = emulator.process(paths).pid() or web.process(paths).pid()
        if is_left_over or not any(map(ports.is_open, (paths.port, paths.web_port, paths.partners_port, paths.mqtt_port))):
            return paths
    raise Stop(f"No port from {first} to {_LAST_PORT} is free")
