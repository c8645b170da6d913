"""Labels written away, in a text that only the coarsened kernel is made of.

    unused: x = 1;                          -->     x = 1;
    if (i >= n) goto end; ... end: ; }      -->     if (i >= n) return; ... ; }

Legal: nothing jumps to the label; or nothing but a return follows it to the kernel's end, where jumps are returns, and
no macro spells one of them. No place is computed (`goto *p`), and no lambda has labels of its own.
"""

from __future__ import annotations

import re

from retarget.schedule.refusal import RULE
from retarget.source.text import Edit, Source
from retarget.unit import Unit
from retarget.unit.tree import Function, Kind, Node


def clearing_labels(unit: Unit, kernel: Function) -> tuple[Edit, ...]:
    """Edits of the unit's text that take such labels away."""
    labels, jumps = list(kernel.body.of(Kind.LABEL)), list(kernel.body.of(Kind.GOTO))
    if not labels or any(not j.name for j in jumps) or any(any(m.of(Kind.LABEL)) for m in kernel.body.of(Kind.LAMBDA)):
        return ()
    source, made = unit.by_path[kernel.span.path], list[Edit]()
    last = _last(kernel.body)
    for label in labels:
        edits = [_cleared(label, source), *(_returned(j, source) for j in jumps if j.name == label.name)]
        if len(edits) == 1 or label is last:
            made += () if None in edits else [e for e in edits if e is not None]
    return tuple(made)


def _last(body: Node) -> Node | None:
    """The label behind which nothing but a return follows to a kernel's end."""
    parts = list(body.parts)
    while parts and _does_nothing(parts[-1]):
        parts.pop()
    ends = bool(parts) and parts[-1].kind is Kind.LABEL and all(map(_does_nothing, parts[-1].parts))
    return parts[-1] if ends else None


def _does_nothing(node: Node) -> bool:
    is_bare = node.kind in (Kind.EMPTY, Kind.NONE) or (node.kind is Kind.BLOCK and not node.parts)
    return is_bare or (node.kind is Kind.RETURN and all(p.kind is Kind.NONE for p in node.parts))


def _cleared(label: Node, source: Source) -> Edit | None:
    return _edit(label, source, rf"{re.escape(label.name)}\s*:(?!:)", "")


def _returned(jump: Node, source: Source) -> Edit | None:
    return _edit(jump, source, rf"goto\s+{re.escape(jump.name)}\b", "return")


def _edit(node: Node, source: Source, spelled: str, written: str) -> Edit | None:
    """The edit of what a statement begins with; None where a macro, or another file, spells it."""
    found = re.compile(spelled).match(source.text, node.span.start) if node.span.path == source.path else None
    return None if found is None else Edit(source.span(found.start(), found.end()), written, RULE)
