"""What stands in the heads of statements: `for (a; b; c)`, and `switch (a; b)`, of which libclang leaves out `a`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from clang import cindex

from retarget.source.brackets import BRACES, turn
from retarget.source.lexer import COMMENT, Token, tokens
from retarget.source.text import Span

_K = cindex.CursorKind
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)", re.M)
_WORD = re.compile(r"[A-Za-z_]\w*")
_WORDS = {_K.IF_STMT: "if", _K.SWITCH_STMT: "switch", _K.FOR_STMT: "for", _K.CXX_FOR_RANGE_STMT: "for"}


def semicolons(text: str, span: Span, word: str) -> list[int] | None:
    """The places of the semicolons in the head of a statement that is written out; None where a macro spells it."""
    depth, found = 0, []
    for token in _behind(text, span, word):
        depth += turn(token.text)
        if token.text == ";" and depth == 1:
            found.append(token.start)
        if depth == 0 and token.text == ")":
            return found
    return None


@dataclass
class Heads:
    """texts: of the files of a unit, which define macros; defined: the macros of the command line."""

    texts: Callable[[], Iterable[str]]
    defined: Sequence[str]

    @cached_property
    def _macros(self) -> frozenset[str]:
        """The macros whose expansion may have a semicolon."""
        defined = (d.partition("=") for d in self.defined)
        bodies = {name: body for name, _, body in defined}
        bodies |= {m[1]: m[2] for text in self.texts() for m in _DEFINE.finditer(text)}
        found = {name for name, body in bodies.items() if ";" in body or "##" in body}
        words = {name: frozenset(_WORD.findall(body)) for name, body in bodies.items()}
        while more := {name for name, named in words.items() if named & found} - found:
            found |= more
        return frozenset(found)

    def begin_with_another(
        self, cursor: cindex.Cursor, below: Sequence[cindex.Cursor], text: str, span: Span
    ) -> bool:
        """Whether a statement may stand in front of the condition, or of the range: `if (int x = f(); x > 3)`."""
        head = _head(text, span, _WORDS[cursor.kind])
        if head is not None:
            return any(t.text == ";" or t.text in self._macros for t in head)
        if cursor.kind is not _K.IF_STMT:
            return True  # hidden in a macro, libclang tells nothing of it
        first, second = below[:2]
        may_be_two = len(below) > 3 or (len(below) == 3 and _may_decide(second))
        return may_be_two or not (_may_decide(first) or first.kind is _K.VAR_DECL)


def _may_decide(cursor: cindex.Cursor) -> bool:
    return cursor.kind.is_expression() and cursor.type.get_canonical().spelling in ("bool", "<dependent type>")


def _behind(text: str, span: Span, word: str) -> Iterator[Token]:
    """The tokens of a statement behind the word that it begins with; none where a macro spells that. They are those of
    the whole file: a statement within many others is not cut into tokens for each of them."""
    listed = tokens(text)
    at = bisect_left(listed, span.start, key=attrgetter("start"))
    if at == len(listed) or (listed[at].start, listed[at].text) != (span.start, word):
        return
    for number in range(at + 1, len(listed)):
        token = listed[number]
        if token.start >= span.end:
            return
        if token.kind != COMMENT:
            yield token


def _head(text: str, span: Span, word: str) -> list[Token] | None:
    """The tokens of the head of a statement that is written out, but for what stands in braces."""
    depth, braces, found = 0, 0, []
    for token in _behind(text, span, word):
        depth += turn(token.text)
        braces += turn(token.text, BRACES)
        if not braces:
            found.append(token)
        if depth == 0 and token.text == ")":
            return found
    return None
