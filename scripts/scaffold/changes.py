"""The planned changes of a command. All are checked before the first file is written."""

from pathlib import Path
from string import Template

from stack.paths import ROOT
from stack.progress import Stop

_TEMPLATES = Path(__file__).parent / "templates"


class Changes:
    def __init__(self, values: dict[str, str], root: Path = ROOT) -> None:
        self._values = values
        self._root = root
        self._texts: dict[Path, str] = {}

    def render(self, template: str) -> str:
        """A template with its placeholders replaced."""
        return Template((_TEMPLATES / template).read_text()).substitute(self._values)

    def create(self, path: str, template: str) -> None:
        """Adds a file. Raises `Stop` if it exists."""
        if self._path(path).exists():
            raise Stop(f"{path} already exists")
        self._texts[self._path(path)] = self.render(template)

    def read(self, path: str) -> str:
        """A file's text with the changes so far. Raises `Stop` if it does not exist."""
        file = self._path(path)
        if file not in self._texts and not file.is_file():
            raise Stop(f"{path} does not exist")
        return self._texts[file] if file in self._texts else file.read_text()

    def write(self, path: str, text: str) -> None:
        self._texts[self._path(path)] = text

    def insert_line(self, path: str, line: str, prefix: str) -> None:
        """Inserts a line into the sorted block of lines that begin with `prefix`, or below the file's header. A line
        that exists is kept."""
        lines = self.read(path).splitlines()
        if line in lines:
            return
        block = [index for index, existing in enumerate(lines) if existing.startswith(prefix)]
        if block:
            position = next((index for index in block if lines[index] > line), block[-1] + 1)
        else:
            position = 1 + max(index for index, existing in enumerate(lines) if existing.startswith(("//!", "#![")))
            line = "\n" + line
        self.write(path, "\n".join([*lines[:position], line, *lines[position:]]) + "\n")

    def insert_before(self, path: str, anchor: str, text: str, after: str = "") -> None:
        """Inserts `text` before the first `anchor` that follows `after`."""
        content = self.read(path)
        start = content.find(after)
        position = content.find(anchor, start) if start >= 0 else -1
        if position < 0:
            raise Stop(f"{path} has no {anchor.strip()!r} after {after.strip()!r}")
        self.write(path, content[:position] + text + content[position:])

    def append(self, path: str, text: str) -> None:
        self.write(path, self.read(path).rstrip("\n") + "\n\n" + text)

    def apply(self) -> list[str]:
        """Writes all files. Returns their paths."""
        for path, text in self._texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return [str(path.relative_to(self._root)) for path in self._texts]

    def _path(self, path: str) -> Path:
        return self._root / path
