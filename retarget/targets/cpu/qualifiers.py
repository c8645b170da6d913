"""The macros of a program that bring CUDA's qualifiers: `#define DEV __device__ __forceinline__`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from retarget.analysis.macros import macros
from retarget.source.lexer import NAME

_QUALIFIERS = frozenset({"__global__", "__device__", "__host__"})
_OF_WHOLE = frozenset({"{", "}", ";"})  # in a macro that ends a statement or holds a function


def qualifiers(texts: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """By macro, the qualifiers that it brings to what follows it, by way of other macros too: those of all its
    definitions. Macros that hold whole functions bring none."""
    bodies: dict[str, set[str]] = {}
    for text in texts:
        if any(word in text for word in _QUALIFIERS):
            for macro in (m for listed in macros(text).values() for m in listed):
                if not {t.text for t in macro.body} & _OF_WHOLE:
                    bodies.setdefault(macro.name, set()).update(t.text for t in macro.body if t.kind == NAME)
    brought = {name: words & _QUALIFIERS for name, words in bodies.items()}
    while True:
        wider = {n: brought[n].union(*(brought.get(w, ()) for w in words)) for n, words in bodies.items()}
        if wider == brought:
            return {name: frozenset(words) for name, words in brought.items() if words}
        brought = wider
