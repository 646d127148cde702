"""Background processes, tracked by files with their process ids."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stack.paths import StackPaths


@dataclass(frozen=True)
class Background:
    """A background process of a stack, by name."""

    paths: StackPaths
    name: str

    @property
    def log(self) -> Path:
        return self.paths.logs / f"{self.name}.log"

    @property
    def _pid_file(self) -> Path:
        return self.paths.folder / f"{self.name}.pid"

    def start(self, command: Sequence[str | Path], *, cwd: Path, environment: Mapping[str, str]) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._pid_file.write_text(json.dumps({"pid": process.pid, "started": _start_time(process.pid)}))

    def pid(self) -> int | None:
        """The process id if the process is running. The start time excludes a later process with the same id."""
        try:
            record = json.loads(self._pid_file.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        started = record.get("started")
        return record["pid"] if started and started == _start_time(record["pid"]) else None

    def stop(self, timeout: float = 180) -> bool:
        """Sends SIGTERM, and SIGKILL after `timeout` seconds. Returns whether the process was running."""
        pid = self.pid()
        if pid:
            os.kill(pid, signal.SIGTERM)
            if not self._exits_within(timeout):
                os.killpg(pid, signal.SIGKILL)
                self._exits_within(10)
        self._pid_file.unlink(missing_ok=True)
        return pid is not None

    def _exits_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self.pid() and time.monotonic() < deadline:
            time.sleep(0.05)
        return not self.pid()

    def log_tail(self, lines: int = 20) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""


def _start_time(pid: int) -> str:
    """The start time of a process, in a format that depends on the system. Empty if the process does not exist or is a
    zombie."""
    if Path("/proc/self/stat").exists():
        try:
            # After the name in parentheses, the first field is the state. Field 22 of the whole line is the start time.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            return ""
        return "" if fields[0] == "Z" else fields[19]
    output = subprocess.run(["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True).stdout.split()
    return "" if not output or output[0].startswith("Z") else " ".join(output[1:])
