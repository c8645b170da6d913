"""Definitions of functions and specialisations in a text: what tells two of them apart, and where each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from retarget.source.brackets import BRACES, closing
from retarget.source.lexer import NAME, Token

_SCOPES = frozenset({"namespace", "class", "struct", "union"})
_NO_NAME = frozenset(
    "bool char short int long unsigned signed float double void auto const volatile struct enum class".split()
)
_CUDAS = re.compile(r"cuda[A-Z]|CU[a-z]|cu[a-z]+[A-Z]\w*_t$")  # a type, and no parameter's name
_ACCESS = frozenset({"public", "private", "protected"})
_BEHIND = frozenset({"const", "volatile", "&", "&&", "noexcept", "override", "final", "mutable"})


class Signature(Struct, frozen=True):
    """scope: the namespaces and classes around it. words: those that tell it from its overloads, each of a
    function's parameters without its name. at: the index of its name among the tokens."""

    scope: tuple[str, ...]
    words: tuple[str, ...]
    at: int


def signatures(code: Sequence[Token], live: Sequence[bool]) -> Iterator[Signature]:
    """Of the live tokens outside of directives."""
    kept = [i for i, t in enumerate(code) if not t.directive and live[i]]
    tokens = [code[i] for i in kept]
    scope: list[str] = []
    start = at = 0
    while at < len(kept):
        text = code[kept[at]].text
        if text == "{":
            head = [kept[i] for i in range(start, at)]
            label = _scope(code, head)
            found = _definition(code, head, tuple(scope))
            if found is not None:
                yield found
            if label is not None:
                scope.append(label)
            else:
                end = closing(tokens, at, BRACES, own_directive=False)
                at = len(kept) if end is None else end
            start = at + 1
        elif text == "}":
            scope = scope[:-1]
            start = at + 1
        elif text == ";" or (text == ":" and code[kept[at - 1]].text in _ACCESS):
            start = at + 1
        at += 1


def _scope(code: Sequence[Token], head: Sequence[int]) -> str | None:
    """The words of a namespace's or class's head; None of what else has a body."""
    words = [code[i].text for i in head]
    if words[:1] == ["extern"]:
        return ""
    is_function = any(w == "(" for w in words)
    return " ".join(words) if not is_function and _SCOPES & set(words) else None


def _definition(code: Sequence[Token], head: Sequence[int], scope: tuple[str, ...]) -> Signature | None:
    words = [code[i].text for i in head]
    if words[:3] == ["template", "<", ">"] and "(" not in words:
        return Signature(scope, tuple(words[3 : words.index(":")] if ":" in words else words[3:]), head[-1])
    opening = _parameters(words)
    if opening is None:
        return None
    first = words.index("operator", 0, opening) if "operator" in words[:opening] else opening - 1
    if code[head[first]].kind != NAME:
        return None
    parameters, behind = _split(words, opening)
    template = tuple(words[: _template(words)])
    return Signature(scope, (*template, "".join(words[first:opening]), *parameters, *behind), head[first])


def _template(words: Sequence[str]) -> int:
    depth = 0  # of words, which have no places and no directives: `brackets` is about tokens
    for i, word in enumerate(words if words[:1] == ["template"] else ()):
        depth += (word == "<") - (word.count(">") if set(word) == {">"} else 0)
        if i and depth <= 0:
            return i + 1
    return 0


def _parameters(words: Sequence[str]) -> int | None:
    """The bracket of a function's parameters: the first one behind a name that is no attribute's or macro's."""
    for i in range(1, len(words)):
        if words[i - 1 : i + 2] == ["operator", "(", ")"]:
            return i + 2 if words[i + 2 : i + 3] == ["("] else None
        if words[i] == "(" and words[i - 1] not in ("__attribute__", "__launch_bounds__", "decltype", "alignas"):
            return i
    return None


def _split(words: Sequence[str], opening: int) -> tuple[list[str], list[str]]:
    found: list[str] = []
    depth, start = 0, opening + 1  # as above
    for i in range(opening, len(words)):
        depth += (words[i] in ("(", "[", "<")) - (words[i] in (")", "]", ">"))
        if depth == 0 or (depth == 1 and words[i] == ","):
            found += [*_parameter(words[start:i]), ","]
            start = i + 1
        if depth == 0:
            return found, [w for w in words[i + 1 :] if w in _BEHIND]
    return found, []


def _parameter(words: Sequence[str]) -> list[str]:
    """A parameter without its name and default."""
    kept = list(words[: words.index("=")] if "=" in words else words)
    if len(kept) > 1 and kept[-1].isidentifier() and kept[-1] not in _NO_NAME and not _CUDAS.match(kept[-1]):
        before = kept[-2]
        if before in ("*", "&", "&&", ">") or (before.isidentifier() and before not in ("const", "volatile", "struct")):
            kept.pop()
    return [word for word in kept if word not in ("const", "struct", "enum") or "*" in kept or "&" in kept]
