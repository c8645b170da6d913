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
    yield from (v for v in own if v.name in words - used)


def _controlled(node: Node) -> tuple[Node, ...]:
    if node.kind is Kind.IF:
        return node.parts[1:]
    return node.parts[:1] if node.kind is Kind.DO else node.parts[-1:]
