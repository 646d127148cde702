"""The steps of ./scripts/test and the lanes in which they run."""

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from checks import attacks, browsers, counts
from checks.attacks import Attack
from checks.runner import Check, Command, Step
from checks.test_stack import TestStack
from stack import functions, venvs, web
from stack.paths import LOCAL, ROOT
from stack.progress import Stop

# The package of the integration tests. Its folder `tests` has a folder for each program.
_INTEGRATION = ROOT / "integration"

# The ends of the names of tests that kill functions or restart the emulator. They run in sequence on a separate stack.
_RECOVERY = ("-crash", "-restart")

# Areas whose integration tests mostly wait, for a schedule or a delay.
_SLOW_AREAS = ("logistics", "routes", "schedules")

# Lanes run in parallel, the steps of a lane in sequence. The second lane mostly waits, on its own stack, and then follows
# the guide. The others need no stack. The unit tests of `web` use one core until the end of a default run. `functions` is
# first, because the second lane waits for it, and in a clean clone it takes minutes.
LANES = (
    ("functions", "format", "vocabulary", "imports", "clippy", "rust", "integration", "e2e", "long", "unseeded"),
    ("recovery", "slow", "faults", "guide"),
    ("web", "components"),
    ("scripts", "templates", "lint"),
)

# Lanes that run after the others. The steps of the first one check what the other steps recorded, and attack a stack and
# print a table. They mostly wait or use one core. The steps of the second one, which need no stack, scan the repository and
# open every screen in a second browser.
FINAL_LANES = (("conformance", "attack"), ("scans", "firefox"))

# Steps that run only if they are named, or with --all, so that the default run takes a few minutes.
ONLY_WITH_ALL = ("long", "unseeded", "recovery", "slow", "faults", "guide", "components", *chain(*FINAL_LANES))

# The tags of browser tests that run only with all steps: those that need more than four seconds on a machine that runs
# nothing else, and those that check the accessibility of a screen in all its states.
_LONG = "@long|@accessible"

# The modules of integration tests that the step `attack` runs, and those that send thousands of messages. The latter need
# more than a minute of CPU time and run only with --all.
_ATTACKS, _FLOODS = "attack::", "flood::"

# The number of integration tests of an area that run in parallel. They wait more than they compute.
_TEST_THREADS = "4"

TEMPLATES = [ROOT / "template.yaml", *sorted((ROOT / "infra").glob("*.yaml"))]


def steps(seeded: TestStack, small: TestStack, unseeded: TestStack, complete: bool) -> dict[str, Step]:
    """The steps by name. `complete`: whether the step `e2e` also checks the accessibility of the pages that it visits, and
    the step `integration` also sends floods of messages."""
    return {
        "format": _format,
        "vocabulary": _vocabulary,
        "imports": _imports,
        "scripts": _scripts,
        "templates": _templates,
        "lint": _lint,
        "web": _web,
        "components": _components,
        "functions": _functions,
        "clippy": _clippy,
        "rust": _rust,
        "integration": lambda: _integration(seeded, slow=False, skipped=[_ATTACKS] if complete else [_ATTACKS, _FLOODS]),
        "recovery": lambda: _recovery(small),
        "slow": lambda: _integration(small, slow=True, skipped=[_ATTACKS]),
        "faults": lambda: _faults(small),
        "guide": _guide,
        "e2e": lambda: _end_to_end(seeded, "e2e", "--grep-invert", _LONG, with_axe=complete),
        "long": lambda: _end_to_end(seeded, "e2e", "--grep", _LONG),
        # Reuses the ports of the seeded stack, which is no longer needed.
        "unseeded": lambda: _end_to_end(unseeded, "e2e:unseeded"),
        "conformance": lambda: _conformance(seeded, small, unseeded),
        "attack": lambda: _attack(small),
        "firefox": _firefox,
        "scans": _scans,
    }


def _format() -> Iterator[tuple[Check, ...]]:
    yield (Check("cargo fmt", ["cargo", "fmt", "--all", "--check"]),)


def _vocabulary() -> Iterator[tuple[Check, ...]]:
    yield (Check("vocabulary", [sys.executable, ROOT / "scripts/checks/vocabulary.py"]),)


def _imports() -> Iterator[tuple[Check, ...]]:
    yield (Check("import cycles", [sys.executable, ROOT / "scripts/checks/import_cycles.py"]),)


def _scripts() -> Iterator[tuple[Check, ...]]:
    """Tests of the commands, and whether the launcher fits the installed emulator."""
    unittest = ["-m", "unittest", "discover", "--start-directory"]
    # The comparison of two versions of the API uses a package of the web app.
    web.install()
    yield (Check("the commands", [venvs.TOOLS.ensure().python, *unittest, "scripts", "-t", "scripts"], counts.unittest),)
    launcher = [venvs.EMULATOR.ensure().python, *unittest, "scripts/emulator"]
    yield (Check("the emulator's launcher", launcher, counts.unittest),)


def _templates() -> Iterator[tuple[Check, ...]]:
    """cfn-lint translates each template as SAM does and checks the result. `sam validate` checks only the root template."""
    tools, variables = venvs.TOOLS.ensure(), {"SAM_CLI_TELEMETRY": "0", "AWS_DEFAULT_REGION": "us-east-1"}
    yield (Check("cfn-lint", [tools.program("cfn-lint"), *TEMPLATES]),)
    web.install()
    compare = [tools.python, "-m", "checks.release"]
    yield (Check("changes since the latest release", compare, variables={"PYTHONPATH": str(ROOT / "scripts")}),)
    yield (Check("sam validate", [tools.program("sam"), "validate", "--template", TEMPLATES[0]], variables=variables),)


def _lint() -> Iterator[tuple[Check, ...]]:
    """Checks of the web app's sources."""
    web.install()
    for title, script in (
        ("types", "check"),
        ("lint, including the resolver", "lint"),
        ("generated types", "codegen:check"),
    ):
        yield (Check(title, ["npm", "run", "--silent", script], cwd=web.WEB),)


def _web() -> Iterator[tuple[Check, ...]]:
    web.install()
    tests = ["npm", "run", "--silent", "test"]
    yield (Check("unit tests", tests, counts.vitest, cwd=web.WEB, repeat=_repeat_vitest_files),)


def _components() -> Iterator[tuple[Check, ...]]:
    """Browser tests of the components, and of every screen with sample data. They need no stack."""
    browser = browsers.CHROMIUM.ensure()
    web.install()
    variables = {"LARDER_CHROMIUM": str(browser), "CI": "1"}
    yield (_browser_tests("test:components", variables),)


def _functions() -> Iterator[tuple[Check, ...]]:
    """Builds the functions with the priority of the first lane. Stacks that start in any lane need them."""
    yield (Check("build", functions.build_command(functions.Workspace()), variables=functions.cargo_variables()),)


def _clippy() -> Iterator[tuple[Check, ...]]:
    command = ["cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]
    yield (Check("clippy", command, variables=functions.cargo_variables()),)


def _rust() -> Iterator[tuple[Check, ...]]:
    # The binaries of functions have no tests. Linking a test harness for each would take a minute.
    targets = ["--lib", "--bin", "bench", "--bin", "doctor", "--bin", "fuzz", "--bin", "generate"]
    command = ["cargo", "test", "--workspace", *targets, "--locked", "--no-fail-fast"]
    yield (Check("unit and property tests", command, counts.cargo, variables=functions.cargo_variables()),)


def _integration(stack: TestStack, slow: bool, skipped: Sequence[str]) -> Iterator[tuple[Check, ...]]:
    """The integration tests of the slow areas, or of all others, without those of the modules `skipped`. Tests that require
    a stack are ignored by default, so that `cargo test` needs no stack."""
    yield from stack.up()
    if not slow:
        yield (_authorization(stack),)
        yield (_sample_events(),)
    built = functions.build_tests("*")
    names = [name for name in built if not name.endswith(_RECOVERY) and (name in _SLOW_AREAS) is slow]
    yield _tests(stack, {name: built[name] for name in names}, skipped)


def _authorization(stack: TestStack) -> Check:
    """Proves that the stack verifies signatures and enforces policies. Without this check, the integration tests would also
    pass if it accepted every call."""
    prove = [venvs.TOOLS.ensure().python, "-m", "unittest", "checks.authorization"]
    variables = stack.variables() | {"PYTHONPATH": str(ROOT / "scripts")}
    return Check("signatures and policies are enforced", prove, counts.unittest, variables=variables)


def _sample_events() -> Check:
    """Calls each function of the stack with its sample event, against the stub of the bench."""
    command = ["cargo", "test", "--workspace", "--bin", "bench", "--locked", "--", "--ignored"]
    variables = functions.cargo_variables() | {"LARDER_BINARIES": str(functions.Workspace().binaries)}
    # A function logs a warning if the stub is slower than its time limits, which a busy machine can cause.
    return Check("sample events", command, counts.cargo, variables=variables, repeat=lambda _: command)


def _recovery(stack: TestStack) -> Iterator[tuple[Check, ...]]:
    yield from stack.up()
    rehearse = [venvs.TOOLS.ensure().python, "-m", "unittest", "checks.rehearsal"]
    variables = stack.variables() | {"PYTHONPATH": str(ROOT / "scripts")}
    yield (Check("recovery of tables and users", rehearse, counts.unittest, variables=variables),)
    follow = [venvs.TOOLS.ensure().python, "-m", "unittest", "checks.runbook_rehearsal"]
    yield (Check("runbooks", follow, counts.unittest, variables=variables),)
    # One build: a second one would wait for the builds of other lanes.
    programs = functions.build_tests(*(f"*{end}" for end in _RECOVERY))
    yield from ((check,) for check in _tests(stack, programs))


def _faults(stack: TestStack) -> Iterator[tuple[Check, ...]]:
    """Injects a few faults into each writing operation. `./scripts/faults` injects more."""
    yield from stack.up()
    command = [venvs.TOOLS.ensure().python, "-m", "fault_tests.main", "--count", "12", "--stack", stack.description]
    variables = {"PYTHONPATH": str(ROOT / "scripts")}
    yield (Check("faults of AWS calls", command, counts.summary, variables=variables),)


def _guide() -> Iterator[tuple[Check, ...]]:
    """Follows the guide to a new operation in a copy of the checkout. It compiles at low priority, because the other lanes
    have tests that wait for answers."""
    web.install()
    variables = {"PYTHONPATH": str(ROOT / "scripts")}
    follow = ["nice", sys.executable, "-m", "checks.guide"]
    yield (Check("docs/adding-an-operation.md", follow, variables=variables),)


def _tests(stack: TestStack, programs: Mapping[str, Path], skipped: Sequence[str] = ()) -> tuple[Check, ...]:
    """The checks that run the integration tests of these programs, without those of the modules `skipped`. The largest ones
    start first, so that none runs alone last."""
    options = ["--include-ignored", "--test-threads", _TEST_THREADS, *(f"--skip={module}" for module in skipped)]
    return tuple(
        Check(
            name,
            [programs[name], *options],
            counts.cargo,
            _INTEGRATION,
            stack.variables(),
            partial(_repeat_cargo_tests, programs[name]),
        )
        for name in sorted(programs, key=_source_size, reverse=True)
    )


def _source_size(name: str) -> int:
    """The bytes of the sources of an integration test program."""
    return sum(file.stat().st_size for file in (_INTEGRATION / "tests" / name).rglob("*.rs"))


def _end_to_end(stack: TestStack, script: str, *options: str, with_axe: bool = True) -> Iterator[tuple[Check, ...]]:
    """Browser tests on a seeded stack, or on one that the tests fill through the console and telemetry. `with_axe`: whether
    they check the accessibility of pages, which takes a fifth of the browser's time."""
    browser = browsers.CHROMIUM.ensure()
    web.install()
    yield (Check("build", ["npm", "run", "--silent", "build"], cwd=web.WEB, variables=stack.variables()),)
    yield (Check("sizes of the screens", ["npm", "run", "--silent", "budgets"], cwd=web.WEB),)
    yield from stack.up()
    stack.preview()
    variables = {"LARDER_CHROMIUM": str(browser), "CI": "1"} | ({} if with_axe else {"LARDER_SKIP_ACCESSIBILITY": "1"})
    yield (_browser_tests(script, stack.variables() | variables, *options),)


def _browser_tests(script: str, variables: dict[str, str], *options: str) -> Check:
    results = LOCAL / "browser-tests" / script.replace(":", "-")
    tests = ["npm", "run", "--silent", script, "--", "--output", results, *options]

    def repeat(_: str) -> Command:
        # The repetition deletes the screenshots of the first failures.
        shutil.copytree(results, results.with_name(f"{results.name}-failed"), dirs_exist_ok=True)
        return [*tests, "--last-failed"]

    return Check("in Chromium", tests, counts.playwright, web.WEB, variables, repeat)


def _conformance(*stacks: TestStack) -> Iterator[tuple[Check, ...]]:
    """Checks the calls that functions made on the test stacks, in this run or an earlier one."""
    if missing := [str(stack.recording) for stack in stacks if not stack.recording.exists()]:
        recorded = "integration recovery slow e2e long unseeded conformance"
        raise Stop(f"There is no recording {', '.join(missing)}. Run ./scripts/test {recorded}")
    files = (stack.recording for stack in stacks)
    command = (venvs.TOOLS.ensure().python, "-m", "conformance.main", *files)
    yield (Check("calls and policies", command, variables={"PYTHONPATH": str(ROOT / "scripts")}),)


def _attack(stack: TestStack) -> Iterator[tuple[Check, ...]]:
    """Attacks a stack with forged tokens, other profiles, concurrent calls and stored scripts, checks the exports, and
    prints a table of the attacks."""
    found: list[Attack] = []
    yield from stack.up()
    for name, program in sorted(functions.build_tests("*").items()):
        tests = _INTEGRATION / "tests" / name
        if (tests / "attack").is_dir() or (tests / "attack.rs").exists():
            command = [program, _ATTACKS, "--include-ignored", "--nocapture", "--test-threads", _TEST_THREADS]
            read = attacks.collecting(found, counts.cargo)
            yield (Check(f"attacks, {name}", command, read, _INTEGRATION, stack.variables()),)
    web.install()
    exports = ["npx", "vitest", "run", "src/lib/csv.test.ts"]
    yield (Check("formulas in exports", exports, attacks.counting(found, "formulas in exports", counts.vitest), web.WEB),)
    for checks in _end_to_end(stack, "e2e:attack"):
        # A script that runs once is a defect, so the test is not repeated.
        yield tuple(
            replace(check, read=check.read and attacks.collecting(found, check.read), repeat=None) for check in checks
        )
    print(f"\n{attacks.table(found)}", flush=True)


def _scans() -> Iterator[tuple[Check, ...]]:
    """Scans the repository for secrets, and the dependencies for their sources, licenses and known vulnerabilities."""
    scan = [sys.executable, "-m", "checks.scans"]
    variables = {"PYTHONPATH": str(ROOT / "scripts")}
    yield (Check("secrets and dependencies", scan, counts.summary, variables=variables),)


def _firefox() -> Iterator[tuple[Check, ...]]:
    """Opens every screen in Firefox, with sample data. It needs no stack."""
    browser = browsers.FIREFOX.ensure()
    web.install()
    variables = {"LARDER_FIREFOX": str(browser)}
    yield (Check("screens in Firefox", ["npm", "run", "--silent", "firefox"], counts.summary, web.WEB, variables),)


def _repeat_vitest_files(output: str) -> Command | None:
    files = counts.failed_vitest_files(output)
    return ["npm", "run", "--silent", "test", "--", *files] if files else None


def _repeat_cargo_tests(binary: Path, output: str) -> Command | None:
    """The failed tests, unless one of them is an attack: an attack that succeeds once, such as a race, is a defect."""
    names = counts.failed_cargo_tests(output)
    if not names or any(name.startswith(_ATTACKS) for name in names):
        return None
    return [binary, *names, "--exact", "--include-ignored"]
