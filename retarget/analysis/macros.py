"""Which macros of a unit bring which words, by way of each other."""

from __future__ import annotations

from collections.abc import Mapping

from retarget.lexer import NAME, code
from retarget.recent import recent
from retarget.unit import Unit


def expanding(unit: Unit, macro: str) -> frozenset[str]:
    """A macro and those whose bodies name it, directly or by way of others."""
    naming, found, queue = unit.once(_naming), {macro}, [macro]
    while queue:
        more = naming.get(queue.pop(), frozenset()) - found
        found |= more
        queue += more
    return frozenset(found)


def _naming(unit: Unit) -> Mapping[str, frozenset[str]]:
    """By a word, the macros whose bodies name it."""
    found: dict[str, set[str]] = {}
    for source in unit.sources:
        for macro, words in bodies(source.text):
            for word in words:
                found.setdefault(word, set()).add(macro)
    return {word: frozenset(macros) for word, macros in found.items()}


@recent(20_000_000)
def bodies(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The macros that a text defines, with the names in their parameters and bodies."""
    found: list[tuple[str, set[str]]] = []
    tokens = code(text)
    for i, token in enumerate(tokens):
        if token.text == token.directive == "define" and i + 1 < len(tokens) and tokens[i - 1].text == "#":
            found.append((tokens[i + 1].text, set()))
        elif token.directive == "define" and token.kind == NAME and found:
            found[-1][1].add(token.text)
    return tuple((name, frozenset(words - {name})) for name, words in found)
