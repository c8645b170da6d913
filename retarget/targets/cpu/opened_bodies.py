"""Kernels whose body a macro opens, and the text behind the macro's use, or another macro, closes.

    #define BEGIN(name) __global__ void name(int *p) { int i = threadIdx.x;
    #define END }
    BEGIN(k) p[i] = 1; END      -->  BEGIN(k) p[i] = 1; }); END

The macro's own text opens the closure. Where the end of a body is not seen, a failing assertion stands behind the use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from retarget.source.brackets import BRACES, turn
from retarget.source.lexer import COMMENT, NAME, Token, tokens
from retarget.source.text import Edit
from retarget.targets.cpu.tokens import Code

UNSEEN = ' static_assert(false, "it is not seen where the kernel body ends that this macro opens"); '


@dataclass(frozen=True)
class Openings:
    """Of a program's macros: those that open the body of a kernel; those that close more braces than they open, and do
    so first; by name, how many more braces each opens than it closes."""

    openers: frozenset[str] = frozenset()
    closers: frozenset[str] = frozenset()
    balance: Mapping[str, int] = field(default_factory=dict)


def openings(texts: Iterable[str], macros: Mapping[str, frozenset[str]]) -> Openings:
    """macros: by name, the qualifiers that each brings."""
    balance, openers, closers = dict[str, int](), set[str](), set[str]()
    kernels = {"__global__", *(name for name, brought in macros.items() if "__global__" in brought)}
    for text in texts:
        if "define" not in text:
            continue
        for name, words in _definitions([t for t in tokens(text) if t.kind != COMMENT]):
            more = sum(turn(w, BRACES) for w in words)
            if more == 0:
                continue
            balance[name] = more
            if more == 1 and kernels & set(words):
                openers.add(name)
            elif more == -1 and words[0] == "}":
                closers.add(name)
    return Openings(frozenset(openers), frozenset(closers), balance)


def _definitions(code: list[Token]) -> Iterator[tuple[str, list[str]]]:
    """The macros of a text, each with the words of its text and, where it has any, of its parameters."""
    for i, token in enumerate(code):
        if token.text != "define" or token.directive != "define" or code[i - 1].text != "#" or i + 1 >= len(code):
            continue
        last = i + 2
        while last < len(code) and code[last].directive == "define" and code[last].text != "#":
            last += 1
        if words := [t.text for t in code[i + 2 : last]]:
            yield code[i + 1].text, words


def ends(code: Code, known: Openings) -> Iterator[Edit]:
    """Ends of the closures of kernels that macros open."""
    for i, token in enumerate(code.code):
        is_use = token.directive in ("", "define") and code.at(i - 1) not in ("define", "undef")
        if is_use and token.text in known.openers:
            last = code.closing(i + 1) if code.at(i + 1) == "(" else i
            if last is not None:
                end = _end(code, last + 1, token.directive, known)
                yield code.insert(code.code[last].end, UNSEEN) if end is None else code.insert(end, "}); ")


def _end(code: Code, first: int, directive: str, known: Openings) -> int | None:
    """Where the brace closes that stands open; None where that is not seen."""
    depth = 1
    for token in code.code[first:]:
        if token.directive != directive:
            if directive:
                return None
            continue
        if token.kind == NAME and token.text in known.balance:
            depth += known.balance[token.text]
            if depth <= 0:
                return token.start if depth == 0 and token.text in known.closers else None
            continue
        depth += turn(token.text, BRACES)
        if depth == 0:
            return token.start
    return None
