"""Tests of the blocks of docs/adding-an-operation.md."""

import os
import tempfile
import unittest
from pathlib import Path

from checks import guide
from stack.progress import Stop

_DOCUMENT = """
```sh
test -e rule.txt
grep two rule.txt  # fails
```

```diff rule.txt
 one
-three
+two
```

```sh
grep two rule.txt
```

```text new.txt
content
```

```rust
illustration
```
"""


class Guide(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "rule.txt").write_text("one\nthree\n")

    def test_commands_and_edits_are_followed_in_order(self) -> None:
        guide.follow(_DOCUMENT, self.folder, {})
        self.assertEqual((self.folder / "rule.txt").read_text(), "one\ntwo\n")
        self.assertEqual((self.folder / "new.txt").read_text(), "content\n")
        self.assertEqual(len(list(self.folder.iterdir())), 2)

    def test_a_step_that_does_not_work_ends_the_guide(self) -> None:
        for title, document in {
            "a command fails": "```sh\nfalse\n```\n",
            "a command should fail": "```sh\ntrue  # fails\n```\n",
            "the lines do not occur": "```diff rule.txt\n two\n+three\n```\n",
            "there is no context": "```diff rule.txt\n+three\n```\n",
        }.items():
            with self.subTest(title), self.assertRaises(Stop):
                guide.follow(document, self.folder, {})

    def test_the_copy_of_a_build_links_what_cargo_replaces_and_keeps_the_times_of_what_it_overwrites(self) -> None:
        source, target = self.folder / "debug", self.folder / "guide/debug"
        replaced, overwritten, unused = "deps/libone.rlib", ("deps/one.d", ".fingerprint/one/lib", "build/one/output"), "one"
        for name in (replaced, *overwritten, unused):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(name)
            os.utime(source / name, (1, 1))
        guide.copy_build(source, target)
        self.assertTrue((target / replaced).samefile(source / replaced))
        for name in overwritten:
            self.assertFalse((target / name).samefile(source / name))
            self.assertEqual((target / name).stat().st_mtime, 1)
        self.assertFalse((target / unused).exists())

    def test_the_copy_of_a_missing_build_is_empty(self) -> None:
        guide.copy_build(self.folder / "missing", self.folder / "guide")
        self.assertEqual(list((self.folder / "guide").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
