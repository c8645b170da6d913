"""The macros that texts define, and which of a unit bring which words, by way of each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from retarget.source.brackets import turn
from retarget.source.lexer import COMMENT, NAME, PUNCT, Token, code, tokens
from retarget.source.recent import recent
from retarget.unit import Unit


def expanding(unit: Unit, macro: str) -> frozenset[str]:
    """A macro and those whose bodies name it, directly or by way of others."""
    naming, found, queue = unit.once(_naming), {macro}, [macro]
    while queue:
        more = naming.get(queue.pop(), frozenset()) - found
        found |= more
        queue += more
    return frozenset(found)


def brought(unit: Unit, text: str) -> Iterator[str]:
    """The names in a text, each once, and those in the bodies of the unit's macros that they name, directly or by way
    of others."""
    bringing = unit.once(_bringing)
    queue = [t.text for t in code(text) if t.kind == NAME][::-1]
    seen: set[str] = set()
    while queue:
        word = queue.pop()
        if word not in seen:
            seen.add(word)
            yield word
            queue += sorted(bringing.get(word, ()))


def _bringing(unit: Unit) -> Mapping[str, frozenset[str]]:
    """The names in the bodies of each macro."""
    found: dict[str, set[str]] = {}
    for source in unit.sources:
        for name, listed in macros(source.text).items():
            found.setdefault(name, set()).update(t.text for m in listed for t in m.body if t.kind == NAME)
    return {name: frozenset(words) for name, words in found.items()}


def beyond_expressions(unit: Unit) -> frozenset[str]:
    """The macros that may bring more than a part of one expression, `;` or a bracket without its other one, directly or
    by way of others."""
    return unit.once(_beyond)


def _beyond(unit: Unit) -> frozenset[str]:
    own = (m.name for s in unit.sources for several in macros(s.text).values() for m in several if _is_open(m))
    return frozenset(name for macro in own for name in expanding(unit, macro))


def _is_open(macro: Macro) -> bool:
    depth = 0
    for token in macro.body:
        depth += turn(token.text)
        if token.text in (";", "{", "}") or depth < 0:
            return True
    return depth != 0


def _naming(unit: Unit) -> Mapping[str, frozenset[str]]:
    """By a word, the macros whose bodies name it."""
    found: dict[str, set[str]] = {}
    for source in unit.sources:
        for macro, words in bodies(source.text):
            for word in words:
                found.setdefault(word, set()).add(macro)
    return {word: frozenset(macros) for word, macros in found.items()}


def bodies(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The macros that a text defines, with the names in their parameters and bodies."""
    for name, listed in macros(text).items():
        for macro in listed:
            words = {t.text for t in macro.body if t.kind == NAME}.union(macro.parameters or ())
            yield name, frozenset(words - {name})


@dataclass(frozen=True)
class Macro:
    """A `#define`: the tokens of its body, and its parameters where it has a list of them."""

    name: str
    parameters: tuple[str, ...] | None
    body: tuple[Token, ...]
    start: int
    end: int
    text: str = field(default="", compare=False, repr=False)  # of the file, in which the tokens have their places

    @property
    def spelled(self) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
        return self.parameters, tuple(t.text for t in self.body)


@recent(20_000_000)
def macros(text: str) -> Mapping[str, tuple[Macro, ...]]:
    """All macros that a text defines, by name, in the order of the text."""
    found: dict[str, list[Macro]] = {}
    line: list[Token] = []
    for token in [t for t in tokens(text) if t.kind != COMMENT] + [_END]:
        if token.directive == "define":
            line.append(token)
        elif line:
            macro = _macro(line[1:], text)
            if macro is not None:
                found.setdefault(macro.name, []).append(macro)
            line = []
    return {name: tuple(listed) for name, listed in found.items()}


_END = Token(PUNCT, "", 0, 0)


def _macro(line: list[Token], text: str) -> Macro | None:
    if not line or line[0].kind != NAME:
        return None
    name, start, end = line[0].text, line[0].start, line[-1].end
    if len(line) == 1 or line[1].text != "(" or line[1].start != line[0].end:
        return Macro(name, None, tuple(line[1:]), start, end, text)
    closing = next((i for i, t in enumerate(line) if t.text == ")"), len(line))
    parameters = tuple("__VA_ARGS__" if t.text == "..." else t.text for t in line[2:closing] if t.text != ",")
    return Macro(name, parameters, tuple(line[closing + 1 :]), start, end, text)
