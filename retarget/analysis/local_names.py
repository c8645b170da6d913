"""The names that a device function declares within its body, from tokens: variables, and parameters of its lambdas.

    float v[4], *p = s;    v is a value, p points
    auto& e = s[y];        e points
    (int i, float* row)    i is arithmetic, row points
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from retarget.analysis.statements import DeviceFunction, closing
from retarget.source.brackets import closing_angle
from retarget.source.lexer import NAME, Token

_ARITHMETIC = re.compile(
    r"bool|char|short|int|long|unsigned|signed|float|double|_*half2?|(?:s?size|ptrdiff|u?int\d+)_t|"
    r"u(?:char|short|int|long)|(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]"
)
_QUALIFIERS = frozenset({"const", "volatile", "static", "constexpr", "restrict", "__restrict__", "__restrict"})
_BEFORE = frozenset({";", "{", "}", "(", ",", ")", "else"})
_BEHIND = frozenset({";", "=", ",", "[", "{", "(", ")", ":"})
NO_TYPES = frozenset(
    "return else case goto new delete throw sizeof if for while do using asm switch co_return co_yield".split()
)
_POINTING = frozenset({"*", "&", "&&"})


class Local(Struct, frozen=True):
    """points: a pointer or a reference, which is_reference tells. is_arithmetic: a number, or a
    vector of them. is_given: a lambda's parameter, or what looks like one."""

    points: bool
    is_arithmetic: bool
    is_given: bool = False
    is_reference: bool = False


def local_names(code: Sequence[Token], function: DeviceFunction) -> dict[str, Local]:
    """By name; of several declarations, the first."""
    found: dict[str, Local] = {}
    for i in range(function.body.first, function.body.last):
        if code[i].text in _BEFORE:
            for name, local in _declaration(code, i + 1, function.body.last):
                found.setdefault(name, local)
    return found


def _declaration(code: Sequence[Token], first: int, last: int) -> Iterator[tuple[str, Local]]:
    words, at = _words(code, first, last)
    if not words or words[0] in NO_TYPES:
        return
    name, points = at - 1, False
    if code[at].text in _POINTING or (code[at].text == "(" and code[at + 1].text in _POINTING):
        name, points = _past_stars(code, at), True
    elif len(words) == 1 or code[name - 1].text == "::":
        return
    if code[name].kind != NAME or code[name + 1].text not in _BEHIND:
        return
    kind = [w for w in (words if points else words[:-1]) if w not in _QUALIFIERS]
    is_given = code[first - 1].text in ("(", ",") and code[name + 1].text in (",", ")")
    is_arithmetic = bool(kind) and all(_ARITHMETIC.fullmatch(w) for w in kind)
    yield code[name].text, Local(points, is_arithmetic and not points, is_given, code[name - 1].text in ("&", "&&"))
    for other in _behind_commas(code, name + 1, last):
        start = _past_stars(code, other)
        if code[start].kind == NAME and code[start + 1].text in _BEHIND:
            points, is_reference = start > other, code[start - 1].text in ("&", "&&")
            yield code[start].text, Local(points, is_arithmetic and not points, is_reference=is_reference)


def _words(code: Sequence[Token], at: int, last: int) -> tuple[list[str], int]:
    """The names that a declaration begins with, those of its type in front, and the token behind them."""
    words = []
    while at < last and (code[at].kind == NAME or code[at].text == "::"):
        if code[at].kind == NAME:
            words.append(code[at].text)
        at += 1
        if code[at].text == "<":
            end = closing_angle(code, at)
            if end is None:
                return [], at
            words.append("<>")
            at = end + 1
    return words, at


def _past_stars(code: Sequence[Token], at: int) -> int:
    while code[at].text in _POINTING or code[at].text in _QUALIFIERS or code[at].text == "(":
        at += 1
    return at


def _behind_commas(code: Sequence[Token], at: int, last: int) -> Iterator[int]:
    """What stands behind the commas of one declaration."""
    while at < last and code[at].text not in (";", ")", "}"):
        if code[at].text == ",":
            yield at + 1
        at = closing(code, at) + 1 if code[at].text in ("(", "[", "{") else at + 1
