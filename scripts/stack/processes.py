"""Programs that stay in the background, known by a file with their process id."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stack.places import Place


@dataclass(frozen=True)
class Background:
    """A program of a stack, by name."""

    place: Place
    name: str

    @property
    def log(self) -> Path:
        return self.place.logs / f"{self.name}.log"

    @property
    def _note(self) -> Path:
        return self.place.folder / f"{self.name}.pid"

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
        self._note.write_text(json.dumps({"pid": process.pid, "born": _born(process.pid)}))

    def pid(self) -> int | None:
        """The process, if it still runs; a number that another program took over since does not count."""
        try:
            note = json.loads(self._note.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return note["pid"] if note["born"] and note["born"] == _born(note["pid"]) else None

    def stop(self, patience: float = 180) -> bool:
        """Asks it to end, and insists when it does not. Whether it ran."""
        pid = self.pid()
        if pid:
            os.kill(pid, signal.SIGTERM)
            if not self._ends_within(patience):
                os.killpg(pid, signal.SIGKILL)
                self._ends_within(10)
        self._note.unlink(missing_ok=True)
        return pid is not None

    def _ends_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self.pid() and time.monotonic() < deadline:
            time.sleep(0.05)
        return not self.pid()

    def last_words(self, lines: int = 20) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""


def _born(pid: int) -> str:
    """When a process began; empty when there is none, or when it has ended and only waits to be collected."""
    if Path("/proc/self/stat").exists():
        try:
            # After the name in brackets: the state first, the time of the start at place 22 of all.
            facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            return ""
        return "" if facts[0] == "Z" else facts[19]
    said = subprocess.run(["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True).stdout.split()
    return "" if not said or said[0].startswith("Z") else " ".join(said[1:])
