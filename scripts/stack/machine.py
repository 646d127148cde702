"""Checks that the machine has the tools that the commands cannot install."""

import re
import shutil
import subprocess
from dataclasses import dataclass

from stack.paths import ROOT
from stack.progress import Stop


@dataclass(frozen=True)
class Tool:
    """A program, its minimum version, and how to install it."""

    program: str
    min_version: tuple[int, ...]
    remedy: str

    def error(self) -> str | None:
        """Why the program cannot be used, or None."""
        if not shutil.which(self.program):
            return f"{self.program} is missing: {self.remedy}"
        minimum = ".".join(map(str, self.min_version))
        output = subprocess.run([self.program, "--version"], capture_output=True, text=True, cwd=ROOT).stdout
        version = re.search(r"\d+(\.\d+)+", output)
        if not version or tuple(map(int, version[0].split("."))) < self.min_version:
            found = version[0] if version else "an unknown version"
            return f"{self.program} is {found}, but {minimum} or newer is required: {self.remedy}"
        return None


def _rust_version() -> tuple[int, ...]:
    stated = re.search(r'^rust-version = "([\d.]+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    return tuple(map(int, stated[1].split("."))) if stated else (1, 85)


def check(*, web: bool) -> None:
    """Raises `Stop` with all missing tools."""
    tools = [
        Tool("cargo", _rust_version(), "install Rust from https://rustup.rs, or run `rustup update`"),
        # The AWS SDK's TLS library compiles C and assembly.
        Tool("cc", (0,), "install a C compiler (Debian: `apt-get install build-essential`; macOS: `xcode-select --install`)"),
    ]
    if web:
        tools.append(Tool("node", (20,), "install Node.js 20 or newer from https://nodejs.org"))
        tools.append(Tool("npm", (0,), "it comes with Node.js"))
    errors = [error for tool in tools if (error := tool.error())]
    if errors:
        raise Stop("This machine lacks required tools:\n  " + "\n  ".join(errors))
