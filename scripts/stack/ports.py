"""Checks that ports are free, and names the process that uses one."""

import re
import shutil
import socket
import subprocess

from stack.progress import Stop


def is_open(port: int) -> bool:
    """Whether a program listens on the port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def require_free(port: int, purpose: str, remedy: str) -> None:
    if is_open(port):
        raise Stop(f"Port {port} for {purpose} is in use by {_process_on(port)}. Stop that process, or {remedy}")


def _process_on(port: int) -> str:
    """The process that listens on a port, if lsof or ss finds it."""
    if shutil.which("lsof"):
        pids = _output("lsof", "-t", f"-iTCP:{port}", "-sTCP:LISTEN").split()
    else:
        pids = re.findall(r"pid=(\d+)", _output("ss", "-Hltnp", f"sport = :{port}"))
    if not pids:
        return "another program"
    return f"process {pids[0]} ({_output('ps', '-o', 'args=', '-p', pids[0]).strip()[:80]})"


def _output(*command: str) -> str:
    """A program's standard output, or an empty text if the program is not installed."""
    return subprocess.run(command, capture_output=True, text=True).stdout if shutil.which(command[0]) else ""
