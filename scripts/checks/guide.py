"""Follows docs/adding-an-operation.md in a copy of the checkout: runs its commands and makes its edits.

Blocks of the document:
- `sh`: commands. One with the comment `# fails` must fail, any other must succeed.
- `diff <path>`: an edit. The lines of context and the removed lines must occur exactly once in the file.
- `<language> <path>`: the new content of a file.

Blocks without a path in any other language are illustrations.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stack import functions, lock
from stack.entry import guarded
from stack.paths import LOCAL, ROOT
from stack.progress import Stop, step

GUIDE = ROOT / "docs/adding-an-operation.md"
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Packages that the copy shares with the checkout.
_SHARED = ("web/node_modules",)
# The folders of cargo's output with the records of sources, the outputs of build scripts, and the libraries and programs.
_BUILT = (".fingerprint", "build", "deps")


@dataclass(frozen=True)
class Command:
    """A line of a shell block."""

    line: str
    fails: bool


@dataclass(frozen=True)
class Edit:
    """Lines of a file and their replacement."""

    path: str
    old: str
    new: str

    def apply(self, text: str) -> str:
        """Raises `Stop` if the old lines do not occur exactly once."""
        if text.count(self.old) != 1:
            raise Stop(f"{self.path} contains these lines {text.count(self.old)} times instead of once:\n{self.old}")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Content:
    """The new content of a file."""

    path: str
    text: str


def steps(document: str) -> Iterator[Command | Edit | Content]:
    """The commands and edits of a document, in order."""
    for language, path, body in _BLOCK.findall(document):
        if language == "sh":
            for line in body.splitlines():
                yield Command(line.partition("  #")[0], line.endswith("# fails"))
        elif language == "diff":
            lines = body.splitlines(keepends=True)
            old = "".join(line[1:] for line in lines if line[0] != "+")
            yield Edit(path, old, "".join(line[1:] for line in lines if line[0] != "-"))
        elif path:
            yield Content(path, body)


def follow(document: str, folder: Path, variables: dict[str, str]) -> None:
    """Follows the document in `folder`. Raises `Stop` at the first command or edit that does not work."""
    for action in steps(document):
        if isinstance(action, Command):
            with step(action.line):
                code = subprocess.run(action.line, shell=True, cwd=folder, env=os.environ | variables).returncode
                if (code != 0) is not action.fails:
                    raise Stop(f"{action.line} exited with {code}")
        elif isinstance(action, Edit):
            file = folder / action.path
            file.write_text(action.apply(file.read_text()))
        else:
            (folder / action.path).write_text(action.text)


def copy(folder: Path) -> None:
    """Copies the files of the checkout that git does not ignore, with their times, which cargo compares."""
    shutil.rmtree(folder, ignore_errors=True)
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for file in filter(None, files.split("\0")):
        if (ROOT / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file)
    for shared in _SHARED:
        (folder / shared).symlink_to(ROOT / shared)


def copy_build(source: Path, target: Path) -> None:
    """Copies cargo's development build, so that only what the guide changes is compiled. The two copies of the workspace
    cannot use one folder, because cargo identifies packages by their relative paths. Cargo replaces libraries and programs,
    so they are linked; it overwrites other files."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    if not source.is_dir():
        return
    with lock.held(source / ".cargo-lock"):
        for folder in filter(Path.is_dir, (source / name for name in _BUILT)):
            shutil.copytree(folder, target / folder.name, copy_function=_link_or_copy)


def _link_or_copy(file: str, copied: str) -> None:
    if Path(file).parent.name == "deps" and not file.endswith(".d"):
        os.link(file, copied)
    else:
        shutil.copy2(file, copied)


def main() -> None:
    folder = LOCAL / "guide"
    copy(folder)
    build = functions.Workspace().binaries.with_name("debug")
    # Linked files must be in the same file system.
    target = build.with_name("guide")
    copy_build(build, target / "debug")
    follow(GUIDE.read_text(), folder, {"CARGO_TARGET_DIR": str(target)})
    shutil.rmtree(folder)
    shutil.rmtree(target)


if __name__ == "__main__":
    sys.exit(guarded(main))
