"""The browsers of the browser tests. A missing one is installed with apt-get."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from stack import lock, shell
from stack.paths import LOCAL
from stack.progress import Stop

# How long apt-get waits for another installation of the machine.
_LOCK_SECONDS = 300


@dataclass(frozen=True)
class Browser:
    title: str
    # The environment variable with the path of the program.
    variable: str
    # The programs, the preferred one first. It has the name of its package.
    programs: tuple[str, ...]

    def ensure(self) -> Path:
        """The path of the browser. Installs it if it is missing."""
        browser = self._find()
        if not browser and shutil.which("apt-get"):
            # Two lanes can require a browser at the same time.
            with lock.held(LOCAL / "browsers.lock"):
                if not self._find():
                    self._install()
            browser = self._find()
        if not browser:
            raise Stop(f"The browser tests require {self.title}. Install it, or set {self.variable} to its path")
        return browser

    def _find(self) -> Path | None:
        path = os.environ.get(self.variable) or next(filter(None, map(shutil.which, self.programs)), None)
        return Path(path) if path else None

    def _install(self) -> None:
        sudo = [] if os.geteuid() == 0 else ["sudo"]
        package = self.programs[0]
        if sudo and not shutil.which("sudo"):
            ask = f"Ask an administrator to run `apt-get install {package}`"
            raise Stop(f"The browser tests require {self.title}. {ask}")
        environment = shell.with_variables(DEBIAN_FRONTEND="noninteractive")
        shell.run([*sudo, "apt-get", "update", "-qq"], purpose="apt-get update", environment=environment)
        options = ["-y", "-qq", "--no-install-recommends", "-o", f"DPkg::Lock::Timeout={_LOCK_SECONDS}"]
        install = [*sudo, "apt-get", "install", *options, package, "fonts-liberation"]
        shell.run(install, purpose=f"Installing {self.title}", environment=environment)


# The headless build is first: it needs three fifths of the CPU time for the same tests.
_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

CHROMIUM = Browser("Chromium", "LARDER_CHROMIUM", _CHROMIUM)
FIREFOX = Browser("Firefox", "LARDER_FIREFOX", ("firefox-esr", "firefox"))
