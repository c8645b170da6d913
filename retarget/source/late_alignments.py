"""Alignments behind the words of a variable's memory, which nvcc takes and clang wants in front:

    __shared__ alignas(16) float a[N];    -->    alignas(16) __shared__ float a[N];
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.source.brackets import closing
from retarget.source.lexer import Token, code

_MEMORY = frozenset({"__shared__", "__device__", "__constant__", "__managed__"})
_WORDS = _MEMORY | frozenset({"static", "extern", "const", "volatile", "inline", "constexpr"})


def late_alignments(words: Sequence[Token]) -> Iterator[tuple[int, int, int]]:
    """Of each, or of several in a row, the indices of the first word in front, of `alignas`, and of the closing
    bracket; outside of macros, and where one of the words names a memory. words: without comments."""
    for at, token in enumerate(words):
        if token.text != "alignas" or token.directive:
            continue
        first = at
        while first and words[first - 1].text in _WORDS:
            first -= 1
        last = closing(words, at + 1, own_directive=False)
        while last is not None and [t.text for t in words[last + 1 : last + 3]] == ["alignas", "("]:
            last = closing(words, last + 2, own_directive=False)
        if last is not None and not _MEMORY.isdisjoint(t.text for t in words[first:at]):
            yield first, at, last


def with_early_alignments(text: str) -> str:
    """The text with such words in clang's order; behind them all offsets stay.

    >>> with_early_alignments("static __shared__ alignas(T) float a[4], b;")
    'alignas(T) static __shared__ float a[4], b;'
    """
    words = code(text) if "alignas" in text else ()
    for first, word, last in late_alignments(words):
        start, behind, begin, end = words[first].start, words[word - 1].end, words[word].start, words[last].end
        if text[end : end + 1].isspace():
            text = text[:start] + text[begin:end] + text[behind:begin] + text[start:behind] + text[end:]
    return text
