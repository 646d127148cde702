"""The web app: installs its packages and serves it with Vite."""

import hashlib
import time

from stack import lock, ports, shell
from stack.paths import LOCAL, ROOT, StackPaths
from stack.processes import Background
from stack.progress import Stop

WEB = ROOT / "web"
_VITE = WEB / "node_modules/vite/bin/vite.js"


def install() -> bool:
    """Installs the packages of package-lock.json if it changed. Returns whether it did."""
    digest = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules/.larder-installed"
    with lock.held(LOCAL / "npm.lock"):
        if stamp.exists() and stamp.read_text() == digest:
            return False
        shell.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error"], purpose="npm ci", cwd=WEB)
        stamp.write_text(digest)
    return True


def variables(paths: StackPaths, version: str = "local") -> dict[str, str]:
    """The environment variables of Vite and the tests: the stack that they use, and the version of the build."""
    return {"LARDER_STACK": str(paths.description), "LARDER_VERSION": version}


def process(paths: StackPaths) -> Background:
    return Background(paths, "web")


def serve(paths: StackPaths, *command: str) -> None:
    """Starts Vite unless it is running. `command` is empty for the development server or `preview` for the build."""
    if process(paths).pid():
        return
    ports.require_free(paths.web_port, "the web app", "choose other ports: ./scripts/up --port N")
    process(paths).start(
        ["node", _VITE, *command, "--port", str(paths.web_port), "--strictPort", "--host", "127.0.0.1"],
        cwd=WEB,
        environment=shell.with_variables(**variables(paths)),
    )
    deadline = time.monotonic() + 60
    while not ports.is_open(paths.web_port):
        if not process(paths).pid() or time.monotonic() > deadline:
            raise Stop(f"Vite does not respond on port {paths.web_port}:\n{process(paths).log_tail()}")
        time.sleep(0.05)
