"""./scripts/test: checks everything, from formatting to a person in a browser."""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from stack import down, machine, venvs, web
from stack.entry import guarded
from stack.functions import cargo_environment
from stack.places import ROOT, Place
from stack.progress import Stop
from stack.runners import Count, run

# The stack of the tests: beside one that somebody works with, never the same.
_PORT = 4590
_PLACE = Place(_PORT)


def formatting() -> Count:
    return run(["cargo", "fmt", "--all", "--check"])


def clippy() -> Count:
    command = ["cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]
    return run(command, environment=cargo_environment())


def rust() -> Count:
    return run(["cargo", "test", "--workspace", "--locked"], runner="cargo", environment=cargo_environment())


def launcher() -> Count:
    if not venvs.EMULATOR.is_ready():
        venvs.EMULATOR.make()
    command = [venvs.EMULATOR.python, "-m", "unittest", "discover", "--start-directory", "scripts/emulator"]
    return run(command, runner="unittest")


def templates() -> Count:
    files = [ROOT / "template.yaml", *sorted((ROOT / "infra").glob("*.yaml"))]
    count = run([venvs.TOOLS.program("cfn-lint"), *files])
    for file in files:
        sam = [venvs.TOOLS.program("sam"), "validate", "--lint", "--template", file, "--region", "us-east-1"]
        count += run(sam, environment={"SAM_CLI_TELEMETRY": "0"})
    return count


def web_checks() -> Count:
    web.install()
    count = Count()
    for script in ("check", "lint", "codegen:check"):
        count += run(["npm", "run", "--silent", script], cwd=web.WEB)
    return count


def web_unit() -> Count:
    web.install()
    return run(["npm", "test", "--silent"], runner="vitest", cwd=web.WEB)


def integration() -> Count:
    _bring_up("--reset")
    told = {**cargo_environment(), "LARDER_STACK": str(_PLACE.description), "LARDER_PORT": str(_PORT)}
    count = Count()
    # What kills functions or restarts the emulator runs alone, after the rest.
    for name in ("over_http", "crash", "restart"):
        if any((ROOT / "functions").glob(f"*/tests/{name}*")):
            command = ["cargo", "test", "--workspace", "--locked", "--test", name, "--", "--ignored"]
            count += run(command, runner="cargo", environment=told)
    return count


def end_to_end() -> Count:
    _bring_up()
    web.install()
    built = run(["npm", "run", "--silent", "build"], cwd=web.WEB)
    if built.failed:
        return built
    web.serve(_PLACE, "preview")
    told = {"LARDER_STACK": str(_PLACE.description), "LARDER_CHROMIUM": str(_browser())}
    built += run(["npm", "run", "--silent", "e2e"], runner="playwright", cwd=web.WEB, environment=told)
    return built


def _bring_up(*options: str) -> None:
    command = [ROOT / "scripts/up", "--port", str(_PORT), "--no-web", *options]
    if subprocess.run([str(part) for part in command]).returncode != 0:
        raise Stop(f"The tests' stack did not come up: see {_PLACE.logs}")


def _browser() -> Path:
    found = web.browser()
    if found:
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, stdout=subprocess.DEVNULL)
        found = web.browser()
    if not found:
        raise Stop("Chromium is missing: install it (Debian: `apt-get install chromium`), or name one in LARDER_CHROMIUM")
    return found


# In the order of how soon they tell.
STEPS: dict[str, Callable[[], Count]] = {
    "formatting": formatting,
    "templates": templates,
    "launcher": launcher,
    "web-checks": web_checks,
    "clippy": clippy,
    "web-unit": web_unit,
    "rust": rust,
    "integration": integration,
    "end-to-end": end_to_end,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="./scripts/test", description="Checks everything.")
    parser.add_argument("step", nargs="*", help=f"only these of: {', '.join(STEPS)}")
    chosen = parser.parse_args().step or list(STEPS)
    unknown = [name for name in chosen if name not in STEPS]
    if unknown:
        raise Stop(f"There is no step {', '.join(unknown)}. There are {', '.join(STEPS)}")
    machine.check(web=True)

    total, told = Count(), []
    try:
        for name in chosen:
            print(f"» {name}", flush=True)
            started = time.monotonic()
            try:
                count = STEPS[name]()
            except Stop as stop:
                print(f"  {stop}", flush=True)
                count = Count(failed=1)
            total += count
            told.append(f"  {name:12} {time.monotonic() - started:6.0f} s   {count}")
            print(told[-1], flush=True)
    finally:
        down.stop(_PLACE)
    print("\n" + "\n".join(told) + f"\n\n{total}", flush=True)
    sys.exit(1 if total.failed else 0)


if __name__ == "__main__":
    sys.exit(guarded(main))
