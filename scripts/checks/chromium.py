"""The browser of the end-to-end tests: the system's Chromium, preferably its headless build."""

import os
import shutil
from pathlib import Path

from stack import shell
from stack.progress import Stop

# The headless build is first: it needs three fifths of the CPU time for the same tests.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def ensure() -> Path:
    """The path of the browser. Installs it with apt-get if it is missing."""
    browser = _find()
    if not browser and shutil.which("apt-get"):
        _install()
        browser = _find()
    if not browser:
        raise Stop("The end-to-end tests require Chromium. Install it, or set LARDER_CHROMIUM to its path")
    return browser


def _find() -> Path | None:
    path = os.environ.get("LARDER_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    return Path(path) if path else None


def _install() -> None:
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    if sudo and not shutil.which("sudo"):
        raise Stop(f"The end-to-end tests require Chromium. Ask an administrator to run `apt-get install {_NAMES[0]}`")
    environment = shell.with_variables(DEBIAN_FRONTEND="noninteractive")
    shell.run([*sudo, "apt-get", "update", "-qq"], purpose="apt-get update", environment=environment)
    install = [*sudo, "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    shell.run([*install, _NAMES[0], "fonts-liberation"], purpose="Installing Chromium", environment=environment)
