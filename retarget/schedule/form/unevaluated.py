"""Variables in operands that nothing evaluates, `sizeof v` and `decltype(v + w)`: they stand in the text alone."""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME, code
from retarget.source.text import Source
from retarget.unit.tree import Function, Kind, Node, Storage, Variable

_MEMBERS = frozenset({".", "->", "::"})
_OWN = frozenset({Storage.LOCAL, Storage.SHARED, Storage.DYNAMIC})


def unevaluated(node: Node, function: Function, source: Source, controlled: bool = True) -> Iterator[Variable]:
    """A function's own variables that a statement names and does not use. controlled: what it controls counts."""
    own = [v for v in function.variables.values() if v.storage in _OWN]
    if not own or node.span.path != source.path:
        return
    start, end = node.span.start, node.span.end
    below = () if controlled else _controlled(node)
    listed = list(code(source.text[start:end]))
    before = ["", *(t.text for t in listed)]
    words = {
        t.text for t, b in zip(listed, before, strict=False)
        if t.kind == NAME and b not in _MEMBERS and not any(p.span.start <= start + t.start < p.span.end for p in below)
    }  # fmt: skip
    parts = (p for p in node.parts if p not in below) if below else (node,)
    used = {function.variables[n.variable].name for p in parts for n in p.walk() if n.variable in function.variables}
    asked = [v for v in own if v.name in words - used]
    visible = _visible(function, start) if len({v.name for v in asked}) < len(asked) else {}
    yield from (v for v in asked if visible.get(v.name, v) is v)


def _visible(function: Function, at: int) -> dict[str, Variable]:
    """What names of a function's own variables mean at a place."""
    found: dict[str, Variable] = {}
    inside: Node | None = function.body
    while inside is not None:
        before = [p for p in inside.parts if p.span.start <= at]
        declared = (n.variable for p in before if p.kind is Kind.DECLARE for n in p.parts)
        found |= {v.name: v for key in declared if (v := function.variables.get(key))}
        inside = next((p for p in before if at < p.span.end), None)
    return found


def _controlled(node: Node) -> tuple[Node, ...]:
    if node.kind is Kind.IF:
        return node.parts[1:]
    return node.parts[:1] if node.kind is Kind.DO else node.parts[-1:]
