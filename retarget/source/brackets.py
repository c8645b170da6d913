"""Which bracket of a list of tokens matches which. Brackets are counted, not paired by their kind: in text that does
not balance, `(` may close with `]`. The angles of templates are none: `<` compares, too, and each place that counts
them knows something else of what stands there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from retarget.source.lexer import Token

PAIRS: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}
ROUND: Mapping[str, str] = {"(": ")"}
SQUARE: Mapping[str, str] = {"[": "]"}
BRACES: Mapping[str, str] = {"{": "}"}


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
