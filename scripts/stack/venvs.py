"""Virtual environments with pinned tools. MiniStack and aws-sam-cli pin boto3 to versions that exclude each other."""

import hashlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from stack import lock
from stack.places import CACHE, ROOT
from stack.progress import Stop, step


@dataclass(frozen=True)
class Venv:
    """A virtual environment that holds what a file of pinned requirements lists."""

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

    def _wanted(self) -> str:
        version = ".".join(map(str, sys.version_info[:2]))
        return f"{version} {hashlib.sha256(self.requirements.read_bytes()).hexdigest()}"

    def _is_ready(self) -> bool:
        stamp = self.folder / "stamp"
        return self.python.exists() and stamp.exists() and stamp.read_text() == self._wanted()

    def ready(self) -> "Venv":
        """Itself, made anew from the pinned requirements if they changed."""
        if self._is_ready():
            return self
        with lock.held(CACHE / f"venv-{self.name}.lock"):
            # Another command may have made it while this one waited.
            if not self._is_ready():
                with step(f"Installing {self.contents}") as current:
                    self._make()
                    current.result = str(self.folder)
        return self

    def _make(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", str(self.folder)], capture_output=True, text=True)
        if made.returncode != 0:
            said = (made.stdout + made.stderr).strip()
            raise Stop(f"Python cannot make a virtual environment (Debian: `apt-get install python3-venv`)\n{said}")
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
        if subprocess.run([*pip, "--requirement", str(self.requirements)]).returncode != 0:
            raise Stop(f"pip could not install {self.requirements.relative_to(ROOT)}; run the command again")
        (self.folder / "stamp").write_text(self._wanted())


EMULATOR = Venv("emulator", ROOT / "scripts/emulator/requirements.txt", "MiniStack (once, half a minute)")
TOOLS = Venv("tools", ROOT / "scripts/stack/requirements.txt", "sam, cargo-lambda and cfn-lint (once, a minute)")
