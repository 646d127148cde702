"""The paths and ports of local stacks. Everything is inside the checkout unless LARDER_LOCAL_DIR or LARDER_CACHE_DIR is
set."""

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The state of local stacks.
LOCAL = Path(os.environ.get("LARDER_LOCAL_DIR", ROOT / ".local")).resolve()

# Virtual environments and build output. They can be created again, and several checkouts can share them.
CACHE = Path(os.environ.get("LARDER_CACHE_DIR", ROOT / ".local")).resolve()

DEFAULT_PORT = 4566


@dataclass(frozen=True)
class StackPaths:
    """The ports and paths of a local stack. Its main port is that of the emulator."""

    port: int

    @property
    def web_port(self) -> int:
        return self.port + 1

    @property
    def partners_port(self) -> int:
        return self.port + 2

    @property
    def mqtt_port(self) -> int:
        return self.port + 3

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
    def certificate_authority(self) -> Path:
        """The certificate of the authority that issues the certificates of the MQTT broker and of its clients."""
        return self.folder / "ca.pem"

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def partners_url(self) -> str:
        return f"http://127.0.0.1:{self.partners_port}"

    @property
    def web_url(self) -> str:
        return f"http://localhost:{self.web_port}"


# The description of the stack that tools use by default: the one that was started last.
LATEST = LOCAL / "stack.json"


def stacks() -> list[StackPaths]:
    """All stacks that have a folder, running or not."""
    return [StackPaths(int(folder.name)) for folder in sorted((LOCAL / "stacks").glob("[0-9]*"))]
