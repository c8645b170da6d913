"""Which bracket of a list of tokens matches which. Brackets are counted, not paired by their kind: in text that does
not balance, `(` may close with `]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retarget.source.lexer import Token

PAIRS: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}
BRACES: Mapping[str, str] = {"{": "}"}


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
