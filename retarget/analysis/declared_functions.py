"""What a unit's texts say of its functions: which are templates, which are not; and macros for built-in indices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct, field

from retarget.source.brackets import BRACES, ROUND, closing, closing_angle
from retarget.source.lexer import COMMENT, NAME, Token, code, tokens
from retarget.unit import Unit
from retarget.unit.tree import INDICES

_INDEX = re.compile(r"\b(?:threadIdx|blockIdx|blockDim|gridDim)\b")
_ASKING = frozenset({"?", "#", "##", "auto", "decltype", "typeof", "__typeof__", "sizeof", "return", "{", "::"})
_NO_TYPES = frozenset("return else case goto throw new delete do co_return co_yield sizeof not and or".split())


class Declarations(Struct, frozen=True):
    """templates: names of function templates. plain: names of other functions and of variables.

    macros: what each macro with parameters calls; `?` where its body asks for a type by itself. aliases: macros for a
    member of a built-in index.
    """

    templates: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    macros: Mapping[str, frozenset[str]] = field(default_factory=dict)
    aliases: frozenset[str] = frozenset()


def unit_declarations(unit: Unit) -> Declarations:
    """Of all files of a unit; to be asked for by way of `unit.once`."""
    if not any(_INDEX.search(source.text) for source in unit.sources):
        return Declarations()
    found = [_of(source.text) for source in unit.sources]
    return Declarations(
        frozenset(n for d in found for n in d.templates),
        frozenset(n for d in found for n in d.plain),
        {name: calls for d in found for name, calls in d.macros.items()},
        frozenset(n for d in found for n in d.aliases),
    )


def declared_in(text: str) -> frozenset[str]:
    """The functions that a text declares, templates too."""
    found = _of(text)
    return found.templates | found.plain


@lru_cache(maxsize=64)
def without_bodies(text: str) -> str:
    """A text without the bodies of its functions and classes: from outside, no name alone finds what these declare,
    but for friends."""
    listed, spans, begin, at = code(text), list[tuple[int, int]](), 0, 0
    while at < len(listed):
        is_open = any(t.text in ("namespace", "extern") for t in listed[begin:at])
        if listed[at].text == "{" and not is_open:
            end = closing(listed, at, BRACES, own_directive=False)
            if end is None:
                break
            if all(t.text != "friend" and not t.directive for t in listed[at:end]):
                spans.append((listed[at].end, listed[end].start))
                at = end
        begin = at + 1 if listed[at].text in ("{", "}", ";") else begin
        at += 1
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


@lru_cache(maxsize=512)
def _of(text: str) -> Declarations:
    code = [t for t in tokens(text) if t.kind != COMMENT]
    templates: set[str] = set()
    plain: set[str] = set()
    until = -1  # the end of the declaration behind `template <...>`
    for i, token in enumerate(code):
        if token.text == "template" and i + 1 < len(code) and code[i + 1].text == "<":
            until = closing_angle(code, i + 1) or i
        elif token.text == "(" and i and _is_declared(code, i - 1):
            is_template = until >= 0 or _takes_auto(code, i)
            (templates if is_template else plain).add(code[i - 1].text)
        elif token.text in (";", "{", "}") and i > until:
            until = -1
    return Declarations(frozenset(templates), frozenset(plain), dict(_macros(code)), frozenset(_aliases(code)))


def _is_declared(code: list[Token], index: int) -> bool:
    """Whether a name in front of `(` stands behind a type: `int f(`, `T* f(`, `auto&& f(`, `pair<int, int> f(`."""
    before = code[index - 1] if index else code[index]
    if code[index].kind != NAME or not index:
        return False
    if before.kind == NAME:
        return before.text not in _NO_TYPES and not before.directive
    if before.text in ("*", "&", "&&", ">"):
        return index >= 2 and code[index - 2].kind == NAME and code[index - 2].text not in _NO_TYPES
    return False


def _takes_auto(code: list[Token], opening: int) -> bool:
    most = code[opening : opening + 200]
    end = closing(most, 0, ROUND, own_directive=False)
    return any(t.text == "auto" for t in most[:end])


def _aliases(code: list[Token]) -> Iterable[str]:
    """`#define TID threadIdx.x`"""
    for i, token in enumerate(code[:-4]):
        if token.text != "define" or code[i - 1].text != "#" or code[i + 2].text not in INDICES:
            continue
        last = i + 4 >= len(code) - 1 or code[i + 5].text == "#" or not code[i + 5].directive
        if code[i + 3].text == "." and last:
            yield code[i + 1].text


def _macros(code: list[Token]) -> Iterable[tuple[str, frozenset[str]]]:
    for i, token in enumerate(code[:-3]):
        is_defined = token.text == "define" and code[i - 1].text == "#" and code[i + 2].text == "("
        if is_defined and code[i + 2].start == code[i + 1].end:
            body = _body(code, i)
            called = {a.text for a, b in pairwise(body) if a.kind == NAME and b.text == "("}
            asks = any(t.text in _ASKING for t in body)
            yield code[i + 1].text, frozenset(called | {"?"} if asks else called)


def _body(code: list[Token], define: int) -> list[Token]:
    """The tokens of a macro behind its parameters."""
    end = next((i for i in range(define, len(code)) if not code[i].directive or code[i].text == "#"), len(code))
    closing = next((i for i in range(define, end) if code[i].text == ")"), end)
    return code[closing + 1 : end]
