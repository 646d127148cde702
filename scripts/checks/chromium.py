"""The browser of the end-to-end tests: the system's Chromium, the build of it that draws no windows where there is one."""

import os
import shutil
from pathlib import Path

from stack import shell
from stack.progress import Stop

# Without windows it needs three fifths of the processor's time for the same tests.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def ready() -> Path:
    """The browser, installed from the system's packages if there is none."""
    found = _find()
    if not found and shutil.which("apt-get"):
        _install()
        found = _find()
    if not found:
        raise Stop("The end-to-end tests want Chromium: install it, or name one by LARDER_CHROMIUM")
    return found


def _find() -> Path | None:
    named = os.environ.get("LARDER_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    return Path(named) if named else None


def _install() -> None:
    superuser = [] if os.geteuid() == 0 else ["sudo"]
    if superuser and not shutil.which("sudo"):
        raise Stop(f"The end-to-end tests want Chromium: ask an administrator to run `apt-get install {_NAMES[0]}`")
    quiet = shell.with_variables(DEBIAN_FRONTEND="noninteractive")
    shell.run([*superuser, "apt-get", "update", "-qq"], purpose="apt-get update", environment=quiet)
    install = [*superuser, "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    shell.run([*install, _NAMES[0], "fonts-liberation"], purpose="Installing Chromium", environment=quiet)
