"""The emulator of AWS: MiniStack, started by our launcher (scripts/emulator/)."""

import os
import time
import urllib.error
import urllib.request

from stack import ports, venvs
from stack.places import ROOT, Place
from stack.processes import Background
from stack.progress import Stop

# Any will do: the emulator checks none.
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}


def process(place: Place) -> Background:
    return Background(place, "emulator")


def start(place: Place) -> bool:
    """Starts it without waiting until it answers. Whether it had to be started."""
    if process(place).pid():
        return False
    ports.require_free(place.port, "the emulator", "choose another: ./scripts/up --port N")
    place.state.mkdir(parents=True, exist_ok=True)
    temporary = place.folder / "tmp"
    temporary.mkdir(exist_ok=True)
    # Functions inherit this environment, so it holds nothing of the person who starts it.
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment |= CREDENTIALS | {
        "AWS_ENDPOINT_URL": place.endpoint,
        "GATEWAY_PORT": str(place.port),
        "BIND_HOST": "127.0.0.1",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(place.state),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(place.state / "s3"),
        "TMPDIR": str(temporary),
        "IOT_MTLS_ENABLED": "0",
        "SFTP_ENABLED": "0",
        "LOG_LEVEL": "WARNING",
    }
    launcher = ROOT / "scripts/emulator/launcher.py"
    process(place).start([venvs.EMULATOR.python, launcher], cwd=place.folder, environment=environment)
    return True


def wait(place: Place, patience: float = 60) -> None:
    """Waits until it answers."""
    deadline = time.monotonic() + patience
    while not _answers(place):
        if not process(place).pid():
            raise Stop(f"The emulator ended ({process(place).log}):\n{process(place).last_words()}")
        if time.monotonic() > deadline:
            raise Stop(f"The emulator does not answer on port {place.port}: see {process(place).log}")
        time.sleep(0.05)


def _answers(place: Place) -> bool:
    try:
        with urllib.request.urlopen(f"{place.endpoint}/_ministack/health", timeout=2) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False
