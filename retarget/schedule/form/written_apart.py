"""Statements in front of conditions and of ranges, and structured bindings, as statements of their own, in a text that
only the coarsened kernel is made of.

    if (int v = f(i); v > 3) { ... } else { ... }    -->   { int v = f(i); if (v > 3) { ... } else { ... } }
    auto& [x, y] = pair;                             -->   auto& parts = pair; auto& x = parts.a; auto& y = parts.b;

Legal: no macro brings a part of it; of a binding, that it declares variables of a block, its type has public fields
alone, and nothing asks for a name's type: that of `x` would be a reference's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from retarget.schedule.form.declared_types import asks_for_types
from retarget.schedule.refusal import RULE
from retarget.source.brackets import closing, separators
from retarget.source.lexer import NAME, code
from retarget.source.text import Edit, Source, Span
from retarget.unit import Unit
from retarget.unit.tree import IN_FRONT, Function, Kind, Node

_HEADS = frozenset({"if", "switch", "for"})
_WORDS = frozenset({"auto", "const", "volatile", "&", "&&"})


def parting_heads(unit: Unit, function: Function) -> tuple[Edit, ...]:
    """Edits that put such statements in front, of the outermost ones."""
    source, found = unit.by_path[function.span.path], list[Edit]()
    behind = 0
    for node in function.body.of(Kind.OTHER):
        if node.name == IN_FRONT and node.span.path == source.path and node.span.start >= behind:
            made = _parted(source, node.span)
            behind = node.span.end if made else behind
            found += made
    return tuple(found)


def _parted(source: Source, span: Span) -> list[Edit]:
    listed = [t for t in code(source.text[span.start :]) if not t.directive]
    opening = 2 if listed[1].text == "constexpr" else 1
    last = closing(listed, opening, own_directive=False) if listed[opening].text == "(" else None
    if last is None or listed[0].text not in _HEADS:
        return []
    first = next(separators(listed, opening + 1, last, ";"), None)
    if first is None:
        return []
    start, begin, end = span.start, listed[opening].end, listed[first].end
    tail = span.end - start
    beyond = next((t for t in listed if t.start >= tail), None)
    if beyond is not None and beyond.text == ";":  # an expression's, which clang's extents leave out
        tail = beyond.end
    front = source.text[start + begin : start + end].strip()
    return [
        Edit(source.span(start, start), f"{{ {front} ", RULE),
        Edit(source.span(start + begin, start + end), "", RULE),
        Edit(source.span(start + tail, start + tail), " }", RULE),
    ]


def unbinding(unit: Unit, function: Function, fresh: Callable[[str], str]) -> tuple[Edit, ...]:
    """Edits that declare what structured bindings do, one variable each."""
    if asks_for_types(function, unit):
        return ()
    source = unit.by_path[function.span.path]
    return tuple(e for node in _bindings(function.body) if (e := _unbound(source, node, fresh)) is not None)


def _bindings(body: Node) -> Iterator[Node]:
    for block in body.of(Kind.BLOCK):
        for node in block.parts:
            if node.kind is Kind.DECLARE and len(node.parts) == 1 and node.parts[0].spelled:
                yield node


def _unbound(source: Source, node: Node, fresh: Callable[[str], str]) -> Edit | None:
    bound = node.parts[0]
    if bound.kind is not Kind.OTHER or node.span.path != source.path:
        return None
    start = node.span.start
    listed = code(source.text[start : node.span.end])
    opening = next((at for at, t in enumerate(listed) if t.text == "["), len(listed))
    end = next((at for at, t in enumerate(listed) if t.text == "]"), len(listed))
    names = [t.text for t in listed[opening + 1 : end] if t.kind == NAME]
    head = [t.text for t in listed[:opening]]
    parts = bound.spelled.split()
    if len(names) != len(parts) or "auto" not in head or not _WORDS.issuperset(head) or listed[-1].text != ";":
        return None
    name = fresh(f"parts_of_{names[0]}")
    before, behind = start + listed[opening].start, start + listed[end].end
    first = f"{source.text[start:before]} {name}{source.text[behind : node.span.end]}"
    each = (f"auto& {own} = {name}{part};" for own, part in zip(names, parts, strict=True))
    return Edit(source.span(start, node.span.end), " ".join((first, *each)), RULE)
