"""The commands of CMake's language, with the places of their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_BLANK = re.compile(r"(?:\s+|#\[(=*)\[.*?\]\1\]|#(?!\[=*\[)[^\n]*)+", re.DOTALL)
_NAME = re.compile(r"([A-Za-z_]\w*)[ \t]*\(")
_ARGUMENT = re.compile(r'"(?:\\.|[^"\\])*"|\[(=*)\[.*?\]\1\]|[()]|(?:\\.|[^\s()#"\\])(?:\\.|[^\s()#\\])*', re.DOTALL)


class CMakeArgument(Struct, frozen=True):
    """text: without quotes; start, end: of that."""

    text: str
    start: int
    end: int


class CMakeCommand(Struct, frozen=True):
    """name: in lower case; start, end: from its name to behind the closing parenthesis; opening: behind the other."""

    name: str
    start: int
    opening: int
    end: int
    arguments: tuple[CMakeArgument, ...]


def commands(text: str) -> Iterator[CMakeCommand | int]:
    """The commands of a file; where its text cannot be read, the offset of that, and nothing behind it.

    >>> [(c.name, [a.text for a in c.arguments]) for c in commands('set(A "b c" d) # set(X)')]
    [('set', ['A', 'b c', 'd'])]
    """
    at = _behind_blank(text, 0)
    while at < len(text):
        head = _NAME.match(text, at)
        end = head and _end(text, head.end())
        if head is None or end is None:
            yield at
            return
        yield CMakeCommand(head[1].lower(), at, head.end(), end, tuple(_arguments(text, head.end(), end - 1)))
        at = _behind_blank(text, end)


def _behind_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _tokens(text: str, at: int) -> Iterator[re.Match[str]]:
    while found := _ARGUMENT.match(text, _behind_blank(text, at)):
        yield found
        at = found.end()


def _end(text: str, at: int) -> int | None:
    depth = 1  # of CMake's tokens, which are not those of `brackets`
    for token in _tokens(text, at):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if not depth:
            return token.end()
    return None


def _arguments(text: str, at: int, end: int) -> Iterator[CMakeArgument]:
    for token in _tokens(text, at):
        if token.start() >= end:
            return
        quotes = 1 if token[0].startswith('"') else len(token[1]) + 2 if token[1] is not None else 0
        if token[0] not in ("(", ")"):
            yield CMakeArgument(token[0][quotes : len(token[0]) - quotes], token.start() + quotes, token.end() - quotes)
