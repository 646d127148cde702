"""Tests of the vocabulary check."""

import unittest

from checks import vocabulary
from checks.vocabulary import compare, find, read_words

WORDS = read_words("# comment\ntold|tells? -> report\nnobody -> no user\n")


def find_words(path: str, text: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.word) for finding in find(path, text, WORDS)]


class FindTest(unittest.TestCase):
    def test_finds_words_in_comments_and_long_names_of_rust(self) -> None:
        text = '/// Nobody reads it.\nfn a_page_is_told_of_changes() {\n    let told = tell(url); // what it tells\n}\n'
        self.assertEqual(find_words("a.rs", text), [(1, "Nobody"), (2, "told"), (3, "tells")])

    def test_finds_words_in_named_cases(self) -> None:
        self.assertEqual(find_words("a.rs", "#[case::nobody_is_left(1)]"), [(1, "nobody")])

    def test_finds_words_in_sentences_and_elements_of_tsx(self) -> None:
        text = 'const a = "Nobody is here";\n<p>The fridge told</p>\n  Nobody acknowledged it\nconst b = "told";\n'
        self.assertEqual(find_words("a.tsx", text), [(1, "Nobody"), (2, "told"), (3, "Nobody")])

    def test_ignores_identifiers_addresses_and_code_spans(self) -> None:
        self.assertEqual(find_words("a.ts", 'import { told } from "./told";\nconst u = "https://told.example";\n'), [])
        self.assertEqual(find_words("a.rs", "/// Calls `told`.\n"), [])
        self.assertEqual(find_words("a.md", "`told`\n```\ntold\n```\n    told\nfine\n"), [])

    def test_finds_words_in_markdown_and_yaml(self) -> None:
        self.assertEqual(find_words("a.md", "It is told."), [(1, "told")])
        self.assertEqual(find_words("a.yaml", "Key: 1 # nobody\n"), [(1, "nobody")])

    def test_names_path_line_and_replacement(self) -> None:
        self.assertEqual([str(found) for found in find("a.md", "told", WORDS)], ["a.md:1: 'told': write report"])


class BaselineTest(unittest.TestCase):
    def test_reports_files_that_grew_or_shrank(self) -> None:
        counts, baseline = {"grew": 2, "same": 1, "new": 1}, {"grew": 1, "same": 1, "gone": 1}
        self.assertEqual(compare(counts, baseline), (["grew", "new"], ["gone"]))

    def test_word_list_parses(self) -> None:
        self.assertGreater(len(read_words(vocabulary.WORDS.read_text())), 15)
