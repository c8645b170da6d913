"""Types that are asked for by a variable's name alone.

    decltype(x) y = x;    -->    auto& x = x_[instance];
                                 retarget::Declared<decltype(x)> y = x;

A name that is bound to what an instance has of its own is a reference, and its type says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from retarget.analysis.macros import expanding
from retarget.schedule.form.quote import Replacement
from retarget.schedule.refusal import Unsuited
from retarget.source.lexer import NAME, Token, code
from retarget.source.text import Source, Span
from retarget.unit import Unit
from retarget.unit.tree import Function, Storage, Variable

_ASKING = frozenset({"decltype", "__decltype"})
_CLASS = re.compile(r"[\w:]+")
_OPENS, _CLOSES = frozenset("=({"), frozenset(";,)}")


def asking_macros(unit: Unit) -> frozenset[str]:
    """The macros that ask for types, directly or by way of others."""
    return frozenset(name for word in _ASKING for name in expanding(unit, word)) - _ASKING


def asks_for_types(function: Function, unit: Unit) -> bool:
    """Whether a function's text asks for the type of anything."""
    text = unit.by_path[function.span.path].text[function.span.start : function.span.end]
    words = _ASKING | unit.once(asking_macros)
    return any(t.text in words for t in code(text)) if any(word in text for word in words) else False


def declared_types(
    span: Span, function: Function, source: Source, macros: Collection[str], is_bound: Callable[[Variable], bool]
) -> Iterator[Replacement]:
    """Edits of a text that ask for the types that the variables were declared with. macros: those that ask for types;
    is_bound: whether a variable's name stands for a reference there. Raises Unsuited."""
    text = source.text[span.start : span.end] if span.path == source.path else ""
    listed = list(code(text)) if macros or any(word in text for word in _ASKING) else []
    for at, token in enumerate(listed):
        if token.text in macros:
            named = {t.text for t in listed if t.kind == NAME}
            if any(v.name in named and is_bound(v) for v in function.variables.values()):
                place = Span(span.path, span.start + token.start, span.start + token.end)
                raise Unsuited(place, "this macro asks for a type, and cannot be written out")
        if token.text not in _ASKING or [t.text for t in listed[at + 1 : at + 4 : 2]] != ["(", ")"]:
            continue
        place = Span(span.path, span.start + token.start, span.start + listed[at + 3].end)
        asked = listed[at + 2].text
        if asked == "auto":
            asked = _deduced_of(listed, at + 4, place, function, is_bound)
        if wrapper := _wrapper(asked, place, function, is_bound):
            has_member = listed[at + 4 : at + 5] and listed[at + 4].text == "::" and listed[at - 1].text != "typename"
            new = _class_of(asked, place, function) if has_member else f"retarget::{wrapper}<decltype({asked})>"
            yield place.start, place.end, new


def _wrapper(name: str, place: Span, function: Function, is_bound: Callable[[Variable], bool]) -> str:
    """The template that gives the declared type; empty where the name's type is the declared one."""
    meant = [v for v in function.variables.values() if v.name == name]
    if not any(map(is_bound, meant)):
        return ""
    kinds = {"DeclaredConst" if v.is_const else "Declared" for v in meant}
    if len(kinds) > 1 or any(v.is_reference or v.storage is Storage.DYNAMIC for v in meant):
        raise Unsuited(place, f"this asks for the type of '{name}', which each instance has for itself")
    return kinds.pop()


def _class_of(name: str, place: Span, function: Function) -> str:
    """The class of the variables of a name; of a type that follows from the factors, nothing says what a member is."""
    kinds = {v.canonical.removeprefix("const ") for v in function.variables.values() if v.name == name}
    if len(kinds) > 1 or not all(map(_CLASS.fullmatch, kinds)):
        raise Unsuited(place, f"this names a member of the type of '{name}', which each instance has for itself")
    return kinds.pop()


def _deduced_of(
    listed: Sequence[Token], at: int, place: Span, function: Function, is_bound: Callable[[Variable], bool]
) -> str:
    """The variable whose declared type `decltype(auto)` is; empty where it is none's. at: of what follows it."""
    follow = [t.text for t in listed[at : at + 5]]
    if listed[at : at + 1] and listed[at].kind == NAME and follow[1:2] and follow[1] in _OPENS:
        return follow[2] if follow[3:4] and follow[3] in _CLOSES else ""
    bound = {v.name for v in function.variables.values() if is_bound(v)}
    texts = [t.text for t in listed[at:]]
    if any(a == "return" and b in bound and c == ";" for a, b, c in zip(texts, texts[1:], texts[2:], strict=False)):
        raise Unsuited(place, "this type depends on what each instance has for itself")
    return ""
