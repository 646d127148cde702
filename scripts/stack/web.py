"""The web app: its packages, and Vite serving it."""

import hashlib
import time

from stack import lock, ports, shell
from stack.places import LOCAL, ROOT, Place
from stack.processes import Background
from stack.progress import Stop

WEB = ROOT / "web"
_VITE = WEB / "node_modules/vite/bin/vite.js"


def install() -> bool:
    """Installs what package-lock.json lists, if it changed. Whether it did."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules/.larder-installed"
    with lock.held(LOCAL / "npm.lock"):
        if stamp.exists() and stamp.read_text() == wanted:
            return False
        shell.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error"], purpose="npm ci", cwd=WEB)
        stamp.write_text(wanted)
    return True


def variables(place: Place, version: str = "local") -> dict[str, str]:
    """What Vite and the tests are told: the stack that they are for, and what this build calls itself."""
    return {"LARDER_STACK": str(place.description), "LARDER_VERSION": version}


def process(place: Place) -> Background:
    return Background(place, "web")


def serve(place: Place, *command: str) -> None:
    """Starts Vite (`dev`, or `preview` of what was built), unless it runs."""
    if process(place).pid():
        return
    ports.require_free(place.web_port, "the web app", "choose others: ./scripts/up --port N")
    process(place).start(
        ["node", _VITE, *command, "--port", str(place.web_port), "--strictPort", "--host", "127.0.0.1"],
        cwd=WEB,
        environment=shell.with_variables(**variables(place)),
    )
    deadline = time.monotonic() + 60
    while not ports.is_open(place.web_port):
        if not process(place).pid() or time.monotonic() > deadline:
            raise Stop(f"Vite does not answer on port {place.web_port}:\n{process(place).last_words()}")
        time.sleep(0.05)

