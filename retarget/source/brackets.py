"""Which bracket of a list of tokens matches which. Brackets are counted, not paired by their kind: in text that does
not balance, `(` may close with `]`. Angles are followed only from where a template's arguments begin or end, for `<`
compares, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from retarget.source.lexer import Token

PAIRS: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}
ROUND: Mapping[str, str] = {"(": ")"}
SQUARE: Mapping[str, str] = {"[": "]"}
BRACES: Mapping[str, str] = {"{": "}"}


ANGLES: Mapping[str, int] = {"<": 1, ">": -1, ">>": -2, ">>>": -3}  # `<<` opens none: it shifts
TURNS: Mapping[str, int] = {**dict.fromkeys(PAIRS, 1), **dict.fromkeys(PAIRS.values(), -1)}


def turn(text: str, pairs: Mapping[str, str] = PAIRS) -> int:
    """By how much a token's text changes the count of open brackets: 1, -1 or 0."""
    found = TURNS.get(text, 0)  # most tokens are no brackets
    return found if pairs is PAIRS or not found else (text in pairs) - (text in pairs.values())


def closing(
    code: Sequence[Token], opening: int, pairs: Mapping[str, str] = PAIRS, *, own_directive: bool
) -> int | None:
    """Index of the bracket that closes the one at `opening`, or None. Only brackets of `pairs` count.
    own_directive: a directive's brackets are its own, and close where it ends or not at all.

    >>> from retarget.source.lexer import tokens
    >>> closing(tokens("f(a[i], (b))"), 1, own_directive=True)
    10
    """
    depth, directive = 0, code[opening].directive
    closers = frozenset(pairs.values())
    for i in range(opening, len(code)):
        token = code[i]
        if own_directive and token.directive != directive:
            if directive:
                return None
            continue
        if token.text in pairs:
            depth += 1
        elif token.text in closers:
            depth -= 1
            if depth == 0:
                return i
    return None


def opening(
    code: Sequence[Token], closing: int, pairs: Mapping[str, str] = PAIRS, *, own_directive: bool
) -> int | None:
    """Index of the bracket that the one at `closing` closes, or None. own_directive: tokens of other directives, and of
    none, are passed over.

    >>> from retarget.source.lexer import tokens
    >>> opening(tokens("f(a[i], (b))"), 10, own_directive=True)
    1
    """
    depth, directive = 0, code[closing].directive
    closers = frozenset(pairs.values())
    for i in range(closing, -1, -1):
        token = code[i]
        if own_directive and token.directive != directive:
            continue
        if token.text in closers:
            depth += 1
        elif token.text in pairs:
            depth -= 1
            if depth == 0:
                return i
    return None


def enclosing(code: Sequence[Token], index: int, pairs: Mapping[str, str]) -> Iterator[int]:
    """Indices of the brackets of `pairs` that are open at `index`, the innermost first.

    >>> from retarget.source.lexer import tokens
    >>> [*enclosing(tokens("struct S { void f() { } void g() { return; } };"), 14, BRACES)]
    [13, 2]
    """
    depth = 0
    for i in range(index - 1, -1, -1):
        depth += turn(code[i].text, pairs)
        if depth > 0:
            yield i
            depth = 0


def closing_angle(code: Sequence[Token], opening: int) -> int | None:
    """Index of the `>`, `>>` or `>>>` that closes the `<` of a template at `opening`, or None. Within other brackets
    `<` compares.

    >>> from retarget.source.lexer import tokens
    >>> closing_angle(tokens("template<int n = (2 > 1) << 3, class T = a<b>>"), 1)
    19
    """
    depth, i = 0, opening
    while i < len(code):
        text = code[i].text
        depth += ANGLES.get(text, 0)
        if depth <= 0:
            return i
        end = closing(code, i, own_directive=False) if text in PAIRS else i
        if end is None or text == ";" or TURNS.get(text) == -1:
            return None
        i = end + 1
    return None


def opening_angle(code: Sequence[Token], closing: int) -> int | None:
    """Index of the `<` of a template that the `>`, `>>` or `>>>` at `closing` closes, or None. Within other brackets
    `<` compares.

    >>> from retarget.source.lexer import tokens
    >>> opening_angle(tokens("f(a, g<(1 < 2), h<b>>"), 15)
    5
    """
    depth, i = 0, closing
    while i >= 0:
        text = code[i].text
        depth -= ANGLES.get(text, 0)
        if depth <= 0:
            return i
        start = opening(code, i, own_directive=False) if text in (")", "]") else i
        if start is None or text in (";", "}", *PAIRS):
            return None
        i = start - 1
    return None


def before_arguments(code: Sequence[Token], last: int) -> int:
    """Index of what stands in front of the template's arguments that end at `last`; -1 where nothing does, and `last`
    itself where none end there.

    >>> from retarget.source.lexer import tokens
    >>> before_arguments(tokens("a::k<b<c>>"), 7)
    2
    """
    if ANGLES.get(code[last].text, 1) > 0:
        return last
    start = opening_angle(code, last)
    return -1 if start is None else start - 1


def separators(
    code: Sequence[Token], first: int, end: int, separator: str = ",", pairs: Mapping[str, str] = PAIRS
) -> Iterator[int]:
    """Indices in `[first, end)` of the separators that stand in no bracket."""
    depth = 0
    for i in range(first, end):
        depth += turn(code[i].text, pairs)
        if depth == 0 and code[i].text == separator:
            yield i


def parts(
    code: Sequence[Token], first: int, end: int, separator: str = ",", pairs: Mapping[str, str] = PAIRS
) -> list[tuple[int, int]]:
    """The pieces of `[first, end)` between separators that stand in no bracket, as `(start, end)`; of nothing, none.

    >>> from retarget.source.lexer import tokens
    >>> parts(tokens("a, f(b, c)"), 0, 8)
    [(0, 1), (2, 8)]
    """
    if first >= end:
        return []
    cuts = list(separators(code, first, end, separator, pairs))
    return list(zip([first, *(cut + 1 for cut in cuts)], [*cuts, end], strict=True))
