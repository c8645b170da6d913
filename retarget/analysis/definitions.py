"""What a text defines by name for good: object-like macros, constants, enumerators, each with the words of its value.

From tokens alone, in every branch. Who asks for the value of a name looks at all of its definitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.source.brackets import turn
from retarget.source.lexer import NAME, Token, code
from retarget.source.recent import recent

Words = tuple[str, ...]

_KEYWORDS = frozenset({"const", "constexpr", "enum"})


@recent(20_000_000)
def definitions(text: str) -> tuple[tuple[str, Words], ...]:
    """Names and the words that they stand for, in the order of the text."""
    return tuple(_definitions(code(text)))


def _definitions(found: Sequence[Token]) -> Iterator[tuple[str, Words]]:
    for i, token in enumerate(found):
        if token.text == "define" and token.directive == "define" and i and found[i - 1].text == "#":
            yield from _macro(found, i + 1)
        elif token.text in _KEYWORDS and not token.directive:
            yield from _enumerators(found, i) if token.text == "enum" else _declarators(found, i)


def _macro(found: Sequence[Token], name: int) -> Iterator[tuple[str, Words]]:
    """Of an object-like macro that stands for something."""
    end = name + 1
    while end < len(found) and found[end].directive == "define":
        end += 1
    is_function = end > name + 1 and found[name + 1].text == "(" and found[name + 1].start == found[name].end
    if end > name + 1 and found[name].kind == NAME and not is_function:
        yield found[name].text, _words(found, name + 1, end)


def _enumerators(found: Sequence[Token], keyword: int) -> Iterator[tuple[str, Words]]:
    """Those with a value of their own."""
    opening = _first_of(found, keyword, ("{", ";", "(", ")", "="))
    at = opening + 1 if opening < len(found) and found[opening].text == "{" else len(found)
    while at < len(found) and found[at].kind == NAME:
        end = _value_end(found, at + 1)
        if found[at + 1 : at + 2] and found[at + 1].text == "=":
            yield found[at].text, _words(found, at + 2, end)
        at = end + 1 if end < len(found) and found[end].text == "," else len(found)


def _declarators(found: Sequence[Token], keyword: int) -> Iterator[tuple[str, Words]]:
    """The variables that one declaration gives a value; parameters with defaults are none."""
    listed: list[tuple[str, Words]] = []
    at = _first_of(found, keyword, ("=", ";", "(", ")", "{", "}"))
    while at < len(found) and found[at].text == "=":
        end = _value_end(found, at + 1)
        if found[at - 1].kind == NAME:
            listed.append((found[at - 1].text, _words(found, at + 1, end)))
        if end < len(found) and found[end].text == ";":
            yield from listed
        if end == len(found) or found[end].text != ",":
            return
        at = _first_of(found, end + 1, ("=", ";", "(", ")", "{", "}"))


def _first_of(found: Sequence[Token], at: int, stops: Sequence[str]) -> int:
    while at < len(found) and (found[at].directive or found[at].text not in stops):
        at += 1
    return at


def _value_end(found: Sequence[Token], at: int) -> int:
    """Index of the comma, semicolon or closing bracket behind a value."""
    depth = 0
    while at < len(found):
        text = found[at].text
        if depth == 0 and (text in (",", ";") or turn(text) < 0):
            return at
        depth += turn(text)
        at += 1
    return at


def _words(found: Sequence[Token], first: int, end: int) -> Words:
    return tuple(t.text for t in found[first:end])
