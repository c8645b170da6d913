"""Kernels whose body a macro opens or closes.

    #define BEGIN(name) __global__ void name(int *p) { int i = threadIdx.x;
    #define OPEN {
    #define END }
    BEGIN(k) p[i] = 1; END                -->  BEGIN(k) p[i] = 1; }); END
    __global__ void k(int *p) OPEN ... }  -->  __global__ void k(int *p) { ::retarget_host::grid(
                                                   __PRETTY_FUNCTION__, [=]() mutable OPEN ... }); }

A macro that holds the kernel's head opens the closure in its own text. One that comes behind the head opens the
closure's body, for others may use it too. Where the end of a body is not seen, a failing assertion stands behind the
use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from retarget.analysis.macros import macros
from retarget.source.brackets import BRACES, turn
from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.targets.cpu.tokens import Code

_DEEPEST = 16  # macros that name each other
UNSEEN = ' static_assert(false, "it is not seen where the kernel body ends that this macro opens"); '


class Openings(Struct, frozen=True):
    """Of a program's macros: those that hold a kernel's head and open its body; those that begin with a brace; those
    that close more braces than they open, and do so first; by name, how many more braces each opens than it closes, by
    way of other macros too."""

    openers: frozenset[str] = frozenset()
    begins: frozenset[str] = frozenset()
    closers: frozenset[str] = frozenset()
    balance: Mapping[str, int] = field(default_factory=dict)

    def end(self, code: Code, first: int, directive: str, depth: int = 1) -> int | None:
        """The token that closes the outermost of `depth` braces that stand open; None where that is not seen."""
        for i in range(first, len(code.code)):
            token = code.code[i]
            if token.directive != directive:
                if directive:
                    return None
                continue
            if token.kind == NAME and token.text in self.balance:
                depth += self.balance[token.text]
                if depth <= 0:
                    return i if depth == 0 and token.text in self.closers else None
                continue
            depth += turn(token.text, BRACES)
            if depth == 0:
                return i
        return None


def openings(texts: Iterable[str], qualified: Mapping[str, frozenset[str]]) -> Openings:
    """qualified: macros by name, with the qualifiers that each brings."""
    known = {m.name: m for t in texts if "define" in t for several in macros(t).values() for m in several}
    words = {name: [t.text for t in m.body] for name, m in known.items()}
    own = {name: sum(turn(t, BRACES) for t in listed) for name, listed in words.items()}
    kernels = {"__global__", *(name for name, brought in qualified.items() if "__global__" in brought)}
    balance = {name: more for name, more in own.items() if more}
    holding, begins = _reaching(words, kernels), set[str]()
    for _ in range(_DEEPEST):
        nested = {n: own[n] + sum(balance.get(t, 0) for t in listed if t != n) for n, listed in words.items()}
        nested = {n: more for n, more in nested.items() if more}
        found = {n for n, listed in words.items() if listed and (listed[0] == "{" or listed[0] in begins)}
        if (nested, found) == (balance, begins):
            break
        balance, begins = nested, found
    closers = {n for n, more in balance.items() if more == -1 and known[n].parameters is None and words[n][0] == "}"}
    openers = {n for n, more in balance.items() if more == 1 and n in holding}
    return Openings(frozenset(openers), frozenset(begins), frozenset(closers), balance)


def _reaching(words: Mapping[str, Sequence[str]], kernels: Collection[str]) -> set[str]:
    """The macros whose text has one of these words, by way of other macros too."""
    found = {name for name, listed in words.items() if not set(kernels).isdisjoint(listed)}
    while more := {n for n, listed in words.items() if n not in found and not found.isdisjoint(listed)}:
        found |= more
    return found


def ends(code: Code, known: Openings) -> Iterator[Edit]:
    """Ends of the closures of kernels that macros open."""
    for i, token in enumerate(code.code):
        is_use = token.directive in ("", "define") and code.at(i - 1) not in ("define", "undef")
        if is_use and token.text in known.openers:
            last = code.closing(i + 1) if code.at(i + 1) == "(" else i
            if last is not None and not (token.directive and _defines_opener(code, i, known)):
                end = known.end(code, last + 1, token.directive)
                offset = code.code[last].end if end is None else code.code[end].start
                yield code.insert(offset, UNSEEN if end is None else "}); ")


def _defines_opener(code: Code, index: int, known: Openings) -> bool:
    """Whether the macro around a place leaves its kernel's body open, as another one does that it names."""
    while index > 0 and code.at(index) != "define":
        index -= 1
    return code.at(index + 1) in known.openers
