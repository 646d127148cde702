"""The vocabulary check: finds words in prose that docs/glossary.md replaces.

Prose is Markdown, comments, test names and screen texts. Each file may have at most the
number of findings that `vocabulary-baseline.json` states, and the baseline may only shrink.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORDS = HERE / "vocabulary.txt"
BASELINE = HERE / "vocabulary-baseline.json"

# Files that define or quote the words, and generated files.
_EXCLUDED = re.compile(r"(^|/)(vocabulary[\w.-]*|test_vocabulary\.py|CHANGELOG\.md|.*\.generated\.ts|package-lock\.json)$")
_SLASHES = {".rs", ".ts", ".tsx", ".js", ".css"}
_HASHES = {".py", ".yaml", ".yml", ".toml", ".graphql", ".sh"}

_SLASH_COMMENT = re.compile(r"(?<!:)//[/!]?(.*)$|^\s*\*(?!/)(.*)$|/\*\*?(.*?)(?:\*/|$)")
_HASH_COMMENT = re.compile(r"(?:^|\s)#(?!\[)(.*)$")
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`([^`\n]*)`')
_ELEMENT_TEXT = re.compile(r">([^<>{}=;()]*[A-Za-z][^<>{}=;()]*)(?=<|\{|$)|^\s*([A-Z][^<>{}=;()]*)$")
_LONG_NAME = re.compile(r"\b(?:fn|def)\s+([a-z0-9]+(?:_[a-z0-9]+){2,})")
_CASE_NAME = re.compile(r"#\[case::([a-z0-9_]+)")
_CODE_SPAN = re.compile(r"`[^`]*`")


@dataclass(frozen=True)
class Word:
    """A pattern and its replacement."""

    pattern: re.Pattern[str]
    replacement: str


@dataclass(frozen=True)
class Finding:
    """A word in a line of a file."""

    path: str
    line: int
    word: str
    replacement: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.word!r}: write {self.replacement}"


def read_words(text: str) -> list[Word]:
    """Parses lines of `pattern -> replacement`; `#` starts a comment line."""
    lines = (line.strip() for line in text.splitlines())
    pairs = (line.rsplit(" -> ", 1) for line in lines if line and not line.startswith("#"))
    return [Word(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), replacement) for pattern, replacement in pairs]


def prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    """The prose of a file, with line numbers. Other kinds of files have none."""
    suffix = Path(path).suffix
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if suffix == ".md":
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced and not line.startswith("    "):
                yield number, _CODE_SPAN.sub(" ", line)
        elif suffix in _SLASHES:
            yield from ((number, part) for part in _code(line, _SLASH_COMMENT, elements=suffix == ".tsx"))
        elif suffix in _HASHES:
            yield from ((number, part) for part in _code(line, _HASH_COMMENT, elements=False))


def _code(line: str, comment: re.Pattern[str], elements: bool) -> Iterator[str]:
    """The prose in a line of code."""
    for name in (*_LONG_NAME.findall(line), *_CASE_NAME.findall(line)):
        yield name.replace("_", " ")
    found = comment.search(line)
    code = line[: found.start()] if found else line
    if found:
        yield _CODE_SPAN.sub(" ", next((group for group in found.groups() if group), ""))
    for groups in _STRING.findall(code):
        # A text of one word is a key or a name, not a sentence.
        yield from (text for text in groups if " " in text)
    if elements:
        yield from (text for groups in _ELEMENT_TEXT.findall(_STRING.sub('""', code)) for text in groups if text)


def find(path: str, text: str, words: Iterable[Word]) -> list[Finding]:
    """All words of the list in a file's prose, sorted by line."""
    words = list(words)
    return [
        Finding(path, number, match.group(), word.replacement)
        for number, part in prose(path, text)
        for word in words
        for match in word.pattern.finditer(part)
    ]


def compare(counts: Mapping[str, int], baseline: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """The files that have more findings than the baseline allows, and those that have fewer."""
    paths = sorted({*counts, *baseline})
    worse = [path for path in paths if counts.get(path, 0) > baseline.get(path, 0)]
    better = [path for path in paths if counts.get(path, 0) < baseline.get(path, 0)]
    return worse, better


def _files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    suffixes = _SLASHES | _HASHES | {".md"}
    paths = sorted(set(listed.stdout.splitlines()))
    return [path for path in paths if Path(path).suffix in suffixes and not _EXCLUDED.search(path) and (ROOT / path).is_file()]


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks prose against scripts/checks/vocabulary.txt.")
    parser.add_argument("--update", action="store_true", help="lower the baseline to the current counts")
    parser.add_argument("--list", metavar="PATH", help="print every finding in the files whose path starts with PATH")
    arguments = parser.parse_args()
    words = read_words(WORDS.read_text())
    found = {path: find(path, (ROOT / path).read_text(), words) for path in _files()}
    counts = {path: len(findings) for path, findings in found.items() if findings}
    if arguments.list is not None:
        listed = [finding for path, findings in found.items() if path.startswith(arguments.list) for finding in findings]
        print("\n".join(map(str, listed)))
        return 0
    baseline: dict[str, int] = json.loads(BASELINE.read_text()) if BASELINE.exists() else counts
    worse, better = compare(counts, baseline)
    if arguments.update:
        lowered = {path: min(count, baseline.get(path, 0)) for path, count in counts.items() if baseline.get(path, 0)}
        BASELINE.write_text(json.dumps(lowered, indent=2, sort_keys=True) + "\n")
        better = []
    for path in worse:
        print(f"{path}: {counts[path]} findings, at most {baseline.get(path, 0)} allowed")
        print("\n".join(f"  {finding}" for finding in found[path]))
    if better:
        print("Fewer findings than the baseline allows. Run: python3 scripts/checks/vocabulary.py --update")
        print("\n".join(f"  {path}: {counts.get(path, 0)}, baseline {baseline[path]}" for path in better))
    print(f"{sum(counts.values())} findings in {len(counts)} files")
    return 1 if worse or better else 0


if __name__ == "__main__":
    sys.exit(main())
