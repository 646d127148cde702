"""A stack on which tests run: its own, on its own ports, with its own state."""

from collections.abc import Iterator

from checks.runner import Check
from stack import down, emulator, ports, web
from stack.places import ROOT, Place
from stack.progress import Stop

_FIRST_PORT, _LAST_PORT, _STEP = 4766, 4866, 10


class Stand:
    """Brought up when the first step wants it."""

    def __init__(self, fleet: int, beside: "Stand | None" = None, after: "Stand | None" = None) -> None:
        """`beside` another stack: on other ports. `after` another: on its ports, which it drops when it is brought up."""
        self._fleet = str(fleet)
        if after is not None:
            self._place = after._place
        else:
            self._place = _free_place(_FIRST_PORT if beside is None else beside._place.port + _STEP)
        self._begun = False

    def up(self) -> Iterator[tuple[Check, ...]]:
        if not self._begun:
            self._begun = True
            # Tests say themselves what fridges tell.
            still = ["--reset", "--no-web", "--no-simulator", "--fleet", self._fleet]
            command = [ROOT / "scripts/up", *still, "--port", str(self._place.port)]
            yield (Check(f"a stack of its own on port {self._place.port}", command),)
        if not emulator.process(self._place).pid():
            raise Stop(f"There is no stack to test against: see {self._place.logs}")

    def preview(self) -> None:
        """Serves the web app as it was built."""
        web.serve(self._place, "preview")

    def variables(self) -> dict[str, str]:
        return web.variables(self._place)

    def down(self) -> None:
        if self._begun:
            down.drop(self._place)


def _free_place(first: int) -> Place:
    """Where nothing listens, or what an earlier run of these tests left behind."""
    for port in range(first, _LAST_PORT, _STEP):
        place = Place(port)
        left_behind = emulator.process(place).pid() or web.process(place).pid()
        if left_behind or not any(map(ports.is_open, (place.port, place.web_port, place.partners_port))):
            return place
    raise Stop(f"No port from {first} to {_LAST_PORT} is free")
