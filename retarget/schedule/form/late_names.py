"""What a name means in a template, and not in the kernel that the template is made of.

    __device__ int weigh(const Base& b);
    __global__ void k(...) { Derived d; ... weigh(d) ... }      the first one
    __device__ int weigh(const Derived& d);                     the template's: found by the type, where it is launched

Names that are bound to an instance's own have types that follow from the factors, and for these a call is looked up
again behind the kernel. nvcc (13.0) looks operators up again in any template. The name of the function itself is
another one too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from retarget.analysis.declared_functions import declared_in, without_bodies
from retarget.analysis.effects import EffectsOf
from retarget.analysis.macros import expanding
from retarget.schedule.refusal import Refusal
from retarget.source.lexer import NAME, code
from retarget.source.text import Span
from retarget.unit import Unit
from retarget.unit.tree import Function, Kind

_OWN_NAME = ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "__FUNCSIG__", "__builtin_FUNCTION", "source_location")
_OPENING = ("friend", "namespace", "extern")  # what stands in such brackets, others find
_COUNTER, _LINE = "__COUNTER__", "__LINE__"
_OF_THE_LANGUAGE = re.compile(
    r"(?:const|volatile|unsigned|signed|char|short|int|long|float|double|bool|void|_Float16|__int128|__restrict__"
    r"|__restrict|wchar_t|char16_t|char32_t|[\s*&\[\]()\d,])*"
)


def own_name(function: Function, unit: Unit) -> Iterator[Refusal]:
    """Where a function asks for its name or its line, or counts how often something stands in the text."""
    why = "this gives the name of the function, which a schedule changes"
    yield from _first(function, unit, unit.once(_asking), why)
    yield from _first(function, unit, unit.once(_counting), "this counts how often it stands in the text")
    yield from _first(function, unit, unit.once(_numbering), "this gives its line of the text, which a schedule moves")


def _first(function: Function, unit: Unit, words: Collection[str], why: str) -> Iterator[Refusal]:
    source = unit.by_path[function.span.path]
    text = source.text[function.span.start : function.span.end] if words else ""
    token = next((t for t in code(text) if t.kind == NAME and t.text in words), None)
    if token is not None:
        start = function.span.start + token.start
        yield Refusal(Span(source.path, start, start + len(token.text)), why)


def _asking(unit: Unit) -> frozenset[str]:
    return _bringing(unit, _OWN_NAME)


def _counting(unit: Unit) -> frozenset[str]:
    return _bringing(unit, (_COUNTER,))


def _numbering(unit: Unit) -> frozenset[str]:
    return _bringing(unit, (_LINE,))


def _opening(unit: Unit) -> frozenset[str]:
    return _bringing(unit, _OPENING)


def _bringing(unit: Unit, words: Iterable[str]) -> frozenset[str]:
    """Some words that the unit's texts have, and the macros that bring them."""
    present = (word for word in words if any(word in s.text for s in unit.sources))
    return frozenset(name for word in present for name in expanding(unit, word))


def late_operators(function: Function, unit: Unit, effects: EffectsOf) -> Iterator[Refusal]:
    """Operators for which nvcc may find another one behind a kernel, whatever the factors."""
    if any("operator" in source.text for source in unit.sources):
        yield from late_overloads(function, unit, effects, operators_alone=True)


def late_overloads(
    function: Function, unit: Unit, effects: EffectsOf, operators_alone: bool = False
) -> Iterator[Refusal]:
    """Calls for which another function may be found behind a kernel."""
    declared: dict[str, frozenset[str]] = {}  # behind the kernel, but for a function that is known ahead

    def later(own: Function | None) -> frozenset[str]:
        usr = own.usr if own else ""
        if usr not in declared:
            declared[usr] = _declared_behind(function, unit, own)
        return declared[usr]

    for node in (n for n in function.body.walk() if n.kind is Kind.CALL or n.callee):
        called = effects.functions.get(node.callee)
        if called is not None and called.is_member:
            continue
        if operators_alone and node.kind is Kind.CALL and not node.name.startswith("operator"):
            continue
        if all(_OF_THE_LANGUAGE.fullmatch(part.type) for part in node.parts):
            continue
        name = next((n for n in (node.name, f"operator{node.name}") if n in later(None) and n in later(called)), None)
        if name is not None:
            yield Refusal(node.span, f"another '{name}' is declared behind the kernel")


def _declared_behind(function: Function, unit: Unit, beside: Function | None) -> frozenset[str]:
    """The functions and operators that texts declare behind one. beside: but for this one, which is known ahead."""
    source = unit.by_path[function.span.path]
    behind = source.text[function.span.end :]
    if beside is not None and beside.span.path == source.path and beside.span.start >= function.span.end:
        start, end = (place - function.span.end for place in (beside.span.start, beside.span.end))
        behind = behind[:start] + behind[end:]
    words = (t.text for a, t in pairwise(code(behind)) if a.text == "include")
    names = {word.strip('"<>').rpartition("/")[2] for word in words}
    texts = [behind, *(s.text for s in unit.sources if s is not source and s.path.rpartition("/")[2] in names)]
    if source.path != unit.root:
        texts.append(unit.by_path[unit.root].text)
    if not unit.once(_opening) - set(_OPENING):
        texts = [without_bodies(text) for text in texts]
    return frozenset(name for text in texts for name in (*declared_in(text), *_operators(text)))


def _operators(text: str) -> Iterator[str]:
    """The names of operators in a text, as clang spells them: `operator<<`."""
    if "operator" not in text:
        return
    listed = code(text)
    for at, token in enumerate(listed):
        if token.text == "operator":
            end = next((i for i in range(at + 2, min(at + 6, len(listed))) if listed[i].text == "("), at + 1)
            yield "operator" + "".join(t.text for t in listed[at + 1 : end])
