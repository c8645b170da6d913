"""The macros of a program that bring CUDA's qualifiers: `#define DEV __device__ __forceinline__`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from retarget.source.lexer import COMMENT, NAME, Token, tokens

_QUALIFIERS = frozenset({"__global__", "__device__", "__host__"})


def qualifiers(texts: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """By macro, the qualifiers that it brings to what follows it, by way of other macros too: those of all its
    definitions. Macros that hold whole functions bring none."""
    bodies: dict[str, set[str]] = {}
    for text in texts:
        if any(word in text for word in _QUALIFIERS):
            for name, words in _definitions([t for t in tokens(text) if t.kind != COMMENT]):
                bodies.setdefault(name, set()).update(words)
    brought = {name: words & _QUALIFIERS for name, words in bodies.items()}
    while True:
        wider = {n: brought[n].union(*(brought.get(w, ()) for w in words)) for n, words in bodies.items()}
        if wider == brought:
            return {name: frozenset(words) for name, words in brought.items() if words}
        brought = wider


def _definitions(code: list[Token]) -> Iterable[tuple[str, set[str]]]:
    """Macros whose text ends no statement and holds no function, and the names in it."""
    for i, token in enumerate(code):
        if token.text != "define" or token.directive != "define" or code[i - 1].text != "#" or i + 1 >= len(code):
            continue
        last = i + 2
        while last < len(code) and code[last].directive == "define" and code[last].text != "#":
            last += 1
        texts = {t.text for t in code[i + 2 : last]}
        if not texts & {"{", "}", ";"}:
            yield code[i + 1].text, {t.text for t in code[i + 2 : last] if t.kind == NAME}
