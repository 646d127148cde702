"""Compares the checkout with the latest release: `python -m checks.release [COMMIT]`. docs/deployment.md has the rules."""

import sys

from stack import release
from stack.entry import guarded
from stack.progress import Stop


def main() -> None:
    commit = sys.argv[1] if len(sys.argv) > 1 else release.latest()
    if commit is None:
        print("There is no earlier release: neither a tag nor origin/main. Nothing to compare")
        return
    findings = release.findings(release.of_commit(commit), release.of_checkout())
    if findings:
        raise Stop(f"The changes since {commit} cannot be released together:\n  " + "\n  ".join(findings))
    print(f"The changes since {commit} can be released together")


if __name__ == "__main__":
    sys.exit(guarded(main))
