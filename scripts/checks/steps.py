"""The steps of ./scripts/test, and the lanes in which they run."""

import sys
from collections.abc import Iterator

from checks import chromium, counts
from checks.runner import Check, Step
from checks.stand import Stand
from stack import functions, venvs, web
from stack.places import ROOT

# What kills functions, and what restarts the emulator, one after the other and apart from all else.
_RECOVERY = ("crash", "restart")

# Areas whose tests over HTTP mostly wait, for what comes by the minute or after a pause.
_PATIENT = ("logistics", "routes", "schedules")

# Lanes run side by side, the steps of a lane one after another: what is quick, and what others stand on, first.
# Meanwhile comes what mostly waits, on a stack of its own, and in the time that both leave what needs none.
LANES = (
    ("format", "vocabulary", "clippy", "rust", "integration", "e2e", "unseeded"),
    ("recovery", "patience"),
    ("scripts", "templates", "web"),
)

# Tests over HTTP wait more than they compute: the packages' run side by side, and of each so many.
_AT_ONCE = "4"

TEMPLATES = [ROOT / "template.yaml", *sorted((ROOT / "infra").glob("*.yaml"))]


def steps(stand: Stand, apart: Stand, empty: Stand) -> dict[str, Step]:
    return {
        "format": _format,
        "vocabulary": _vocabulary,
        "scripts": _scripts,
        "templates": _templates,
        "web": _web,
        "clippy": _clippy,
        "rust": _rust,
        "integration": lambda: _calls(stand, patient=False),
        "recovery": lambda: _recovery(apart),
        "patience": lambda: _calls(apart, patient=True),
        "e2e": lambda: _end_to_end(stand, "e2e"),
        # On the place of the first stack, which has no more use for it.
        "unseeded": lambda: _end_to_end(empty, "e2e:unseeded"),
    }


def _format() -> Iterator[tuple[Check, ...]]:
    yield (Check("cargo fmt", ["cargo", "fmt", "--all", "--check"]),)


def _vocabulary() -> Iterator[tuple[Check, ...]]:
    yield (Check("vocabulary", [sys.executable, ROOT / "scripts/checks/vocabulary.py"]),)


def _scripts() -> Iterator[tuple[Check, ...]]:
    """The commands' own rules, and whether the launcher still fits the emulator."""
    unittest = ["-m", "unittest", "discover", "--start-directory"]
    yield (Check("the commands", [venvs.TOOLS.ready().python, *unittest, "scripts", "-t", "scripts"], counts.unittest),)
    launcher = [venvs.EMULATOR.ready().python, *unittest, "scripts/emulator"]
    yield (Check("the emulator's launcher", launcher, counts.unittest),)


def _templates() -> Iterator[tuple[Check, ...]]:
    """cfn-lint translates each template as SAM does, and reads what comes out; sam itself reads the one it is given."""
    tools, quiet = venvs.TOOLS.ready(), {"SAM_CLI_TELEMETRY": "0", "AWS_DEFAULT_REGION": "us-east-1"}
    yield (Check("cfn-lint", [tools.program("cfn-lint"), *TEMPLATES]),)
    yield (Check("sam validate", [tools.program("sam"), "validate", "--template", TEMPLATES[0]], variables=quiet),)


def _web() -> Iterator[tuple[Check, ...]]:
    web.install()
    for title, script, read in (
        ("types", "check", None),
        ("lint, the resolver's too", "lint", None),
        ("generated types", "codegen:check", None),
        ("unit tests", "test", counts.vitest),
    ):
        yield (Check(title, ["npm", "run", "--silent", script], read, cwd=web.WEB),)


def _clippy() -> Iterator[tuple[Check, ...]]:
    command = ["cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]
    yield (Check("clippy", command, variables=functions.cargo_environment()),)


def _rust() -> Iterator[tuple[Check, ...]]:
    # The functions' binaries hold no tests: linking a harness for each would take a minute.
    targets = ["--lib", "--bin", "bench", "--bin", "doctor"]
    command = ["cargo", "test", "--workspace", *targets, "--locked", "--no-fail-fast"]
    yield (Check("unit and property tests", command, counts.cargo, variables=functions.cargo_environment()),)


def _calls(stand: Stand, patient: bool) -> Iterator[tuple[Check, ...]]:
    """The integration tests of the patient areas, or of all others. Tests that want a stack are marked `#[ignore]`, so
    that `cargo test` alone needs none."""
    yield from stand.up()
    names = {path.stem for path in (ROOT / "functions").glob("*/tests/*")}
    for name in sorted(names.difference(_RECOVERY)):
        if checks := tuple(check for check in _of_areas(name, stand) if (check.cwd.name in _PATIENT) is patient):
            yield checks


def _recovery(stand: Stand) -> Iterator[tuple[Check, ...]]:
    yield from stand.up()
    for name in _RECOVERY:
        yield from ((check,) for check in _of_areas(name, stand))


def _of_areas(name: str, stand: Stand) -> tuple[Check, ...]:
    """The areas' integration tests of that name."""
    words, several = name.replace("_", " "), ["--include-ignored", "--test-threads", _AT_ONCE]
    return tuple(
        Check(f"{words}, {area.name}", [binary, *several], counts.cargo, area, stand.variables())
        for area, binary in sorted(functions.tests(name))
    )


def _end_to_end(stand: Stand, script: str) -> Iterator[tuple[Check, ...]]:
    """Browser tests: on a seeded stack, or on one that they fill themselves through the console and telemetry."""
    browser = chromium.ready()
    web.install()
    yield (Check("build", ["npm", "run", "--silent", "build"], cwd=web.WEB, variables=stand.variables()),)
    yield from stand.up()
    stand.preview()
    variables = stand.variables() | {"LARDER_CHROMIUM": str(browser), "CI": "1"}
    e2e = ["npm", "run", "--silent", script]
    yield (Check("in Chromium", e2e, counts.playwright, cwd=web.WEB, variables=variables),)
