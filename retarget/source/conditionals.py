"""Preprocessor conditionals of a text: their branches, and which of these a compilation skipped.

#if A      branch 0: condition `A`, body up to the next directive of the conditional
#elif B    branch 1
#else      branch 2: no condition
#endif
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from msgspec import Struct

from retarget.source.lexer import NAME, Token, tokens

_OPENING = frozenset({"if", "ifdef", "ifndef"})
_FURTHER = frozenset({"elif", "elifdef", "elifndef", "else"})


class Branch(Struct, frozen=True):
    """One branch. `[start, line_end)` is the directive, from its `#` to the end of its line; `[line_end, end)` the
    body; words: the names in its condition, with their offsets."""

    word: str
    start: int
    line_end: int
    end: int
    words: tuple[tuple[str, int], ...] = ()
    inner: tuple[Conditional, ...] = ()


class Conditional(Struct, frozen=True):
    """A whole conditional, from `#if` to `#endif`."""

    branches: tuple[Branch, ...]

    @property
    def names(self) -> frozenset[str]:
        """The names in all of its conditions."""
        return frozenset(name for branch in self.branches for name, _ in branch.words)

    def all(self) -> Iterator[Conditional]:
        """It and those within."""
        yield self
        for branch in self.branches:
            for inner in branch.inner:
                yield from inner.all()


@dataclass
class _Open:
    """A conditional whose `#endif` is not read yet."""

    done: list[Branch] = field(default_factory=list)
    word: str = ""
    start: int = 0
    line_end: int = 0
    words: list[tuple[str, int]] = field(default_factory=list)
    inner: list[Conditional] = field(default_factory=list)

    def begins(self, word: str, start: int, line_end: int, words: list[tuple[str, int]]) -> None:
        self.word, self.start, self.line_end, self.words, self.inner = word, start, line_end, words, []

    def ends(self, end: int) -> None:
        words, inner = tuple(self.words), tuple(self.inner)
        self.done.append(Branch(self.word, self.start, self.line_end, end, words, inner))


@lru_cache(maxsize=512)
def conditionals(text: str) -> tuple[Conditional, ...]:
    """The outermost conditionals of a text. One that nothing closes is skipped, with what it holds: a fragment."""
    outermost: list[Conditional] = []
    stack: list[_Open] = []
    for directive in _directives(tokens(text)):
        start, word = directive[0].start, directive[1].text
        line_end = _line_end(text, directive[-1].end)
        words = [(t.text, t.start) for t in directive[2:] if t.kind == NAME and t.text != "defined"]
        if word in _OPENING:
            stack.append(_Open())
            stack[-1].begins(word, start, line_end, words)
        elif word in _FURTHER and stack:
            stack[-1].ends(start)
            stack[-1].begins(word, start, line_end, words)
        elif word == "endif" and stack:
            closed = stack.pop()
            closed.ends(start)
            (stack[-1].inner if stack else outermost).append(Conditional(tuple(closed.done)))
    return tuple(outermost)


def _directives(listed: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each directive of a conditional: its `#`, its word, and what follows."""
    wanted = _OPENING | _FURTHER | {"endif"}
    at = 1
    while at < len(listed):
        word = listed[at]
        if word.text != word.directive or word.text not in wanted or listed[at - 1].text != "#":
            at += 1
            continue
        first = at - 1
        at += 1
        # a next directive of the same word begins with a `#`, which has no directive yet
        while at < len(listed) and listed[at].directive == word.text:
            at += 1
        yield list(listed[first:at])


def _line_end(text: str, offset: int) -> int:
    """The line end that closes a directive whose last token ends at `offset`."""
    at = text.find("\n", offset)
    return len(text) if at < 0 else at


def left_out(text: str, is_skipped: Callable[[int], bool]) -> list[tuple[int, int]]:
    """The ranges that a compilation never looks at: bodies of branches that were not taken, and conditions behind a
    branch that was. `is_skipped`: whether an offset lies in a range that clang says the preprocessor skipped."""
    found: list[tuple[int, int]] = []

    def look(listed: Sequence[Conditional]) -> None:
        for conditional in listed:
            is_decided = False  # a file that is included several times may have several branches taken
            for branch in conditional.branches:
                if is_skipped(branch.line_end):
                    found.append((branch.start if is_decided else branch.line_end, branch.end))
                else:
                    is_decided = True
                    look(branch.inner)

    look(conditionals(text))
    return found
