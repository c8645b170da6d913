"""The tokens of a text that is lowered: brackets, functions, and the qualifiers in front of these."""

from __future__ import annotations

from collections.abc import Mapping

from retarget.source import brackets
from retarget.source.brackets import BRACES, turn
from retarget.source.lexer import COMMENT, tokens
from retarget.source.text import Edit, Source

_WHY = "host"


class Code:
    """The tokens of one text, without comments. macros: the qualifiers that the program's macros bring."""

    def __init__(self, source: Source, macros: Mapping[str, frozenset[str]]) -> None:
        self.source = source
        self.macros = macros
        self.code = [t for t in tokens(source.text) if t.kind != COMMENT]

    def at(self, index: int) -> str:
        return self.code[index].text if 0 <= index < len(self.code) else ""

    def closing(self, opening: int) -> int | None:
        return brackets.closing(self.code, opening, own_directive=True)

    def opening(self, closing: int) -> int | None:
        return brackets.opening(self.code, closing, own_directive=True)

    def insert(self, offset: int, text: str) -> Edit:
        return Edit(self.source.span(offset, offset), text, _WHY)

    def replace(self, start: int, end: int, text: str) -> Edit:
        return Edit(self.source.span(start, end), text, _WHY)

    def function(self, index: int) -> tuple[int, int] | None:
        """The braces of the outermost function around a place."""
        depth, found = 0, None
        for i in range(index - 1, -1, -1):
            if self.code[i].directive:
                continue
            depth -= turn(self.at(i), BRACES)
            if depth < 0:
                depth = 0
                if self.at(i - 1) in (")", "const", "noexcept"):
                    found = i
        end = self.closing(found) if found is not None else None
        return (found, end) if found is not None and end is not None else None

    def head(self, opening: int) -> frozenset[str]:
        """The words before a function's body, back to what stands before the function."""
        first = opening
        while first > 0 and (self.at(first - 1) not in (";", "{", "}") and not self.code[first - 1].directive):
            first -= 1
        words = [t.text for t in self.code[first:opening]]
        return frozenset(words).union(*(self.macros.get(w, ()) for w in words))
