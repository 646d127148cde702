"""What must be on the machine before the commands can do the rest."""

import re
import shutil
import subprocess
from dataclasses import dataclass

from stack.places import ROOT
from stack.progress import Stop


@dataclass(frozen=True)
class Tool:
    """A program, the least version that will do, and how to get it."""

    program: str
    least: tuple[int, ...]
    remedy: str

    def fault(self) -> str | None:
        """What is wrong with it, or None."""
        if not shutil.which(self.program):
            return f"{self.program} is missing: {self.remedy}"
        wanted = ".".join(map(str, self.least))
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, cwd=ROOT).stdout
        found = re.search(r"\d+(\.\d+)+", said)
        if not found or tuple(map(int, found[0].split("."))) < self.least:
            return f"{self.program} is {found[0] if found else 'of no known version'}, {wanted} is wanted: {self.remedy}"
        return None


def _rust_version() -> tuple[int, ...]:
    stated = re.search(r'^rust-version = "([\d.]+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    return tuple(map(int, stated[1].split("."))) if stated else (1, 85)


def check(*, web: bool) -> None:
    """Names every tool that is missing, all at once."""
    tools = [
        Tool("cargo", _rust_version(), "install Rust from https://rustup.rs, or run `rustup update`"),
        # The TLS stack of the AWS SDK compiles a little C and assembly.
        Tool("cc", (0,), "install a C compiler (Debian: `apt-get install build-essential`; macOS: `xcode-select --install`)"),
    ]
    if web:
        tools.append(Tool("node", (20,), "install Node.js 20 or newer from https://nodejs.org"))
        tools.append(Tool("npm", (0,), "it comes with Node.js"))
    faults = [fault for tool in tools if (fault := tool.fault())]
    if faults:
        raise Stop("This machine lacks something:\n  " + "\n  ".join(faults))
