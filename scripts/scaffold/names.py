"""A name in the spellings of the languages."""

import re
from dataclasses import dataclass

from stack.progress import Stop

_CAMEL_CASE = re.compile(r"[a-z][a-zA-Z0-9]*")


@dataclass(frozen=True)
class Name:
    """A name in camel case: `readScheduleChange`."""

    camel: str

    @classmethod
    def parse(cls, text: str) -> "Name":
        """Raises `Stop` if `text` is not in camel case."""
        if not _CAMEL_CASE.fullmatch(text):
            raise Stop(f"{text} is not a name in camel case, such as readScheduleChange")
        return cls(text)

    @property
    def words(self) -> list[str]:
        return [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", self.camel)]

    @property
    def kebab(self) -> str:
        return "-".join(self.words)

    @property
    def snake(self) -> str:
        return "_".join(self.words)

    @property
    def pascal(self) -> str:
        return self.camel[0].upper() + self.camel[1:]

    @property
    def sentence(self) -> str:
        """The words with a capital letter at the beginning: "Read schedule change"."""
        return " ".join(self.words).capitalize()
