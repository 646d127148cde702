"""Scans for secrets in the repository and for problems of its dependencies: ./scripts/test scans.

A scan that cannot run prints the reason and does not fail.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from stack import venvs
from stack.paths import ROOT

BASELINE = ROOT / "scripts/checks/secrets-baseline.json"
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"

# The exit code of detect-secrets-hook if lines of known findings moved.
_BASELINE_UPDATED = 3

# Pictures, keys of tests in binary form, checksums of packages, and the baseline itself.
_NO_SECRETS = re.compile(r"\.(png|der|woff2|ico)$|(^|/)(package-lock\.json|Cargo\.lock|secrets-baseline\.json)$")

# Licenses that allow use in a closed product with attribution only. MPL-2.0 covers only changed files of the package.
LICENSES = {
    "0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "bzip2-1.0.6", "CC0-1.0",
    "CC-BY-4.0", "CDLA-Permissive-2.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "Python-2.0", "Unicode-3.0",
    "Unlicense", "Zlib",
}  # fmt: skip


class Skipped(Exception):
    """The reason why a scan cannot run."""


def find_secrets() -> list[str]:
    """Secrets that the baseline does not list. The baseline has test values and names of parameters."""
    known = _output(["git", "ls-files", "-z"]).split("\0")
    files = [name for name in known if name and (ROOT / name).is_file() and not _NO_SECRETS.search(name)]
    hook = venvs.SCANS.ensure().program("detect-secrets-hook")
    with tempfile.TemporaryDirectory() as folder:
        # The hook updates the line numbers in the baseline.
        baseline = shutil.copy(BASELINE, folder)
        command = [hook, "--baseline", baseline, "--json", *files]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if found.returncode in (0, _BASELINE_UPDATED):
        return []
    if found.returncode != 1:
        raise RuntimeError(found.stderr or found.stdout)
    results = json.loads(found.stdout)["results"]
    return [f"{name}:{secret['line_number']}: {secret['type']}" for name, secrets in results.items() for secret in secrets]


def find_crate_problems() -> list[str]:
    """Crates from other sources than crates.io, and crates with other licenses."""
    packages = json.loads(_output(["cargo", "metadata", "--format-version", "1", "--locked"]))["packages"]
    return crate_problems(packages)


def crate_problems(packages: Iterable[dict[str, Any]]) -> list[str]:
    problems = []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if package["source"] is None:
            continue
        if package["source"] != REGISTRY:
            problems.append(f"{name} comes from {package['source']}")
        if not is_allowed(package["license"]):
            problems.append(f"{name} has the license {package['license']}")
    return problems


def find_package_problems() -> list[str]:
    """npm packages without checksum, and packages with other licenses."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    problems = []
    for path, package in lock["packages"].items():
        if path == "" or package.get("link"):
            continue
        name = path.removeprefix("node_modules/")
        if "integrity" not in package:
            problems.append(f"{name} has no checksum")
        if "license" in package and not is_allowed(package["license"]):
            problems.append(f"{name} has the license {package['license']}")
    return problems


def find_vulnerable_packages() -> list[str]:
    """npm packages with a known vulnerability of high severity. Not all registries answer the question."""
    audit = subprocess.run(
        ["npm", "audit", "--audit-level=high", "--json"], cwd=ROOT / "web", capture_output=True, text=True
    )
    try:
        report = json.loads(audit.stdout)
    except json.JSONDecodeError:
        report = {}
    if "vulnerabilities" not in report:
        reason = report.get("message") or report.get("error", {}).get("summary") or audit.stderr.strip()
        raise Skipped(f"the npm registry returns no audit: {reason.splitlines()[0] if reason else 'no reason'}")
    return [
        f"{name}: {found['severity']}"
        for name, found in report["vulnerabilities"].items()
        if found["severity"] in ("high", "critical")
    ]


def find_vulnerable_crates() -> list[str]:
    """Crates with an advisory of RustSec, by cargo-deny if it is installed."""
    if subprocess.run(["cargo", "deny", "--version"], cwd=ROOT, capture_output=True).returncode != 0:
        raise Skipped("cargo-deny is not installed. It also needs RustSec's database from GitHub")
    checked = subprocess.run(["cargo", "deny", "check", "advisories"], cwd=ROOT, capture_output=True, text=True)
    if checked.returncode == 0:
        return []
    if "failed to fetch" in checked.stderr:
        raise Skipped("RustSec's database cannot be fetched")
    return re.findall(r"^error\[\w+\]: (.+)$", checked.stderr, re.MULTILINE) or [checked.stderr.strip()]


def is_allowed(expression: str) -> bool:
    """Whether the license expression of a package can be met with `LICENSES` only."""
    text = re.sub(r"\s*/\s*", " OR ", expression).replace("(", " ( ").replace(")", " ) ")
    tokens = re.sub(r"\s+WITH\s+LLVM-exception", "", text).split()

    def either() -> bool:
        met = both()
        while tokens[:1] == ["OR"]:
            tokens.pop(0)
            met |= both()
        return met

    def both() -> bool:
        met = one()
        while tokens[:1] == ["AND"]:
            tokens.pop(0)
            met &= one()
        return met

    def one() -> bool:
        token = tokens.pop(0)
        if token != "(":
            return token in LICENSES
        met = either()
        tokens.pop(0)
        return met

    return bool(tokens) and either()


SCANS: dict[str, Callable[[], list[str]]] = {
    "secrets in files": find_secrets,
    "sources and licenses of crates": find_crate_problems,
    "checksums and licenses of npm packages": find_package_problems,
    "known vulnerabilities of npm packages": find_vulnerable_packages,
    "known vulnerabilities of crates": find_vulnerable_crates,
}


def _output(command: list[str | Path]) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main() -> None:
    passed = failed = 0
    for name, scan in SCANS.items():
        try:
            problems = scan()
        except Skipped as reason:
            print(f"{name}: skipped: {reason}", flush=True)
            continue
        for problem in problems:
            print(f"{name}: {problem}", flush=True)
        print(f"{name}: {len(problems)} found", flush=True)
        passed, failed = passed + (not problems), failed + bool(problems)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
