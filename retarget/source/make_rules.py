"""Rules of Make, as compilers write them to list the files that they read: `a.o: a.cu b.h \\`, blanks behind `\\`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from msgspec import Struct

_WORD = re.compile(r"(?:\\.|[^\\\s])+")
_SPECIAL = re.compile(r"([\\ #])")


class MakeRule(Struct, frozen=True):
    """What is made, and what it is made of."""

    targets: tuple[str, ...]
    files: tuple[str, ...]

    def text(self) -> str:
        """As nvcc writes it, a file a line: CMake's FindCUDA looks for the blank in front of the colon."""
        targets = " ".join(map(_escaped, self.targets))
        return " \\\n  ".join([f"{targets} :", *map(_escaped, self.files)]) + "\n"

    def renamed(self, name: Callable[[str], str | None]) -> MakeRule:
        """With other names for its files, each once; None leaves one out."""
        names = (name(f) for f in self.files)
        return MakeRule(self.targets, tuple(dict.fromkeys(n for n in names if n is not None)))


def read_rules(text: str) -> tuple[MakeRule, ...]:
    """The rules of a text; a file with none behind it, as `-MP` writes them, is a rule with no files."""
    lines = text.replace("\\\r\n", " ").replace("\\\n", " ").splitlines()
    return tuple(_rule(line) for line in lines if line.strip())


def phony(rules: Iterable[MakeRule]) -> str:
    """What `-MP` adds: each file, the first aside, as a target of its own, so that one that is gone stops nobody."""
    files = dict.fromkeys(f for rule in rules for f in rule.files[1:])
    return "".join(f"\n{_escaped(f)}:\n" for f in files)


def _rule(line: str) -> MakeRule:
    words = [re.sub(r"\\(.)", r"\1", w) if "\\" in w else w for w in _WORD.findall(line)]
    words = [w.replace("$$", "$") for w in words] or [""]
    ends = next((at for at, w in enumerate(words) if w.endswith(":")), len(words) - 1)
    targets = (*words[:ends], words[ends].removesuffix(":"))
    return MakeRule(tuple(t for t in targets if t), tuple(words[ends + 1 :]))


def _escaped(name: str) -> str:
    return _SPECIAL.sub(r"\\\1", name).replace("$", "$$")
