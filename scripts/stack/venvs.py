"""Virtual environments with pinned tools. MiniStack and aws-sam-cli require different versions of boto3."""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from stack import lock
from stack.paths import CACHE, ROOT
from stack.progress import Stop, step

_VERSION = ".".join(map(str, sys.version_info[:2]))


def _interpreter() -> str:
    """The operating system's Python if it has this version, else this one. Distributions optimize theirs with a profile, and
    pyenv does not by default: the emulator then needs half as much CPU time again."""
    system = Path(f"/usr/bin/python{_VERSION}")
    return str(system) if system.exists() else sys.executable


@dataclass(frozen=True)
class Venv:
    """A virtual environment with the packages of a requirements file."""

    name: str
    requirements: Path
    contents: str

    @property
    def folder(self) -> Path:
        return CACHE / f"venv-{self.name}"

    def program(self, name: str) -> Path:
        return self.folder / "bin" / name

    @property
    def python(self) -> Path:
        return self.program("python")

    def _expected_stamp(self) -> str:
        return f"{_interpreter()} {_VERSION} {hashlib.sha256(self.requirements.read_bytes()).hexdigest()}"

    def _is_current(self) -> bool:
        stamp = self.folder / "stamp"
        return self.python.exists() and stamp.exists() and stamp.read_text() == self._expected_stamp()

    def ensure(self) -> "Venv":
        """Creates the virtual environment, or creates it again if the requirements changed. Returns itself."""
        if self._is_current():
            return self
        with lock.held(CACHE / f"venv-{self.name}.lock"):
            # Another command may have created it while this one waited for the lock.
            if not self._is_current():
                with step(f"Installing {self.contents}") as current:
                    self._create()
                    current.result = str(self.folder)
        return self

    def _create(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        # Debian's Python cannot install pip into a virtual environment, so that the pip of this Python is used.
        pip = importlib.util.find_spec("pip")
        create = [_interpreter(), "-m", "venv", *(["--without-pip"] if pip else []), self.folder]
        created = subprocess.run(create, capture_output=True, text=True)
        if created.returncode != 0:
            output = (created.stdout + created.stderr).strip()
            raise Stop(f"Python cannot create a virtual environment (Debian: `apt-get install python3-venv`)\n{output}")
        run_pip = [self.python, Path(pip.origin).parent] if pip and pip.origin else [self.python, "-m", "pip"]
        # Without --ignore-installed, the packages of this Python would count as installed.
        options = ["--disable-pip-version-check", "--quiet", "--no-deps", "--ignore-installed", "--requirement"]
        if subprocess.run([*run_pip, "install", *options, self.requirements]).returncode != 0:
            raise Stop(f"pip could not install {self.requirements.relative_to(ROOT)}. Run the command again")
        (self.folder / "stamp").write_text(self._expected_stamp())


EMULATOR = Venv("emulator", ROOT / "scripts/emulator/requirements.txt", "MiniStack (once, half a minute)")
SCANS = Venv("scans", ROOT / "scripts/checks/requirements.txt", "detect-secrets (once)")
TOOLS = Venv("tools", ROOT / "scripts/stack/requirements.txt", "sam, cargo-lambda and cfn-lint (once, a minute)")
