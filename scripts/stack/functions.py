"""Builds the functions' binaries and packages them where the templates' `CodeUri` points."""

import hashlib
import json
import os
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stack import lock, shell
from stack.paths import CACHE, ROOT

# The folder of the deployment packages. `CodeUri` points here, and `cargo lambda build` writes here as well.
PACKAGES = ROOT / "target/lambda"

# The digest of each packaged binary, with its size and modification time.
_DIGESTS = "digests.json"


# The name of a function in Lambda has at most 64 characters: "larder-", the environment, "-", and the binary.
MAX_NAME_LENGTH = 64


def name(environment: str, binary: str) -> str:
    """A function's name in Lambda."""
    return f"larder-{environment}-{binary}"


def cargo_variables() -> dict[str, str]:
    """The variables of cargo. If LARDER_CACHE_DIR is set, it builds there."""
    if "LARDER_CACHE_DIR" in os.environ and "CARGO_TARGET_DIR" not in os.environ:
        return {"CARGO_TARGET_DIR": str(CACHE / "target")}
    return {}


def cargo_environment() -> dict[str, str]:
    """This process's environment with the variables of cargo."""
    return shell.with_variables(**cargo_variables())


class Workspace:
    """The areas and functions of the Cargo workspace, from `cargo metadata`."""

    def __init__(self) -> None:
        command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"]
        metadata = json.loads(shell.output(command, environment=cargo_environment()))
        areas = str(ROOT / "functions") + os.sep
        packages = [package for package in metadata["packages"] if package["manifest_path"].startswith(areas)]
        self.binaries = Path(metadata["target_directory"]) / "release"
        self.areas = sorted(package["name"] for package in packages)
        # Every binary of an area is a function.
        self.functions = sorted(
            target["name"] for package in packages for target in package["targets"] if "bin" in target["kind"]
        )


def build_command(workspace: Workspace) -> list[str]:
    """The command that builds the functions, the seeder and the simulator, which have the same dependencies. The other tools
    are built separately when they are needed: their SDK clients compile for minutes, and the library features that they
    enable would be added to the functions."""
    packages = [word for package in (*workspace.areas, "seed", "simulate") for word in ("--package", package)]
    return ["cargo", "build", "--release", "--bins", *packages]


def build(workspace: Workspace) -> None:
    """Builds the programs that a stack needs."""
    shell.run(build_command(workspace), purpose="Building the functions", environment=cargo_environment())


def build_tests(*patterns: str) -> dict[str, Path]:
    """Builds the integration tests whose names match a pattern. Returns the path of each program by the name of its folder
    in `integration/tests`."""
    selected = [word for pattern in patterns for word in ("--test", pattern)]
    command = ["cargo", "test", "--package", "integration", "--locked", "--no-run", *selected]
    output = shell.output([*command, "--message-format", "json-render-diagnostics"], environment=cargo_environment())
    built = [message for message in map(json.loads, output.splitlines()) if message.get("executable")]
    return {message["target"]["name"]: Path(message["executable"]) for message in built}


def package(workspace: Workspace) -> dict[str, str]:
    """Packages each function as `target/lambda/<name>/bootstrap.zip` if its binary changed. Returns the digest of each
    binary."""
    with lock.held(PACKAGES.with_suffix(".lock")):
        return _package(workspace)


def _package(workspace: Workspace) -> dict[str, str]:
    digests_file = PACKAGES / _DIGESTS
    previous = json.loads(digests_file.read_text()) if digests_file.exists() else {}

    def package_one(name: str) -> dict:
        binary, target = workspace.binaries / name, package_path(name)
        # Cargo does not touch an unchanged binary, so its size and time are sufficient.
        stamp = [binary.stat().st_size, binary.stat().st_mtime_ns]
        if name in previous and previous[name]["stamp"] == stamp and target.exists():
            return previous[name]
        code = binary.read_bytes()
        target.parent.mkdir(parents=True, exist_ok=True)
        # A rename replaces the package at once, so that a concurrent reader never reads a partial file.
        temporary = target.with_suffix(".new")
        _write_package(code, temporary)
        temporary.replace(target)
        return {"stamp": stamp, "digest": hashlib.sha256(code).hexdigest()[:16]}

    with ThreadPoolExecutor() as threads:
        packaged = dict(zip(workspace.functions, threads.map(package_one, workspace.functions)))
    digests_file.write_text(json.dumps(packaged))
    return {name: binary["digest"] for name, binary in packaged.items()}


def package_path(name: str) -> Path:
    """The path of a function's deployment package."""
    return PACKAGES / name / "bootstrap.zip"


def _write_package(code: bytes, file: Path) -> None:
    """Writes a package that depends only on the code. `sam` would package the functions in sequence and take a third
    of a second for each."""
    entry = zipfile.ZipInfo("bootstrap")
    entry.external_attr = 0o755 << 16
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(entry, code, zipfile.ZIP_DEFLATED, compresslevel=1)


def discard_digests() -> None:
    """Makes the next `package` package all functions again. Required after another build wrote to `PACKAGES`."""
    (PACKAGES / _DIGESTS).unlink(missing_ok=True)
