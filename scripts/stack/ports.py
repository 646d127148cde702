"""Ports that must be free, and who holds them when they are not."""

import re
import shutil
import socket
import subprocess

from stack.progress import Stop


def is_open(port: int) -> bool:
    """Whether something listens."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def require_free(port: int, purpose: str, remedy: str) -> None:
    if is_open(port):
        raise Stop(f"Port {port}, wanted for {purpose}, is in use by {_holder(port)}. Stop that, or {remedy}")


def _holder(port: int) -> str:
    """The program behind a port, as far as the machine tells."""
    if shutil.which("lsof"):
        pids = _said("lsof", "-t", f"-iTCP:{port}", "-sTCP:LISTEN").split()
    else:
        pids = re.findall(r"pid=(\d+)", _said("ss", "-Hltnp", f"sport = :{port}"))
    if not pids:
        return "another program"
    return f"process {pids[0]} ({_said('ps', '-o', 'args=', '-p', pids[0]).strip()[:80]})"


def _said(*command: str) -> str:
    """What a program says, if the machine has it."""
    return subprocess.run(command, capture_output=True, text=True).stdout if shutil.which(command[0]) else ""
