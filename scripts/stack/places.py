"""Where everything lies. Nothing outside the checkout is written, unless LARDER_CACHE_DIR says so."""

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# State of the stacks.
LOCAL = Path(os.environ.get("LARDER_LOCAL_DIR", ROOT / ".local")).resolve()

# What can be made again, and may be shared by several checkouts.
CACHE = Path(os.environ.get("LARDER_CACHE_DIR", ROOT / ".local")).resolve()

DEFAULT_PORT = 4566


@dataclass(frozen=True)
class Place:
    """A local stack's place: its ports and its folder."""

    port: int

    @property
    def web_port(self) -> int:
        return self.port + 1

    @property
    def partners_port(self) -> int:
        return self.port + 2

    @property
    def folder(self) -> Path:
        return LOCAL / "stacks" / str(self.port)

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    @property
    def description(self) -> Path:
        return self.folder / "stack.json"

    @property
    def web_configuration(self) -> Path:
        return self.folder / "config.json"

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def partners_url(self) -> str:
        return f"http://127.0.0.1:{self.partners_port}"

    @property
    def web_url(self) -> str:
        return f"http://localhost:{self.web_port}"


# The description of the stack that was brought up last, for tools that are told of none.
LATEST = LOCAL / "stack.json"


def stacks() -> list[Place]:
    """Every stack that has a folder."""
    return [Place(int(folder.name)) for folder in sorted((LOCAL / "stacks").glob("[0-9]*"))]
