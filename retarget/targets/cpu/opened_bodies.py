"""Kernels whose body a macro opens, and the text behind the macro's use, or another macro, closes.

    #define BEGIN(name) __global__ void name(int *p) { int i = threadIdx.x;
    #define END }
    BEGIN(k) p[i] = 1; END      -->  BEGIN(k) p[i] = 1; }); END

The macro's own text opens the closure. Where the end of a body is not seen, a failing assertion stands behind the use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from retarget.analysis.macros import macros
from retarget.source.brackets import BRACES, turn
from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.targets.cpu.tokens import Code

UNSEEN = ' static_assert(false, "it is not seen where the kernel body ends that this macro opens"); '


class Openings(Struct, frozen=True):
    """Of a program's macros: those that open the body of a kernel; those that close more braces than they open, and do
    so first; by name, how many more braces each opens than it closes."""

    openers: frozenset[str] = frozenset()
    closers: frozenset[str] = frozenset()
    balance: Mapping[str, int] = field(default_factory=dict)


def openings(texts: Iterable[str], qualified: Mapping[str, frozenset[str]]) -> Openings:
    """qualified: macros by name, with the qualifiers that each brings."""
    balance, openers, closers = dict[str, int](), set[str](), set[str]()
    kernels = {"__global__", *(name for name, brought in qualified.items() if "__global__" in brought)}
    defining = (macros(text) for text in texts if "define" in text)
    for macro in (m for known in defining for listed in known.values() for m in listed):
        more = sum(turn(t.text, BRACES) for t in macro.body)
        if more == 0:
            continue
        balance[macro.name] = more
        if more == 1 and kernels & {t.text for t in macro.body}:
            openers.add(macro.name)
        elif more == -1 and macro.parameters is None and macro.body[0].text == "}":
            closers.add(macro.name)
    return Openings(frozenset(openers), frozenset(closers), balance)


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
