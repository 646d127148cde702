"""The functions' binaries: built once for the whole workspace, then put where the templates look for them."""

import hashlib
import json
import os
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stack import lock, shell
from stack.places import CACHE, ROOT

# Where `CodeUri` points, and where `cargo lambda build` puts them too.
PLACED = ROOT / "target/lambda"


def cargo_environment() -> dict[str, str]:
    """This process's environment, in which cargo builds in the cache when one is named."""
    if "LARDER_CACHE_DIR" in os.environ and "CARGO_TARGET_DIR" not in os.environ:
        return shell.with_variables(CARGO_TARGET_DIR=str(CACHE / "target"))
    return dict(os.environ)


class Workspace:
    """What cargo says of the workspace."""

    def __init__(self) -> None:
        command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"]
        metadata = json.loads(shell.output(command, environment=cargo_environment()))
        areas = str(ROOT / "functions") + os.sep
        packages = [package for package in metadata["packages"] if package["manifest_path"].startswith(areas)]
        self.built = Path(metadata["target_directory"]) / "release"
        self.areas = sorted(package["name"] for package in packages)
        # Every binary of an area is a function.
        self.functions = sorted(
            target["name"] for package in packages for target in package["targets"] if "bin" in target["kind"]
        )


def build(workspace: Workspace) -> None:
    """Builds the functions, the seeder and the simulator, whose dependencies are the same, in one go. The other tools
    wait until they are wanted: their SDK clients take minutes, and their features of a library would come into the
    functions."""
    chosen = [word for package in (*workspace.areas, "seed", "simulate") for word in ("--package", package)]
    shell.run(
        ["cargo", "build", "--release", "--bins", *chosen],
        purpose="Building the functions",
        environment=cargo_environment(),
    )


def tests(name: str) -> list[tuple[Path, str]]:
    """Builds the areas' integration tests of that name: each area's folder, and its tests' binary."""
    build = ["cargo", "test", "--workspace", "--locked", "--no-run", "--test", name]
    told = shell.output([*build, "--message-format", "json-render-diagnostics"], environment=cargo_environment())
    messages = map(json.loads, told.splitlines())
    built = [message for message in messages if message.get("executable") and message["target"]["name"] == name]
    return [(Path(message["manifest_path"]).parent, message["executable"]) for message in built]


def place(workspace: Workspace) -> dict[str, str]:
    """Packs each function to `target/lambda/<name>/bootstrap.zip`; a digest of each binary."""
    with lock.held(PLACED.with_suffix(".lock")):
        return _place(workspace)


def _place(workspace: Workspace) -> dict[str, str]:
    known_file = PLACED / "digests.json"
    known = json.loads(known_file.read_text()) if known_file.exists() else {}

    def placed(name: str) -> dict:
        built, package = workspace.built / name, packed(name)
        # A build leaves the file alone when nothing changed, so its time tells without reading it.
        stamp = [built.stat().st_size, built.stat().st_mtime_ns]
        if name in known and known[name]["stamp"] == stamp and package.exists():
            return known[name]
        code = built.read_bytes()
        package.parent.mkdir(parents=True, exist_ok=True)
        # Beside it and renamed: who reads it meanwhile never sees half a file.
        new = package.with_suffix(".new")
        _pack(code, new)
        new.replace(package)
        return {"stamp": stamp, "digest": hashlib.sha256(code).hexdigest()[:16]}

    with ThreadPoolExecutor() as workers:
        all_placed = dict(zip(workspace.functions, workers.map(placed, workspace.functions)))
    known_file.write_text(json.dumps(all_placed))
    return {name: binary["digest"] for name, binary in all_placed.items()}


def packed(name: str) -> Path:
    """A function's deployment package."""
    return PLACED / name / "bootstrap.zip"


def _pack(code: bytes, package: Path) -> None:
    """The same package for the same code. Packed quickly: `sam` would take a third of a second for each, one by one."""
    entry = zipfile.ZipInfo("bootstrap")
    entry.external_attr = 0o755 << 16
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr(entry, code, zipfile.ZIP_DEFLATED, compresslevel=1)


def forget_placed() -> None:
    """After another build put its binaries there: the next `place` copies each anew."""
    (PLACED / "digests.json").unlink(missing_ok=True)
